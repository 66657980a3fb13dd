"""Games of a policy with inputs for estimators at their whistles, in pieces for any process.

Game n has a seed of its own, so that neither the size of a piece nor the number of processes changes it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from functools import partial
from random import Random
from typing import Any, TypeVar

import numpy as np

from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.game import Game
from fieldhouse.kernel.playout import run_play
from fieldhouse.lab.players import make_policy
from fieldhouse.lab.pool import run_pieces
from fieldhouse.lab.simulation_plan import SimulationPlan, game_seed, make_plan, open_planned_game

R = TypeVar("R")
TrainingGame = tuple[list[Any], float]
"""What was noted at the whistles of a game, and seat 0's result (a tie is half a win)."""
PIECE = 50
"""Games to a piece: a second or two, so that a limit of time is kept."""


def play_training_game(
    game: Game[Any], level: str, seed: int, start: bytes | None, note: Callable[[Any], Any]
) -> TrainingGame:
    """One game of the policy, or its rest; a note of None is none."""
    policy, dice = make_policy(game, level, seed), FastDice(seed)
    s = game.start() if start is None else game.load(start)
    noted = []
    while (end := game.outcome(s)) is None:
        if (found := note(s)) is not None:
            noted.append(found)
        run_play(game.play(s), s, dice, policy)
    return noted, 0.5 if end.winner is None else float(end.winner == 0)


def self_play_plan(game: Game[Any], level: str, seed: int) -> SimulationPlan:
    """The same policy in every seat."""
    return make_plan(game, [level] * len(game.seats), seed=seed, statistics=False)


def play_training_games(
    plan: SimulationPlan,
    note: Callable[[Game[Any], Any], Any],
    starts: Sequence[bytes],
    first: int,
    last: int,
) -> list[TrainingGame]:
    """Games `first` up to and without `last`; with `starts`, every other one from one of those whistles."""
    game, found = open_planned_game(plan), []
    for number in range(first, last):
        seed = game_seed(plan.seed, number)
        start = Random(seed).choice(starts) if starts and number % 2 else None
        found.append(play_training_game(game, plan.levels[0], seed, start, partial(note, game)))
    return found


def run_within(
    pool: Executor | None,
    work: Callable[..., R],
    given: tuple[Any, ...],
    games: int,
    *,
    seconds: float,
    least: int,
) -> Iterator[R]:
    """Run `work(*given, first, last)` over up to `games` games, while there is time; `least` in any case."""
    began = time.monotonic()

    def pieces() -> Iterator[tuple[Any, ...]]:
        first = 0
        while first < games and (first < least or time.monotonic() - began < seconds):
            last = min(first + (least if first < least else PIECE), games)
            yield (*given, first, last)
            first = last

    return run_pieces(pool, work, pieces())


class TrainingSample:
    """A random sample of at most `most` rows, the same for the same seed."""

    def __init__(self, most: int, seed: int) -> None:
        self.most, self._rng, self._share = most, Random(seed), 1.0
        self._rows: list[tuple[float, Any, float]] = []

    def add(self, noted: TrainingGame) -> None:
        """The rows of one game."""
        notes, result = noted
        for note in notes:
            if (place := self._rng.random()) < self._share:
                self._rows.append((place, note, result))
        while len(self._rows) > self.most:
            self._share *= 0.75
            self._rows = [row for row in self._rows if row[0] < self._share]

    @property
    def notes(self) -> list[Any]:
        """The inputs of the sampled rows."""
        return [note for _, note, _ in self._rows]

    @property
    def results(self) -> np.ndarray[Any, np.dtype[np.float64]]:
        """How the game of each ended."""
        return np.array([result for _, _, result in self._rows])
