"""Many games at once, over all cores: the same games for the same seed, however many processes play them.

Game number n of a plan has a seed of its own, made from the plan's seed and n by a stable hash, so
neither the number of processes nor the size of a chunk changes any game. (A coach that thinks by the
clock is the exception: its answers depend on the machine.)
"""

from __future__ import annotations

import hashlib
import importlib
import math
import os
import signal
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from multiprocessing import get_context
from random import Random
from typing import Any

import msgspec

from fieldhouse.football.boxscore import BoxScore, TeamLine
from fieldhouse.kernel import registry
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.errors import BadOptions
from fieldhouse.kernel.game import Game, Outcome, Tell
from fieldhouse.kernel.players import Coach, Policy, RandomCoach, play_on
from fieldhouse.kernel.playout import playout
from fieldhouse.kernel.registry import Folder
from fieldhouse.kernel.requests import Choose
from fieldhouse.kernel.table import Table

RANDOM = "random"
"""The player that takes any legal answer; every game has it besides its own levels."""


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """What to play: a game with everything bound, who sits where, and the seed. Plain data: it travels.

    `shelves` are folders of games besides those installed; a fresh process is told them.
    """

    game: str
    options: dict[str, bool | int | str]
    materials: dict[str, Any]
    levels: tuple[str, ...]
    edition: int = 1
    seed: int = 0
    statistics: bool = True
    seconds: float | None = None
    shelves: tuple[str, ...] = ()


class Played(msgspec.Struct, frozen=True):
    """One game's result; `lines` are both sides' football statistics, where the game reports any."""

    number: int
    seed: int
    winner: int | None
    why: str
    scores: tuple[int, ...]
    lines: tuple[TeamLine, ...] = ()


def plan_of(
    game: Game[Any],
    levels: Sequence[str],
    *,
    seed: int = 0,
    statistics: bool = True,
    seconds: float | None = None,
) -> Plan:
    """The plan for a game that is open here; BadOptions for a level it does not have."""
    meta = game.meta
    if len(levels) != len(meta.seats):
        raise BadOptions(f"{meta.title} has {len(meta.seats)} seats, but {len(levels)} levels are given")
    for level in levels:
        if level not in (RANDOM, *meta.levels):
            known = ", ".join((*meta.levels, RANDOM))
            raise BadOptions(f"{meta.title} has no coach {level!r}; it has: {known}")
    return Plan(
        game=meta.name,
        options=dict(game.options),
        materials=dict(game.setup.materials),
        levels=tuple(levels),
        edition=game.setup.edition,
        seed=seed,
        statistics=statistics,
        seconds=seconds,
        shelves=(str(registry.find(meta.name).path.parent),),
    )


def game_seed(seed: int, number: int) -> int:
    """The seed of game `number`: 63 bits of a hash, the same on every machine."""
    digest = hashlib.sha256(f"{seed}/{number}".encode()).digest()
    return int.from_bytes(digest[:8], "big") >> 1


# One game


def play_some(plan: Plan, first: int, last: int) -> list[Played]:
    """Games `first` up to and without `last`, here and now."""
    for shelf in plan.shelves:
        registry.add_shelf(shelf)
    folder = registry.find(plan.game)
    game = folder.open(plan.options, plan.materials, edition=plan.edition)
    make_policy = getattr(importlib.import_module(f"fieldhouse.games.{plan.game}.coach"), "policy", None)
    return [_play_one(plan, folder, game, make_policy, number) for number in range(first, last)]


def _play_one(plan: Plan, folder: Folder, game: Game[Any], make_policy: Any, number: int) -> Played:
    seed = game_seed(plan.seed, number)
    box = BoxScore(_teams(game)) if plan.statistics else None
    if make_policy is not None:
        policy = _policy(plan, game, make_policy, seed)
        end = _by_policy(game, seed, policy, box.add if box is not None else None)
    else:
        end = _by_coaches(plan, folder, game, seed, box)
    lines = (
        tuple(box.lines) if box is not None and any(line.plays or line.drives for line in box.lines) else ()
    )
    return Played(number, seed, end.winner, end.why, end.scores, lines)


def _teams(game: Game[Any]) -> tuple[str, str]:
    """Football has two sides, also where one person plays both or only one of them."""
    first, second, *_ = (*game.meta.seats, "", "")
    return first, second


def _by_policy(game: Game[Any], seed: int, policy: Policy, tell: Tell | None) -> Outcome:
    state = game.start()
    if tell is not None:
        state.tell = tell
    return playout(game, state, FastDice(seed), policy)


def _policy(plan: Plan, game: Game[Any], make_policy: Any, seed: int) -> Policy:
    """One policy that answers for every seat; each seat's own is seeded apart from the dice."""
    by_seat: list[Policy] = []
    for seat, level in enumerate(plan.levels):
        own = game_seed(seed, seat)
        by_seat.append(_any_answer(own) if level == RANDOM else make_policy(level, game, own))
    return lambda request, state: by_seat[request.seat](request, state)


def _any_answer(seed: int) -> Policy:
    choice = Random(seed).choice

    def answer(request: Choose, state: Any) -> str:
        return choice(request.keys)

    return answer


def _by_coaches(plan: Plan, folder: Folder, game: Game[Any], seed: int, box: BoxScore | None) -> Outcome:
    """At a table that tells its events, because a coach may remember what it has been shown."""
    table = Table(game, FastDice(seed))
    coaches: dict[int, Coach] = {}
    for seat, level in enumerate(plan.levels):
        own = game_seed(seed, seat)
        coaches[seat] = (
            RandomCoach(own) if level == RANDOM else folder.coach(level, game, seat, own, plan.seconds)
        )
    end = play_on(table, coaches)
    assert end is not None
    if box is not None:
        for event in table.events:
            box.add(event)
    return end


# Many games


def simulate(
    plan: Plan,
    count: int,
    *,
    jobs: int | None = None,
    executor: Executor | None = None,
    on_chunk: Callable[[int], None] | None = None,
) -> Iterator[Played]:
    """Play `count` games and yield them by number. `on_chunk` is told how many more are done.

    `jobs` processes (None: one for each core; 1: none besides this one), or any `executor`, such as
    a Dask cluster's.
    """
    jobs = _cores() if jobs is None else jobs
    size = max(1, min(250, count // (8 * jobs)))
    chunks = [(start, min(start + size, count)) for start in range(0, count, size)]
    if executor is not None:
        yield from _through(executor, plan, chunks, on_chunk)
    elif jobs == 1 or len(chunks) == 1:
        for first, last in chunks:
            results = play_some(plan, first, last)
            if on_chunk is not None:
                on_chunk(len(results))
            yield from results
    else:
        # Spawned, not forked: a fork copies locks that a thread of the caller may hold.
        with ProcessPoolExecutor(min(jobs, len(chunks)), get_context("spawn"), _ignore_interrupts) as pool:
            yield from _through(pool, plan, chunks, on_chunk)


def _cores() -> int:
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


def _ignore_interrupts() -> None:
    """Ctrl-C is for the process that asked; it stops the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _through(
    executor: Executor, plan: Plan, chunks: list[tuple[int, int]], on_chunk: Callable[[int], None] | None
) -> Iterator[Played]:
    waiting: list[Future[list[Played]]] = [executor.submit(play_some, plan, *chunk) for chunk in chunks]
    waiting.reverse()
    try:
        while waiting:
            results = waiting.pop().result()
            if on_chunk is not None:
                on_chunk(len(results))
            yield from results
    finally:
        for left in waiting:
            left.cancel()


# What they add up to


def wilson(hits: int, n: int, z: float = 1.96) -> tuple[float, float]:
    """The Wilson interval of a proportion; at z = 1.96 it holds the truth 95 times in a hundred."""
    if n == 0:
        return 0.0, 1.0
    share = hits / n
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    return max(0.0, middle - half), min(1.0, middle + half)


class Summary:
    """Results added up as they come: wins, ties, how games ended, scores, football per side."""

    def __init__(self, seats: Sequence[str]) -> None:
        self.seats = tuple(seats)
        self.games = 0
        self.wins = [0] * len(seats)
        self.ties = 0
        self.whys: Counter[str] = Counter()
        self.scores: list[Counter[int]] = []
        self.margins: Counter[int] = Counter()
        self.lines: list[TeamLine] = []

    def add(self, played: Played) -> None:
        """Count one game."""
        self.games += 1
        self.whys[played.why] += 1
        if played.winner is None:
            self.ties += 1
        else:
            self.wins[played.winner] += 1
        while len(self.scores) < len(played.scores):
            self.scores.append(Counter())
        for side, score in enumerate(played.scores):
            self.scores[side][score] += 1
        if len(played.scores) == 2:
            self.margins[played.scores[0] - played.scores[1]] += 1
        self._add_lines(played.lines)

    def _add_lines(self, lines: Sequence[TeamLine]) -> None:
        while len(self.lines) < len(lines):
            self.lines.append(TeamLine(team=lines[len(self.lines)].team))
        for total, line in zip(self.lines, lines, strict=False):
            for name in STATISTICS:
                setattr(total, name, getattr(total, name) + getattr(line, name))

    @classmethod
    def of(cls, seats: Sequence[str], games: Iterable[Played]) -> Summary:
        """The summary of these games."""
        summary = cls(seats)
        for played in games:
            summary.add(played)
        return summary


STATISTICS = tuple(name for name in TeamLine.__struct_fields__ if name != "team")
"""The names of a side's football numbers, in the order of the box score."""


def mean_and_deviation(counts: Counter[int]) -> tuple[float, float]:
    """The mean and standard deviation of numbers counted."""
    n = sum(counts.values())
    if n == 0:
        return 0.0, 0.0
    mean = sum(value * times for value, times in counts.items()) / n
    spread = sum((value - mean) ** 2 * times for value, times in counts.items()) / n
    return mean, math.sqrt(spread)
