"""Clubs of a league: teams by name or by data, and the game between two of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fieldhouse.games.thegrid.charts.book import read_toml
from fieldhouse.games.thegrid.meta import META, TEAM_CHOICES, TOWNS
from fieldhouse.games.thegrid.rules import GAME
from fieldhouse.games.thegrid.teams.making import named_team
from fieldhouse.games.thegrid.teams.players import read_team
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


def own_club(text: str, where: str) -> tuple[str, dict[str, Any]]:
    """A person's own team, rolled or formed, from its file."""
    data = read_toml(where, text)
    return read_team(data, where).name, data


def open_fixture(
    home: str | Mapping[str, Any],
    visitor: str | Mapping[str, Any],
    *,
    neutral: bool,
    knockout: bool,
    options: Mapping[str, Any],
    materials: Mapping[str, Any],
) -> Game[Any]:
    """The game of a fixture between teams by name or by data. Sites make no difference in The Grid; a
    knock-out game needs a winner (TG-23.9)."""
    sides = {"home": home, "visitor": visitor}
    named = {side: team for side, team in sides.items() if isinstance(team, str)}
    own = {side: team for side, team in sides.items() if side not in named}
    chosen = META.read_options({**options, **named, "winner_needed": knockout})
    return GAME(Setup(chosen, {**GAME.default_materials(chosen), **materials, **own}))
