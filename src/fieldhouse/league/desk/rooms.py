"""From a draft or an auction into a league: its teams become franchises."""

from __future__ import annotations

from typing import Any

from fieldhouse.kernel import registry
from fieldhouse.kernel.errors import BadOptions
from fieldhouse.kernel.table import Table
from fieldhouse.league.book.agreed import Franchise, FranchiseChair


def formed_franchises(table: Table[Any], level: str = "starter") -> tuple[str, list[Franchise]]:
    """The game that the teams of a finished room are for, and its franchises, by seat."""
    folder = registry.find(table.game.meta.name)
    part = folder.part("formed")
    if part is None or folder.parent is None:
        raise BadOptions(f"{folder.meta.title} forms no teams; a draft or an auction does")
    if table.outcome is None:
        raise BadOptions("the room is not done: every coach needs his team first")
    chair = FranchiseChair(level=level, stand_in=level)
    clubs = part.formed_clubs(table.game, table.state)
    return folder.parent.name, [Franchise(name, club, chair) for name, club in clubs]
