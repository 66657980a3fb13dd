"""Computer managers by level, for drafts and auctions."""

from __future__ import annotations

from random import Random
from typing import Any

from fieldhouse.games.thegrid.team_building.allpro import AllProManager
from fieldhouse.games.thegrid.team_building.game import TeamBuildingGame
from fieldhouse.games.thegrid.team_building.managers import Manager, RookieManager, StarterManager
from fieldhouse.kernel.coaches import Coach, Policy, PolicyCoach
from fieldhouse.kernel.requests import Seat

LEVELS: dict[str, type[Manager]] = {
    "rookie": RookieManager,
    "starter": StarterManager,
    "allpro": AllProManager,
}


def policy(level: str, game: TeamBuildingGame[Any], seed: int) -> Policy:
    """A manager for any seat, answering from the state."""
    return LEVELS[level](game, Random(seed)).answer


def coach(
    level: str, game: TeamBuildingGame[Any], seat: Seat, seed: int, seconds: float | None = None
) -> Coach:
    """A manager of that level; none needs a tenth of a second, so `seconds` has no effect."""
    return PolicyCoach(policy(level, game, seed), seed)
