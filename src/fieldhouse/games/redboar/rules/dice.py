"""A scrimmage play by dice (section 12, in the order of RB-7.4)."""

from __future__ import annotations

from fieldhouse.games.redboar.rules.downs import charge_clock, play_stands
from fieldhouse.games.redboar.rules.penalties import (
    before_snap,
    during_play,
    offset_penalties,
    roll_penalties,
)
from fieldhouse.games.redboar.rules.state import Gridiron, Rulebook
from fieldhouse.kernel.requests import D6, TWO_D6, Roll, Rules

PLAY = Roll(TWO_D6, "play", "the offense's dice", "RB-12.1")
DEFENSE_DIE = Roll(D6, "defense", "the defense's die", "RB-12.2")


def dice_scrimmage(game: Rulebook, s: Gridiron) -> Rules:
    """Penalty dice, offense dice, defense die; then the play stands, or a flag is settled."""
    flag = yield from roll_penalties()
    s.die = 0
    if flag == "offense 2" or flag == "defense 2":
        before_snap(s, flag)  # RB-7.4 (2)
        return
    s.total = yield PLAY
    row = game.book.rows[s.total]
    if flag == "offset":
        offset_penalties(s, row)
        return
    if s.g <= row.limit:
        how, yards = "incomplete", 0  # RB-12.5
    else:
        if row.die:
            s.die = yield DEFENSE_DIE
        how, yards = row.results[s.die] if row.results is not None else touchdown_pass(s)
    if flag:
        yield from during_play(game, s, row, how, yards, flag)
    else:
        charge_clock(s, row.clock)
        play_stands(game, s, row, how, yards)


def touchdown_pass(s: Gridiron) -> tuple[str, int]:
    """RB-12.6, RB-12.7: from anywhere, unless the die stops the receiver on the 5."""
    return "pass", s.g - 5 if s.die <= 2 else s.g
