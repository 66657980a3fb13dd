"""What must hold in a position of The Grid between two plays."""

from __future__ import annotations

from fieldhouse.games.thegrid.charts.cards import PACK
from fieldhouse.games.thegrid.rules.charts import BoundCharts
from fieldhouse.games.thegrid.rules.state import Grid, Side, side_values
from fieldhouse.games.thegrid.teams.players import EMERGENCY, PLACES, ROSTER, eligible
from fieldhouse.kernel.position_check import PositionCheck
from fieldhouse.kernel.requests import Seat

PHASES = ("lineups", "toss", "kickoff", "play", "break", "overtime-toss", "over")
MOST_POINTS = 199
MOST_PERIODS = 99
TIMEOUTS_IN_OVERTIME = 2


def check_position(game: BoundCharts, s: Grid, check: PositionCheck) -> None:
    """Note every field that no game of The Grid could have (TG-ST)."""
    check.numbers("scores", s.scores, 2, 0, MOST_POINTS)
    check.among("phase", s.phase, PHASES)
    check.between("period", s.period, 1, MOST_PERIODS if game.winner_needed else 3)
    check.seats(
        receiver=s.receiver, overtime_receiver=s.overtime_receiver, offense=s.offense, caller=s.caller
    )
    check.between("reroll", s.reroll, -1, 1)
    check.require(s.drive_plays >= 0, f"drive_plays is {s.drive_plays}, less than 0")
    check.between("drive_start", s.drive_start, 0, 11)
    if check.require(len(s.sides) == 2, f"sides has {len(s.sides)} entries, not 2") and not check.faults:
        for seat in (0, 1):
            _check_side(game, s, seat, check)
        _check_deck(game, s, check)
        _check_ball(s, check)


def _check_side(game: BoundCharts, s: Grid, seat: Seat, check: PositionCheck) -> None:
    """TG-5, TG-22, TG-24: a legal lineup with its team values, timeouts, and points by period."""
    side, name = s.sides[seat], f"sides.{seat}"
    most = TIMEOUTS_IN_OVERTIME if s.period > 2 else int(game.options["time_outs"])
    check.between(f"{name}.time_outs", side.time_outs, 0, most)
    check.require(
        len(side.points) == s.period and sum(side.points) == s.scores[seat] and min(side.points) >= 0,
        f"{name}.points is {side.points}; it has an entry for each period, and they add up to the score",
    )
    gone = [*side.injured, *side.taken_out]
    out_of_range = any(not 0 <= who < ROSTER for who in gone)
    if check.require(not out_of_range and len({*gone}) == len(gone), f"{name}: who is out makes no sense"):
        _check_lineup(game, side, seat, check)


def _check_lineup(game: BoundCharts, side: Side, seat: Seat, check: PositionCheck) -> None:
    name, players = f"sides.{seat}.lineup", game.teams[seat].players
    if not check.numbers(name, side.lineup, len(PLACES), EMERGENCY, ROSTER - 1):
        return
    real = [who for who in side.lineup if who != EMERGENCY]
    check.require(len({*real}) == len(real), f"{name} has a player in two places")
    check.require(not {*real} & {*side.injured, *side.taken_out}, f"{name} has a player who is out")
    for place, who in enumerate(side.lineup):
        fits = who == EMERGENCY or eligible(players[who], place)
        check.require(fits, f"{name}.{place}: {players[who].label} cannot play {PLACES[place]}")
    values = tuple(game.team_values(seat, side.lineup))
    check.require(
        side_values(side) == values, f"sides.{seat}: with this lineup the four team values are {values}"
    )


def _check_deck(game: BoundCharts, s: Grid, check: PositionCheck) -> None:
    """TG-23, TG-C: the cards not seen yet and those flipped make up a pack."""
    whole = sorted([*s.pool, *s.flipped]) == sorted(PACK)
    check.require(whole, "pool and flipped are not one pack of timing cards")
    most = min(len(s.pool), game.period_cards(s.period))
    check.between("left", s.left, 1 if s.phase in ("kickoff", "play") else 0, most)


def _check_ball(s: Grid, check: PositionCheck) -> None:
    """TG-8, TG-9: box, down and marker fit what is due."""
    if s.phase == "play":
        check.between("box", s.box, 1, 11)
        check.between("down", s.down, 1, 4)
        check.between("marker", s.marker, min(s.box + 1, 12), min(s.box + 23, 12))
    else:
        none = s.box == s.down == s.marker == 0
        check.require(none, f"box, down and marker are 0 in phase {s.phase}")
        check.require(s.reroll < 0, f"there is no right to a re-roll in phase {s.phase}")
    level = s.scores[0] == s.scores[1]
    if s.phase in ("lineups", "toss"):
        check.require(s.period == 1 and not any(s.scores), f"phase {s.phase} comes before the first kickoff")
    if s.phase == "overtime-toss":
        check.require(s.period == 2 and level, "an overtime toss follows a tied second half")
    if s.phase in ("break", "overtime-toss", "over"):
        check.require(s.left == 0, f"phase {s.phase} comes when the deck is used up")
    if s.phase == "break":
        check.require(s.period == 1 or level, "another period is played only if the game is tied")
    if s.phase == "over":
        check.require(s.period >= 2, "the game is not over after the first half")
