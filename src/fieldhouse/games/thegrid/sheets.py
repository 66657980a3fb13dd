"""Printable cards: a team with its lineup, and its players with their dice (sections 3 and 5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from fieldhouse.football.parts import part_svg
from fieldhouse.games.thegrid.board.player_card import player_face
from fieldhouse.games.thegrid.teams.creation import named_team
from fieldhouse.games.thegrid.teams.players import PLACE_WORDS, Player, Team, player_data, read_team

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
    """Every player's name and card as a picture."""
    return [
        (player.label, part_svg(player_face({"type": player.type, **player_data(player)})))
        for player in _team(club).players
    ]


STYLE = (
    "body{font-family:ui-sans-serif,system-ui,Helvetica,Arial,sans-serif;margin:10mm}"
    "ul{display:grid;grid-template-columns:repeat(3,60mm);gap:4mm;list-style:none;padding:0}"
    "li{break-inside:avoid}svg{width:60mm;height:auto;display:block}"
)


def card_sheet(title: str, players: Sequence[Player]) -> str:
    """A page of player cards, ready to print."""
    cards = "".join(
        f"<li>{part_svg(player_face({'type': player.type, **player_data(player)}))}</li>"
        for player in players
    )
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{escape(title)}</title>'
        f"<style>{STYLE}</style><h1>{escape(title)}</h1><ul>{cards}</ul></html>\n"
    )
