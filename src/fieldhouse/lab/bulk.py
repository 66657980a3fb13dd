"""Millions of games from the tables: one random number a play, seeded, the same on any number of processes.

Game n of a run has its own seed, made from the run's seed and n, so neither chunks nor processes change
any game. Only counts are kept: memory is the same for a thousand games and for a hundred million.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from fieldhouse.kernel import registry
from fieldhouse.kernel.game import Game, Setup
from fieldhouse.kernel.notebook import Tabular
from fieldhouse.lab.pool import run_pieces
from fieldhouse.lab.summary import call_repr
from fieldhouse.lab.tables.alias_tables import (
    GOLDEN,
    AliasTables,
    Outline,
    draw_leaf,
    lane_seed,
    make_alias_tables,
    outline,
    points_of,
    row_at,
    slot_after,
    splitmix,
    turns_sides,
)
from fieldhouse.lab.tables.compiled_game import reduction_of
from fieldhouse.lab.tables.inliner import inlined_tables
from fieldhouse.lab.tables.open_tables import open_policy_tables
from fieldhouse.solve.compiler import A_WINS, NOWHERE, TIE
from fieldhouse.solve.jit import njit
from fieldhouse.solve.tables import Floats, Ints

CHUNK = 100_000
POINTS = 256
"""Scores from here on are counted together."""


LANES = 8
"""Games played side by side: while one waits for memory, another goes on."""


class Lanes(NamedTuple):
    """The games under way: random numbers, the leaf and slot at which each stands, which seat is side A.

    `mine` and `theirs` are the points of sides A and B of the present core, `number` the game's in the run.
    """

    dice: NDArray[np.uint64]
    place: NDArray[np.int64]
    slot: NDArray[np.int64]
    side: NDArray[np.int64]
    mine: NDArray[np.int64]
    theirs: NDArray[np.int64]
    number: NDArray[np.int64]


class Counts(NamedTuple):
    """Games by result (seat 0 wins, ties, seat 1 wins), by seat and points, and by seat 0's margin."""

    results: NDArray[np.int64]
    points: NDArray[np.int64]
    margins: NDArray[np.int64]


@njit
def _begin(lanes, j, tables, seed, number):  # type: ignore[no-untyped-def]
    lanes.number[j], lanes.place[j], lanes.dice[j] = number, tables.start, lane_seed(seed, number)
    lanes.slot[j] = lanes.side[j] = lanes.mine[j] = lanes.theirs[j] = 0


@njit
def _move(lanes, j, to):  # type: ignore[no-untyped-def]
    lanes.dice[to], lanes.place[to], lanes.slot[to] = lanes.dice[j], lanes.place[j], lanes.slot[j]
    lanes.side[to], lanes.mine[to], lanes.theirs[to] = lanes.side[j], lanes.mine[j], lanes.theirs[j]
    lanes.number[to] = lanes.number[j]


@njit
def _play(lanes, j, tables, row):  # type: ignore[no-untyped-def]
    lanes.dice[j] += GOLDEN
    leaf = draw_leaf(tables, row, splitmix(lanes.dice[j]))
    a, b = points_of(leaf)
    a, b = lanes.mine[j] + a, lanes.theirs[j] + b
    turned = turns_sides(leaf)
    lanes.mine[j] = b if turned else a
    lanes.theirs[j] = a if turned else b
    lanes.side[j] ^= turned
    lanes.slot[j] = slot_after(tables, lanes.slot[j], leaf)
    lanes.place[j] = leaf


@njit(cache=True)
def play_lanes(seed, first, last, tables, counts, games):  # type: ignore[no-untyped-def]
    """Games `first` to `last` - 1; returns the plays, or -1: a place that was never compiled.

    If `games` has room, each game's result and points go there.
    """
    top = counts.points.shape[1]
    plays = 0
    lanes = Lanes(
        np.zeros(LANES, np.uint64), np.zeros(LANES, np.int64), np.zeros(LANES, np.int64),
        np.zeros(LANES, np.int64), np.zeros(LANES, np.int64), np.zeros(LANES, np.int64),
        np.zeros(LANES, np.int64),
    )  # fmt: skip
    due = first
    open_lanes = 0
    while open_lanes < LANES and due < last:
        _begin(lanes, open_lanes, tables, seed, due)
        due += 1
        open_lanes += 1
    while open_lanes:
        j = 0
        while j < open_lanes:
            row = row_at(tables, lanes.place[j], lanes.slot[j], lanes.mine[j] - lanes.theirs[j])
            if row >= 0:
                plays += 1
                _play(lanes, j, tables, row)
                j += 1
                continue
            if row == NOWHERE:
                return -1
            side = lanes.side[j]
            result = 1 if row == TIE else (side if row == A_WINS else 1 - side) * 2
            a, b = (lanes.theirs[j], lanes.mine[j]) if side else (lanes.mine[j], lanes.theirs[j])
            counts.results[result] += 1
            counts.points[0, min(a, top - 1)] += 1
            counts.points[1, min(b, top - 1)] += 1
            counts.margins[min(max(a - b, -top), top) + top] += 1
            if len(games):
                at = lanes.number[j] - first
                games[at, 0], games[at, 1], games[at, 2] = result, a, b
            if due < last:
                _begin(lanes, j, tables, seed, due)
                due += 1
            else:
                open_lanes -= 1
                _move(lanes, open_lanes, j)
    return plays


class Tally(Tabular, msgspec.Struct):
    """What is counted; tallies of parts add up to the tally of the whole, exactly."""

    games: int
    plays: int
    results: NDArray[np.int64]
    points: NDArray[np.int64]
    margins: NDArray[np.int64]
    call: str = ""
    """What to type for the same tally, where a verb of `fieldhouse` made it and nothing was added."""

    @classmethod
    def empty(cls) -> Tally:
        """A tally of no games."""
        return cls(0, 0, *empty_counts())

    def add(self, other: Tally) -> None:
        """Count the other's games too."""
        self.call = ""
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

    def rows(self) -> list[dict[str, Any]]:
        """One row a seat: wins with their standard error, and points."""
        found = []
        for seat, share in ((0, self.shares[0]), (1, self.shares[2])):
            mean, spread = self.mean_points(seat)
            named = {"seat": seat, "games": self.games, "share": share, "error": self.error(share)}
            found.append({**named, "ties": self.shares[1], "points": mean, "points_sd": spread})
        return found

    @property
    def pictures(self) -> Sequence[str]:
        """By how many points seat 0 won or lost."""
        from fieldhouse.lab.svg import histogram

        return [histogram("Margin of the first team", self.histogram(), "points")] if self.games else []

    def __repr__(self) -> str:
        first, tie, second = self.shares
        words = f"{self.games} games: {first:.2%} for seat 0, {tie:.2%} ties, {second:.2%} for seat 1"
        return call_repr("Tally", self.call, words)

    def histogram(self, seat: int | None = None) -> dict[int, int]:
        """Counts by points of a seat, or by seat 0's margin."""
        if seat is not None:
            return {int(n): int(self.points[seat, n]) for n in np.flatnonzero(self.points[seat])}
        return {int(n) - POINTS: int(self.margins[n]) for n in np.flatnonzero(self.margins)}


def empty_counts() -> Counts:
    """Arrays of zeros for a new tally."""
    return Counts(np.zeros(3, np.int64), np.zeros((2, POINTS), np.int64), np.zeros(2 * POINTS + 1, np.int64))


def run_chunk(
    loaded: AliasTables, seed: int, first: int, last: int, *, each_game: bool = False
) -> tuple[Tally, Ints]:
    """Games `first` to `last` - 1 of the run with this seed."""
    counts = empty_counts()
    games = np.zeros((last - first if each_game else 0, 3), np.int32)
    plays = play_lanes(np.uint64(seed & (2**64 - 1)), first, last, loaded, counts, games)
    if plays < 0:
        raise ArithmeticError("a game came to a place that was never compiled")
    return Tally(last - first, int(plays), *counts), games


class Job(msgspec.Struct, frozen=True):
    """What a worker needs to make the tables for itself; plain data, it travels."""

    game: str
    setup: Setup
    level: str

    def load(self) -> AliasTables:
        """The alias tables, made once in each process."""
        return _loaded(msgspec.json.encode(self, order="deterministic"))


def job_of(game: Game[Any], level: str = "starter") -> Job:
    """The job that plays this game by the policy of that level on both sides."""
    return Job(game.meta.name, game.setup, level)


@lru_cache(maxsize=4)
def _loaded(key: bytes) -> AliasTables:
    job = msgspec.json.decode(key, type=Job)
    game = registry.find(job.game).open(job.setup.options, job.setup.materials, edition=job.setup.edition)
    return bind_tables(game, job.level) or make_alias_tables(inlined_tables(game, job.level))


def bind_tables(game: Game[Any], level: str) -> AliasTables | None:
    """The open tables with the probabilities of this game's cards; None where it has no open tables."""
    reduction = reduction_of(game)
    flat = open_policy_tables(reduction, level)
    if flat is None:
        return None
    tables = flat.bind(reduction.chances(flat.opened.symbols))
    if flat.key not in _OUTLINES:
        _OUTLINES[flat.key] = outline(tables)
    return _OUTLINES[flat.key].load(tables)


_OUTLINES: dict[str, Outline] = {}


def run_piece(job: Job, seed: int, first: int, last: int, each_game: bool) -> tuple[Tally, Ints]:
    """One chunk, in whatever process it lands."""
    return run_chunk(job.load(), seed, first, last, each_game=each_game)


def run_bulk(
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
    for tally, rows in run_pieces(pool, run_piece, pieces, ahead=ahead):
        if keep is not None:
            keep(total.games, rows)
        total.add(tally)
        if progress is not None:
            progress(tally.games)
    return total


def _pieces(job: Job, games: int, seed: int, chunk: int, each_game: bool) -> Iterator[tuple[Any, ...]]:
    for first in range(0, games, chunk):
        yield job, seed, first, min(first + chunk, games), each_game
