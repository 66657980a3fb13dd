"""Backward induction over compiled tables: win, tie and loss at every place, both sides at their best.

The sweep runs from the last slot to the first and keeps only the few slots that plays can reach, so memory
does not grow with the length of the game; whoever wants values asks for places beforehand. Plays that use no
time lead into the slot they come from: that slot is repeated until nothing changes any more. With tables
flattened by a policy (no decisions left) the same sweep gives the exact chances under that policy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from fieldhouse.lab.compiled import Floats, Ints, Tables
from fieldhouse.solve.compile import A_WINS, NOWHERE, TIE

ACCURACY = 1e-13


class Chances(NamedTuple):
    """Win, tie and loss of side A; `equity` counts a tie as half a win."""

    win: float
    tie: float
    loss: float

    @property
    def equity(self) -> float:
        """What both sides play for."""
        return self.win + self.tie / 2

    def turned(self) -> Chances:
        """Seen from the other side."""
        return Chances(self.loss, self.tie, self.win)


Spot = tuple[int, int, int]
"""Slot, core, margin."""
Work = tuple[Floats, ...]
"""Equity and tie of every leaf, of every decision, and of the cold part of every row, by margin."""


class _Group:
    """Slots in which the same cores can stand: what of the tables they need, cold and hot (using no time)."""

    def __init__(self, t: Tables, mask: NDArray[np.bool_], slots: list[int]) -> None:
        self.cores = np.flatnonzero(mask).astype(np.int32)
        kinds = [np.unique(t.kind_of[:, slot, :]) for slot in slots]
        used = np.unique(t.entry[np.ix_(self.cores, np.unique(np.concatenate(kinds)))])
        roots = used[used >= 0]
        rows, decisions, leaves = _closure(t, roots)
        hot_leaf = t.leaf_time == 0
        hot_row, hot_decision = _hot(t, rows, decisions, hot_leaf)
        self.cold_leaves = np.array([n for n in leaves if not hot_leaf[n]], np.int32)
        self.hot_leaves = np.array([n for n in leaves if hot_leaf[n]], np.int32)
        self.cold_decisions = np.array([n for n in decisions if not hot_decision[n]], np.int32)
        self.hot_decisions = np.array([n for n in decisions if hot_decision[n]], np.int32)
        self.rows = np.array(rows, np.int32)
        self.hot_row = hot_row
        self.hot_target = np.where(
            t.targets >= 0, hot_leaf[np.maximum(t.targets, 0)], _at(hot_decision, ~t.targets)
        )


def _at(flags: NDArray[np.bool_], where: NDArray[Any]) -> NDArray[np.bool_]:
    if not len(flags):
        return np.zeros(len(where), np.bool_)
    found: NDArray[np.bool_] = flags[np.clip(where, 0, len(flags) - 1)]
    return found


def _closure(t: Tables, roots: Iterable[int]) -> tuple[list[int], list[int], list[int]]:
    rows: set[int] = set()
    decisions: set[int] = set()
    leaves: set[int] = set()
    stack = [int(row) for row in roots]
    while stack:
        row = stack.pop()
        if row in rows:
            continue
        rows.add(row)
        for target in t.targets[t.row_start[row] : t.row_start[row + 1]].tolist():
            if target >= 0:
                leaves.add(target)
            elif ~target not in decisions:
                decisions.add(~target)
                stack += t.options[t.option_start[~target] : t.option_start[~target + 1]].tolist()
    return sorted(rows), sorted(decisions), sorted(leaves)


def _hot(
    t: Tables, rows: list[int], decisions: list[int], hot_leaf: NDArray[np.bool_]
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Which rows and decisions depend on leaves that use no time. Inner decisions have lower numbers."""
    hot_decision = np.zeros(len(t.owner), np.bool_)

    def is_hot(row: int) -> bool:
        targets = t.targets[t.row_start[row] : t.row_start[row + 1]]
        inner = ~targets[targets < 0]
        return bool(hot_leaf[targets[targets >= 0]].any() or hot_decision[inner].any())

    for number in decisions:
        options = t.options[t.option_start[number] : t.option_start[number + 1]]
        hot_decision[number] = any(is_hot(int(row)) for row in options)
    hot_row = np.zeros(len(t.totals), np.bool_)
    for row in rows:
        hot_row[row] = is_hot(row)
    return hot_row, hot_decision


class Sweep:
    """Values of all places of a game; `values` runs the induction once for all the places asked for."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.ring = int(tables.leaf_time.max(initial=0)) + 2
        self._groups = self._make_groups()
        self._segments: dict[tuple[int, bytes], tuple[Ints, Ints, Ints, Ints]] = {}

    def _make_groups(self) -> list[_Group]:
        t = self.tables
        masks: dict[bytes, list[int]] = {}
        for slot in range(t.slots):
            masks.setdefault(self._active(slot).tobytes(), []).append(slot)
        groups = [_Group(t, np.frombuffer(mask, np.bool_), slots) for mask, slots in masks.items()]
        self._group_of = {slot: n for n, slots in enumerate(masks.values()) for slot in slots}
        return groups

    def _active(self, slot: int) -> NDArray[np.bool_]:
        t = self.tables
        mask = np.zeros(len(t.cores), np.bool_)
        for family in range(len(t.families)):
            kinds = np.unique(t.kind_of[family, slot])
            kinds = kinds[kinds >= 0]
            members = t.family == family
            if len(kinds) and members.any():
                mask[members] = (t.entry[members][:, kinds] != NOWHERE).any(axis=1)
        return mask

    def values(
        self, spots: Iterable[Spot], progress: Callable[[int, int], None] | None = None
    ) -> dict[Spot, Chances]:
        """The chances at these places."""
        wanted: dict[int, list[Spot]] = {}
        for spot in spots:
            wanted.setdefault(spot[0], []).append(spot)
        found: dict[Spot, Chances] = {}
        t, width = self.tables, 2 * self.tables.limit + 1
        even = np.full((self.ring, len(t.cores), width), 0.5)
        ties = np.zeros((self.ring, len(t.cores), width))
        leaves, choices, rows = len(t.leaf_core), len(t.owner), len(t.totals)
        sizes = (leaves, leaves, choices, choices, rows, rows)
        work = tuple(np.zeros((size, width)) for size in sizes)
        for slot in range(t.slots - 1, min(wanted, default=t.slots) - 1, -1):
            self._slot(slot, even, ties, work)
            for spot in wanted.get(slot, ()):
                lead = max(-t.limit, min(t.limit, spot[2])) + t.limit
                equity, tie = even[slot % self.ring, spot[1], lead], ties[slot % self.ring, spot[1], lead]
                found[spot] = Chances(equity - tie / 2, tie, 1 - equity - tie / 2)
            if progress is not None:
                progress(t.slots - slot, t.slots)
        return found

    def _slot(self, slot: int, even: Floats, ties: Floats, work: Work) -> None:
        t, ring = self.tables, self.ring
        g = self._groups[self._group_of[slot]]
        here = slot % ring
        even[here], ties[here] = even[(slot + 1) % ring], ties[(slot + 1) % ring]
        segments = self._segments_of(slot, g)
        leaf = (t.leaf_core, t.leaf_turned, t.leaf_time, t.leaf_a, t.leaf_b)
        rows = (t.row_start, t.targets, t.chances, g.hot_target, g.hot_row)
        choices = (t.owner, t.option_start, t.options)
        when = (slot, int(t.stop[slot]), ring, t.limit)
        _leaves(g.cold_leaves, when, leaf, even, ties, work)
        _decide(g.cold_decisions, choices, rows, work, False)
        _cold(g.rows, rows, work)
        for _ in range(2000):
            _leaves(g.hot_leaves, when, leaf, even, ties, work)
            _decide(g.hot_decisions, choices, rows, work, True)
            if _enter(segments, here, even, ties, rows, work) < ACCURACY:
                return
        raise ArithmeticError(f"slot {slot} does not settle")

    def _segments_of(self, slot: int, g: _Group) -> tuple[Ints, Ints, Ints, Ints]:
        """Core, row, first and last margin of every stretch of margins with one row."""
        t = self.tables
        kinds = np.ascontiguousarray(t.kind_of[:, slot, :])
        key = (self._group_of[slot], kinds.tobytes())
        if key not in self._segments:
            out: list[tuple[int, int, int, int]] = []
            cuts = [_cuts(kinds[family]) for family in range(len(t.families))]
            for core in g.cores.tolist():
                for kind, low, high in cuts[t.family[core]]:
                    row = int(t.entry[core, kind]) if kind >= 0 else NOWHERE
                    if row != NOWHERE:
                        out.append((core, row, low, high))
            table = np.array(out, np.int32).reshape(-1, 4)
            self._segments[key] = (
                table[:, 0].copy(),
                table[:, 1].copy(),
                table[:, 2].copy(),
                table[:, 3].copy(),
            )
        return self._segments[key]


def _cuts(kinds: Ints) -> list[tuple[int, int, int]]:
    edges = [0, *(np.flatnonzero(np.diff(kinds)) + 1).tolist(), len(kinds)]
    return [(int(kinds[low]), low, high) for low, high in pairwise(edges)]


@njit(cache=True)
def _leaves(which, when, leaf, even, ties, work):  # type: ignore[no-untyped-def]
    """The value of each leaf for every margin before the play."""
    slot, stop, ring, limit = when
    core, turned, time, a, b = leaf
    leaf_e, leaf_t = work[0], work[1]
    width = 2 * limit + 1
    for n in which:
        at = min(slot + time[n], stop) % ring
        c = core[n]
        gain = a[n] - b[n]
        for m in range(width):
            lead = min(max(m + gain, 0), width - 1)
            if turned[n]:
                leaf_e[n, m] = 1.0 - even[at, c, width - 1 - lead]
                leaf_t[n, m] = ties[at, c, width - 1 - lead]
            else:
                leaf_e[n, m] = even[at, c, lead]
                leaf_t[n, m] = ties[at, c, lead]


@njit(cache=True)
def _row(row, low, high, e, t, rows, work, hot):  # type: ignore[no-untyped-def]
    """A row's value; in hot rounds only its hot targets are added to what the cold round left."""
    start, targets, chances, hot_target, hot_row = rows
    leaf_e, leaf_t, dec_e, dec_t, base_e, base_t = work
    part = hot and hot_row[row]
    for m in range(low, high):
        e[m] = base_e[row, m] if part else 0.0
        t[m] = base_t[row, m] if part else 0.0
    for k in range(start[row], start[row + 1]):
        if part and not hot_target[k]:
            continue
        n = targets[k]
        if n >= 0:
            _add(chances[k], low, high, e, t, leaf_e[n], leaf_t[n])
        else:
            _add(chances[k], low, high, e, t, dec_e[~n], dec_t[~n])


@njit(cache=True)
def _add(weight, low, high, e, t, more_e, more_t):  # type: ignore[no-untyped-def]
    for m in range(low, high):
        e[m] += weight * more_e[m]
        t[m] += weight * more_t[m]


@njit(cache=True)
def _decide(which, choices, rows, work, hot):  # type: ignore[no-untyped-def]
    """The owner's best option, margin by margin; the first of equals."""
    owner, option_start, options = choices
    start, targets = rows[0], rows[1]
    leaf_e, leaf_t, dec_e, dec_t = work[0], work[1], work[2], work[3]
    width = leaf_e.shape[1]
    e = np.empty(width)
    t = np.empty(width)
    for d in which:
        for k in range(option_start[d], option_start[d + 1]):
            row = options[k]
            first = k == option_start[d]
            n = targets[start[row]]
            if start[row + 1] - start[row] == 1 and n >= 0:  # the usual case: an option leads to one place
                _better(first, owner[d], leaf_e[n], leaf_t[n], dec_e[d], dec_t[d])
            else:
                _row(row, 0, width, e, t, rows, work, hot)
                _better(first, owner[d], e, t, dec_e[d], dec_t[d])


@njit(cache=True)
def _better(first, owner, e, t, best_e, best_t):  # type: ignore[no-untyped-def]
    """Keep the better of two options for the owner, margin by margin; the first of equals."""
    for m in range(len(e)):
        if first or (e[m] > best_e[m] if owner == 0 else e[m] < best_e[m]):
            best_e[m] = e[m]
            best_t[m] = t[m]


@njit(cache=True)
def _cold(which, rows, work):  # type: ignore[no-untyped-def]
    """The part of every hot row that does not change while its slot is repeated."""
    start, targets, chances, hot_target, hot_row = rows
    leaf_e, leaf_t, dec_e, dec_t, base_e, base_t = work
    width = leaf_e.shape[1]
    for row in which:
        if not hot_row[row]:
            continue
        base_e[row, :] = 0.0
        base_t[row, :] = 0.0
        for k in range(start[row], start[row + 1]):
            n = targets[k]
            if hot_target[k]:
                continue
            if n >= 0:
                _add(chances[k], 0, width, base_e[row], base_t[row], leaf_e[n], leaf_t[n])
            else:
                _add(chances[k], 0, width, base_e[row], base_t[row], dec_e[~n], dec_t[~n])


@njit(cache=True)
def _enter(segments, here, even, ties, rows, work):  # type: ignore[no-untyped-def]
    """Every core's value at this slot; returns the largest change."""
    seg_core, seg_row, seg_low, seg_high = segments
    width = work[0].shape[1]
    e = np.empty(width)
    t = np.empty(width)
    change = 0.0
    for n in range(len(seg_core)):
        core, row, low, high = seg_core[n], seg_row[n], seg_low[n], seg_high[n]
        if row >= 0:
            _row(row, low, high, e, t, rows, work, True)
        else:
            e[low:high] = 1.0 if row == A_WINS else 0.5 if row == TIE else 0.0
            t[low:high] = 1.0 if row == TIE else 0.0
        for m in range(low, high):
            gap = abs(e[m] - even[here, core, m]) + abs(t[m] - ties[here, core, m])
            change = max(change, gap)
            even[here, core, m] = e[m]
            ties[here, core, m] = t[m]
    return change
