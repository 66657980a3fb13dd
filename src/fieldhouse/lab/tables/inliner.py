"""One draw instead of several: steps without time and points are drawn together with the step before.

A core is passed through if it is only ever reached that way. How the rows of the others are multiplied out is
worked out once (`inlining`), for every class of moments in which all steps on the way have one row; the
chances are multiplied by machine code, so that tables whose chances were left open are bound at once.
"""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from fieldhouse.kernel.game import Game
from fieldhouse.lab.tables.cache import policy_tables_file, read_tables, write_tables
from fieldhouse.lab.tables.compiled_game import reduction_of
from fieldhouse.lab.tables.policy_tables import policy_tables
from fieldhouse.solve.compiler import NOWHERE
from fieldhouse.solve.jit import njit
from fieldhouse.solve.open_tables import WHOLE
from fieldhouse.solve.tables import Floats, Ints, Tables, starts

IMPOSSIBLE = -1
"""Instead of a node: that moment cannot come up."""


class Inlining(msgspec.Struct):
    """Which rows become which. A node is a row multiplied out; inner nodes have lower numbers.

    The parts of node n are `first[n]` onwards: `into` a leaf, or node `~into`; `at` is the place of the
    chance among those of the flat tables. `rows` are the nodes that are rows of the result.
    """

    kind_of: Ints
    entry: Ints
    first: Ints
    into: Ints
    at: Ints
    rows: Ints

    def bind(self, flat: Tables, chances: Floats) -> Tables:
        """The multiplied tables, with these chances of the flat tables' targets."""
        begin, targets, found = _multiply(
            self.first, self.into, self.at, self.rows, chances, len(flat.leaf_core)
        )
        return msgspec.structs.replace(
            flat,
            kind_of=self.kind_of,
            entry=self.entry,
            row_start=begin,
            targets=targets,
            chances=found,
            weights=np.rint(found * WHOLE).astype(np.int64),
            totals=np.full(len(self.rows), WHOLE, np.int64),
        )


@njit(cache=True)
def _multiply(first, into, at, rows, chances, leaves):  # type: ignore[no-untyped-def]
    """All nodes in order; returns the rows among them as row starts, targets and chances."""
    nodes = len(first) - 1
    sums = np.zeros(leaves)
    seen = np.empty(leaves, np.int64)
    begin = np.zeros(nodes + 1, np.int64)
    size = 4 * len(into) + 16
    where = np.empty(size, np.int32)
    share = np.empty(size)
    end = 0
    for node in range(nodes):
        count = 0
        for k in range(first[node], first[node + 1]):
            chance = chances[at[k]]
            if chance <= 0.0:
                continue
            if into[k] >= 0:
                if sums[into[k]] == 0.0:
                    seen[count] = into[k]
                    count += 1
                sums[into[k]] += chance
                continue
            inner = ~into[k]
            for m in range(begin[inner], begin[inner + 1]):
                leaf = where[m]
                if sums[leaf] == 0.0:
                    seen[count] = leaf
                    count += 1
                sums[leaf] += chance * share[m]
        if end + count > size:
            size = 2 * size + count
            old_where, old_share = where, share
            where, share = np.empty(size, np.int32), np.empty(size)
            for m in range(end):
                where[m], share[m] = old_where[m], old_share[m]
        _sort(seen, count)
        for m in range(count):
            where[end + m] = seen[m]
            share[end + m] = sums[seen[m]]
            sums[seen[m]] = 0.0
        end += count
        begin[node + 1] = end
    return _gather(rows, begin, where, share)


@njit
def _sort(seen, count):  # type: ignore[no-untyped-def]
    """The first of them in order, in place (Shell): compiled in a fraction of the time of `np.sort`."""
    gap = count // 2
    while gap > 0:
        for n in range(gap, count):
            one, place = seen[n], n
            while place >= gap and seen[place - gap] > one:
                seen[place] = seen[place - gap]
                place -= gap
            seen[place] = one
        gap = 1 if gap == 2 else gap * 5 // 11


@njit
def _gather(rows, begin, where, share):  # type: ignore[no-untyped-def]
    """The parts of these nodes, one after the other."""
    total = 0
    for row in rows:
        total += begin[row + 1] - begin[row]
    starts_of = np.zeros(len(rows) + 1, np.int32)
    targets = np.empty(total, np.int32)
    shares_of = np.empty(total)
    place = 0
    for n in range(len(rows)):
        for m in range(begin[rows[n]], begin[rows[n] + 1]):
            targets[place] = where[m]
            shares_of[place] = share[m]
            place += 1
        starts_of[n + 1] = place
    return starts_of, targets, shares_of


def inlined_tables(game: Game[Any], level: str) -> Tables:
    """The game's tables under the policy of that level for simulation, from the cache, or made and kept."""
    path = policy_tables_file(reduction_of(game), f"{level}-inline")
    tables = read_tables(path)
    if tables is None:
        tables = inline_rows(policy_tables(game, level))
        write_tables(path, tables)
    return tables


def inline_rows(tables: Tables) -> Tables:
    """Flat tables with their rows multiplied out."""
    made = plan_inlining(tables)
    return tables if made is None else made.bind(tables, tables.chances)


def plan_inlining(tables: Tables) -> Inlining | None:
    """How flat tables are multiplied out; None where nothing is passed through."""
    passed = _passed_through(tables)
    return _Inliner(tables, passed).run() if passed.any() else None


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
        self._leaf_core = t.leaf_core.tolist()
        self._through = passed[t.leaf_core].tolist()
        self._start = t.row_start.tolist()
        self._targets = t.targets.tolist()
        self._nodes: list[tuple[int, ...]] = []
        self._index: dict[tuple[int, ...], int] = {}
        self._rows: dict[int, int] = {}

    def run(self) -> Inlining:
        t = self._t
        ways = np.unique(t.family[self._passed])
        kind_of = np.full_like(t.kind_of, -1)
        entry: list[tuple[int, int, int]] = []
        count = 0
        for family in np.unique(t.family[~self._passed]).tolist():
            classes: dict[tuple[int, ...], tuple[int, int, int]] = {}
            for slot, lead in np.argwhere(t.kind_of[family] >= 0).tolist():
                key = (int(t.kind_of[family, slot, lead]), *t.kind_of[ways, slot, lead].tolist())
                number, _, _ = classes.setdefault(key, (count + len(classes), slot, lead))
                kind_of[family, slot, lead] = number
            members = np.flatnonzero((t.family == family) & ~self._passed).tolist()
            for number, slot, lead in classes.values():
                self._kinds = t.kind_of[t.family, slot, lead]
                self._made: dict[int, int] = {}
                for core in members:
                    row = int(t.entry[core, self._kinds[core]])
                    entry.append((core, number, row if row < 0 else self._row(row)))
            count += len(classes)
        return self._pack(kind_of, entry, count)

    def _row(self, row: int) -> int:
        node = self._node(row)
        return NOWHERE if node == IMPOSSIBLE else self._rows.setdefault(node, len(self._rows))

    def _node(self, row: int) -> int:
        """The row multiplied out at the present moment."""
        made = self._made.get(row)
        if made is None:
            made = self._made[row] = self._new(row)
        return made

    def _new(self, row: int) -> int:
        begin, end = self._start[row], self._start[row + 1]
        parts: list[int] = [begin]
        for target in self._targets[begin:end]:
            if not self._through[target]:
                parts.append(target)
                continue
            core = self._leaf_core[target]
            kind = int(self._kinds[core])
            following = int(self._t.entry[core, kind]) if kind >= 0 else NOWHERE
            inner = self._node(following) if following >= 0 else IMPOSSIBLE
            if inner == IMPOSSIBLE:
                return IMPOSSIBLE
            parts.append(~inner)
        key = tuple(parts)
        found = self._index.get(key)
        if found is None:
            found = self._index[key] = len(self._nodes)
            self._nodes.append(key)
        return found

    def _pack(self, kind_of: Ints, entry: list[tuple[int, int, int]], count: int) -> Inlining:
        table = np.full((len(self._t.cores), count), NOWHERE, np.int32)
        cores, kinds, rows = np.array(entry, np.int64).T
        table[cores, kinds] = rows
        sizes = [len(node) - 1 for node in self._nodes]
        into = np.array([part for node in self._nodes for part in node[1:]], np.int32)
        at = np.array([node[0] + k for node in self._nodes for k in range(len(node) - 1)], np.int32)
        return Inlining(kind_of, table, starts(sizes), into, at, np.array(list(self._rows), np.int32))
