"""Cards of The Grid to print: a team with its lineup, and its men with their dice (sections 3 and 5)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fieldhouse.football.parts import picture
from fieldhouse.games.thegrid.board.playercard import player_face
from fieldhouse.games.thegrid.teams.making import named_team
from fieldhouse.games.thegrid.teams.players import PLACE_WORDS, Team, player_data, read_team

PERIODS = ("1st half", "2nd half")

BLANK_CARD = (
    *(
        "Number",
        "Type",
        "Flat pass",
        "Short pass",
        "Long pass",
        "Run yards",
        "Pass yards",
        "Interception",
        "Fumble",
    ),
    *("Kicking", "Injury", "Run block", "Pass block", "Run defense", "Pass defense"),
)


def _team(club: str | Mapping[str, Any]) -> Team:
    return named_team(club, 0) if isinstance(club, str) else read_team(club)


def team_card(club: str | Mapping[str, Any]) -> list[tuple[str, str]]:
    """The lineup, place by place."""
    team = _team(club)
    return [(words, team.at(team.lineup, place).label) for place, words in enumerate(PLACE_WORDS)]


def player_cards(club: str | Mapping[str, Any]) -> list[tuple[str, str]]:
    """Every man: his name, and his card as a picture."""
    return [
        (man.label, picture(player_face({"type": man.type, **player_data(man)})))
        for man in _team(club).players
    ]
