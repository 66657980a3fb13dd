"""Clubs of a league: teams by name or by data, and the game between two of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from fieldhouse.football.charts import read_toml
from fieldhouse.games.thegrid.meta import META, TEAM_CHOICES, TOWNS
from fieldhouse.games.thegrid.rules import GAME
from fieldhouse.games.thegrid.rules.lineups import READY, apply_change
from fieldhouse.games.thegrid.rules.state import Grid
from fieldhouse.games.thegrid.teams.creation import named_team
from fieldhouse.games.thegrid.teams.players import (
    PLACE_WORDS,
    PLACES,
    Team,
    eligible,
    lineup_faults,
    read_team,
    team_data,
)
from fieldhouse.kernel.errors import BadOptions
from fieldhouse.kernel.game import Game, Setup, usual_materials
from fieldhouse.kernel.requests import Choose

HOME_SEAT = 0
FIXED = ("home", "visitor", "winner_needed")
WORLD = TEAM_CHOICES[-len(TOWNS) :]
"""The entrants of a World Tournament (DC-11)."""
EXAMPLE_CLUBS = ("world-canton", "world-bremen", "world-leeds", "world-bari")
TOURNAMENTS = ("league", "world")
FORMAT_CLUBS = {"world": WORLD}
"""The teams of a format, where not that many were picked."""


def club(word: str) -> tuple[str, str]:
    """A team to choose from without a file; the towns of the World Tournament also by their name alone."""
    key = word.lower().replace(" ", "-")
    key = f"world-{key}" if key in TOWNS else key
    if key not in TEAM_CHOICES:
        raise BadOptions(f"there's no team {word!r}; choose one of {', '.join(TEAM_CHOICES)}")
    return named_team(key, 0).name, key


def club_choices() -> dict[str, str]:
    """Every team to choose from without a file: its key, and what people call it."""
    names = {key: named_team(key, 0).name for key in TEAM_CHOICES}
    world = {names[key] for key in WORLD}
    samples = {key: f"{name} (sample team)" if name in world else name for key, name in names.items()}
    return {key: names[key] for key in WORLD} | {k: n for k, n in samples.items() if k not in WORLD}


def own_club(text: str, where: str) -> tuple[str, dict[str, Any]]:
    """A person's own team, rolled or formed, from its file."""
    data = read_toml(where, text)
    return read_team(data, where).name, data


def _team(club: str | Mapping[str, Any], options: Mapping[str, Any]) -> Team:
    seed = int(META.read_options(options)["world_seed"])
    return named_team(club, seed) if isinstance(club, str) else read_team(club, "team")


def lineup_places(
    club: str | Mapping[str, Any], options: Mapping[str, Any]
) -> list[tuple[str, str, str, list[tuple[str, str]]]]:
    """The places of a lineup: each with its key in `with_lineup`, its name, the card in it, and the cards and
    names of the players who may take it (TG-5.2)."""
    team = _team(club, options)
    return [
        (
            word,
            PLACE_WORDS[place],
            team.players[team.lineup[place]].card,
            [(player.card, player.label) for player in team.players if eligible(player, place)],
        )
        for place, word in enumerate(PLACES)
    ]


def with_lineup(club: str | Mapping[str, Any], words: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """The club with changes to its lineup, such as "HB:22 LE:81" (TG-5.1); a player already in the lineup
    swaps places."""
    team = _team(club, options)
    lineup = list(team.lineup)
    for word in words.split():
        place, _, card = word.partition(":")
        if place.upper() not in PLACES or card not in [player.card for player in team.players]:
            cards = ", ".join(player.card for player in team.players)
            raise BadOptions(f"{word!r}: write a position and a card, such as HB:22; the cards are {cards}")
        lineup = apply_change(team, lineup, f"{place.upper()}:{card}")
    if faults := lineup_faults(team.players, lineup):
        raise BadOptions("; ".join(faults))
    return team_data(msgspec.structs.replace(team, lineup=tuple(lineup)))


def lineup_answer(request: Choose, s: Grid) -> str | None:
    """The answer that keeps the lineup a manager set; at breaks the coach decides."""
    return READY if request.what == "lineup" and s.phase == "lineups" else None


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
    return GAME(Setup(chosen, {**usual_materials(GAME, chosen), **materials, **own}))
