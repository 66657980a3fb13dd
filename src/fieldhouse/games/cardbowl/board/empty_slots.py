"""The line-up in the making: empty places, and the one that is filled next."""

from __future__ import annotations

from typing import Any

import msgspec

from fieldhouse.games.cardbowl.rules.lines.lineup import defensive_piece, offensive_piece
from fieldhouse.kernel.game import View

EMPTY = ""
"""The card of a slot that no card has been laid on."""


def with_empty_slots(play: dict[str, Any]) -> dict[str, Any]:
    """The play with a piece for every place of both formations; while they line up some hold no card yet."""
    if not play["phase"].startswith("line-up"):
        return play
    offense, defense = list(play["offense"]), list(play["defense"])
    offense += [msgspec.to_builtins(offensive_piece(slot, EMPTY)) for slot in play["slots"][len(offense) :]]
    for place in play["places"][len(defense) :]:
        used = [d["name"] for d in defense]
        defense.append(msgspec.to_builtins(defensive_piece(place, EMPTY, used)))
    return {**play, "offense": offense, "defense": defense}


def asked_slot(view: View) -> tuple[str, str]:
    """The side that this seat lines up now and the name of its next slot; empty when it does not."""
    state = view["state"]
    play = state["play"]
    side = {"line-up-o": "offense", "line-up-d": "defense"}.get(play["phase"], "")
    turn = state["off"] if side == "offense" else 1 - state["off"]
    places = play["slots"] if side == "offense" else play["places"]
    if not side or view["seat"] != turn or len(places) < 11:
        return "", ""
    pieces = with_empty_slots(play)[side]
    return side, next((q["name"] for q in pieces if q["card"] == EMPTY), "")
