"""Win chances in play rows, exact: what the tables say at the whistle before each play, both sides at their
best (a win 1, a tie a half).

Of two rows of one play (a flag before the snap and the snap itself) the first has the figures, so the chances
of a game's rows lead from its first play to its end without a gap. A game that has no exact tables keeps
its rows without figures, and `fh_wp_kind` says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from fieldhouse.kernel.errors import BadOptions
from fieldhouse.kernel.game import Game
from fieldhouse.lab.exact import Exact
from fieldhouse.lab.plays import BeforePlay, Row, Rows

EXACT, NONE = "exact", "no exact tables"


class WinChance:
    """Fills the rows of one game, by its tables; they are made when it is, and kept on disk."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self._home = game.seats.index("Home") if "Home" in game.seats else None
        try:
            self._exact: Exact | None = Exact(game)
        except BadOptions:
            self._exact = None

    @property
    def kind(self) -> str:
        """What the figures are."""
        return NONE if self._exact is None else EXACT

    def fill(self, games: Sequence[tuple[Rows, BeforePlay]]) -> None:
        """Write the chances into these games' rows, each with its last whistle: one sweep for them all."""
        for rows, _ in games:
            for row in rows.found:
                row["fh_wp_kind"] = self.kind
        if self._exact is None:
            return
        chances = self._chances(self._exact, {at.snapshot for game in games for at in _whistles(*game)})
        for rows, last in games:
            plays = _plays(rows)
            ends = [at for _, at in plays[1:]] + [last]
            for (row, at), end in zip(plays, ends, strict=True):
                self._write(row, at, chances[at.snapshot], chances[end.snapshot])

    def _chances(self, exact: Exact, snapshots: set[bytes]) -> dict[bytes, float]:
        """Seat 0's by whistle: the result where the game is over, else from the tables."""
        found, places = dict[bytes, float](), dict[bytes, Any]()
        for snapshot in snapshots:
            s = self.game.load(snapshot)
            end = self.game.outcome(s)
            if end is None:
                places[snapshot] = exact.reduction.where(s)
            else:
                found[snapshot] = 0.5 if end.winner is None else float(end.winner == 0)
        values = exact.values(set(places.values()))
        return found | {snapshot: float(values[place].equity) for snapshot, place in places.items()}

    def _write(self, row: Row, at: BeforePlay, before: float, after: float) -> None:
        if row["posteam"] != at.head.teams[0]:
            turned = (1 - before, 1 - after)
        else:
            turned = (before, after)
        row["fh_wp"] = turned[0]
        row["fh_wpa"] = row["wpa"] = turned[1] - turned[0]
        if self._home is not None:
            row["home_wp"] = before if self._home == 0 else 1 - before


def win_chance(game: Game[Any]) -> WinChance:
    """The filler of this game; the one before is kept, since games of one set-up come in rows."""
    key = msgspec.msgpack.encode([game.meta.name, game.setup], order="deterministic")
    if key not in _LAST:
        _LAST.clear()
        _LAST[key] = WinChance(game)
    return _LAST[key]


_LAST: dict[bytes, WinChance] = {}


def _plays(rows: Rows) -> list[tuple[Row, BeforePlay]]:
    """The first row of each play."""
    found: list[tuple[Row, BeforePlay]] = []
    for row, at in rows.begun:
        if not found or found[-1][1] is not at:
            found.append((row, at))
    return found


def _whistles(rows: Rows, last: BeforePlay) -> list[BeforePlay]:
    return [*(at for _, at in _plays(rows)), last]
