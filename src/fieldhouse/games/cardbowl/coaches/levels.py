"""The levels of Card Bowl's coaches: `rookie`, `starter` and `allpro`."""

from __future__ import annotations

from random import Random
from typing import Any

from fieldhouse.games.cardbowl.coaches.allpro import AllPro
from fieldhouse.games.cardbowl.coaches.rookie import rookie
from fieldhouse.games.cardbowl.coaches.starter import starter
from fieldhouse.games.cardbowl.meta import META
from fieldhouse.games.cardbowl.rules.game import CardBowl
from fieldhouse.kernel.coaches import Coach, Policy, PolicyCoach
from fieldhouse.kernel.requests import Seat


def coach(level: str, game: CardBowl, seat: Seat, seed: int, seconds: float | None = None) -> Coach:
    """Return a coach of that level; only `allpro` uses `seconds` (half a second a decision by default)."""
    if level == "allpro":
        return AllPro(game, seed, 0.5 if seconds is None else seconds)
    return PolicyCoach(policy(level, game, seed), seed, looks_on=level in META.onlookers)


def policy(level: str, game: Any, seed: int) -> Policy:
    """Return the fast policy of that level; `allpro` plays out games as the starter, without its search."""
    rng = Random(seed)
    decide = rookie if level == "rookie" else starter
    return lambda request, s: decide(request, s, rng)
