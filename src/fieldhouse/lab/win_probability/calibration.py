"""A game's own estimates, calibrated with games of its policy.

Solved values are for two who play at their best, with what their abstraction leaves out. Games of the policy
tell how far that carries. The logit of a value is stretched and moved by something for each of the game's
`features`, and never turned: of two positions with the same facts the better one stays the better.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from fieldhouse.lab.win_probability.fit import facts_of

if TYPE_CHECKING:
    from fieldhouse.kernel.game import Game, State
    from fieldhouse.lab.win_probability.estimator import GameEstimator

Floats = npt.NDArray[np.float64]
LEAST = 1e-4
"""Smaller probabilities count as this one; 0 and 1 stay as they are."""
RIDGE = 1e-4
"""How much a small number is liked better than a large one."""
ROUNDS = 30
CalibrationInputs = tuple[float, list[float], bool]
"""Win probability of the side that the facts are seen from, the facts, and whether that is seat 1."""


class CalibratedEstimator:
    """The game's own estimates with a calibration layer."""

    def __init__(
        self,
        own: GameEstimator,
        names: Sequence[str],
        move: Floats,
        stretch: Floats,
        games: int,
        error: float = 0.0,
    ) -> None:
        self.own, self.names, self.games, self.error = own, tuple(names), games, error
        self._move, self._stretch = move.tolist(), stretch.tolist()

    @property
    def how(self) -> str:
        """Where the figures come from."""
        return f"{self.own.how}; calibrated with {self.games:,} games"

    def inputs(self, s: State) -> float | None:
        """The win probability itself; None without an estimate."""
        found = calibration_inputs(self.own, self.names, s)
        if found is None:
            return None
        chance, facts, turned = found
        if LEAST / 2 < chance < 1 - LEAST / 2:
            stretch, move = (sum(map(float.__mul__, w, facts)) for w in (self._stretch, self._move))
            chance = 1 / (1 + math.exp(-(move + math.exp(stretch) * _logit(chance))))
        return 1 - chance if turned else chance

    def win_probabilities(self, inputs: Sequence[float]) -> Sequence[float]:
        """The inputs unchanged: they are win probabilities."""
        return inputs


def calibration_inputs_at(game: Game[Any], s: State) -> CalibrationInputs | None:
    """What the layer is learned from, at a whistle."""
    from fieldhouse.lab.win_probability.estimator import game_estimator

    own, found = game_estimator(game), facts_of(game, s)
    return None if own is None or found is None else calibration_inputs(own, tuple(found[0]), s)


def calibration_inputs(own: GameEstimator, names: Sequence[str], s: State) -> CalibrationInputs | None:
    """What the calibration layer needs from a state; None without an estimate."""
    value, found = own.inputs(s), facts_of(own.game, s)
    if value is None or found is None:
        return None
    facts, turned = found
    return 1 - value if turned else value, [float(facts[name]) for name in names], turned


def _logit(chance: float) -> float:
    chance = max(LEAST, min(1 - LEAST, chance))
    return math.log(chance / (1 - chance))


def fit_calibration(notes: Sequence[CalibrationInputs], results: Floats) -> dict[str, Floats]:
    """The layer that makes these results likeliest, by Newton's method."""
    x = np.array([_logit(chance) for chance, _, _ in notes])
    facts = np.array([row for _, row, _ in notes])
    y = np.where([turned for _, _, turned in notes], 1 - results, results)
    many = facts.shape[1]
    weights, best = np.zeros(2 * many), np.inf
    step = np.zeros(2 * many)
    for _ in range(ROUNDS):
        tried = weights + step
        stretched = np.exp(facts @ tried[many:]) * x
        z = facts @ tried[:many] + stretched
        loss = float((np.logaddexp(0, z) - y * z).mean() + RIDGE * (tried @ tried))
        if loss > best:
            step /= 2  # too far
            continue
        weights, best = tried, loss
        chance = 1 / (1 + np.exp(-z))
        along = np.hstack([facts, stretched[:, None] * facts])
        bend = (along * (chance * (1 - chance))[:, None]).T @ along / len(y) + 2 * RIDGE * np.eye(2 * many)
        step = -np.linalg.solve(bend, (chance - y) @ along / len(y) + 2 * RIDGE * weights)
    return {"move": weights[:many], "stretch": weights[many:]}
