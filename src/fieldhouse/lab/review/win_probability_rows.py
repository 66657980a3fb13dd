"""Win probability in play rows: at the whistle before each play; a tie counts as half a win.

Exact where the game has tables, both sides at their best. Elsewhere an estimate: the game's own values, or a
fit to games of its policy (`lab.win_probability`); `fh_wp_kind` names which. A whistle without an estimate
(in the middle of a try) stays empty.

Of two rows of one play (a flag before the snap and the snap itself) the first has the figures, so the rows
of a game's rows lead from its first play to its end without a gap.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from fieldhouse.kernel.errors import BadOptions
from fieldhouse.kernel.game import Game
from fieldhouse.kernel.record import Record
from fieldhouse.lab.exact import Exact
from fieldhouse.lab.play_rows import PlayRows, PlayStart, Row
from fieldhouse.lab.players import policy_level
from fieldhouse.lab.review.luck_ledger import dice_by_play
from fieldhouse.lab.win_probability.estimator import Estimator
from fieldhouse.lab.win_probability.files import estimator_for

EXACT = "exact"
GAMES, SECONDS = 2000, 60.0
"""Most games and seconds for a fit."""


class WinProbabilityRows:
    """Fills the rows of one game, by its tables or its estimator; they are made when it is, and kept."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self._home = game.seats.index("Home") if "Home" in game.seats else None
        self._exact: Exact | None = None
        self._estimator: Estimator | None = None
        try:
            self._exact = Exact(game)
        except BadOptions:
            self._estimator = estimator_for(game, policy_level(game), games=GAMES, seconds=SECONDS)

    @property
    def kind(self) -> str:
        """What the figures are."""
        return EXACT if self._estimator is None else f"estimate: {self._estimator.how}"

    def fill(self, games: Sequence[tuple[PlayRows, PlayStart]]) -> None:
        """Write win probabilities into these games' rows, each with its last whistle, by one sweep."""
        for rows, _ in games:
            for row in rows.rows:
                row["fh_wp_kind"] = self.kind
        chances = self._chances({at.snapshot for game in games for at in _whistles(*game)})
        for rows, last in games:
            plays = _plays(rows)
            ends = [at for _, at in plays[1:]] + [last]
            for (row, at), end in zip(plays, ends, strict=True):
                self._write(row, at, chances.get(at.snapshot), chances.get(end.snapshot))

    def fill_luck(self, games: Sequence[tuple[PlayRows, Record]]) -> None:
        """Write what the dice did from each row's whistle to the next row's, for the side with the ball.

        The rest of `fh_wpa` is what decisions cost. Exact tables only: an estimate of every roll is the
        luck ledger's, and takes minutes a game.
        """
        if self._exact is not None:
            dice = dice_by_play(self._exact, [record for _, record in games])
            for (rows, _), by_play in zip(games, dice, strict=True):
                self._write_luck(rows, by_play)

    def _write_luck(self, rows: PlayRows, dice: Sequence[tuple[bytes, float]]) -> None:
        place, plays = 0, _plays(rows)
        for number, (row, at) in enumerate(plays):
            while dice[place][0] != at.snapshot:
                place += 1
            following = plays[number + 1][1].snapshot if number + 1 < len(plays) else None
            total = 0.0
            while place < len(dice) and dice[place][0] != following:
                total += dice[place][1]
                place += 1
            row["fh_luck"] = total if row["posteam"] == at.head.teams[0] else -total

    def _chances(self, snapshots: set[bytes]) -> dict[bytes, float]:
        """Seat 0's by whistle: the result where the game is over, else from tables or estimator."""
        found, going = dict[bytes, float](), dict[bytes, Any]()
        for snapshot in snapshots:
            s = self.game.load(snapshot)
            end = self.game.outcome(s)
            if end is None:
                going[snapshot] = s
            else:
                found[snapshot] = 0.5 if end.winner is None else float(end.winner == 0)
        return found | dict(self._judged(going) if self._exact is None else self._valued(self._exact, going))

    def _valued(self, exact: Exact, going: dict[bytes, Any]) -> Iterable[tuple[bytes, float]]:
        places = {snapshot: exact.reduction.where(s) for snapshot, s in going.items()}
        values = exact.values(set(places.values()))
        return ((snapshot, float(values[place].win_probability)) for snapshot, place in places.items())

    def _judged(self, going: dict[bytes, Any]) -> Iterable[tuple[bytes, float]]:
        assert self._estimator is not None
        notes = {snapshot: self._estimator.inputs(s) for snapshot, s in going.items()}
        known = {snapshot: note for snapshot, note in notes.items() if note is not None}
        win_probabilities = self._estimator.win_probabilities(list(known.values())) if known else ()
        return zip(known, map(float, win_probabilities), strict=True)

    def _write(self, row: Row, at: PlayStart, before: float | None, after: float | None) -> None:
        mine = row["posteam"] == at.head.teams[0]
        if before is not None:
            row["fh_wp"] = before if mine else 1 - before
            if self._home is not None:
                row["home_wp"] = before if self._home == 0 else 1 - before
        if before is not None and after is not None:
            row["fh_wpa"] = row["wpa"] = after - before if mine else before - after


def win_probability_rows(game: Game[Any]) -> WinProbabilityRows:
    """The filler of this game; the one before is kept, since games of one set-up come in rows."""
    key = msgspec.msgpack.encode([game.meta.name, game.setup], order="deterministic")
    if key not in _LAST:
        _LAST.clear()
        _LAST[key] = WinProbabilityRows(game)
    return _LAST[key]


_LAST: dict[bytes, WinProbabilityRows] = {}


def _plays(rows: PlayRows) -> list[tuple[Row, PlayStart]]:
    """The first row of each play."""
    found: list[tuple[Row, PlayStart]] = []
    for row, at in rows.starts:
        if not found or found[-1][1] is not at:
            found.append((row, at))
    return found


def _whistles(rows: PlayRows, last: PlayStart) -> list[PlayStart]:
    return [*(at for _, at in _plays(rows)), last]
