"""Backward induction over compiled tables: win, tie and loss at every place, both sides at their best.

The induction of every game that compiles: the lab's exact values and the coaches' tables come from it. (The
Grid does not compile and has one of its own; `docs/design/compiled-tables.md` says why.) It runs from the
last slot to the first and keeps only the few slots that plays can reach, so memory does not grow with the
length of the game. With tables flattened by a policy (no decisions left) the same sweep gives the exact
probabilities under that policy. Needs the extra [lab] (numpy, numba).

What a slot's values depend on is put in order once (`slot_order.py`): first all that later slots have settled
(*cold*), then what depends on the slot itself (*hot*: plays that use no time), innermost first. Places that
lead to each other in no time form a circle, which is repeated until nothing changes any more. So is an
overtime that begins again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from fieldhouse.solve.compiler import NOWHERE
from fieldhouse.solve.jit import njit
from fieldhouse.solve.slot_order import SlotGroup
from fieldhouse.solve.slot_values import (
    ROUNDS,
    TILE,
    Both,
    Segments,
    SlotMoment,
    Work,
    work_cold,
    work_hot,
)
from fieldhouse.solve.tables import Flags, Floats, Ints, Tables, starts
from fieldhouse.solve.templates import TOGETHER


class MixedStrategies(NamedTuple):
    """The mixes of every choice made together, by margin: `p` of side A, `q` of side B.

    `number` gives the number of a group's decision among all of them; `mine` how many options side A has
    there (0: not made together), `p_start` and `q_start` where its mixes begin.
    """

    number: Ints
    mine: Ints
    p_start: Ints
    q_start: Ints
    p: Floats
    q: Floats


def even_mixes(t: Tables, width: int) -> MixedStrategies:
    """Each option as often as the others."""
    both = t.owner == TOGETHER
    theirs = np.where(both, np.diff(t.option_start) // np.maximum(t.mine, 1), 0)
    p = np.repeat(1 / np.maximum(t.mine, 1), t.mine)
    q = np.repeat(1 / np.maximum(theirs, 1), theirs)
    wide = [np.repeat(mix[:, None], width, axis=1) for mix in (p, q)]
    number = np.arange(len(t.owner), dtype=np.int32)
    return MixedStrategies(number, t.mine, starts(t.mine), starts(theirs), wide[0], wide[1])


@njit(cache=True)
def improve_mixes(which, option_start, options, rows_even, mixes, rounds):  # type: ignore[no-untyped-def]
    """Better mixes for the matrix games, margin by margin: multiplicative weights with a look ahead."""
    width = rows_even.shape[1]
    for d in which:
        number = mixes.number[d]
        n, k = mixes.mine[number], mixes.q_start[number + 1] - mixes.q_start[number]
        p_first, q_first = mixes.p_start[number], mixes.q_start[number]
        game = np.empty((n, k))
        for m in range(width):
            for i in range(n):
                for j in range(k):
                    game[i, j] = rows_even[options[option_start[d] + i * k + j], m]
            p, q = mixes.p[p_first : p_first + n, m].copy(), mixes.q[q_first : q_first + k, m].copy()
            better_mixes(game, p, q, rounds)
            for i in range(n):
                mixes.p[p_first + i, m] = p[i]
            for j in range(k):
                mixes.q[q_first + j, m] = q[j]


@njit(cache=True)
def better_mixes(game, p, q, rounds):  # type: ignore[no-untyped-def]
    """Improve the mixes of one matrix game in place.

    Plain loops: numba's own product of matrices would need scipy, and seconds to compile.
    """
    turned = np.empty((len(q), len(p)))
    least = most = game[0, 0]
    for i in range(len(p)):
        for j in range(len(q)):
            turned[j, i] = game[i, j]
            least, most = min(least, game[i, j]), max(most, game[i, j])
    rate = 3.0 / max(most - least, 1e-9)
    ahead_p, ahead_q = np.empty(len(p)), np.empty(len(q))
    for _ in range(rounds):
        _step(p, ahead_p, game, q, rate)
        _step(q, ahead_q, turned, p, -rate)
        _step(p, p, game, ahead_q, rate)
        _step(q, q, turned, ahead_p, -rate)


@njit
def _step(mix, into, game, other, rate):  # type: ignore[no-untyped-def]
    """The mix of the rows (into `into`), moved towards what is better against the other side's."""
    top = -np.inf
    gains = np.empty(len(mix))
    for i in range(len(mix)):
        gain = 0.0
        for j in range(len(other)):
            gain += game[i, j] * other[j]
        gains[i] = gain * rate
        top = max(top, gains[i])
    total = 0.0
    for i in range(len(mix)):
        into[i] = mix[i] * np.exp(gains[i] - top) + 1e-7
        total += into[i]
    for i in range(len(mix)):
        into[i] /= total


ACCURACY, ROUGH = 1e-14, 1e-5
"""A circle is settled when nothing changes by more; roughly so where matrix games are only approached."""
FIRST_ROUNDS, MORE_ROUNDS = 100, 3
"""Matrix games: so often the mixes are improved at first, and then at each slot."""


class WinTieLoss(NamedTuple):
    """Win, tie and loss of side A; `win_probability` counts a tie as half a win."""

    win: float
    tie: float
    loss: float

    @property
    def win_probability(self) -> float:
        """What both sides play for."""
        return self.win + self.tie / 2

    def from_other_side(self) -> WinTieLoss:
        """Seen from the other side."""
        return WinTieLoss(self.loss, self.tie, self.win)


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
        members = [np.flatnonzero(t.family == family) for family in range(len(t.families))]
        self._begins = [(cores, t.entry[cores] != NOWHERE) for cores in members]
        self._group_of = self._make_groups()
        self._segments: dict[tuple[int, bytes], Segments] = {}
        self._parts: dict[tuple[int, int, bytes], Ints] = {}
        self._mixes: MixedStrategies
        self._fresh = True
        rows = max(len(g.rows) for g in self._group_of)
        hot = max(int(g.hot_node.sum()) for g in self._group_of)
        nodes = max(len(g.hot_node) for g in self._group_of)
        self._room = [np.zeros(size * self.width) for size in (rows, rows, rows, rows, hot, hot)]
        self._tile = Both(np.zeros((nodes, TILE)), np.zeros((nodes, TILE)))

    def _work(self, margins: int) -> Work:
        """Room for the values of a slot at so many margins, close together: most slots keep them all."""
        room = (part[: len(part) // self.width * margins].reshape(-1, margins) for part in self._room)
        return Work(*(Both(even, next(room)) for even in room))

    def _make_groups(self) -> list[SlotGroup]:
        t = self.tables
        masks: dict[tuple[bytes, bool], list[int]] = {}
        for slot in range(t.slots):
            masks.setdefault((self._active(slot).tobytes(), t.stop[slot] == slot), []).append(slot)
        groups: dict[int, SlotGroup] = {}
        for (mask, _), slots in masks.items():
            group = SlotGroup(t, np.frombuffer(mask, np.bool_), slots)
            groups.update(dict.fromkeys(slots, group))
        return [groups[slot] for slot in range(t.slots)]

    def _active(self, slot: int) -> Flags:
        """The cores that can stand there."""
        t = self.tables
        mask = np.zeros(len(t.cores), np.bool_)
        for family, (members, begins) in enumerate(self._begins):
            kinds = t.kind_of[family, slot]
            used = np.zeros(begins.shape[1], np.bool_)
            used[kinds[kinds >= 0]] = True
            mask[members] = begins[:, used].any(axis=1)
        return mask

    # The way back

    def values(
        self, spots: Iterable[Spot], progress: Callable[[int, int], None] | None = None
    ) -> dict[Spot, WinTieLoss]:
        """Win, tie and loss at these places; leads beyond the limit count as leads of the limit."""
        found = self._pick(spots, False, progress)
        return {spot: WinTieLoss(e - tie / 2, tie, 1 - e - tie / 2) for spot, (e, tie) in found.items()}

    def bounds(
        self, spots: Iterable[Spot], progress: Callable[[int, int], None] | None = None
    ) -> dict[Spot, tuple[float, float]]:
        """Bounds of the win probability at these places that hold even if leads exceed the limit.

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
        """Slot by slot from the last to `until`: win probability and ties (or bounds) by core and margin.

        The arrays are overwritten when the next slot is asked for.

        The slots of an overtime that may begin again come several times; the last time counts.
        """
        t = self.tables
        size = (self._ring + 1, len(t.cores), self.width)
        ring = Both(np.zeros(size), np.zeros(size))  # of most cores nothing is ever written
        for place in (-1, (t.slots - 1) % self._ring):
            ring.even[place] = 0.5
        self._mixes, self._fresh = even_mixes(t, self.width), True
        last = t.slots - 1
        for _ in range(ROUNDS if self.again >= 0 else 0):
            for slot in range(last, self.again - 1, -1):
                self._slot(slot, ring, bounds)
                yield slot, ring.even[slot % self._ring], ring.ties[slot % self._ring]
            here = self.again % self._ring
            change = max(np.abs(values[here] - values[-1]).max() for values in ring)
            for values in ring:
                values[-1] = values[here]
            if change < ACCURACY * 10:
                last = self.again - 1
                break
        else:
            if self.again >= 0:
                raise ArithmeticError("the endless overtime does not settle")
        for slot in range(last, until - 1, -1):
            self._slot(slot, ring, bounds)
            yield slot, ring.even[slot % self._ring], ring.ties[slot % self._ring]

    def _slot(self, slot: int, ring: Both, bounds: bool) -> None:
        t, g = self.tables, self._group_of[slot]
        if slot < t.slots - 1:  # a good guess where there are circles
            for values in ring:
                values[slot % self._ring, g.circling] = values[(slot + 1) % self._ring, g.circling]
        segments = self._segments_of(slot, g)
        low, high = 0, self.width
        if len(segments.row) and not len(g.together):  # mixes, for every margin, go on from slot to slot
            low, high = int(segments.low.min()), int(segments.high.max())
        now = SlotMoment(slot, int(t.stop[slot]), self._ring, bounds, low, high)
        work = self._work(high - low)
        if not work_cold(now, ring, g.leaf, g.sums, g.choices, g.cold, work, self._tile):
            raise ArithmeticError(f"slot {slot}: a play that uses time does not move the clock")
        mixes = self._mixes._replace(number=g.decisions)
        accuracy = ROUGH if len(g.together) else ACCURACY
        args = (now, ring, g.leaf, g.choices, g.hot, g.program, segments, work, mixes)
        rounds = work_hot(*args, accuracy)
        if len(g.together):
            many = FIRST_ROUNDS if self._fresh else MORE_ROUNDS
            self._fresh = False
            improve_mixes(g.together, g.choices.start, g.choices.options, work.rows.even, mixes, many)
            rounds = work_hot(*args, accuracy)
        if rounds < 0:
            raise ArithmeticError(f"slot {slot} does not settle")

    def _segments_of(self, slot: int, g: SlotGroup) -> Segments:
        """Of every core of the group: where its segments begin; row, first and last margin of each."""
        kinds = np.ascontiguousarray(self._kind_of[:, slot, :])
        key = (id(g), kinds.tobytes())
        if key not in self._segments:
            parts = [self._segments_in(g, family, kinds[family]) for family in range(len(kinds))]
            table = np.concatenate(parts, axis=1)
            table = table[:, np.argsort(table[0], kind="stable")]
            begin = starts(np.bincount(table[0], minlength=len(g.cores)))
            self._segments[key] = Segments(begin, table[1].copy(), table[2].copy(), table[3].copy())
        return self._segments[key]

    def _segments_in(self, g: SlotGroup, family: int, kinds: Ints) -> Ints:
        """The segments of the family's cores: core, row, first and last margin; alike in most slots."""
        key = (id(g), family, kinds.tobytes())
        if key not in self._parts:
            self._parts[key] = self._make_segments(g, family, kinds)
        return self._parts[key]

    def _make_segments(self, g: SlotGroup, family: int, kinds: Ints) -> Ints:
        edges = [0, *(np.flatnonzero(np.diff(kinds)) + 1).tolist(), len(kinds)]
        cuts = np.array([(kinds[low], low, high) for low, high in pairwise(edges)], np.int32).T
        cuts = cuts[:, cuts[0] >= 0]
        members = np.flatnonzero(self.tables.family[g.cores] == family)
        entry = self.tables.entry[np.ix_(g.cores[members], cuts[0])]
        rows = np.where(entry >= 0, g.row_place[np.maximum(entry, 0)], entry)
        who, cut = np.nonzero(entry != NOWHERE)
        return np.stack([members[who], rows[who, cut], cuts[1][cut], cuts[2][cut]]).astype(np.int32)
