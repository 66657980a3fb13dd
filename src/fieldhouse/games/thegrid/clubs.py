"""Clubs of a league: teams by name or by data, and the game between two of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fieldhouse.games.thegrid.meta import META, TEAM_CHOICES, TOWNS
from fieldhouse.games.thegrid.rules import GAME
from fieldhouse.games.thegrid.teams.making import named_team
from fieldhouse.kernel.errors import BadOptions
from fieldhouse.kernel.game import Game, Setup

HOME_SEAT = 0
FIXED = ("home", "visitor", "winner_needed")
WORLD = TEAM_CHOICES[-len(TOWNS) :]
"""The entrants of a World Tournament (DC-11)."""


def club(word: str) -> tuple[str, str]:
    """A team to choose from without a file; the towns of the World Tournament also by their name alone."""
    key = word.lower().replace(" ", "-")
    key = f"world-{key}" if key in TOWNS else key
    if key not in TEAM_CHOICES:
        raise BadOptions(f"no team {word!r}; there are {', '.join(TEAM_CHOICES)}")
    return named_team(key, 0).name, key


def open_fixture(
    home: str,
    visitor: str,
    *,
    neutral: bool,
    knockout: bool,
    options: Mapping[str, Any],
    materials: Mapping[str, Any],
) -> Game[Any]:
    """The game of a fixture. Sites make no difference in The Grid; a knock-out game needs a winner
    (TG-23.9)."""
    chosen = META.read_options({**options, "home": home, "visitor": visitor, "winner_needed": knockout})
    return GAME(Setup(chosen, {**GAME.default_materials(chosen), **materials}))
