"""Card Bowl's coaches: rookie, starter and allpro. Each acts on its seat's view alone."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec

from fieldhouse.games.cardbowl.policy import policy, rookie, starter
from fieldhouse.games.cardbowl.state import State
from fieldhouse.kernel.players import Coach, Seen
from fieldhouse.kernel.requests import Choose, Seat


def seen_state(seen: Seen) -> State:
    """The state as the seat sees it: other cards are `??`."""
    return msgspec.convert(seen.view["state"], State)


class PolicyCoach:
    """A coach that answers at once."""

    def __init__(self, level: str, seed: int) -> None:
        self._decide = rookie if level == "rookie" else starter
        self._rng = Random(seed)

    def answer(self, request: Choose, seen: Seen) -> str | Sequence[str]:
        return self._decide(request, seen_state(seen), self._rng)


def coach(level: str, game: Any, seat: Seat, seed: int, seconds: float | None = None) -> Coach:
    """A coach of that level."""
    return PolicyCoach(level, seed)


__all__ = ["coach", "policy"]
