"""Names of the places in both lineups; left and right are the offense's."""

from __future__ import annotations

PLACES = {
    "QB": "quarterback",
    "C": "center",
    "LG": "left guard",
    "RG": "right guard",
    "LT": "left tackle",
    "RT": "right tackle",
    "TEL": "left tight end",
    "TER": "right tight end",
    "BF": "fullback",
    "BT": "tailback",
    "BL": "left back",
    "BR": "right back",
    "M": "middle linebacker",
    "IL": "left inside linebacker",
    "IR": "right inside linebacker",
    "SL": "left safety",
    "OL": "left outside linebacker",
    "OR": "right outside linebacker",
    "SR": "right safety",
    "WL1": "left wideout",
    "WL2": "left slot receiver",
    "WL3": "left inside receiver",
    "WR1": "right wideout",
    "WR2": "right slot receiver",
    "WR3": "right inside receiver",
}
SHORT = {"WL": "wide", "WR": "wide", "TE": "end", "SL": "safety", "SR": "safety", "M": "middle"}
SHORT |= {"OL": "outer", "OR": "outer", "IL": "inside", "IR": "inside", "CB": "corner", "on": "corner"}
SHORT |= {"BF": "full", "BT": "tail", "BL": "back", "BR": "back", "QB": "QB"}
"""A word for a small card whose side is seen from where it lies, by the first letters of its name."""
OVER = ("the center", "the {0} gap", "the {0} guard", "the {0} guard's outside shoulder", "the {0} tackle")
WIDER = ("the {0} tackle's outside shoulder", "the {0} tight end", "the {0} tight end's outside shoulder")
"""Whom a line card faces, by its column from the center (CB-42.3)."""


def slot_words(name: str) -> str:
    """A place in words: `D+5` is the right end, `CB-WL1` the corner on the left wideout."""
    if name.startswith(("CB-", "on ")):
        second = "second " if name.endswith("b") else ""
        return f"{second}corner on the {slot_words(name[3:].rstrip('b'))}"
    if is_column(name):
        return lineman(int(name[1:]))
    second = "second " if name.endswith("b") and name not in PLACES else ""
    return second + PLACES.get(name.rstrip("b"), name)


def short_place(name: str) -> str:
    """One word of a place: `tackle`, `wide`, `safety`; `slot` for the receivers inside the wideout."""
    if is_column(name):
        return lineman(int(name[1:])).rpartition(" ")[2] if abs(int(name[1:])) > 1 else "nose"
    if name[:2] in ("WL", "WR") and name[2:3] in ("2", "3"):
        return "slot"
    return SHORT.get(name[:2].rstrip("b")) or slot_words(name).rpartition(" ")[2]


def is_column(name: str) -> bool:
    """Is it a place on the defensive line?"""
    return name[:1] == "D" and name[1:].lstrip("+-").isdecimal()


def lineman(column: int) -> str:
    """A line card by its column: no two cards of a line have the same name, for they stand two apart."""
    far, side = abs(column), "left" if column < 0 else "right"
    if far == 0:
        return "nose tackle"
    if far == 1:
        return f"{side} nose tackle"
    return f"{side} tackle" if far < 4 else f"{side} end" if far < 6 else f"wide {side} end"


def facing_words(column: int) -> str:
    """Whom a card on this column faces: `the left guard's outside shoulder`."""
    return (*OVER, *WIDER)[abs(column)].format("left" if column < 0 else "right")


def stand_words(name: str) -> str:
    """A place to stand on: a line place with whom it faces, everything else by its name."""
    return f"{slot_words(name)}, over {facing_words(int(name[1:]))}" if is_column(name) else slot_words(name)


def lane_words(part: str) -> str:
    """`lane2` is `lane 2`, `lane2-3` is `lanes 2 and 3`."""
    first, _, second = part[4:].partition("-")
    return f"lanes {first} and {second}" if second else f"lane {first}"


def key_part_words(part: str) -> str:
    """A part of a key: lanes, one player, or several (`WL1+WL2`)."""
    if part.startswith("lane"):
        return lane_words(part)
    if is_column(part):
        return slot_words(part)
    return " and the ".join(map(slot_words, part.split("+")))


def with_article(part: str) -> str:
    """The same with its article."""
    return key_part_words(part) if part.startswith("lane") else f"the {key_part_words(part)}"


def capitalize_first(words: str) -> str:
    """Return the text with its first letter in upper case."""
    return words[:1].upper() + words[1:]
