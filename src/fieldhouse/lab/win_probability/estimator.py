"""Estimators of win probability at whistle states. Imports nothing heavy, because the server reads it too."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from fieldhouse.kernel import registry
from fieldhouse.kernel.game import Game, State

MOST_ERROR = 0.02
"""An estimator that is further off in games it has not learned from is not shown to anybody."""
NOT_ENOUGH = "Not enough games yet for these options."
BY_TURNS = "Judged turn by turn: there is no win probability."


class Estimator(Protocol):
    """Estimates seat 0's win probability at whistle states; a tie counts as half a win.

    `inputs` reads what is needed from a state (None: no estimate there), `win_probabilities` evaluates many
    inputs at once, and `how` says in words where the figures come from. `error` is the mean distance of
    predicted and played shares in games that it was not learned from; 0 where nothing was learned.
    """

    @property
    def how(self) -> str: ...

    @property
    def error(self) -> float: ...

    def inputs(self, s: State) -> Any: ...

    def win_probabilities(self, inputs: Sequence[Any]) -> Sequence[float]: ...


class GameEstimator:
    """The estimates that a game brings itself, in its `features.py`."""

    def __init__(
        self, game: Game[Any], win_probability: Callable[[Any, Any], float | None], how: str
    ) -> None:
        self.game, self.how, self._win_probability = game, how, win_probability
        self.error = 0.0

    def inputs(self, s: State) -> float | None:
        """The win probability itself."""
        return self._win_probability(self.game, s)

    def win_probabilities(self, inputs: Sequence[float]) -> Sequence[float]:
        """The inputs unchanged: they are win probabilities."""
        return inputs


def is_judged_by_turns(name: str) -> bool:
    """Does the game's own engine judge its turns (`advice.given_away`)? Then nothing is estimated."""
    return hasattr(registry.find(name).advice, "given_away")


def is_accurate(estimator: Estimator) -> bool:
    """Are its figures good enough to be shown?"""
    return estimator.error <= MOST_ERROR


def game_estimator(game: Game[Any]) -> GameEstimator | None:
    """The values that the game itself brings, if it does."""
    module = registry.find(game.meta.name).part("features")
    return (
        GameEstimator(game, module.value, module.METHOD)
        if module is not None and hasattr(module, "value")
        else None
    )
