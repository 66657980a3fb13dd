"""Slots, columns and legal lineups (sections 17, 18 and 42), and the chart of named formations."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from fieldhouse.football.charts import ChartFaults, read_toml
from fieldhouse.kernel.errors import BadChart

LINEMEN = ("LT", "LG", "C", "RG", "RT")
COLUMN = {"TEL": -6, "LT": -4, "LG": -2, "C": 0, "RG": 2, "RT": 4, "TER": 6}  # CB-42.1
TIGHT_ENDS = ("TEL", "TER")
WIDE_LEFT, WIDE_RIGHT = ("WL1", "WL2", "WL3"), ("WR1", "WR2", "WR3")
WIDE = (*WIDE_LEFT, *WIDE_RIGHT)
BACKS = ("BL", "BF", "BT", "BR")
OTHERS = (*TIGHT_ENDS, *WIDE, *BACKS)
BACKERS = ("OL", "IL", "M", "IR", "OR")
INSIDE = ("IL", "M", "IR")
SAFETIES = ("SL", "SR")
SECONDARY = ("SL", "OL", "IL", "M", "IR", "OR", "SR")  # CB-42.4
CORNER_ORDER = ("WL1", "WR1", "WL2", "WR2", "WL3", "WR3")


def slot_kind(slot: str) -> str:
    """QB, OL, TE, WR or RB."""
    if slot == "QB":
        return "QB"
    if slot in LINEMEN:
        return "OL"
    return "TE" if slot in TIGHT_ENDS else "WR" if slot in WIDE else "RB"


def slot_side(slot: str) -> str:
    """L, R, or C for the center (BF, BT, C, M, QB)."""
    if slot in ("QB", "C", "M", "BF", "BT"):
        return "C"
    if slot in LINEMEN:
        return slot[0]
    return slot[1] if slot in WIDE else slot[-1]


def mirror_slot(slot: str) -> str:
    """The mirror image of a slot."""
    swap = {"L": "R", "R": "L"}
    if slot in LINEMEN:
        return swap.get(slot[0], slot[0]) + slot[1:]
    if slot in WIDE:
        return slot[0] + swap[slot[1]] + slot[2]
    return slot[:-1] + swap.get(slot[-1], slot[-1])


@lru_cache(maxsize=1 << 14)
def is_legal(stance: str, slots: tuple[str, ...]) -> bool:
    """Has section 17 nothing against these five slots?"""
    return not offense_faults(stance, slots)


def offense_faults(stance: str, slots: Sequence[str]) -> list[str]:
    """What section 17 has against five slots besides QB and line; empty if they are legal."""
    faults = [f"{slot} is not a slot; use one of {', '.join(OTHERS)}" for slot in slots if slot not in OTHERS]
    if faults:
        return faults
    if stance not in ("U", "G"):
        faults.append(f"stance {stance!r} is neither U (under center) nor G (shotgun)")
    if len(slots) != 5 or len(set(slots)) != 5:
        faults.append("five different slots are needed besides QB LT LG C RG RT (CB-17.1)")
    for side, wide in (("left", WIDE_LEFT), ("right", WIDE_RIGHT)):
        used = [slot for slot in wide if slot in slots]
        if used != list(wide[: len(used)]):
            faults.append(f"wide receivers on the {side} stand from 1 upward (CB-42.2)")
        if not used and ("TEL" if side == "left" else "TER") not in slots:
            faults.append(f"no tight end or wide receiver on the {side} (CB-17.2)")
    backs = [slot for slot in slots if slot in BACKS]
    if len(backs) > 3:
        faults.append("more than three backs (CB-17.3)")
    if stance == "G" and any(slot in ("BF", "BT") for slot in backs):
        faults.append("in shotgun backs stand beside the QB only: BL, BR (CB-17.5)")
    return faults


def last_column(slots: Sequence[str], side: str) -> int:
    """CB-42.3: the outermost defensive column: 7 on a side with a tight end, 5 without."""
    return 7 if ("TEL" if side == "L" else "TER") in slots else 5


def line_columns(slots: Sequence[str]) -> range:
    """Every column a line card may stand on."""
    return range(-last_column(slots, "L"), last_column(slots, "R") + 1)


def line_places(slots: Sequence[str], used: Sequence[int]) -> list[int]:
    """Free columns: two line cards are at least two columns apart (CB-42.3)."""
    near = {col for other in used for col in (other - 1, other, other + 1)}
    return [col for col in line_columns(slots) if col not in near]


def line_is_legal(slots: Sequence[str], cols: Sequence[int]) -> bool:
    """Three to eight cards on legal columns, two apart (CB-18.3, CB-42.3)."""
    ordered = sorted(cols)
    apart = all(b - a >= 2 for a, b in itertools.pairwise(ordered))
    legal = line_columns(slots)
    return 3 <= len(ordered) <= 8 and apart and all(col in legal for col in ordered)


def place_name(place: str, used: Sequence[str]) -> str:
    """The public name of a defensive card on a place: second ones get a `b`."""
    name = "CB-" + place[3:] if place.startswith("on ") else place
    while name in used:
        name += "b"
    return name


def line_place(col: int) -> str:
    """The place of a line card: `D-5`, `D0`, `D+2`."""
    return f"D{col:+d}" if col else "D0"


def is_line(place: str) -> bool:
    """Is it a place on the line?"""
    return place[0] == "D"


def place_limit(place: str) -> int:
    """CB-18.5, 18.6: one card per linebacker slot and column, two per safety slot and receiver."""
    return 1 if is_line(place) or place in BACKERS else 2


def align(chart: Mapping[str, Any], slots: Sequence[str]) -> list[str]:
    """A named defense against these offensive slots: eleven places in order (CB-42f)."""
    ends = {"-e": -last_column(slots, "L"), "e": last_column(slots, "R")}
    places = [line_place(ends[col] if isinstance(col, str) else col) for col in chart["line"]]
    places += chart["backers"]
    places += ["S" + _te_side(slots) if s == "S" else s for s in chart["safeties"]]
    receivers = [slot for slot in CORNER_ORDER if slot in slots]
    corners = int(chart["corners"])
    places += [f"on {slot}" for slot in (receivers * 2)[:corners]]
    for spare in _spare_places(slots):
        if len(places) >= 11:
            break
        if places.count(spare) < place_limit(spare):
            places.append(spare)
    return places[:11]


def _te_side(slots: Sequence[str]) -> str:
    return "L" if "TEL" in slots and "TER" not in slots else "R"


def _spare_places(slots: Sequence[str]) -> list[str]:
    ends = [f"on {slot}" for slot in TIGHT_ENDS if slot in slots]
    return ["OL", "OR", "SL", "SR", "SL", "SR", *ends, "IL", "M", "IR"]


def read_formations(text: str) -> dict[str, Any]:
    """The chart of formations from its TOML text; BadChart lists every fault."""
    chart = current_spelling(read_toml("formations", text))
    check_formations(chart)
    return dict(chart)


def check_formations(chart: Any) -> None:
    """BadChart with every fault of a chart of formations."""
    faults = ChartFaults("formations")
    chart = current_spelling(chart)
    if not isinstance(chart, Mapping) or set(chart) != {"offense", "defense"}:
        raise BadChart(["formations: needs the two tables offense and defense, nothing else"])
    for name, row in chart["offense"].items():
        if not isinstance(row, Mapping) or not {"stance", "slots"} <= set(row) <= {"stance", "slots", "flip"}:
            faults.add("needs stance and slots (and flip, if its mirror is wanted)", f"offense.{name}")
            continue
        for fault in offense_faults(row["stance"], row["slots"]):
            faults.add(fault, f"offense.{name}")
    for name, row in chart["defense"].items():
        for fault in _defense_faults(row):
            faults.add(fault, f"defense.{name}")
    if not chart["offense"] or not chart["defense"]:
        faults.add("at least one offense and one defense are needed")
    faults.refuse()


def _defense_faults(row: Any) -> list[str]:
    if not isinstance(row, Mapping) or set(row) != {"line", "backers", "safeties", "corners"}:
        return ["needs line, backers, safeties and corners, nothing else"]
    faults = [
        f"linebacker {b!r} is not one of {', '.join(BACKERS)}" for b in row["backers"] if b not in BACKERS
    ]
    faults += [f"safety {s!r} is not SL, SR or S" for s in row["safeties"] if s not in (*SAFETIES, "S")]
    for ends in ({"-e": -5, "e": 5}, {"-e": -7, "e": 7}):
        try:
            cols = [ends[col] if isinstance(col, str) else int(col) for col in row["line"]]
        except (KeyError, TypeError, ValueError):
            return [*faults, "line columns are whole numbers, -e or e"]
        if not line_is_legal(("TEL", "TER") if ends["e"] == 7 else (), cols):
            faults.append(f"line {cols}: three to eight cards, two columns apart (CB-18.3, CB-42.3)")
    if len(set(row["backers"])) != len(row["backers"]):
        faults.append("a linebacker slot takes one card (CB-18.5)")
    size = len(row["line"]) + len(row["backers"]) + len(row["safeties"])
    if type(row["corners"]) is not int or not 0 <= row["corners"] <= 11 - size:
        faults.append(f"corners must be a whole number from 0 to {11 - size}")
    return faults


def default_text() -> str:
    """The shipped chart as the text file a person copies and edits."""
    return (Path(__file__).parents[2] / "charts" / "formations.toml").read_text(encoding="utf-8")


@lru_cache(maxsize=1)
def default_chart() -> dict[str, Any]:
    """The shipped chart as data."""
    return read_formations(default_text())


def current_spelling(chart: Any) -> Any:
    """The chart with its two tables called as they are now; the records of older versions say `offence`."""
    if not isinstance(chart, Mapping):
        return chart
    return {
        {"offence": "offense", "defence": "defense"}.get(name, name): rows for name, rows in chart.items()
    }


def with_flips(offenses: Mapping[str, Any]) -> dict[str, Any]:
    """Every offense by name, mirrors included."""
    named: dict[str, Any] = {}
    for name, row in offenses.items():
        named[name] = {"stance": row["stance"], "slots": list(row["slots"])}
        if row.get("flip"):
            named[name + "_flip"] = {
                "stance": row["stance"],
                "slots": [mirror_slot(slot) for slot in row["slots"]],
            }
    return named


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
    """Describe an alignment in one line: `balanced, four linemen`."""
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
