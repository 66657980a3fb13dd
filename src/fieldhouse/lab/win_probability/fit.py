"""Win probability at whistles of any game, fitted to games that its own policy plays.

The lab uses it where there are no exact tables: plays are sampled to the whistle, and what a whistle is
worth is read off a small neural network over the plain facts of the state (score, clock, ball, spot, down).
Every other game is played from a whistle of the game in question, so that it knows such positions well. It is
an estimate: `Fitted.how` says from how many games it was learned, and `Fitted.error` how far it was from
the results of games it had not seen (calibration: the mean distance between predicted and real share of wins
in ten groups of positions). Seeded: the same number of games gives the same figures.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from fieldhouse.kernel import registry
from fieldhouse.kernel.game import Game, State
from fieldhouse.lab.pool import executor
from fieldhouse.lab.win_probability.reliability import calibration_error, calibration_groups
from fieldhouse.lab.win_probability.training_games import (
    TrainingSample,
    play_training_games,
    run_within,
    self_play_plan,
)
from fieldhouse.solve.templates import scores_of

Floats = npt.NDArray[np.float64]
Facts = dict[str, float | str]
Progress = Callable[[float], None]
"""Called with the share of the work that is done."""

HIDDEN = 24
SOON = (0.002, 0.03)
WORDS = 16
"""A text in the state is a fact if it takes at most this many values."""
ROWS = 150_000
"""Positions that are enough to fit to."""
LEAST = 40
"""The fewest games to fit to, however long they take."""
EPOCHS, BATCH, RATE, DECAY = 8, 512, 3e-3, 1e-3


# Facts of a state


def facts_of(game: Game[Any], s: State) -> tuple[Facts, bool] | None:
    """The facts and whether they are seen from seat 1; None where the game says it is no time to estimator.

    They are the game's own where it brings `features.py`, else every number and word of its state.
    """
    own = _own(game.meta.name)
    if own is None:
        found: Facts = {}
        _collect("", s, found, 0)
        mine, theirs = scores_of(s)
        found["lead"] = float(mine - theirs)
        return found, False
    noted: tuple[Facts, bool] | None = own(game, s)
    if noted is None:
        return None
    facts, turned = noted
    left = facts.get("left")
    if isinstance(left, float):
        for scale in SOON:  # a lead counts the more the less there is left
            facts[f"lead/{scale}"] = float(facts["lead"]) / math.sqrt(left + scale)
    return facts, turned


@cache
def _own(name: str) -> Any:
    module = registry.find(name).part("features")
    return module.features if module is not None else None


def _collect(name: str, value: Any, found: Facts, depth: int) -> None:
    """Numbers, truths and words; of short lists every number; of other lists the length."""
    if isinstance(value, bool | int | float):
        found[name] = float(value)
    elif isinstance(value, str):
        found[name] = value
    elif isinstance(value, list | tuple):
        if len(value) <= 4 and all(isinstance(item, bool | int | float) for item in value):
            for place, item in enumerate(value):
                found[f"{name}.{place}"] = float(item)
        elif depth < 2 and len(value) == 2 and all(hasattr(item, "__struct_fields__") for item in value):
            for place, item in enumerate(value):
                _collect(f"{name}.{place}", item, found, depth + 1)
        else:
            found[f"{name}.length"] = float(len(value))
    elif depth < 2 and hasattr(value, "__struct_fields__"):
        for field in value.__struct_fields__:
            _collect(f"{name}.{field}" if name else field, getattr(value, field), found, depth + 1)


class Columns:
    """Facts as rows of numbers: words become one column for each value."""

    def __init__(self, rows: Sequence[Facts]) -> None:
        values: dict[str, set[float | str]] = {}
        for row in rows:
            for name, value in row.items():
                values.setdefault(name, set()).add(value)
        self.numbers = [
            name for name, seen in values.items() if len(seen) > 1 and all(isinstance(x, float) for x in seen)
        ]
        self.words = [
            (name, str(word))
            for name, seen in values.items()
            if 1 < len(seen) <= WORDS and all(isinstance(x, str) for x in seen)
            for word in sorted(map(str, seen))
        ]

    @classmethod
    def from_names(cls, numbers: Sequence[str], words: Sequence[tuple[str, str]]) -> Columns:
        """The columns of these names."""
        made = cls(())
        made.numbers, made.words = list(numbers), list(words)
        return made

    def __call__(self, rows: Sequence[Facts]) -> Floats:
        made = np.zeros((len(rows), len(self.numbers) + len(self.words)))
        for place, row in enumerate(rows):
            made[place] = [
                *(value if isinstance(value := row.get(name, 0.0), float) else 0.0 for name in self.numbers),
                *(float(row.get(name) == word) for name, word in self.words),
            ]
        return made


# The network


class Network:
    """Two hidden layers and a logistic end, trained by Adam on results between 0 and 1."""

    def __init__(self, x: Floats, seed: int) -> None:
        rng = np.random.default_rng(seed)
        self.mean: Floats = x.mean(axis=0)
        self.scale: Floats = x.std(axis=0) + 1e-6
        sizes = [x.shape[1], HIDDEN, HIDDEN, 1]
        self.weights = [rng.normal(0, 1 / np.sqrt(a), (a, b)) for a, b in pairwise(sizes)]
        self.biases = [np.zeros(size) for size in sizes[1:]]
        self.weights[-1] *= 0.1

    def __call__(self, x: Floats) -> Floats:
        """The win probabilities of rows of facts."""
        *_, last = self._layers((x - self.mean) / self.scale)
        return last[:, 0]

    def _layers(self, x: Floats) -> list[Floats]:
        layers = [np.clip(x, -6, 6)]
        for place, (weight, bias) in enumerate(zip(self.weights, self.biases, strict=True)):
            z = layers[-1] @ weight + bias
            layers.append(np.tanh(z) if place < 2 else 1 / (1 + np.exp(-np.clip(z, -30, 30))))
        return layers

    def train(self, x: Floats, y: Floats, seed: int, progress: Progress) -> None:
        """Several rounds over all positions in random order, slower and slower."""
        rng = np.random.default_rng(seed)
        x = (x - self.mean) / self.scale
        held = [*self.weights, *self.biases]
        first, second = [np.zeros_like(p) for p in held], [np.zeros_like(p) for p in held]
        steps = max(1, len(x) // BATCH) * EPOCHS
        step = 0
        for epoch in range(EPOCHS):
            order = rng.permutation(len(x))
            for begin in range(0, max(1, len(x) - BATCH + 1), BATCH):
                rows = order[begin : begin + BATCH]
                step += 1
                rate = RATE * (0.02 + 0.98 * (1 - step / (steps + 1)))
                for place, slope in enumerate(self._slopes(x[rows], y[rows])):
                    first[place] += 0.1 * (slope - first[place])
                    second[place] += 0.001 * (slope * slope - second[place])
                    size = np.sqrt(second[place] / (1 - 0.999**step)) + 1e-8
                    held[place] -= rate * first[place] / (1 - 0.9**step) / size
            progress((epoch + 1) / EPOCHS)

    def _slopes(self, x: Floats, y: Floats) -> list[Floats]:
        layers = self._layers(x)
        delta = (layers[-1] - y[:, None]) / len(x)
        weights: list[Floats] = []
        biases: list[Floats] = []
        for place in (2, 1, 0):
            weights.insert(0, layers[place].T @ delta + DECAY * self.weights[place])
            biases.insert(0, delta.sum(axis=0))
            delta = (delta @ self.weights[place].T) * (1 - layers[place] ** 2)
        return [*weights, *biases]


# The fit


class FittedEstimator:
    """Seat 0's win probability at whistle states, fitted to games of a policy."""

    def __init__(self, game: Game[Any], level: str, games: int, columns: Columns, network: Network) -> None:
        self.game, self.level, self.games = game, level, games
        self._columns, self._network = columns, network
        self.error = 0.0
        """The mean distance between predicted and real shares, in ten groups, on games not learned from."""

    @property
    def how(self) -> str:
        """Where the figures come from."""
        return (
            f"win probability fitted to {self.games:,} games of {self.level}, "
            f"calibration error {self.error:.1%} in other games"
        )

    def to_arrays(self) -> tuple[Any, dict[str, Any]]:
        """Names and arrays, from which `restore` makes it again."""
        net = self._network
        arrays = {"mean": net.mean, "scale": net.scale}
        arrays |= {f"weight{n}": weight for n, weight in enumerate(net.weights)}
        arrays |= {f"bias{n}": bias for n, bias in enumerate(net.biases)}
        return (self._columns.numbers, self._columns.words), {
            name: array.astype(np.float32) for name, array in arrays.items()
        }

    @classmethod
    def restore(
        cls, game: Game[Any], level: str, games: int, error: float, names: Any, arrays: dict[str, Any]
    ) -> FittedEstimator:
        """The estimator from the names and arrays of `to_arrays`."""
        whole = {name: array.astype(np.float64) for name, array in arrays.items()}
        network = Network(np.zeros((1, len(whole["mean"]))), 0)
        network.mean, network.scale = whole["mean"], whole["scale"]
        network.weights = [whole[f"weight{n}"] for n in range(len(network.weights))]
        network.biases = [whole[f"bias{n}"] for n in range(len(network.biases))]
        columns = Columns.from_names(names[0], [(name, word) for name, word in names[1]])
        fitted = cls(game, level, games, columns, network)
        fitted.error = error
        return fitted

    def inputs(self, s: State) -> tuple[Facts, bool] | None:
        """The facts of the state; None where the game makes no estimate."""
        return facts_of(self.game, s)

    def win_probabilities(self, inputs: Sequence[tuple[Facts, bool]]) -> list[float]:
        """Evaluate all the facts in one pass of the network."""
        if not inputs:
            return []
        found = self._network(self._columns([facts for facts, _ in inputs]))
        result: list[float] = np.where([turned for _, turned in inputs], 1 - found, found).tolist()
        return result


def fit_estimator(
    game: Game[Any],
    level: str,
    *,
    starts: Sequence[bytes] = (),
    games: int = 20_000,
    seconds: float = 30.0,
    seed: int = 0,
    jobs: int = 1,
    progress: Progress = lambda share: None,
) -> FittedEstimator:
    """Fit to at most `games` games in at most `seconds`; every fifth game is kept for validation.

    With `starts`, whistle states, every other game is played from one of them.
    """
    learned, unseen = TrainingSample(ROWS, seed), TrainingSample(ROWS // 4, seed)
    began, count = time.monotonic(), 0
    given = (self_play_plan(game, level, seed), facts_of, tuple(starts))
    with executor(jobs) as pool:
        for played in run_within(pool, play_training_games, given, games, seconds=seconds, least=LEAST):
            for noted in played:
                (learned if count % 5 else unseen).add(noted)
                count += 1
            progress(0.8 * min(1.0, max(count / games, (time.monotonic() - began) / seconds)))
    rows, y = learned.notes, learned.results
    columns = Columns([facts for facts, _ in rows])
    x = columns([facts for facts, _ in rows])
    y = np.where([turned for _, turned in rows], 1 - y, y)
    network = Network(x, seed)
    network.train(x, y, seed, lambda share: progress(0.8 + 0.2 * share))
    fitted = FittedEstimator(game, level, count, columns, network)
    predicted = fitted.win_probabilities(unseen.notes)
    fitted.error = calibration_error(calibration_groups(predicted, unseen.results))
    return fitted
