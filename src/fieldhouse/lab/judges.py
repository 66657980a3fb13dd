"""Who says what a whistle is worth, where there are no exact tables: the game's own values, or a fit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from fieldhouse.kernel import registry
from fieldhouse.kernel.game import Game
from fieldhouse.lab.fit import Facts, Fitted, Progress, facts_of, fit
from fieldhouse.lab.swings import Judge


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


def judge_of(
    game: Game[Any],
    level: str,
    *,
    starts: Sequence[bytes] = (),
    games: int = 20_000,
    seconds: float = 30.0,
    seed: int = 0,
    progress: Progress = lambda share: None,
) -> Judge:
    """The game's own values where it has some, else a fit to at most so many games in so many seconds."""
    module = registry.find(game.meta.name).part("features")
    if module is not None and hasattr(module, "value"):
        return Own(game, module.value, module.HOW)
    return Learned(
        fit(game, level, starts=starts, games=games, seconds=seconds, seed=seed, progress=progress)
    )
