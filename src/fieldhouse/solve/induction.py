"""Backward induction over compiled tables: win, tie and loss at every place, both sides at their best.

The induction of every game that compiles: the lab's exact values and the coaches' tables come from it. (The
Grid does not compile and has one of its own; `docs/architecture.md` says why.) It runs from the last slot to
the first and keeps only the few slots that plays can reach, so memory does not grow with the length of the
game. With tables flattened by a policy (no decisions left) the same sweep gives the exact chances under that
policy. Needs the extra [lab] (numpy, numba).

What a slot's values rest on is put in order once (`solve.order`): first all that later slots have settled
(*cold*), then what rests on the slot itself (*hot*: plays that use no time), innermost first. Places that
lead to each other in no time form a circle, which is repeated until nothing changes any more. So is an
overtime that begins again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numba import njit

from fieldhouse.solve.compile import A_WINS, NOWHERE, TIE, TOGETHER
from fieldhouse.solve.mixes import Mixes, even_mixes, improve
from fieldhouse.solve.order import DECISION, LEAF, ROW, Group
from fieldhouse.solve.tables import Flags, Floats, Ints, Tables, starts

ACCURACY, ROUGH = 1e-14, 1e-5
"""A circle is settled when nothing changes by more; roughly so where matrix games are only approached."""
ROUNDS = 5000
TILE = 64
"""So many margins at a time: the values of all leaves and decisions then stay near the processor."""
FIRST_ROUNDS, MORE_ROUNDS = 100, 3
"""Matrix games: so often the mixes are improved at first, and then at each slot."""


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


class Sweep:
    """One induction over the tables, leads beyond `limit` (at least the tables' own) counted together."""

    def __init__(self, tables: Tables, limit: int = 0) -> None:
        self.tables = t = tables
        self.limit = max(limit, t.limit)
        self.width = 2 * self.limit + 1
        self._ring = int(t.leaf_time.max(initial=0)) + 2
        back = t.leaf_time < 0
        self.again = int(t.slots - 1 + t.leaf_time[back].min()) if back.any() else -1
        # Beyond the tables' own limit the moments are as at the limit.
        leads = np.clip(np.arange(self.width) - self.limit, -t.limit, t.limit) + t.limit
        self._kind_of = np.ascontiguousarray(t.kind_of[:, :, leads])
        self._group_of = self._make_groups()
        self._segments: dict[tuple[int, bytes], Segments] = {}
        self._mixes: Mixes
        self._fresh = True
        rows = max(len(g.rows) for g in self._group_of)
        hot = max(int(g.hot_node.sum()) for g in self._group_of)
        nodes = max(len(g.hot_node) for g in self._group_of)
        self._work = tuple(np.zeros((size, self.width)) for size in (rows, rows, rows, rows, hot, hot))
        self._tile = np.zeros((nodes, TILE)), np.zeros((nodes, TILE))

    def _make_groups(self) -> list[Group]:
        t = self.tables
        masks: dict[tuple[bytes, bool], list[int]] = {}
        for slot in range(t.slots):
            masks.setdefault((self._active(slot).tobytes(), t.stop[slot] == slot), []).append(slot)
        groups: dict[int, Group] = {}
        for (mask, _), slots in masks.items():
            group = Group(t, np.frombuffer(mask, np.bool_), slots)
            groups.update(dict.fromkeys(slots, group))
        return [groups[slot] for slot in range(t.slots)]

    def _active(self, slot: int) -> Flags:
        """The cores that can stand there."""
        t = self.tables
        mask = np.zeros(len(t.cores), np.bool_)
        for family in range(len(t.families)):
            kinds = np.unique(t.kind_of[family, slot])
            members = np.flatnonzero(t.family == family)
            if kinds[-1] >= 0 and len(members):
                mask[members] = (t.entry[np.ix_(members, kinds[kinds >= 0])] != NOWHERE).any(axis=1)
        return mask

    # The way back

    def values(
        self, spots: Iterable[Spot], progress: Callable[[int, int], None] | None = None
    ) -> dict[Spot, Chances]:
        """The chances at these places; leads beyond the limit count as leads of the limit."""
        found = self._pick(spots, False, progress)
        return {spot: Chances(e - tie / 2, tie, 1 - e - tie / 2) for spot, (e, tie) in found.items()}

    def bounds(
        self, spots: Iterable[Spot], progress: Callable[[int, int], None] | None = None
    ) -> dict[Spot, tuple[float, float]]:
        """Between which values the equity at these places lies for certain, also if leads exceed the limit.

        Everything beyond the limit is taken for lost in the one and for won in the other.
        """
        return self._pick(spots, True, progress)

    def _pick(
        self, spots: Iterable[Spot], bounds: bool, progress: Callable[[int, int], None] | None
    ) -> dict[Spot, tuple[float, float]]:
        wanted: dict[int, list[Spot]] = {}
        for spot in spots:
            wanted.setdefault(spot[0], []).append(spot)
        found: dict[Spot, tuple[float, float]] = {}
        for slot, one, two in self.back(min(wanted, default=self.tables.slots), bounds=bounds):
            for spot in wanted.get(slot, ()):
                lead = max(-self.limit, min(self.limit, spot[2])) + self.limit
                found[spot] = float(one[spot[1], lead]), float(two[spot[1], lead])
            if progress is not None:
                progress(self.tables.slots - slot, self.tables.slots)
        return found

    def back(self, until: int = 0, *, bounds: bool = False) -> Iterator[tuple[int, Floats, Floats]]:
        """Slot by slot from the last to `until`: equity and ties (or both bounds) by core and margin.

        The arrays are overwritten when the next slot is asked for.

        The slots of an overtime that may begin again come several times; the last time counts.
        """
        t = self.tables
        even = np.full((self._ring + 1, len(t.cores), self.width), 0.5)
        ties = np.zeros((self._ring + 1, len(t.cores), self.width))
        self._mixes, self._fresh = even_mixes(t, self.width), True
        last = t.slots - 1
        for _ in range(ROUNDS if self.again >= 0 else 0):
            for slot in range(last, self.again - 1, -1):
                self._slot(slot, even, ties, bounds)
                yield slot, even[slot % self._ring], ties[slot % self._ring]
            here = self.again % self._ring
            change = max(np.abs(a[here] - a[-1]).max() for a in (even, ties))
            even[-1], ties[-1] = even[here], ties[here]
            if change < ACCURACY * 10:
                last = self.again - 1
                break
        else:
            if self.again >= 0:
                raise ArithmeticError("the endless overtime does not settle")
        for slot in range(last, until - 1, -1):
            self._slot(slot, even, ties, bounds)
            yield slot, even[slot % self._ring], ties[slot % self._ring]

    def _slot(self, slot: int, even: Floats, ties: Floats, bounds: bool) -> None:
        t, g = self.tables, self._group_of[slot]
        here = slot % self._ring
        if slot < t.slots - 1:  # a good guess where there are circles
            even[here], ties[here] = even[(slot + 1) % self._ring], ties[(slot + 1) % self._ring]
        when = (slot, int(t.stop[slot]), self._ring, bounds)
        choices = (g.owner, g.option_start, g.options)
        rows = (g.row_start, g.targets, g.chances)
        cold = (g.cold_leaves, g.cold_decisions, g.wanted_rows, g.hot_row)
        parts = (g.cold_part, g.pair_part)
        if not _cold(when, g.leaf, even, ties, cold, choices, rows, parts, self._work, self._tile):
            raise ArithmeticError(f"slot {slot}: a play that uses time does not move the clock")
        segments = self._segments_of(slot, g)
        hot = (g.hot_row, g.hot_part, g.hot_place, g.leaves, g.cores)
        mixes = (g.decisions, *self._mixes)
        both = np.flatnonzero(g.owner == TOGETHER)
        accuracy = ROUGH if len(both) else ACCURACY
        args = (when, g.program, g.leaf, even, ties, choices, hot, segments, self._work, mixes, accuracy)
        rounds = _hot(*args)
        if len(both):
            many = FIRST_ROUNDS if self._fresh else MORE_ROUNDS
            self._fresh = False
            improve(both, g.option_start, g.options, self._work[0], mixes, many)
            rounds = _hot(*args)
        if rounds < 0:
            raise ArithmeticError(f"slot {slot} does not settle")

    def _segments_of(self, slot: int, g: Group) -> Segments:
        """Of every core of the group: where its segments begin; row, first and last margin of each."""
        kinds = np.ascontiguousarray(self._kind_of[:, slot, :])
        key = (id(g), kinds.tobytes())
        if key not in self._segments:
            parts = [self._segments_in(g, family, kinds[family]) for family in range(len(kinds))]
            table = np.concatenate(parts, axis=1)
            table = table[:, np.argsort(table[0], kind="stable")]
            begin = starts(np.bincount(table[0], minlength=len(g.cores)))
            self._segments[key] = (begin, table[1].copy(), table[2].copy(), table[3].copy())
        return self._segments[key]

    def _segments_in(self, g: Group, family: int, kinds: Ints) -> Ints:
        """The segments of the family's cores: core, row, first and last margin."""
        edges = [0, *(np.flatnonzero(np.diff(kinds)) + 1).tolist(), len(kinds)]
        cuts = np.array([(kinds[low], low, high) for low, high in pairwise(edges)], np.int32).T
        cuts = cuts[:, cuts[0] >= 0]
        members = np.flatnonzero(self.tables.family[g.cores] == family)
        entry = self.tables.entry[np.ix_(g.cores[members], cuts[0])]
        rows = np.where(entry >= 0, g.row_place[np.maximum(entry, 0)], entry)
        who, cut = np.nonzero(entry != NOWHERE)
        return np.stack([members[who], rows[who, cut], cuts[1][cut], cuts[2][cut]]).astype(np.int32)


Segments = tuple[Ints, Ints, Ints, Ints]
# Machine code. `even` and `ties` are by slot (in a ring), core and margin; the last of the ring is where
# an endless overtime begins again. Rows and nodes (hot leaves and decisions) have equity and ties apart.
# With `bounds` the two are a lower and an upper bound of the equity instead.


@njit(cache=True)
def _leaf(n, when, leaf, even, ties, low, high, e, t):  # type: ignore[no-untyped-def]
    """The value of a leaf for the margins `low` to `high` before the play; False if it were the same slot."""
    slot, stop, ring, bounds = when
    core, turned, time, a, b = leaf
    width = even.shape[2]
    at = min(slot + time[n], stop)
    if time[n] > 0 and at <= slot:
        return False
    at = at % ring if time[n] >= 0 else ring
    c = core[n]
    gain = a[n] - b[n]
    for m in range(low, high):
        lead = m + gain
        if bounds and (lead < 0 or lead >= width):
            e[m - low], t[m - low] = 0.0, 1.0
            continue
        lead = min(max(lead, 0), width - 1)
        if turned[n]:
            x, y = even[at, c, width - 1 - lead], ties[at, c, width - 1 - lead]
            e[m - low], t[m - low] = (1.0 - y, 1.0 - x) if bounds else (1.0 - x, y)
        else:
            e[m - low], t[m - low] = even[at, c, lead], ties[at, c, lead]
    return True


@njit(cache=True)
def _cold(when, leaf, even, ties, cold, choices, rows, parts, work, tile):  # type: ignore[no-untyped-def]
    """Everything that later slots settle, a tile of margins at a time; hot rows get their cold part."""
    leaves, decisions, wanted, hot_row = cold
    start, targets, chances = parts[0]
    row_e, row_t, base_e, base_t = work[0], work[1], work[2], work[3]
    width, bounds = even.shape[2], when[3]
    first = len(leaf[0])
    e, t = tile
    sum_e, sum_t = np.empty(TILE), np.empty(TILE)
    for low in range(0, width, TILE):
        high = min(low + TILE, width)
        for n in leaves:
            if not _leaf(n, when, leaf, even, ties, low, high, e[n], t[n]):
                return False
        for d in decisions:
            _cold_decision(d, e[first + d], t[first + d], choices, rows, e, t, sum_e, sum_t, bounds)
        for row in wanted:
            sum_e[:] = 0.0
            sum_t[:] = 0.0
            _sum(start[row], start[row + 1], targets, chances, e, t, sum_e, sum_t)
            _sum_pairs(row, parts[1], e, t, sum_e, sum_t, bounds)
            if hot_row[row]:
                base_e[row, low:high] = sum_e[: high - low]
                base_t[row, low:high] = sum_t[: high - low]
            else:
                row_e[row, low:high] = sum_e[: high - low]
                row_t[row, low:high] = sum_t[: high - low]
    return True


@njit(cache=True)
def _cold_decision(d, best_e, best_t, choices, rows, e, t, sum_e, sum_t, bounds):  # type: ignore[no-untyped-def]
    owner, option_start, options = choices
    row_start, targets, chances = rows
    for k in range(option_start[d], option_start[d + 1]):
        row = options[k]
        sum_e[:] = 0.0
        sum_t[:] = 0.0
        _sum(row_start[row], row_start[row + 1], targets, chances, e, t, sum_e, sum_t)
        _better(k == option_start[d], owner[d], bounds, sum_e, sum_t, best_e, best_t)


@njit(cache=True)
def _sum(begin, end, targets, chances, e, t, sum_e, sum_t):  # type: ignore[no-untyped-def]
    for k in range(begin, end):
        chance = chances[k]
        x, y = e[targets[k]], t[targets[k]]
        for m in range(TILE):
            sum_e[m] += chance * x[m]
            sum_t[m] += chance * y[m]


@njit(cache=True)
def _sum_pairs(row, part, e, t, sum_e, sum_t, bounds):  # type: ignore[no-untyped-def]
    """Add the better of two sure places, margin by margin; the first of equals."""
    start, one, two, signs, chances = part
    for k in range(start[row], start[row + 1]):
        chance, sign = chances[k], signs[k]
        a_e, a_t, b_e, b_t = e[one[k]], t[one[k]], e[two[k]], t[two[k]]
        if bounds:
            for m in range(TILE):
                x, y, v, w = a_e[m], b_e[m], a_t[m], b_t[m]
                sum_e[m] += chance * (y if sign * y > sign * x else x)
                sum_t[m] += chance * (w if sign * w > sign * v else v)
        else:
            for m in range(TILE):
                x, y, v, w = a_e[m], b_e[m], a_t[m], b_t[m]
                second = sign * y > sign * x
                sum_e[m] += chance * (y if second else x)
                sum_t[m] += chance * (w if second else v)


@njit(cache=True)
def _better(first, owner, bounds, e, t, best_e, best_t):  # type: ignore[no-untyped-def]
    """Keep the better of two options for the owner, margin by margin; the first of equals."""
    sign = 1.0 if owner == 0 else -1.0
    if first:
        best_e[:] = e
        best_t[:] = t
    elif bounds:
        for m in range(len(best_e)):
            x, y, v, w = best_e[m], e[m], best_t[m], t[m]
            best_e[m] = y if sign * y > sign * x else x
            best_t[m] = w if sign * w > sign * v else v
    else:
        for m in range(len(best_e)):
            x, y, v, w = best_e[m], e[m], best_t[m], t[m]
            second = sign * y > sign * x
            best_e[m] = y if second else x
            best_t[m] = w if second else v


@njit(cache=True)
def _hot(when, program, leaf, even, ties, choices, hot, segments, work, mixes, accuracy):  # type: ignore[no-untyped-def]
    """Everything that rests on this slot, in order; circles until they settle. -1: one does not."""
    what, number, block, circle = program
    width = even.shape[2]
    place = hot[2]
    node_e, node_t = work[4], work[5]
    most = 0
    for b in range(len(circle)):
        for rounds in range(ROUNDS + 1):
            if rounds == ROUNDS:
                return -1
            change = 0.0
            for k in range(block[b], block[b + 1]):
                n = number[k]
                if what[k] == ROW:
                    _hot_row(n, hot, work)
                elif what[k] == LEAF:
                    _leaf(n, when, leaf, even, ties, 0, width, node_e[place[n]], node_t[place[n]])
                elif what[k] == DECISION:
                    _hot_decision(n, choices, hot, work, mixes, when[3])
                else:
                    here, core = when[0] % when[2], hot[4][n]
                    gap = _core(n, segments, work, even[here, core], ties[here, core], when[3])
                    change = max(change, gap)
            if not circle[b] or change < accuracy:
                most = max(most, rounds)
                break
    return most


@njit(cache=True)
def _hot_row(row, hot, work):  # type: ignore[no-untyped-def]
    """A row's cold part and its hot targets."""
    start, targets, chances = hot[1]
    row_e, row_t, base_e, base_t, node_e, node_t = work
    e, t, b_e, b_t = row_e[row], row_t[row], base_e[row], base_t[row]
    for m in range(len(e)):
        e[m] = b_e[m]
        t[m] = b_t[m]
    for k in range(start[row], start[row + 1]):
        chance, n = chances[k], hot[2][targets[k]]
        x, y = node_e[n], node_t[n]
        for m in range(len(e)):
            e[m] += chance * x[m]
            t[m] += chance * y[m]


@njit(cache=True)
def _hot_decision(d, choices, hot, work, mixes, bounds):  # type: ignore[no-untyped-def]
    owner, option_start, options = choices
    row_e, row_t, node_e, node_t = work[0], work[1], work[4], work[5]
    n = hot[2][hot[3] + d]
    if owner[d] == TOGETHER:
        _meeting(d, option_start, options, work, node_e[n], node_t[n], mixes)
        return
    for k in range(option_start[d], option_start[d + 1]):
        row = options[k]
        _better(k == option_start[d], owner[d], bounds, row_e[row], row_t[row], node_e[n], node_t[n])


@njit(cache=True)
def _meeting(d, option_start, options, work, e, t, mixes):  # type: ignore[no-untyped-def]
    """A matrix game under the present mixes."""
    row_e, row_t = work[0], work[1]
    numbers, mine, p_start, q_start, p, q = mixes
    d_all = numbers[d]
    rows, columns = mine[d_all], q_start[d_all + 1] - q_start[d_all]
    e[:] = 0.0
    t[:] = 0.0
    for i in range(rows):
        for j in range(columns):
            row = options[option_start[d] + i * columns + j]
            x, y = p[p_start[d_all] + i], q[q_start[d_all] + j]
            for m in range(len(e)):
                e[m] += x[m] * y[m] * row_e[row, m]
                t[m] += x[m] * y[m] * row_t[row, m]


@njit(cache=True)
def _core(n, segments, work, even, ties, bounds):  # type: ignore[no-untyped-def]
    """A core's value, from the rows of its stretches of margins; returns the largest change."""
    begin, rows, lows, highs = segments
    row_e, row_t = work[0], work[1]
    change = 0.0
    for k in range(begin[n], begin[n + 1]):
        row, low, high = rows[k], lows[k], highs[k]
        if row < 0:
            value = 1.0 if row == A_WINS else 0.5 if row == TIE else 0.0
            even[low:high] = value
            ties[low:high] = value if bounds else 1.0 if row == TIE else 0.0
            continue
        change = max(change, _copy(row_e[row, low:high], even[low:high]))
        change = max(change, _copy(row_t[row, low:high], ties[low:high]))
    return change


@njit(cache=True, fastmath=True)
def _copy(new, old):  # type: ignore[no-untyped-def]
    """Overwrite the old values; returns the largest change."""
    change = 0.0
    for m in range(len(new)):
        gap = abs(new[m] - old[m])
        change = gap if gap > change else change
        old[m] = new[m]
    return change
