"""Coordinates of cards, slots and lanes in the picture, seen from the seat's own side.

Places are those of the offense below; left is everybody's left. For who defends the picture is turned upside
down, not around: one pair of words serves both sides.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import msgspec

from fieldhouse.games.cardbowl.rules.lines.lineup import defensive_piece, offensive_piece
from fieldhouse.games.cardbowl.rules.place_names import is_column
from fieldhouse.kernel.game import View

WIDE, HIGH = 374, 340
CARD_WIDE, CARD_HIGH = 34, 44
MIDDLE = WIDE / 2
EDGE = MIDDLE - CARD_WIDE / 2 - 2
"""From the center to the wideout at the edge."""
SLOT_X = {"TEL": -6, "LT": -4, "LG": -2, "C": 0, "RG": 2, "RT": 4, "TER": 6}
WIDE_X = {"WL1": -15, "WL2": -12, "WL3": -9, "WR1": 15, "WR2": 12, "WR3": 9}
BACK_XY = {"QB": (0, 2), "BL": (-4, 3), "BR": (4, 3), "BF": (0, 3), "BT": (0, 4)}
SECOND_X = {"SL": -9, "OL": -6, "IL": -3, "M": 0, "IR": 3, "OR": 6, "SR": 9}
DEEP, SECOND, FRONT, LINE, BEHIND = 3, 50, 97, 171, 219
"""Tops of the rows: safeties, linebackers, defensive line, offensive line, players without a lane."""
NEUTRAL = (FRONT + CARD_HIGH, LINE - FRONT - CARD_HIGH)
"""Top and height of the strip between the lines: the duels' sums stand there, and lanes are touched."""
BACKFIELD = {"QB": (219, 244), "BL": (266, 272), "BR": (266, 272), "BF": (257, 270), "BT": (295, 295)}
"""Rows of the backs before and after the snap."""

Spot = tuple[float, float]


def column_x(col: float) -> float:
    """The middle of a column: a player on the line takes two, receivers stand out to the edge."""
    far = abs(col)
    return MIDDLE + (18 * far if far <= 7 else EDGE - (15 - far) * CARD_WIDE / 3) * (1 if col > 0 else -1)


def second_x(slot: str) -> float:
    """A place in the secondary."""
    return MIDDLE + SECOND_X.get(slot, 0) * 14.5


def _room(play: dict[str, Any]) -> tuple[float, float]:
    """How far the lanes may reach to the left and to the right of the center: receivers stand outside."""
    wide = [o["at"] for o in play["offense"] if o["lane"] < 0 and o["at"] in WIDE_X]
    left, right = (sum(at.startswith(side) for at in wide) for side in ("WL", "WR"))
    return EDGE + CARD_WIDE / 2 - left * CARD_WIDE - 4, EDGE + CARD_WIDE / 2 - right * CARD_WIDE - 4


def lane_width(play: dict[str, Any]) -> float:
    """From the middle of one lane to the next."""
    return min(62, sum(_room(play)) / max(1, len(play["lanes"])))


def lane_x(play: dict[str, Any], n: float) -> float:
    """The middle of a lane; all of them stand about the center as far as the receivers let them."""
    left, right = _room(play)
    half = lane_width(play) * len(play["lanes"]) / 2
    middle = MIDDLE + min(max(0.0, half - left), right - half)
    return middle + (n - (len(play["lanes"]) - 1) / 2) * lane_width(play)


def _fan(mates: list[str], name: str, x: float, room: float = 60) -> float:
    """Cards of one match-up lie side by side about x, overlapping where the room is short."""
    step = min(CARD_WIDE + 1, (room - CARD_WIDE) / max(1, len(mates) - 1))
    span, edge = step * (len(mates) - 1), CARD_WIDE / 2
    return min(max(x - span / 2, edge + 2), WIDE - edge - span - 2) + mates.index(name) * step


def slot_xy(play: dict[str, Any], slot: str) -> Spot:
    """Top middle of an offensive place."""
    if slot in WIDE_X:
        return column_x(WIDE_X[slot]), LINE
    if slot in SLOT_X:
        return column_x(SLOT_X[slot]), BEHIND if play["lanes"] else LINE
    return column_x(BACK_XY[slot][0]), BACKFIELD[slot][bool(play["lanes"])]


def offense_xy(play: dict[str, Any], o: dict[str, Any]) -> Spot:
    """Top middle of an offensive card."""
    if o["lane"] >= 0:
        mates = [q["name"] for q in play["offense"] if q["lane"] == o["lane"]]
        return _fan(mates, o["name"], lane_x(play, o["lane"]), lane_width(play) + 4), LINE
    if o["released"]:
        return column_x(-10.5 if o["side"] == "L" else 10.5), BEHIND + 4
    x, y = slot_xy(play, o["at"])
    return (2 * MIDDLE - x if o["switched"] else x), y


def defense_xy(play: dict[str, Any], d: dict[str, Any]) -> Spot:
    """Top middle of a defensive card."""
    if d["lane"] >= 0:
        mates = [q["name"] for q in play["defense"] if q["lane"] == d["lane"]]
        return _fan(mates, d["name"], lane_x(play, d["lane"]), lane_width(play) + 4), FRONT
    if d["cover"]:
        mates = [q["name"] for q in play["defense"] if q["cover"] == d["cover"]]
        o = next((q for q in play["offense"] if q["name"] == d["cover"]), None)
        x = offense_xy(play, o)[0] if o else slot_xy(play, d["cover"])[0]
        return _fan(mates, d["name"], x), FRONT
    if d["at"] == "line":
        return column_x(d["col"]), FRONT
    mates = [q["name"] for q in play["defense"] if q["at"] == d["at"] and not q["cover"] and q["lane"] < 0]
    row = DEEP if d["at"] in ("SL", "SR") else SECOND
    return _fan(mates, d["name"], second_x(d["at"])), row


LEAST = 13
"""So much of a card is seen at least: its value stands there."""


def card_positions(play: dict[str, Any]) -> dict[str, Spot]:
    """Top middle of every card by its name; in a crowd cards give way, so that each value is seen."""
    found = {q["name"]: where(play, q) for side, where in SIDES for q in play[side]}
    for row in {y for _, y in found.values()}:
        names = sorted((name for name in found if found[name][1] == row), key=lambda name: found[name][0])
        xs = [found[name][0] for name in names]
        for n in range(1, len(xs)):
            xs[n] = max(xs[n], xs[n - 1] + LEAST)
        last = WIDE - CARD_WIDE / 2 - 2
        for n in reversed(range(len(xs))):
            xs[n] = min(xs[n], last)
            last = xs[n] - LEAST
        found |= {name: (x, row) for name, x in zip(names, xs, strict=True)}
    return found


SIDES: tuple[tuple[str, Callable[[dict[str, Any], dict[str, Any]], Spot]], ...] = (
    ("offense", offense_xy),
    ("defense", defense_xy),
)

# Where an answer can be touched


def touches(key: str) -> tuple[str, ...]:
    """What is touched to give an answer: a player and where to (`SR>lane2`), or a call's parts."""
    name, sign, to = key.partition(">")
    return (name, f">{to}") if sign else tuple(key.split(":"))


def token_box(
    play: dict[str, Any], lying: dict[str, Spot], name: str
) -> tuple[float, float, float, float] | None:
    """The box of a token: a lane, two lanes, a player's card, a place to go to; None where none is drawn."""
    whither = name.removeprefix(">")
    if found := re.fullmatch(r"lane(\d)(?:-(\d))?", whither):
        first, second = int(found[1]) - 1, found[2]
        x = lane_x(play, first + 0.5 if second else first)
        half = 10 if second else max(9.0, lane_width(play) / 2 - 10)
        return x - half, NEUTRAL[0], 2 * half, NEUTRAL[1]
    at = lying.get(name) if name == whither else None  # a player who acts, or an empty slot
    at = at or _place_xy(play, lying, whither)
    return None if at is None else (at[0] - CARD_WIDE / 2, at[1], CARD_WIDE, CARD_HIGH)


def _place_xy(play: dict[str, Any], lying: dict[str, Spot], name: str) -> Spot | None:
    if name == "back":
        return MIDDLE, DEEP
    if is_column(name) or re.fullmatch(r"[+-]\d", name):
        return column_x(int(name.removeprefix("D"))), FRONT
    if name in SECOND_X:
        return second_x(name), DEEP if name[0] == "S" else SECOND
    if name in lying:
        return lying[name]
    if name.startswith("on "):
        return slot_xy(play, name[3:])[0], FRONT
    return slot_xy(play, name) if name in WIDE_X or name in SLOT_X or name in BACK_XY else None


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
