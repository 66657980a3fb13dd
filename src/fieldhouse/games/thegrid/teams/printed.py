"""Player cards to print: nine to a sheet of paper, to be cut out."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from fieldhouse.football.parts import picture
from fieldhouse.games.thegrid.board.playercard import player_face
from fieldhouse.games.thegrid.teams.players import Player, player_data

STYLE = (
    "body{font-family:ui-sans-serif,system-ui,Helvetica,Arial,sans-serif;margin:10mm}"
    "ul{display:grid;grid-template-columns:repeat(3,60mm);gap:4mm;list-style:none;padding:0}"
    "li{break-inside:avoid}svg{width:60mm;height:auto;display:block}"
)


def card_sheet(title: str, players: Sequence[Player]) -> str:
    """A page of its own, without script, ready for the printer."""
    cards = "".join(
        f"<li>{picture(player_face({'type': player.type, **player_data(player)}))}</li>" for player in players
    )
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{escape(title)}</title>'
        f"<style>{STYLE}</style><h1>{escape(title)}</h1><ul>{cards}</ul></html>\n"
    )
