"""The teams that were drafted or bought, as clubs of a league."""

from __future__ import annotations

from typing import Any

from fieldhouse.games.thegrid.forming.game import FormingGame
from fieldhouse.games.thegrid.forming.rosters import Forming
from fieldhouse.games.thegrid.teams.players import team_data


def formed_clubs(game: FormingGame[Any], s: Forming) -> list[tuple[str, dict[str, Any]]]:
    """A name and a club for every coach, by seat."""
    teams = [game.team(s, coach) for coach in range(len(game.seats))]
    return [(team.name, team_data(team)) for team in teams]
