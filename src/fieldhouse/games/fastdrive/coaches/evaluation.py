"""The exact solution of a game, best play on both sides, from the packaged tables; `allpro` plays by it.

The tables are compiled once for all cards (`tables/`); two cards are bound and the game is solved backwards
in about a second of processor time, once per game. Needs numpy and numba (the extra [lab]).
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from fieldhouse.games.fastdrive.reduction import FastDriveReduction, reduction
from fieldhouse.games.fastdrive.rules.game import FastDrive
from fieldhouse.games.fastdrive.rules.state import CLOCK, Sheet
from fieldhouse.games.fastdrive.tables.staged_rules import CHARGE, RESULT
from fieldhouse.kernel.game import Setup
from fieldhouse.kernel.requests import Choose
from fieldhouse.solve.play_tree import ChanceNode, ChoiceNode, Leaf, Node, explore
from fieldhouse.solve.reduction import Place

if TYPE_CHECKING:
    from numpy.typing import NDArray

SHELF = Path(__file__).parent.parent / "tables" / "shelf"
INSIDE = (RESULT, CLOCK, CHARGE)
"""No option leads straight to these phases, so their values are not stored."""


class GameSolution:
    """The away team's win probability (a tie is half a win) at every whistle to which a choice can lead."""

    def __init__(self, game: FastDrive) -> None:
        import numpy as np

        from fieldhouse.solve.induction import Sweep
        from fieldhouse.solve.open_tables import open_tables_key, read_open_tables

        self.game = game
        self.reduction: FastDriveReduction = reduction(game)
        found = read_open_tables(SHELF / f"{open_tables_key(self.reduction.open_reduction())}-best.npz")
        if found is None:
            raise LookupError("there are no win probability tables for these options")
        tables = found[0].bind(self.reduction.chances(found[0].symbols))
        sweep = Sweep(tables)  # leads beyond the tables' own limit of 60 are as good as won
        kept = [n for n, core in enumerate(tables.cores) if core[0] not in INSIDE]
        self._number = {tables.cores[n]: place for place, n in enumerate(kept)}
        self._limit = sweep.limit
        self._values: NDArray[Any] = np.zeros((tables.slots, len(kept), sweep.width), np.float32)
        for slot, win_probability, _ties in sweep.back():
            self._values[slot] = win_probability[kept]

    def value(self, place: Place) -> float:
        """The away team's win probability at a place of the tables."""
        lead = max(-self._limit, min(self._limit, place.margin)) + self._limit
        return float(self._values[place.slot, self._number[place.core], lead])

    def option_values(self, s: Sheet) -> dict[str, float]:
        """The away team's win probability by option of the choice that the play from `s` begins with."""
        root = explore(self.game, s, self.reduction.where)
        assert isinstance(root, ChoiceNode)
        known: dict[int, float] = {}
        return {key: self._node(child, known) for key, child in root.branches.items()}

    def _node(self, node: Node[Place], known: dict[int, float]) -> float:
        if id(node) not in known:
            known[id(node)] = self._worth(node, known)
        return known[id(node)]

    def _worth(self, node: Node[Place], known: dict[int, float]) -> float:
        if isinstance(node, Leaf):
            return self.value(node.value)
        if isinstance(node, ChanceNode):
            return sum(weight * self._node(child, known) for weight, child, _ in node.branches) / node.total
        best = max if node.seats[0] == 0 else min
        return best(self._node(child, known) for child in node.branches.values())

    def best(self, request: Choose, s: Sheet) -> str:
        """The best answer of the seat asked; the first of equals."""
        worth = self.option_values(s)
        sign = 1.0 if request.seat == 0 else -1.0
        return max(request.menu.keys, key=lambda key: sign * worth[key])


def solution(game: FastDrive) -> GameSolution | None:
    """The solution of this game, worked out once; None where there are no tables, or no numpy, for it."""
    return _solution(msgspec.msgpack.encode(game.setup))


@lru_cache(maxsize=4)
def _solution(key: bytes) -> GameSolution | None:
    try:
        return GameSolution(FastDrive(msgspec.msgpack.decode(key, type=Setup)))
    except (ImportError, LookupError):
        return None
