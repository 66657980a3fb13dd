"""Who says what a whistle is worth: the game's own values, or a fit (`files` finds the one to ask)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from fieldhouse.kernel.game import Game
from fieldhouse.lab.win_probability.fit import Facts, Fitted, facts_of


class Own:
    """The game's own values, from its `features.py`."""

    def __init__(self, game: Game[Any], value: Callable[[Any, Any], float | None], how: str) -> None:
        self.game, self.how, self._value = game, how, value

    def note(self, s: Any) -> float | None:
        """The value itself."""
        return self._value(self.game, s)

    def worths(self, notes: Sequence[float]) -> Sequence[float]:
        """They are known already."""
        return notes


class Learned:
    """A fit to games of the policy."""

    def __init__(self, fitted: Fitted) -> None:
        self.fitted = fitted

    @property
    def how(self) -> str:
        """From how many games, and how well it did on others."""
        return self.fitted.how

    def note(self, s: Any) -> tuple[Facts, bool] | None:
        """The facts, where the game says it can be judged."""
        return facts_of(self.fitted.game, s)

    def worths(self, notes: Sequence[tuple[Facts, bool]]) -> Sequence[float]:
        """All at once."""
        found: list[float] = self.fitted.chances(notes).tolist()
        return found
