"""Exact values of every whistle, packed small: a few numbers for each core, each slot and each lead.

Win probability is a smooth function of lead and situation, the more so the longer there is to play.
So of each group of cores that stand in the same slots, the table core by lead is kept in the few directions
that matter (`solve/low_rank.py`). Cores count as often as games come by them.
What packing changes is measured at whistles of games (`About.off`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from fieldhouse.kernel.errors import BadOptions
from fieldhouse.kernel.game import Game, State
from fieldhouse.lab.tables.compiled_game import reduction_of
from fieldhouse.solve.low_rank import Floats, directions
from fieldhouse.solve.reduction import Core, Place

if TYPE_CHECKING:
    from fieldhouse.lab.exact import Exact
    from fieldhouse.solve.induction import Spot

REACH = 56
"""Larger leads are taken for this one."""
CORES, LEADS = 64, 20
"""How many directions are kept."""
SELDOM = 0.3
"""The weight of a core that no game came by."""


class PackedGroup(NamedTuple):
    """Cores that stand in the same slots, from `first` on."""

    first: int
    left: Floats
    middle: Floats
    right: Floats


class PackedTable(NamedTuple):
    """All of them, and of each core its group and its place there."""

    groups: Sequence[PackedGroup]
    where: dict[Core, tuple[int, int]]


class TableEstimator:
    """Seat 0's exact win probability at whistles, with best play on both sides, from a packed table."""

    def __init__(self, game: Game[Any], table: PackedTable, off: float) -> None:
        self.game, self.off, self.error = game, off, off
        self._reduction = reduction_of(game)
        self._groups, self._where = table

    @property
    def how(self) -> str:
        """Where the figures come from."""
        return f"exact to ±{self.off:.2%}, with best play on both sides"

    def at(self, place: Place) -> float | None:
        """Seat 0's win probability there; None where the table has no value."""
        found = self._where.get(place.core)
        if found is None:
            return None
        group = self._groups[found[0]]
        slot = place.slot - group.first
        if not 0 <= slot < len(group.middle):
            return None
        lead = max(-REACH, min(REACH, place.margin)) + REACH
        chance = float(group.left[found[1]] @ group.middle[slot] @ group.right[lead])
        chance = max(0.0, min(1.0, chance))
        return 1 - chance if place.mirrored else chance

    def inputs(self, s: State) -> float | None:
        """The win probability itself; None without an estimate."""
        try:
            return self.at(self._reduction.where(s))
        except BadOptions:
            return None

    def win_probabilities(self, inputs: Sequence[float]) -> Sequence[float]:
        """The inputs unchanged: they are win probabilities."""
        return inputs


def unpack_table(names: Any, arrays: dict[str, npt.NDArray[Any]]) -> PackedTable:
    """From what `pack` gave."""
    where: dict[Core, tuple[int, int]] = {}
    groups = []
    for n, (first, cores) in enumerate(names):
        where.update({_tuples(core): (n, place) for place, core in enumerate(cores)})
        parts = (arrays[f"{part}{n}"].astype(np.float32) for part in ("left", "middle", "right"))
        groups.append(PackedGroup(first, *parts))
    return PackedTable(groups, where)


def pack_exact_values(
    exact: Exact, visits: Sequence[Spot], skip: Sequence[str]
) -> tuple[Any, dict[str, npt.NDArray[Any]]]:
    """The exact values of all cores, but for phases to `skip`, as names and arrays."""
    tables, limit = exact.tables, exact.sweep.limit
    spans: dict[tuple[int, int], list[int]] = {}
    for number, core in enumerate(tables.cores):
        if core[0] not in skip:
            slots = exact.reduction.span(core)
            spans.setdefault((slots.start, slots.stop), []).append(number)
    kept: dict[tuple[int, int], dict[int, Floats]] = {span: {} for span in spans}
    for (
        slot,
        win_probability,
        _,
    ) in exact.sweep.back():  # of an overtime that begins again the last time counts
        reached = win_probability[:, limit - REACH : limit + REACH + 1]
        for span, cores in spans.items():
            if span[0] <= slot < span[1]:
                kept[span][slot] = reached[cores].astype(np.float32)
    seen = np.bincount([core for _, core, _ in visits], minlength=len(tables.cores)) + SELDOM
    names, arrays = [], dict[str, npt.NDArray[Any]]()
    for n, (span, cores) in enumerate(spans.items()):
        weight = np.sqrt(seen[cores]).astype(np.float32)
        chances = [kept[span][slot] for slot in range(*span)]
        left, middle, right = directions(chances, weight, cores=CORES, leads=LEADS)
        names.append((span[0], [tables.cores[core] for core in cores]))
        arrays |= {f"left{n}": left, f"middle{n}": middle, f"right{n}": right}
    return names, arrays


def _tuples(value: Any) -> Core:
    return tuple(map(_tuples, value)) if isinstance(value, list) else value
