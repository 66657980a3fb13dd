"""The values of one slot, in machine code: first what later slots have settled, then what rests on the slot.

Loops fill and copy, not slices: those take numba longer to compile.

Everything is there twice (`Both`): win probability and ties. With `SlotMoment.bounds` the two are
a lower and an upper bound of the win probability instead. See `solve.induction`. Needs the extra [lab].
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from fieldhouse.solve.compiler import A_WINS, TIE
from fieldhouse.solve.jit import njit
from fieldhouse.solve.slot_order import DECISION, LEAF, ROW
from fieldhouse.solve.tables import Floats, Ints
from fieldhouse.solve.templates import TOGETHER

ROUNDS = 5000
"""A circle that has not settled by then never does."""
TILE = 64
"""So many margins at a time: the values of all leaves and decisions then stay near the processor."""


class SlotMoment(NamedTuple):
    """The slot, the last that a play begun there can reach, how many slots are kept, and what is asked.

    Margins from `low` to `high` can come up there; all work but the ring's is kept from `low` on.
    """

    slot: int
    stop: int
    ring: int
    bounds: bool
    low: int
    high: int


class Both(NamedTuple):
    """Win probability and ties (or both bounds), by number and margin; those of the slots by slot and core.

    The slots are kept in a ring; after the last of it stands where an endless overtime begins again.
    """

    even: Floats
    ties: Floats


class Work(NamedTuple):
    """Room for values: of rows, of the settled part of hot rows (`base`), of hot leaves and decisions."""

    rows: Both
    base: Both
    nodes: Both


class Segments(NamedTuple):
    """Of every core of a group: where its segments begin; of each its row, its first margin and its end."""

    start: Ints
    row: Ints
    low: Ints
    high: Ints


@njit
def _leaf(n, now, ring, leaf, low, high, even, ties):  # type: ignore[no-untyped-def]
    """The value of a leaf for the margins `low` to `high` before the play; False if it were the same slot."""
    width = ring.even.shape[2]
    time = leaf.time[n]
    at = min(now.slot + time, now.stop)
    if time > 0 and at <= now.slot:
        return False
    at = at % now.ring if time >= 0 else now.ring
    there_even, there_ties = ring.even[at, leaf.core[n]], ring.ties[at, leaf.core[n]]
    gain = leaf.points_a[n] - leaf.points_b[n]
    for m in range(low, high):
        lead = m + gain
        if now.bounds and (lead < 0 or lead >= width):
            even[m - low], ties[m - low] = 0.0, 1.0
            continue
        lead = min(max(lead, 0), width - 1)
        if leaf.turned[n]:
            x, y = there_even[width - 1 - lead], there_ties[width - 1 - lead]
            even[m - low], ties[m - low] = (1.0 - y, 1.0 - x) if now.bounds else (1.0 - x, y)
        else:
            even[m - low], ties[m - low] = there_even[lead], there_ties[lead]
    return True


@njit(cache=True)
def work_cold(now, ring, leaf, sums, choices, cold, work, tile):  # type: ignore[no-untyped-def]
    """Everything that later slots settle, a tile of margins at a time; hot rows get their cold part."""
    first = len(leaf.core)
    total = Both(np.empty(TILE), np.empty(TILE))
    for low in range(now.low, now.high, TILE):
        high = min(low + TILE, now.high)
        for n in cold.leaves:
            if not _leaf(n, now, ring, leaf, low, high, tile.even[n], tile.ties[n]):
                return False
        for d in cold.decisions:
            best = Both(tile.even[first + d], tile.ties[first + d])
            _cold_decision(d, best, sums, choices, tile, total, now.bounds)
        for row in cold.rows:
            _sum(row, cold.sums, tile, total)
            _sum_pairs(row, cold.pairs, tile, total, now.bounds)
            into = work.base if cold.row_is_hot[row] else work.rows
            even, ties = into.even[row], into.ties[row]
            before = low - now.low
            for m in range(high - low):
                even[before + m] = total.even[m]
                ties[before + m] = total.ties[m]
    return True


@njit
def _cold_decision(d, best, sums, choices, tile, total, bounds):  # type: ignore[no-untyped-def]
    for k in range(choices.start[d], choices.start[d + 1]):
        _sum(choices.options[k], sums, tile, total)
        _better(k == choices.start[d], choices.owner[d], bounds, total, best, TILE)


@njit
def _sum(row, sums, tile, total):  # type: ignore[no-untyped-def]
    """The sum of a row's targets, each by its chance."""
    even, ties = total.even, total.ties
    for m in range(TILE):
        even[m] = 0.0
        ties[m] = 0.0
    for k in range(sums.start[row], sums.start[row + 1]):
        chance = sums.chances[k]
        x, y = tile.even[sums.targets[k]], tile.ties[sums.targets[k]]
        for m in range(TILE):
            even[m] += chance * x[m]
            ties[m] += chance * y[m]


@njit
def _sum_pairs(row, pairs, tile, total, bounds):  # type: ignore[no-untyped-def]
    """Add the better of two sure places, margin by margin; the first of equals."""
    even, ties = total.even, total.ties
    for k in range(pairs.start[row], pairs.start[row + 1]):
        chance, sign = pairs.chances[k], pairs.sign[k]
        first, second = pairs.first[k], pairs.second[k]
        a_even, a_ties, b_even, b_ties = (
            tile.even[first],
            tile.ties[first],
            tile.even[second],
            tile.ties[second],
        )
        if bounds:
            for m in range(TILE):
                x, y, v, w = a_even[m], b_even[m], a_ties[m], b_ties[m]
                even[m] += chance * (y if sign * y > sign * x else x)
                ties[m] += chance * (w if sign * w > sign * v else v)
        else:
            for m in range(TILE):
                x, y, v, w = a_even[m], b_even[m], a_ties[m], b_ties[m]
                better = sign * y > sign * x
                even[m] += chance * (y if better else x)
                ties[m] += chance * (w if better else v)


@njit
def _better(is_first, owner, bounds, option, best, size):  # type: ignore[no-untyped-def]
    """Keep the better of two options for the owner, margin by margin; the first of equals."""
    sign = 1.0 if owner == 0 else -1.0
    even, ties, best_even, best_ties = option.even, option.ties, best.even, best.ties
    if is_first:
        for m in range(size):
            best_even[m] = even[m]
            best_ties[m] = ties[m]
    elif bounds:
        for m in range(size):
            x, y, v, w = best_even[m], even[m], best_ties[m], ties[m]
            best_even[m] = y if sign * y > sign * x else x
            best_ties[m] = w if sign * w > sign * v else v
    else:
        for m in range(size):
            x, y, v, w = best_even[m], even[m], best_ties[m], ties[m]
            better = sign * y > sign * x
            best_even[m] = y if better else x
            best_ties[m] = w if better else v


@njit(cache=True)
def work_hot(now, ring, leaf, choices, hot, program, segments, work, mixes, accuracy):  # type: ignore[no-untyped-def]
    """Everything that rests on this slot, in order; circles until they settle. -1: one does not."""
    here = now.slot % now.ring
    nodes = work.nodes
    most = 0
    for b in range(len(program.circle)):
        for rounds in range(ROUNDS + 1):
            if rounds == ROUNDS:
                return -1
            change = 0.0
            for k in range(program.block[b], program.block[b + 1]):
                n, what = program.number[k], program.what[k]
                if what == ROW:
                    _hot_row(n, hot, work, now.high - now.low)
                elif what == LEAF:
                    at = hot.place[n]
                    _leaf(n, now, ring, leaf, now.low, now.high, nodes.even[at], nodes.ties[at])
                elif what == DECISION:
                    _hot_decision(n, now, choices, hot, work, mixes)
                else:
                    core = hot.cores[n]
                    values = Both(ring.even[here, core], ring.ties[here, core])
                    change = max(change, _core(n, now, segments, work.rows, values))
            if not program.circle[b] or change < accuracy:
                most = max(most, rounds)
                break
    return most


@njit
def _hot_row(row, hot, work, size):  # type: ignore[no-untyped-def]
    """A row's cold part and its hot targets."""
    even, ties = work.rows.even[row], work.rows.ties[row]
    base_even, base_ties = work.base.even[row], work.base.ties[row]
    for m in range(size):
        even[m] = base_even[m]
        ties[m] = base_ties[m]
    for k in range(hot.sums.start[row], hot.sums.start[row + 1]):
        chance, n = hot.sums.chances[k], hot.place[hot.sums.targets[k]]
        x, y = work.nodes.even[n], work.nodes.ties[n]
        for m in range(size):
            even[m] += chance * x[m]
            ties[m] += chance * y[m]


@njit
def _hot_decision(d, now, choices, hot, work, mixes):  # type: ignore[no-untyped-def]
    n = hot.place[hot.leaves + d]
    best = Both(work.nodes.even[n], work.nodes.ties[n])
    if choices.owner[d] == TOGETHER:
        _meeting(d, choices, work.rows, mixes, best)
        return
    for k in range(choices.start[d], choices.start[d + 1]):
        row = choices.options[k]
        option = Both(work.rows.even[row], work.rows.ties[row])
        _better(k == choices.start[d], choices.owner[d], now.bounds, option, best, now.high - now.low)


@njit
def _meeting(d, choices, rows, mixes, found):  # type: ignore[no-untyped-def]
    """A matrix game under the present mixes, for all margins."""
    number = mixes.number[d]
    mine, theirs = mixes.mine[number], mixes.q_start[number + 1] - mixes.q_start[number]
    even, ties = found.even, found.ties
    for m in range(len(even)):
        even[m] = 0.0
        ties[m] = 0.0
    for i in range(mine):
        for j in range(theirs):
            row = choices.options[choices.start[d] + i * theirs + j]
            x, y = mixes.p[mixes.p_start[number] + i], mixes.q[mixes.q_start[number] + j]
            for m in range(len(even)):
                even[m] += x[m] * y[m] * rows.even[row, m]
                ties[m] += x[m] * y[m] * rows.ties[row, m]


@njit
def _core(n, now, segments, rows, values):  # type: ignore[no-untyped-def]
    """A core's value, from the rows of its stretches of margins; returns the largest change."""
    change = 0.0
    for k in range(segments.start[n], segments.start[n + 1]):
        row, low, high = segments.row[k], segments.low[k], segments.high[k]
        if row < 0:
            value = 1.0 if row == A_WINS else 0.5 if row == TIE else 0.0
            tie = value if now.bounds else 1.0 if row == TIE else 0.0
            for m in range(low, high):
                values.even[m] = value
                values.ties[m] = tie
            continue
        begin, end = low - now.low, high - now.low
        change = max(change, _copy(rows.even[row, begin:end], values.even[low:high]))
        change = max(change, _copy(rows.ties[row, begin:end], values.ties[low:high]))
    return change


@njit(fastmath=True)
def _copy(new, old):  # type: ignore[no-untyped-def]
    """Overwrite the old values; returns the largest change."""
    change = 0.0
    for m in range(len(new)):
        gap = abs(new[m] - old[m])
        change = gap if gap > change else change
        old[m] = new[m]
    return change
