"""Card Bowl's coaches: rookie, starter and allpro. Each thinks in a world of its seat."""

from __future__ import annotations

from fieldhouse.games.cardbowl.coaches.allpro import AllPro
from fieldhouse.games.cardbowl.coaches.policy import policy
from fieldhouse.games.cardbowl.meta import META
from fieldhouse.games.cardbowl.rules.game import CardBowl
from fieldhouse.kernel.coaches import Coach, PolicyCoach
from fieldhouse.kernel.requests import Seat


def coach(level: str, game: CardBowl, seat: Seat, seed: int, seconds: float | None = None) -> Coach:
    """A coach of that level; only `allpro` needs time, half a second a decision unless told."""
    if level == "allpro":
        return AllPro(game, seed, 0.5 if seconds is None else seconds)
    return PolicyCoach(policy(level, game, seed), seed, looks_on=level in META.onlookers)


__all__ = ["coach", "policy"]
