"""In which order the values of one slot are worked out, so that each is ready when another needs it."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fieldhouse.solve.compiler import NOWHERE
from fieldhouse.solve.jit import njit
from fieldhouse.solve.tables import Flags, Floats, Ints, Tables, starts
from fieldhouse.solve.templates import TOGETHER

LEAF, DECISION, ROW, CORE = range(4)


class SlotProgram(NamedTuple):
    """Hot values in order: what each step works out, where circles begin, and which of them are circles."""

    what: Ints
    number: Ints
    block: Ints
    circle: Flags


class Leaves(NamedTuple):
    """Where plays end: the next core, are the sides turned, the time used, points of sides A and B."""

    core: Ints
    turned: Ints
    time: Ints
    points_a: Ints
    points_b: Ints


class Sums(NamedTuple):
    """Rows as sums: row n's targets (nodes) and their chances stand from `start[n]` to `start[n + 1]`."""

    start: Ints
    targets: Ints
    chances: Floats


class Choices(NamedTuple):
    """Decisions: who makes them (0, 1, `TOGETHER`); d's options (rows) from `start[d]` to `start[d + 1]`."""

    owner: Ints
    start: Ints
    options: Ints


class Pairs(NamedTuple):
    """Of each row: choices between two leaves, for the side that wants much (sign 1) or little (-1)."""

    start: Ints
    first: Ints
    second: Ints
    sign: Floats
    chances: Floats


class Cold(NamedTuple):
    """What later slots have settled: leaves and decisions to work out, then rows; hot rows only in part."""

    leaves: Ints
    decisions: Ints
    rows: Ints
    row_is_hot: Flags
    sums: Sums
    pairs: Pairs


class Hot(NamedTuple):
    """What rests on the slot itself: the hot part of each row, and where each hot node's values are kept.

    Decision d is node `leaves` + d. `cores` are the group's cores by their numbers in the tables.
    """

    sums: Sums
    place: Ints
    leaves: int
    cores: Ints


class Graph(NamedTuple):
    """Who waits for whom: node n waits for `ends[begin[n]:begin[n + 1]]`.

    Nodes are the group's cores, then its rows, its leaves and its decisions, from these numbers on.
    """

    begin: Ints
    ends: Ints
    rows: int
    leaves: int
    decisions: int


class SlotGroup:
    """Slots in which the same cores can stand: the part of the tables they need, numbered on its own.

    A target of a row is node n: leaf n, or decision n - `leaves`. Hot is what depends on leaves of no time.
    """

    def __init__(self, t: Tables, mask: Flags, slots: list[int]) -> None:
        self.cores = np.flatnonzero(mask).astype(np.int32)
        self.place = _places(self.cores, len(t.cores))
        entry = _entries(t, self.cores, slots)
        self.rows, self.decisions, leaves = _closure(t, np.unique(entry[entry >= 0]))
        self.row_place = _places(self.rows, len(t.totals))
        self.leaves = len(leaves)
        self.leaf = Leaves(
            t.leaf_core[leaves],
            t.leaf_turned[leaves],
            t.leaf_time[leaves],
            t.leaf_a[leaves],
            t.leaf_b[leaves],
        )
        self.sums = self._make_sums(t, leaves)
        at = _spread(t.option_start, self.decisions)
        self.choices = Choices(
            t.owner[self.decisions],
            starts(t.option_start[self.decisions + 1] - t.option_start[self.decisions]),
            self.row_place[t.options[at]],
        )
        self.together = np.flatnonzero(self.choices.owner == TOGETHER)
        self._find_hot()
        self.program = self._order(entry)
        self.circling = self.cores[_in_circles(self.program)]
        self.cold = self._make_cold(entry)

    def _make_sums(self, t: Tables, leaves: Ints) -> Sums:
        leaf_place = _places(leaves, len(t.leaf_core))
        decision_place = _places(self.decisions, len(t.owner))
        at = _spread(t.row_start, self.rows)
        found = t.targets[at]
        targets = np.where(found >= 0, _at(leaf_place, found), self.leaves + _at(decision_place, ~found))
        begin = starts(t.row_start[self.rows + 1] - t.row_start[self.rows])
        return Sums(begin, targets.astype(np.int32), t.chances[at])

    def _find_hot(self) -> None:
        """Which leaves, rows and decisions wait for this very slot. Inner decisions have lower numbers."""
        self.hot_node = np.zeros(self.leaves + len(self.decisions), np.bool_)
        self.hot_node[: self.leaves] = self.leaf.time == 0
        self.hot_row = np.zeros(len(self.rows), np.bool_)
        while True:
            rows = _any(self.hot_node[self.sums.targets], self.sums.start)
            choices = _any(rows[self.choices.options], self.choices.start)
            if np.array_equal(rows, self.hot_row) and np.array_equal(choices, self.hot_node[self.leaves :]):
                break
            self.hot_row = rows
            self.hot_node[self.leaves :] = choices
        # The hot targets of each row apart from the others, which are summed once a slot.
        hot = _part(self.sums, self.hot_node[self.sums.targets])
        place = _places(np.flatnonzero(self.hot_node).astype(np.int32), len(self.hot_node))
        self.hot = Hot(hot, place, self.leaves, self.cores)

    def _make_cold(self, entry: Ints) -> Cold:
        """Choices between two sure places (accept or decline) are settled where they are met, not kept."""
        sums, choices = self.sums, self.choices
        hot_choice = self.hot_node[self.leaves :]
        counts = np.diff(sums.start)[choices.options]
        where = sums.targets[sums.start[choices.options]] if len(choices.options) else choices.options
        sure = (counts == 1) & (where < self.leaves)
        begin, sizes = choices.start[:-1], np.diff(choices.start)
        pair = (sizes == 2) & (choices.owner != TOGETHER) & ~hot_choice
        pair[pair] = sure[begin[pair]] & sure[begin[pair] + 1]
        met = np.concatenate([np.zeros(self.leaves, np.bool_), pair])[sums.targets]
        paired = _part(sums, met)
        number = paired.targets - self.leaves
        first = begin[number]
        sign = np.where(choices.owner[number] == 0, 1.0, -1.0)
        wanted = np.zeros(len(self.rows), np.bool_)
        wanted[self.row_place[np.unique(entry[entry >= 0])]] = True
        wanted[choices.options[np.repeat(hot_choice, sizes)]] = True
        return Cold(
            np.flatnonzero(~self.hot_node[: self.leaves]).astype(np.int32),
            self._worked_out(pair),
            np.flatnonzero(wanted).astype(np.int32),
            self.hot_row,
            _part(sums, ~self.hot_node[sums.targets] & ~met),
            Pairs(paired.start, where[first], where[first + 1], sign, paired.chances),
        )

    def _worked_out(self, pair: Flags) -> Ints:
        """The cold decisions that are no pairs, and pairs to which one of them leads."""
        inner = np.zeros(len(pair), np.bool_)
        others = np.flatnonzero(~pair & ~self.hot_node[self.leaves :]).astype(np.int32)
        rows = self.choices.options[_spread(self.choices.start, others)]
        targets = self.sums.targets[_spread(self.sums.start, rows)]
        inner[targets[targets >= self.leaves] - self.leaves] = True
        inner[others] = True
        return np.flatnonzero(inner).astype(np.int32)

    def _order(self, entry: Ints) -> SlotProgram:
        """All cores, and the hot rows, decisions and leaves they wait for."""
        graph, wanted = self._graph(entry)
        left, part_of, block, circle = _circles(graph, wanted)
        order = left[np.argsort(part_of[left], kind="stable")]
        _inside(graph, order, block)
        what = np.full(len(order), LEAF, np.int32)
        what[order >= graph.decisions] = DECISION
        what[order < graph.leaves] = ROW
        what[order < graph.rows] = CORE
        offset = np.array([graph.leaves, graph.decisions, graph.rows, 0], np.int32)
        return SlotProgram(what, order - offset[what], block, circle)

    def _graph(self, entry: Ints) -> tuple[Graph, Flags]:
        """Who waits for whom in this slot, and who takes part: all cores, and what is hot."""
        rows = len(self.cores)
        leaves = rows + len(self.rows)
        decisions = leaves + self.leaves
        place = np.where(entry >= 0, _at(self.row_place, entry), -1)
        core, kind = np.nonzero(place >= 0)
        on_rows = np.stack([core, rows + place[core, kind]])
        hot_rows = np.flatnonzero(self.hot_row)
        sums = self.hot.sums
        on_nodes = np.stack(
            [rows + np.repeat(hot_rows, np.diff(sums.start)[hot_rows]), leaves + sums.targets]
        )
        choosing = np.repeat(np.arange(len(self.decisions)), np.diff(self.choices.start))
        on_options = np.stack([decisions + choosing, rows + self.choices.options])
        hot_leaves = np.flatnonzero(self.hot_node[: self.leaves])
        there = self.place[self.leaf.core[hot_leaves]]
        on_cores = np.stack([leaves + hot_leaves, there])[:, there >= 0]
        wanted = np.concatenate([np.ones(rows, np.bool_), self.hot_row, self.hot_node])
        edges = np.concatenate([on_rows, on_nodes, on_options, on_cores], axis=1)
        kept = edges[:, wanted[edges[0]] & wanted[edges[1]]].astype(np.int64)
        first, second = np.divmod(np.unique(kept[0] * len(wanted) + kept[1]), len(wanted))
        begin = starts(np.bincount(first, minlength=len(wanted)))
        return Graph(begin, second.astype(np.int32), rows, leaves, decisions), wanted


def _in_circles(program: SlotProgram) -> Ints:
    """The cores that stand in a circle."""
    sizes = np.diff(program.block)
    inside: Flags = np.repeat(program.circle, sizes) & (program.what == CORE)
    found: Ints = program.number[inside]
    return found


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


def _part(sums: Sums, wanted: Flags) -> Sums:
    """These targets of every row alone."""
    before = np.concatenate([[0], np.cumsum(wanted)]).astype(np.int32)
    return Sums(before[sums.start], sums.targets[wanted], sums.chances[wanted])


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
def _circles(graph, wanted):  # type: ignore[no-untyped-def]
    """Tarjan's strongly connected components, those that others wait for first.

    Returns the wanted nodes as the walk left them, each node's component, where each component begins in
    their order, and whether it is a circle.
    """
    begin, ends = graph.begin, graph.ends
    size = len(begin) - 1
    number = np.full(size, -1, np.int32)
    low = np.zeros(size, np.int32)
    on_stack = np.zeros(size, np.bool_)
    stack = np.empty(size, np.int32)
    path = np.empty(size, np.int32)
    edge = begin[:-1].copy()
    by_finish = np.empty(size, np.int32)
    part_of = np.empty(size, np.int32)
    block = np.zeros(size + 1, np.int32)
    circle = np.zeros(size, np.bool_)
    stacked = count = done = finished = parts = 0
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
            by_finish[finished] = node
            finished += 1
            depth -= 1
            if depth >= 0:
                low[path[depth]] = min(low[path[depth]], low[node])
            if low[node] == number[node]:
                while True:
                    stacked -= 1
                    other = stack[stacked]
                    on_stack[other] = False
                    part_of[other] = parts
                    done += 1
                    if other == node:
                        break
                loop = done - block[parts] > 1
                for k in range(begin[node], begin[node + 1]):
                    loop = loop or ends[k] == node
                circle[parts] = loop
                parts += 1
                block[parts] = done
    return by_finish[:done], part_of, block[: parts + 1], circle[:parts]


@njit(cache=True)
def _inside(graph, order, block):  # type: ignore[no-untyped-def]
    """Order each circle so that all but the step from a leaf to its core looks backwards.

    Then a round in which no core changes has settled everything.
    """
    begin, ends = graph.begin, graph.ends
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
                is_leaf = graph.leaves <= node < graph.decisions
                if edge[node] < begin[node + 1] and not is_leaf:
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
