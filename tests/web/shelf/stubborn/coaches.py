"""Coaches that sleep, crash, raise and lie; and one that is fine."""

from __future__ import annotations

import os
import time
from typing import Any

from fieldhouse.games.sandlot.coaches import policy

from fieldhouse.kernel.players import Coach, PolicyCoach, Seen
from fieldhouse.kernel.requests import Choose


class Failing:
    """Fails in the way of its level."""

    def __init__(self, level: str) -> None:
        self.level = level

    def answer(self, request: Choose, seen: Seen) -> str:
        if self.level == "sleepy":
            time.sleep(60)
        if self.level == "crashing":
            os._exit(3)
        if self.level == "lying":
            return "a-key-that-is-none"
        raise RuntimeError("I cannot")


def coach(level: str, game: Any, seat: int, seed: int, seconds: float | None = None) -> Coach:
    """A coach of that level."""
    return PolicyCoach(policy(level, game, seed), seed) if level == "starter" else Failing(level)
