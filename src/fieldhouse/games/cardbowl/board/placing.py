"""The line-up in the picture: empty slots with their names, the one being filled, and the hand as cards.

A slot of the seat that is lining up carries `data-slot`, a card in its hand `data-key`: a page may then let
people drag cards to slots (docs/web.md).
"""

from __future__ import annotations

from html import escape
from typing import Any

import msgspec

from fieldhouse.games.cardbowl.rules.cards import shown
from fieldhouse.games.cardbowl.rules.lineup import defensive_piece, offensive_piece
from fieldhouse.kernel.game import View

EMPTY = ""
"""The card of a slot that no card has been laid on."""


def with_empty_slots(play: dict[str, Any]) -> dict[str, Any]:
    """The play with a piece for every place of both formations; while they line up some hold no card yet."""
    if not play["phase"].startswith("line-up"):
        return play
    offence, defence = list(play["offence"]), list(play["defence"])
    offence += [msgspec.to_builtins(offensive_piece(slot, EMPTY)) for slot in play["slots"][len(offence) :]]
    for place in play["places"][len(defence) :]:
        used = [d["name"] for d in defence]
        defence.append(msgspec.to_builtins(defensive_piece(place, EMPTY, used)))
    return {**play, "offence": offence, "defence": defence}


def asked_slot(view: View) -> tuple[str, str]:
    """The side that this seat lines up now and the name of its next slot; empty when it does not."""
    state = view["state"]
    play = state["play"]
    side = {"line-up-o": "offence", "line-up-d": "defence"}.get(play["phase"], "")
    turn = state["off"] if side == "offence" else 1 - state["off"]
    places = play["slots"] if side == "offence" else play["places"]
    if not side or view["seat"] != turn or len(places) < 11:
        return "", ""
    pieces = with_empty_slots(play)[side]
    return side, next((q["name"] for q in pieces if q["card"] == EMPTY), "")


def empty_slot(x: float, y: float, piece: dict[str, Any], *, own: bool, asked: str) -> str:
    """A dashed outline with the name of the place; a full, thicker one where the next card goes."""
    name = escape(piece["name"])
    now = own and piece["name"] == asked
    mark = f' class="slot{" aim" if now else ""}" data-slot="{name}"' if own else ""
    edge = 'stroke="#ffd84a" stroke-width="3"' if now else 'stroke="#cfe8d5" stroke-dasharray="4 3"'
    return (
        f"<g{mark}><title>{name} {'is next' if now else 'empty'}</title>"
        f'<rect x="{x - 17:.0f}" y="{y:.0f}" width="34" height="44" rx="4" fill="#1a4429" {edge}/>'
        f"{_slot_name(x, y, piece['name'])}</g>"
    )


def _slot_name(x: float, y: float, name: str) -> str:
    """`CB-WL1` takes two lines."""
    lines = name.split("-", 1) if name.startswith("CB-") else [name]
    first = y + 26 - 6 * (len(lines) - 1)
    return "".join(
        f'<text x="{x:.0f}" y="{first + 13 * n:.0f}" font-size="11" text-anchor="middle" '
        f'fill="#fff">{escape(words)}</text>'
        for n, words in enumerate(lines)
    )


def hand_cards(hand: list[str]) -> list[str]:
    """The hand as cards in a row at the bottom."""
    step = min(52.0, 800 / max(1, len(hand)))
    left = 420 - step * len(hand) / 2
    return [_hand_card(left + step * n, card) for n, card in enumerate(hand)]


def _hand_card(x: float, card: str) -> str:
    label = {"RJ": "RJ", "BJ": "BJ"}.get(card) or shown(card)
    ink = "#c0202a" if label[-1:] in "♥♦" or label == "RJ" else "#111"
    return (
        f'<g class="held" data-key="{card}"><title>{escape(label)} in your hand</title>'
        f'<rect x="{x + 4:.0f}" y="498" width="44" height="56" rx="5" fill="#fff" stroke="#111"/>'
        f'<text x="{x + 26:.0f}" y="533" font-size="19" text-anchor="middle" fill="{ink}">{label}</text></g>'
    )
