"""One draw instead of several: steps that take nothing are drawn together with the step before them."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from fieldhouse.kernel.game import Game
from fieldhouse.lab.compiled import reduction_of
from fieldhouse.lab.flatten import flattened
from fieldhouse.lab.kept import flattened_file, read_tables, write_tables
from fieldhouse.solve.compile import NOWHERE, Row, Shares, as_row, mixture
from fieldhouse.solve.tables import Tables, row_arrays

NO_ROW: Shares = ({}, 1)


def inlined(game: Game[Any], level: str) -> Tables:
    """The game's tables under the policy of that level for simulation, from the cache, or made and kept."""
    path = flattened_file(reduction_of(game), f"{level}-inline")
    tables = read_tables(path)
    if tables is None:
        tables = inline(flattened(game, level))
        write_tables(path, tables)
    return tables


def inline(tables: Tables) -> Tables:
    """Flat tables in which steps without time and points are drawn together with the step before.

    A core is passed through if it is only ever reached that way. The rows of the others are multiplied out,
    for every class of moments in which all steps on the way have one row.
    """
    passed = _passed_through(tables)
    if not passed.any():
        return tables
    return _Inliner(tables, passed).run()


def _passed_through(t: Tables) -> NDArray[np.bool_]:
    used = np.unique(t.targets)
    lasting = used[
        (t.leaf_time[used] != 0) | (t.leaf_a[used] != 0) | (t.leaf_b[used] != 0) | (t.leaf_turned[used] != 0)
    ]
    passed = np.zeros(len(t.cores), np.bool_)
    passed[t.leaf_core[used]] = True
    passed[t.leaf_core[lasting]] = False
    passed[t.start] = False
    for core in np.flatnonzero(passed):
        passed[core] = not (t.entry[core] < NOWHERE).any()  # where a game can be over it must be looked at
    passed[_in_circles(t, passed)] = False
    return passed


def _in_circles(t: Tables, passed: NDArray[np.bool_]) -> list[int]:
    """Cores among these that lead back to themselves (a roll that is simply rolled again)."""
    ways: dict[int, set[int]] = {}
    for core in np.flatnonzero(passed).tolist():
        rows = np.unique(t.entry[core])
        targets = [t.targets[t.row_start[row] : t.row_start[row + 1]] for row in rows[rows >= 0].tolist()]
        nexts = np.unique(t.leaf_core[np.concatenate(targets)]) if targets else np.empty(0, np.int32)
        ways[core] = set(nexts[passed[nexts]].tolist())
    while ends := [core for core, nexts in ways.items() if not nexts & ways.keys()]:
        for core in ends:
            del ways[core]
    return list(ways)


class _Inliner:
    def __init__(self, t: Tables, passed: NDArray[np.bool_]) -> None:
        self._t = t
        self._passed = passed
        self._rows: list[Row] = []
        self._index: dict[Row, int] = {}
        self._old = [t.row(number) for number in range(len(t.totals))]

    def run(self) -> Tables:
        t = self._t
        ways = np.unique(t.family[self._passed])
        kind_of = np.full_like(t.kind_of, -1)
        entry: dict[tuple[int, int], int] = {}
        count = 0
        for family in np.unique(t.family[~self._passed]).tolist():
            classes: dict[tuple[int, ...], tuple[int, int, int]] = {}
            for slot, lead in np.argwhere(t.kind_of[family] >= 0).tolist():
                key = (int(t.kind_of[family, slot, lead]), *map(int, t.kind_of[ways, slot, lead]))
                number, _, _ = classes.setdefault(key, (count + len(classes), slot, lead))
                kind_of[family, slot, lead] = number
            members = np.flatnonzero((t.family == family) & ~self._passed).tolist()
            for number, slot, lead in classes.values():
                for core in members:
                    row = int(t.entry[core, t.kind_of[family, slot, lead]])
                    entry[core, number] = row if row < 0 else self._through(row, slot, lead)
            count += len(classes)
        return self._pack(kind_of, entry, count)

    def _through(self, number: int, slot: int, lead: int) -> int:
        chances, total = self._expand(self._old[number], slot, lead)
        if not chances:
            return NOWHERE
        row = as_row(chances, total)
        found = self._index.get(row)
        if found is None:
            found = self._index[row] = len(self._rows)
            self._rows.append(row)
        return found

    def _expand(self, row: Row, slot: int, lead: int) -> Shares:
        """The row over leaves that are not passed through; empty where that moment cannot come up."""
        t = self._t
        parts: list[tuple[int, Shares]] = []
        for leaf, weight in zip(row.targets, row.weights, strict=True):
            core = int(t.leaf_core[leaf])
            if not self._passed[core]:
                parts.append((weight, ({leaf: 1}, 1)))
                continue
            kind = t.kind_of[t.family[core], slot, lead]
            next_row = int(t.entry[core, kind]) if kind >= 0 else NOWHERE
            inner = self._expand(self._old[next_row], slot, lead) if next_row >= 0 else NO_ROW
            if not inner[0]:
                return {}, 1
            parts.append((weight, inner))
        return mixture(parts, row.total)

    def _pack(self, kind_of: NDArray[np.int32], entry: dict[tuple[int, int], int], count: int) -> Tables:
        t = self._t
        table = np.full((len(t.cores), count), NOWHERE, np.int32)
        for (core, kind), row in entry.items():
            table[core, kind] = row
        return msgspec.structs.replace(t, kind_of=kind_of, entry=table, **row_arrays(self._rows))
