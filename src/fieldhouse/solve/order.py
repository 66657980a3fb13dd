"""In which order the values of one slot are worked out, so that each is ready when another needs it."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from fieldhouse.solve.compile import NOWHERE, TOGETHER
from fieldhouse.solve.tables import Flags, Floats, Ints, Tables, starts

LEAF, DECISION, ROW, CORE = range(4)


class Program(NamedTuple):
    """Hot values in order: what each step works out, where circles begin, and which of them are circles."""

    what: Ints
    number: Ints
    block: Ints
    circle: Flags


class Group:
    """Slots in which the same cores can stand: the part of the tables they need, numbered on its own.

    A target of a row is node n: leaf n, or decision n - `leaves`. Hot is what depends on leaves of no time.
    """

    def __init__(self, t: Tables, mask: Flags, slots: list[int]) -> None:
        self.cores = np.flatnonzero(mask).astype(np.int32)
        self.place = _places(self.cores, len(t.cores))
        entry = _entries(t, self.cores, slots)
        self.rows, decisions, leaves = _closure(t, np.unique(entry[entry >= 0]))
        self.row_place = _places(self.rows, len(t.totals))
        self.leaves = len(leaves)
        leaf_place, decision_place = _places(leaves, len(t.leaf_core)), _places(decisions, len(t.owner))
        at = _spread(t.row_start, self.rows)
        found = t.targets[at]
        self.targets = np.where(
            found >= 0, _at(leaf_place, found), self.leaves + _at(decision_place, ~found)
        ).astype(np.int32)
        self.chances: Floats = t.chances[at]
        self.row_start = starts(t.row_start[self.rows + 1] - t.row_start[self.rows])
        at = _spread(t.option_start, decisions)
        self.options: Ints = self.row_place[t.options[at]]
        self.option_start = starts(t.option_start[decisions + 1] - t.option_start[decisions])
        self.owner, self.mine = t.owner[decisions], t.mine[decisions]
        self.decisions = decisions
        self.leaf = tuple(a[leaves] for a in (t.leaf_core, t.leaf_turned, t.leaf_time, t.leaf_a, t.leaf_b))
        self._find_hot()
        self.program = self._order(entry)
        wanted = np.zeros(len(self.rows), np.bool_)
        wanted[self.row_place[np.unique(entry[entry >= 0])]] = True
        hot = np.repeat(self.hot_node[self.leaves :], np.diff(self.option_start))
        wanted[self.options[hot]] = True
        self.wanted_rows = np.flatnonzero(wanted).astype(np.int32)

    def _find_hot(self) -> None:
        """Which leaves, rows and decisions wait for this very slot. Inner decisions have lower numbers."""
        self.hot_node = np.zeros(self.leaves + len(self.owner), np.bool_)
        self.hot_node[: self.leaves] = self.leaf[2] == 0
        self.hot_row = np.zeros(len(self.rows), np.bool_)
        while True:
            rows = _any(self.hot_node[self.targets], self.row_start)
            choices = _any(rows[self.options], self.option_start)
            if np.array_equal(rows, self.hot_row) and np.array_equal(choices, self.hot_node[self.leaves :]):
                break
            self.hot_row = rows
            self.hot_node[self.leaves :] = choices
        numbers = np.arange(len(self.hot_node), dtype=np.int32)
        cold = numbers[~self.hot_node]
        self.cold_leaves = cold[cold < self.leaves]
        # The hot targets of each row apart from the others, which are summed once a slot.
        hot = self.hot_node[self.targets]
        self.hot_part = _part(self.row_start, self.targets, self.chances, hot)
        self._find_pairs(hot)
        self.hot_place = _places(np.flatnonzero(self.hot_node).astype(np.int32), len(self.hot_node))

    def _find_pairs(self, hot: Flags) -> None:
        """Choices between two sure places (accept or decline) are settled where they are met, not kept."""
        counts = np.diff(self.row_start)[self.options]
        where = self.targets[self.row_start[self.options]] if len(self.options) else self.options
        sure = (counts == 1) & (where < self.leaves)
        begin, sizes = self.option_start[:-1], np.diff(self.option_start)
        pair = (sizes == 2) & (self.owner != TOGETHER) & ~self.hot_node[self.leaves :]
        pair[pair] = sure[begin[pair]] & sure[begin[pair] + 1]
        is_pair = np.concatenate([np.zeros(self.leaves, np.bool_), pair])
        met = is_pair[self.targets]
        self.cold_part = _part(self.row_start, self.targets, self.chances, ~hot & ~met)
        start, nodes, chances = _part(self.row_start, self.targets, self.chances, met)
        number = nodes - self.leaves
        first = begin[number]
        sign = np.where(self.owner[number] == 0, 1.0, -1.0)
        self.pair_part = (start, where[first], where[first + 1], sign, chances)
        # The others are worked out, and pairs too where one of them leads to a pair.
        inner = np.zeros(len(pair), np.bool_)
        others = np.flatnonzero(~pair & ~self.hot_node[self.leaves :]).astype(np.int32)
        rows = self.options[_spread(self.option_start, others)]
        targets = self.targets[_spread(self.row_start, rows)]
        inner[targets[targets >= self.leaves] - self.leaves] = True
        inner[others] = True
        self.cold_decisions = np.flatnonzero(inner).astype(np.int32)

    def _order(self, entry: Ints) -> Program:
        """All cores, and the hot rows, decisions and leaves they wait for."""
        cores, rows, nodes = len(self.cores), len(self.rows), len(self.hot_node)
        place = np.where(entry >= 0, _at(self.row_place, entry), -1)
        who, kind = np.nonzero(place >= 0)
        first = np.stack([who, cores + place[who, kind]])
        hot_rows = np.flatnonzero(self.hot_row)
        start, targets, _ = self.hot_part
        second = np.stack([cores + np.repeat(hot_rows, np.diff(start)[hot_rows]), cores + rows + targets])
        choices = np.repeat(np.arange(len(self.owner)), np.diff(self.option_start))
        third = np.stack([cores + rows + self.leaves + choices, cores + self.options])
        hot_leaves = np.flatnonzero(self.hot_node[: self.leaves])
        there = self.place[self.leaf[0][hot_leaves]]
        fourth = np.stack([cores + rows + hot_leaves, there])[:, there >= 0]
        hot = np.concatenate([np.ones(cores, np.bool_), self.hot_row, self.hot_node])
        edges = np.concatenate([first, second, third, fourth], axis=1)
        edges = np.unique(edges[:, hot[edges[0]] & hot[edges[1]]], axis=1)
        begin = starts(np.bincount(edges[0], minlength=cores + rows + nodes))
        ends = edges[1].astype(np.int32)
        order, block, circle = _circles(begin, ends, hot)
        _inside(begin, ends, order, block, cores + rows, cores + rows + self.leaves)
        what = np.full(len(order), LEAF, np.int32)
        what[order < cores + rows + self.leaves] = LEAF
        what[order >= cores + rows + self.leaves] = DECISION
        what[order < cores + rows] = ROW
        what[order < cores] = CORE
        offset = np.array([cores + rows, cores + rows + self.leaves, cores, 0], np.int32)
        return Program(what, order - offset[what], block, circle)


def _entries(t: Tables, cores: Ints, slots: list[int]) -> Ints:
    """How plays begin in these cores (by column any of the kinds) at these slots."""
    used = np.zeros((len(t.families), t.entry.shape[1]), np.bool_)
    for family in range(len(t.families)):
        kinds = np.unique(t.kind_of[family, slots])
        used[family, kinds[kinds >= 0]] = True
    kinds = np.flatnonzero(used.any(axis=0)).astype(np.int32)
    entry = t.entry[np.ix_(cores, kinds)]
    return np.where(used[t.family[cores]][:, kinds], entry, NOWHERE).astype(np.int32)


def _places(numbers: Ints, size: int) -> Ints:
    found = np.full(size, -1, np.int32)
    found[numbers] = np.arange(len(numbers), dtype=np.int32)
    return found


def _at(array: Ints, where: NDArray[Any]) -> Ints:
    if not len(array):
        return np.full(where.shape, -1, np.int32)
    found: Ints = array[np.clip(where, 0, len(array) - 1)]
    return found


def _spread(start: Ints, parts: Ints) -> NDArray[np.int64]:
    """The places of all items of these parts, one part after the other."""
    counts = (start[parts + 1] - start[parts]).astype(np.int64)
    ends = np.cumsum(counts)
    total = int(ends[-1]) if len(ends) else 0
    return np.arange(total) - np.repeat(ends - counts, counts) + np.repeat(start[parts], counts)


def _any(flags: Flags, start: Ints) -> Flags:
    """Is any flag of each part set?"""
    sums = np.concatenate([[0], np.cumsum(flags)])
    return np.asarray(sums[start[1:]] > sums[start[:-1]])


def _part(start: Ints, targets: Ints, chances: Floats, wanted: Flags) -> tuple[Ints, Ints, Floats]:
    sums = np.concatenate([[0], np.cumsum(wanted)]).astype(np.int32)
    return sums[start], targets[wanted], chances[wanted]


def _closure(t: Tables, rows: Ints) -> tuple[Ints, Ints, Ints]:
    """All rows, decisions and leaves that these rows lead to within the play."""
    seen = np.zeros(len(t.totals), np.bool_)
    chosen = np.zeros(len(t.owner), np.bool_)
    leaves = np.zeros(len(t.leaf_core), np.bool_)
    while len(rows):
        seen[rows] = True
        targets = t.targets[_spread(t.row_start, rows)]
        leaves[targets[targets >= 0]] = True
        inner = np.unique(~targets[targets < 0])
        inner = inner[~chosen[inner]].astype(np.int32)
        chosen[inner] = True
        rows = np.unique(t.options[_spread(t.option_start, inner)])
        rows = rows[~seen[rows]]
    found = tuple(np.flatnonzero(flags).astype(np.int32) for flags in (seen, chosen, leaves))
    return found[0], found[1], found[2]


@njit(cache=True)
def _circles(begin, ends, wanted):  # type: ignore[no-untyped-def]
    """Tarjan's strongly connected components, those that others wait for first.

    Returns the wanted nodes in order, where each component begins, and whether it is a circle.
    """
    size = len(begin) - 1
    number = np.full(size, -1, np.int32)
    low = np.zeros(size, np.int32)
    on_stack = np.zeros(size, np.bool_)
    finish = np.zeros(size, np.int32)
    stack = np.empty(size, np.int32)
    path = np.empty(size, np.int32)
    edge = begin[:-1].copy()
    order = np.empty(size, np.int32)
    block = [0]
    circle = [False]
    stacked = count = done = finished = 0
    for root in range(size):
        if number[root] >= 0 or not wanted[root]:
            continue
        depth = 0
        path[0] = root
        number[root] = low[root] = count
        count += 1
        stack[stacked] = root
        stacked += 1
        on_stack[root] = True
        while depth >= 0:
            node = path[depth]
            if edge[node] < begin[node + 1]:
                other = ends[edge[node]]
                edge[node] += 1
                if number[other] < 0:
                    number[other] = low[other] = count
                    count += 1
                    stack[stacked] = other
                    stacked += 1
                    on_stack[other] = True
                    depth += 1
                    path[depth] = other
                elif on_stack[other]:
                    low[node] = min(low[node], number[other])
                continue
            finish[node] = finished
            finished += 1
            depth -= 1
            if depth >= 0:
                low[path[depth]] = min(low[path[depth]], low[node])
            if low[node] == number[node]:
                first = done
                while True:
                    stacked -= 1
                    other = stack[stacked]
                    on_stack[other] = False
                    order[done] = other
                    done += 1
                    if other == node:
                        break
                part = order[first:done]
                order[first:done] = part[np.argsort(finish[part])]
                loop = done - first > 1
                for k in range(begin[node], begin[node + 1]):
                    loop = loop or ends[k] == node
                block.append(done)
                circle.append(loop)
    return order[:done], np.array(block, np.int32), np.array(circle[1:], np.bool_)


@njit(cache=True)
def _inside(begin, ends, order, block, low, high):  # type: ignore[no-untyped-def]
    """Order each circle so that all but the step from a leaf (`low` to `high`) to its core looks backwards.

    Then a round in which no core changes has settled everything.
    """
    size = len(begin) - 1
    seen = np.zeros(size, np.bool_)
    part_of = np.full(size, -1, np.int32)
    edge = begin[:-1].copy()
    path = np.empty(size, np.int32)
    for b in range(len(block) - 1):
        roots = order[block[b] : block[b + 1]].copy()
        for node in roots:
            part_of[node] = b
        done = block[b]
        for root in roots:
            if seen[root]:
                continue
            seen[root] = True
            depth = 0
            path[0] = root
            while depth >= 0:
                node = path[depth]
                if edge[node] < begin[node + 1] and not low <= node < high:
                    other = ends[edge[node]]
                    edge[node] += 1
                    if not seen[other] and part_of[other] == b:
                        seen[other] = True
                        depth += 1
                        path[depth] = other
                    continue
                order[done] = node
                done += 1
                depth -= 1
