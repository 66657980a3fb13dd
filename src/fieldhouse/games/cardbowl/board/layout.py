"""Where each card lies in the picture of the table."""

from __future__ import annotations

from typing import Any

SLOT_X = {"TEL": -6, "LT": -4, "LG": -2, "C": 0, "RG": 2, "RT": 4, "TER": 6}
WIDE_X = {"WL1": -15, "WL2": -12, "WL3": -9, "WR1": 15, "WR2": 12, "WR3": 9}
BACK_XY = {"QB": (0, 2), "BL": (-4, 3), "BR": (4, 3), "BF": (0, 3), "BT": (0, 4)}
SECOND_X = {"SL": -9, "OL": -6, "IL": -3, "M": 0, "IR": 3, "OR": 6, "SR": 9}


def _x(col: float) -> float:
    return 420 + col * 25


def lane_x(play: dict[str, Any], n: int) -> float:
    """The middle of a lane."""
    return 420 + (n - (len(play["lanes"]) - 1) / 2) * lane_width(play)


def lane_width(play: dict[str, Any]) -> float:
    """From the middle of one lane to the next."""
    return min(110, 560 / max(1, len(play["lanes"])))


def _fan(mates: list[str], name: str, room: float = 72) -> float:
    """Cards of one match-up lie side by side, overlapping where the room is short: every value shows."""
    count = len(mates)
    step = min(36, (room - 36) / max(1, count - 1))
    return (mates.index(name) - (count - 1) / 2) * step


def offence_xy(play: dict[str, Any], o: dict[str, Any]) -> tuple[float, float]:
    """Top middle of an offensive card."""
    if o["lane"] >= 0:
        mates = [q["name"] for q in play["offence"] if q["lane"] == o["lane"]]
        return lane_x(play, o["lane"]) + _fan(mates, o["name"], lane_width(play)), 268
    if o["released"]:
        return _x(-11 if o["side"] == "L" else 11), 300
    if o["at"] in WIDE_X:
        return _x(WIDE_X[o["at"]]), 262
    if o["at"] in SLOT_X:
        return _x(SLOT_X[o["at"]]), 262 if not play["lanes"] else 345
    col, row = BACK_XY[o["at"]]
    if o["switched"]:
        col = -col
    return _x(col), 262 + row * 46


def defence_xy(play: dict[str, Any], d: dict[str, Any]) -> tuple[float, float]:
    """Top middle of a defensive card."""
    if d["lane"] >= 0:
        mates = [q["name"] for q in play["defence"] if q["lane"] == d["lane"]]
        return lane_x(play, d["lane"]) + _fan(mates, d["name"], lane_width(play)), 196
    if d["cover"]:
        mates = [q["name"] for q in play["defence"] if q["cover"] == d["cover"]]
        o = next((q for q in play["offence"] if q["name"] == d["cover"]), None)
        x = offence_xy(play, o)[0] if o else _x(WIDE_X.get(d["cover"], SLOT_X.get(d["cover"], 0)))
        return x + _fan(mates, d["name"]), 196
    if d["at"] == "line":
        return _x(d["col"]), 206
    mates = [q["name"] for q in play["defence"] if q["at"] == d["at"] and not q["cover"] and q["lane"] < 0]
    row = 78 if d["at"] in ("SL", "SR") else 128
    return _x(SECOND_X.get(d["at"], 0) * 1.3) + _fan(mates, d["name"]), row
