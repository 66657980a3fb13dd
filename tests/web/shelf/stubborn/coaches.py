"""Coaches that sleep, crash, raise and lie; one of two minds, and one that is fine."""

from __future__ import annotations

import os
import time
from typing import Any

from fieldhouse.games.sandlot.coaches import policy

from fieldhouse.kernel.coaches import Coach, CoachView, PolicyCoach
from fieldhouse.kernel.requests import Choose


class Failing:
    """Fails in the way of its level."""

    def __init__(self, level: str) -> None:
        self.level = level

    def answer(self, request: Choose, seen: CoachView) -> str:
        if self.level == "sleepy":
            time.sleep(60)
        if self.level == "crashing":
            os._exit(3)
        if self.level == "lying":
            return "a-key-that-is-none"
        raise RuntimeError("I cannot")


class Moody(PolicyCoach):
    """At one question it reads the state alone, at another it looks at what its seat sees, too."""

    def __init__(self, game: Any, seed: int) -> None:
        super().__init__(policy("starter", game, seed), seed)
        self.reads_state = seed % 2 == 0

    def answer(self, request: Choose, seen: CoachView) -> str:
        assert self.reads_state or "scores" in seen.view
        return super().answer(request, seen)


def coach(level: str, game: Any, seat: int, seed: int, seconds: float | None = None) -> Coach:
    """A coach of that level."""
    if level == "moody":
        return Moody(game, seed)
    return PolicyCoach(policy(level, game, seed), seed) if level == "starter" else Failing(level)
