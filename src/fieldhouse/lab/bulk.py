"""Millions of games from the tables: one random number a play, seeded, the same on any number of processes.

Game n of a run has its own seed, made from the run's seed and n, so neither chunks nor processes change
any game. Only counts are kept: memory is the same for a thousand games and for a hundred million.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from functools import lru_cache
from typing import Any

import msgspec
import numpy as np
from numba import njit
from numpy.typing import NDArray

from fieldhouse.kernel import registry
from fieldhouse.kernel.game import Game, Setup
from fieldhouse.lab.bound import flat_of
from fieldhouse.lab.compiled import reduction_of
from fieldhouse.lab.inline import inlined
from fieldhouse.lab.pool import each
from fieldhouse.solve.compile import A_WINS, NOWHERE, TIE
from fieldhouse.solve.tables import Floats, Ints, Tables

CHUNK = 100_000
AGAIN = 128
"""Times are kept with this added, because those of an overtime that begins again are negative."""
POINTS = 256
"""Scores from here on are counted together."""


class Loaded(msgspec.Struct):
    """Flat tables packed for speed: a play costs one random number and four reads that wait for each other.

    `kind` is by family, slot and margin. `rows[base + kind]` says where the row begins in `draw` (times
    65536) and how long it is, or, below 0, how the game is over. An entry of `draw` has the cut of the alias
    method and the two leaves it chooses between. A leaf packs the next core's base (24 bits) and family (8),
    time plus `AGAIN` (8), turned (1) and the points of sides A and B (8 each) into one number; `start` is
    such a leaf.
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


class Frame(msgspec.Struct):
    """What the packed tables of all games with the same structure share; `rows` are numbers of rows here."""

    start: int
    limit: int
    kind: NDArray[np.int16]
    rows: NDArray[np.int64]
    stop: Ints
    leaf: NDArray[np.int64]

    def load(self, t: Tables) -> Loaded:
        """Alias tables (Vose's method) of every row, in 32 bits: no chance is off by more than 2**-32."""
        draw = np.zeros((len(t.targets), 4), np.uint32)
        fill_aliases(t.row_start, t.targets, t.chances, draw)
        at = np.maximum(self.rows, 0)
        starts = t.row_start.astype(np.int64)
        packed = np.where(self.rows < 0, self.rows, starts[at] << 16 | (starts[at + 1] - starts[at]))
        return Loaded(self.start, self.limit, self.kind, packed, self.stop, draw, self.leaf)


def load(t: Tables) -> Loaded:
    """The tables packed for speed."""
    return frame(t).load(t)


def frame(t: Tables) -> Frame:
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
    where = base | t.family.astype(np.int64) << 24
    leaf = (
        where[t.leaf_core] | (t.leaf_time.astype(np.int64) + AGAIN) << 32
        | t.leaf_turned.astype(np.int64) << 40
        | t.leaf_a.astype(np.int64) << 41 | t.leaf_b.astype(np.int64) << 49
    )  # fmt: skip
    return Frame(int(where[t.start]), t.limit, kind, flat, t.stop, leaf)


@njit(cache=True)
def fill_aliases(start, targets, chances, draw):  # type: ignore[no-untyped-def]
    """Fill `draw`: entry k gives leaf [k, 1] if the low bits are below [k, 0], else leaf [k, 2]."""
    for row in range(len(start) - 1):
        low, n = start[row], start[row + 1] - start[row]
        scaled = chances[low : low + n] * n
        small = np.empty(n, np.int64)
        large = np.empty(n, np.int64)
        smalls = larges = 0
        for k in range(n):
            draw[low + k, 0] = 4294967295
            draw[low + k, 1] = draw[low + k, 2] = targets[low + k]
            if scaled[k] < 1.0:
                small[smalls] = k
                smalls += 1
            else:
                large[larges] = k
                larges += 1
        while smalls and larges:
            smalls -= 1
            a, b = small[smalls], large[larges - 1]
            draw[low + a, 0] = min(int(scaled[a] * 4294967296.0), 4294967295)
            draw[low + a, 2] = targets[low + b]
            scaled[b] -= 1.0 - scaled[a]
            if scaled[b] < 1.0:
                larges -= 1
                small[smalls] = b
                smalls += 1


@njit(cache=True)
def _mix(x):  # type: ignore[no-untyped-def]
    """The output function of splitmix64."""
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))


LANES = 8
"""So many games are played side by side, so that one does not wait for another's memory reads."""


@njit(cache=True)
def play_many(seed, first, last, start, limit, kind, rows, stop, draw, leaf, results, points, margins, games):  # type: ignore[no-untyped-def]  # fmt: skip
    """Games `first` to `last` - 1; returns the plays.

    Counts go into `results` (seat 0 wins, ties, seat 1 wins), `points` by seat and `margins`; if `games` has
    room, each game's result and points go there too.
    """
    golden, low32, half = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xFFFFFFFF), np.uint64(32)
    top = points.shape[1]
    plays = 0
    x = np.zeros(LANES, np.uint64)
    place = np.zeros(LANES, np.int64)  # the leaf at which the game stands
    slot = np.zeros(LANES, np.int64)
    side = np.zeros(LANES, np.int64)
    mine = np.zeros(LANES, np.int64)  # points of side A and of side B of the present core
    theirs = np.zeros(LANES, np.int64)
    number = np.zeros(LANES, np.int64)
    due = first
    lanes = 0
    while lanes < LANES and due < last:
        number[lanes], place[lanes] = due, start
        x[lanes] = _mix(np.uint64(seed) + golden * np.uint64(due + 1))
        due += 1
        lanes += 1
    while lanes:
        j = 0
        while j < lanes:
            here = place[j]
            lead = min(max(mine[j] - theirs[j], -limit), limit) + limit
            row = rows[(here & 0xFFFFFF) + kind[(here >> 24) & 255, slot[j], lead]]
            if row >= 0:
                plays += 1
                x[j] += golden
                r = _mix(x[j])
                k = np.uint64(row >> 16) + (((r >> half) * np.uint64(row & 65535)) >> half)
                chosen = leaf[draw[k, 1] if (r & low32) < draw[k, 0] else draw[k, 2]]
                a, b = mine[j] + ((chosen >> 41) & 255), theirs[j] + ((chosen >> 49) & 255)
                turned = (chosen >> 40) & 1
                mine[j] = b if turned else a
                theirs[j] = a if turned else b
                side[j] ^= turned
                slot[j] = min(slot[j] + ((chosen >> 32) & 255) - AGAIN, stop[slot[j]])
                place[j] = chosen
                j += 1
                continue
            if row == NOWHERE:
                return -1
            result = 1 if row == TIE else (side[j] if row == A_WINS else 1 - side[j]) * 2
            a, b = (theirs[j], mine[j]) if side[j] else (mine[j], theirs[j])
            results[result] += 1
            points[0, min(a, top - 1)] += 1
            points[1, min(b, top - 1)] += 1
            margins[min(max(a - b, -top), top) + top] += 1
            if len(games):
                games[number[j] - first, 0] = result
                games[number[j] - first, 1] = a
                games[number[j] - first, 2] = b
            slot[j] = side[j] = mine[j] = theirs[j] = 0
            if due < last:
                number[j], place[j] = due, start
                x[j] = _mix(np.uint64(seed) + golden * np.uint64(due + 1))
                due += 1
            else:
                lanes -= 1
                x[j], place[j], slot[j], side[j] = x[lanes], place[lanes], slot[lanes], side[lanes]
                mine[j], theirs[j], number[j] = mine[lanes], theirs[lanes], number[lanes]
    return plays


class Tally(msgspec.Struct):
    """What is counted; tallies of parts add up to the tally of the whole, exactly."""

    games: int
    plays: int
    results: NDArray[np.int64]
    points: NDArray[np.int64]
    margins: NDArray[np.int64]

    @classmethod
    def empty(cls) -> Tally:
        """Nothing counted yet."""
        return cls(0, 0, *_counters())

    def add(self, other: Tally) -> None:
        """Count the other's games too."""
        self.games += other.games
        self.plays += other.plays
        self.results += other.results
        self.points += other.points
        self.margins += other.margins

    @property
    def shares(self) -> tuple[float, float, float]:
        """Of seat 0's wins, ties and seat 1's wins."""
        a, tie, b = (float(n) / max(self.games, 1) for n in self.results)
        return a, tie, b

    def error(self, share: float) -> float:
        """The standard error of a share."""
        return math.sqrt(max(share * (1 - share), 1e-12) / max(self.games, 1))

    def mean_points(self, seat: int) -> tuple[float, float]:
        """Mean and standard deviation of a seat's points."""
        values: Floats = np.arange(self.points.shape[1], dtype=np.float64)
        mean = float(self.points[seat] @ values) / max(self.games, 1)
        square = float(self.points[seat] @ (values * values)) / max(self.games, 1)
        return mean, math.sqrt(max(square - mean * mean, 0.0))

    def histogram(self, seat: int | None = None) -> dict[int, int]:
        """Counts by points of a seat, or by seat 0's margin."""
        if seat is not None:
            return {int(n): int(self.points[seat, n]) for n in np.flatnonzero(self.points[seat])}
        return {int(n) - POINTS: int(self.margins[n]) for n in np.flatnonzero(self.margins)}


def _counters() -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    return np.zeros(3, np.int64), np.zeros((2, POINTS), np.int64), np.zeros(2 * POINTS + 1, np.int64)


def run_chunk(
    loaded: Loaded, seed: int, first: int, last: int, *, each_game: bool = False
) -> tuple[Tally, Ints]:
    """Games `first` to `last` - 1 of the run with this seed."""
    t = loaded
    results, points, margins = _counters()
    games = np.zeros((last - first if each_game else 0, 3), np.int32)
    plays = play_many(
        np.uint64(seed & (2**64 - 1)), first, last, t.start, t.limit, t.kind, t.rows, t.stop, t.draw, t.leaf,
        results, points, margins, games,
    )  # fmt: skip
    if plays < 0:
        raise ArithmeticError("a game came to a place that was never compiled")
    return Tally(last - first, int(plays), results, points, margins), games


class Job(msgspec.Struct, frozen=True):
    """What a worker needs to make the tables for itself; plain data, it travels."""

    game: str
    setup: Setup
    level: str

    def loaded(self) -> Loaded:
        """The alias tables, made once in each process."""
        return _loaded(msgspec.json.encode(self, order="deterministic"))


def job_of(game: Game[Any], level: str = "starter") -> Job:
    """The job that plays this game by the policy of that level on both sides."""
    return Job(game.meta.name, game.setup, level)


@lru_cache(maxsize=4)
def _loaded(key: bytes) -> Loaded:
    job = msgspec.json.decode(key, type=Job)
    game = registry.find(job.game).open(job.setup.options, job.setup.materials, edition=job.setup.edition)
    return bind(game, job.level) or load(inlined(game, job.level))


def bind(game: Game[Any], level: str) -> Loaded | None:
    """The game's own chances put into the tables left open for all cards; None where there are none."""
    reduction = reduction_of(game)
    flat = flat_of(reduction, level)
    if flat is None:
        return None
    tables = flat.bind(reduction.chances(flat.opened.symbols))
    if flat.key not in _FRAMES:
        _FRAMES[flat.key] = frame(tables)
    return _FRAMES[flat.key].load(tables)


_FRAMES: dict[str, Frame] = {}


def work(job: Job, seed: int, first: int, last: int, each_game: bool) -> tuple[Tally, Ints]:
    """One chunk, in whatever process it lands."""
    return run_chunk(job.loaded(), seed, first, last, each_game=each_game)


def run(
    job: Job,
    games: int,
    seed: int = 0,
    *,
    pool: Executor | None = None,
    chunk: int = CHUNK,
    ahead: int = 8,
    progress: Callable[[int], None] | None = None,
    keep: Callable[[int, Ints], None] | None = None,
) -> Tally:
    """Play the games and count. `keep` is given each chunk's games in order: (result, points, points)."""
    total = Tally.empty()
    pieces = _pieces(job, games, seed, chunk, keep is not None)
    for tally, rows in each(pool, work, pieces, ahead=ahead):
        if keep is not None:
            keep(total.games, rows)
        total.add(tally)
        if progress is not None:
            progress(tally.games)
    return total


def _pieces(job: Job, games: int, seed: int, chunk: int, each_game: bool) -> Iterator[tuple[Any, ...]]:
    for first in range(0, games, chunk):
        yield job, seed, first, min(first + chunk, games), each_game
