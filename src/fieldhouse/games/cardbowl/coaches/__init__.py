"""Card Bowl's coaches: rookie, starter and allpro. Each acts on its seat's view alone."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from fieldhouse.games.cardbowl.coaches.allpro import AllPro, seen_state
from fieldhouse.games.cardbowl.coaches.policy import policy, rookie, starter
from fieldhouse.games.cardbowl.rules.game import CardBowl
from fieldhouse.kernel.players import Coach, Seen
from fieldhouse.kernel.requests import Choose, Seat


class PolicyCoach:
    """A coach that answers at once."""

    def __init__(self, level: str, seed: int) -> None:
        self._decide = rookie if level == "rookie" else starter
        self._rng = Random(seed)

    def answer(self, request: Choose, seen: Seen) -> str | Sequence[str]:
        return self._decide(request, seen_state(seen), self._rng)


def coach(level: str, game: CardBowl, seat: Seat, seed: int, seconds: float | None = None) -> Coach:
    """A coach of that level; only `allpro` needs time, half a second a decision unless told."""
    if level == "allpro":
        return AllPro(game, seed, 0.5 if seconds is None else seconds)
    return PolicyCoach(level, seed)


__all__ = ["coach", "policy"]
