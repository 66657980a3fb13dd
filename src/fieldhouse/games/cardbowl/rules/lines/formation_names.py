"""Formations by name and in one line: what a coach calls across the field."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

NAMES = {
    "pro_set": "Pro set",
    "i_form": "I formation",
    "i_heavy": "Heavy I",
    "single_back": "Single back",
    "trips_te": "Trips with tight end",
    "goal_line": "Goal line",
    "shotgun_te": "Shotgun with tight end",
    "5-3-bear": "5-3 Bear",
    "nickel-4-2": "Nickel 4-2",
    "nickel-3-3": "Nickel 3-3",
    "goal-line-6-2": "Goal line 6-2",
}
REMARKS = {
    "4-3": "balanced",
    "3-4": "balanced, extra linebacker",
    "4-4": "stops the run",
    "5-2": "heavy front",
    "5-3-bear": "sells out on the run",
    "nickel-4-2": "five defensive backs",
    "nickel-3-3": "five defensive backs, can blitz",
    "dime": "six defensive backs",
    "quarter": "all-out pass defense",
    "goal-line-6-2": "short yardage",
}
COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven")


def formation_name(key: str) -> str:
    """`i_form_flip` is `I formation, mirrored`; a name of somebody's own chart as it is written."""
    if key.endswith("_flip"):
        return f"{formation_name(key.removesuffix('_flip'))}, mirrored"
    plain = key.replace("_", " ")
    return NAMES.get(key) or plain[:1].upper() + plain[1:]


def offense_line(stance: str, slots: Sequence[str]) -> str:
    """`tight end right, 2 receivers, 2 backs`; the quarterback stands under center unless it says shotgun."""
    ends = [side for side, slot in (("left", "TEL"), ("right", "TER")) if slot in slots]
    found = [f"tight end {ends[0]}"] if len(ends) == 1 else ["two tight ends"] if ends else []
    for words, mark in (("receiver", "W"), ("back", "B")):
        count = sum(slot.startswith(mark) for slot in slots)
        found += [f"{COUNTS[count]} {words}{'s' * (count > 1)}"] if count else []
    if not any(slot.startswith("B") for slot in slots):
        found.append("empty backfield")
    return ", ".join(["shotgun"] * (stance == "G") + found)


def defense_line(key: str, row: Mapping[str, Any]) -> str:
    """`balanced, four linemen`."""
    line = f"{COUNTS[len(row['line'])]} linemen"
    return f"{REMARKS[key]}, {line}" if key in REMARKS else line


def places_line(places: Sequence[str]) -> str:
    """Eleven places by kind: `four linemen, three linebackers, two safeties, two corners`."""
    kinds = {
        "linem": [p for p in places if p.startswith("D")],
        "linebacker": [p for p in places if p in ("OL", "IL", "M", "IR", "OR")],
        "safet": [p for p in places if p in ("SL", "SR")],
        "corner": [p for p in places if p.startswith("on ")],
    }
    ends = {"linem": ("an", "en"), "linebacker": ("", "s"), "safet": ("y", "ies"), "corner": ("", "s")}
    return ", ".join(
        f"{COUNTS[len(some)]} {kind}{ends[kind][len(some) > 1]}" for kind, some in kinds.items() if some
    )
