"""Flat tables packed for speed: a play costs one random number and four reads that wait for each other.

A leaf is one number of 64 bits: the next core's base (24 bits), its family (8), the time used plus `AGAIN`
(8), are the sides turned (1), and the points of sides A and B (8 each). The constants below name the lowest
bit of each field. `benchmarks/table.c` reads the same packing.
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from fieldhouse.solve.compiler import NOWHERE
from fieldhouse.solve.jit import njit
from fieldhouse.solve.tables import Ints, Tables

FAMILY, TIME, TURNED, POINTS_A, POINTS_B = 24, 32, 40, 41, 49
BASE_MASK, BYTE = 2**FAMILY - 1, 255
AGAIN = 128
"""Times are kept with this added, because those of an overtime that begins again are negative."""
ROW_LENGTH_BITS = 16
ROW_LENGTH = 2**ROW_LENGTH_BITS - 1
"""A row is where it begins in `draw`, and in these lowest bits how long it is."""
CUT, BELOW, ABOVE = range(3)
"""An entry of `draw`: the cut of the alias method, and the leaves below it and from it on."""
GOLDEN, HALF, LOW_HALF = np.uint64(0x9E3779B97F4A7C15), np.uint64(32), np.uint64(0xFFFFFFFF)
"""The step of splitmix64; a number's upper half chooses the entry, its lower half is held against the cut."""


class AliasTables(NamedTuple):
    """Packed tables. `kind` is by family, slot and margin; `rows` by a core's base plus the kind.

    A row below 0 says how the game is over. `start` is a leaf.
    """

    start: int
    limit: int
    kind: NDArray[np.int16]
    rows: NDArray[np.int64]
    stop: Ints
    draw: NDArray[np.uint32]
    leaf: NDArray[np.int64]

    @property
    def megabytes(self) -> float:
        """What the arrays take."""
        return sum(array.nbytes for array in (self.kind, self.rows, self.stop, self.draw, self.leaf)) / 1e6


class Outline(msgspec.Struct):
    """What the packed tables of all games with the same structure share; `rows` are numbers of rows here."""

    start: int
    limit: int
    kind: NDArray[np.int16]
    rows: NDArray[np.int64]
    stop: Ints
    leaf: NDArray[np.int64]

    def load(self, t: Tables) -> AliasTables:
        """Alias tables (Vose's method) of every row, in 32 bits: no chance is off by more than 2**-32."""
        draw = np.zeros((len(t.targets), 4), np.uint32)
        fill_aliases(t.row_start, t.targets, t.chances, draw)
        at = np.maximum(self.rows, 0)
        starts = t.row_start.astype(np.int64)
        packed = np.where(
            self.rows < 0, self.rows, starts[at] << ROW_LENGTH_BITS | (starts[at + 1] - starts[at])
        )
        return AliasTables(self.start, self.limit, self.kind, packed, self.stop, draw, self.leaf)


def make_alias_tables(t: Tables) -> AliasTables:
    """The tables packed for speed."""
    return outline(t).load(t)


def outline(t: Tables) -> Outline:
    """Cores, kinds and leaves packed; they do not depend on the chances."""
    kind = np.full(t.kind_of.shape, -1, np.int16)
    base = np.zeros(len(t.cores), np.int64)
    rows: list[Ints] = []
    size = 0
    for family in range(len(t.families)):
        members = np.flatnonzero(t.family == family)
        live = members[(t.entry[members] != NOWHERE).any(axis=1)]
        kinds = np.unique(t.kind_of[family])
        kinds = kinds[kinds >= 0]
        local = np.full(t.entry.shape[1] + 1, -1, np.int16)
        local[kinds] = np.arange(len(kinds), dtype=np.int16)
        kind[family] = local[t.kind_of[family]]
        for core in live:
            base[core] = size
            rows.append(t.entry[core, kinds])
            size += len(kinds)
    flat = np.concatenate(rows).astype(np.int64)
    where = base | t.family.astype(np.int64) << FAMILY
    leaf = (
        where[t.leaf_core] | (t.leaf_time.astype(np.int64) + AGAIN) << TIME
        | t.leaf_turned.astype(np.int64) << TURNED
        | t.leaf_a.astype(np.int64) << POINTS_A | t.leaf_b.astype(np.int64) << POINTS_B
    )  # fmt: skip
    return Outline(int(where[t.start]), t.limit, kind, flat, t.stop, leaf)


@njit(cache=True)
def fill_aliases(start, targets, chances, draw):  # type: ignore[no-untyped-def]
    """Fill `draw`: entry k gives its leaf BELOW if the low bits are below its CUT, else its leaf ABOVE."""
    for row in range(len(start) - 1):
        low, n = start[row], start[row + 1] - start[row]
        scaled = chances[low : low + n] * n
        small = np.empty(n, np.int64)
        large = np.empty(n, np.int64)
        smalls = larges = 0
        for k in range(n):
            draw[low + k, CUT] = 4294967295
            draw[low + k, BELOW] = draw[low + k, ABOVE] = targets[low + k]
            if scaled[k] < 1.0:
                small[smalls] = k
                smalls += 1
            else:
                large[larges] = k
                larges += 1
        while smalls and larges:
            smalls -= 1
            a, b = small[smalls], large[larges - 1]
            draw[low + a, CUT] = min(int(scaled[a] * 4294967296.0), 4294967295)
            draw[low + a, ABOVE] = targets[low + b]
            scaled[b] -= 1.0 - scaled[a]
            if scaled[b] < 1.0:
                larges -= 1
                small[smalls] = b
                smalls += 1


@njit
def splitmix(x):  # type: ignore[no-untyped-def]
    """The output function of splitmix64."""
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))


@njit
def lane_seed(seed, game):  # type: ignore[no-untyped-def]
    """Where the random numbers of one game of a run begin."""
    return splitmix(np.uint64(seed) + GOLDEN * np.uint64(game + 1))


@njit
def row_at(tables, leaf, slot, lead):  # type: ignore[no-untyped-def]
    """The row with which the play after this leaf begins, or how the game is over."""
    limit = tables.limit
    kind = tables.kind[(leaf >> FAMILY) & BYTE, slot, min(max(lead, -limit), limit) + limit]
    return tables.rows[(leaf & BASE_MASK) + kind]


@njit
def draw_target(draw, begin, length, r):  # type: ignore[no-untyped-def]
    """The target that a random number falls on, among `length` entries from `begin` on."""
    k = np.uint64(begin) + (((r >> HALF) * np.uint64(length)) >> HALF)
    return draw[k, BELOW] if (r & LOW_HALF) < draw[k, CUT] else draw[k, ABOVE]


@njit
def draw_leaf(tables, row, r):  # type: ignore[no-untyped-def]
    """The leaf of a row that a random number falls on."""
    return tables.leaf[draw_target(tables.draw, row >> ROW_LENGTH_BITS, row & ROW_LENGTH, r)]


@njit
def points_of(leaf):  # type: ignore[no-untyped-def]
    """The points of sides A and B."""
    return (leaf >> POINTS_A) & BYTE, (leaf >> POINTS_B) & BYTE


@njit
def turns_sides(leaf):  # type: ignore[no-untyped-def]
    """1 where the sides are turned, else 0."""
    return (leaf >> TURNED) & 1


@njit
def slot_after(tables, slot, leaf):  # type: ignore[no-untyped-def]
    """The slot in which a play that began in `slot` ends."""
    return min(slot + ((leaf >> TIME) & BYTE) - AGAIN, tables.stop[slot])
