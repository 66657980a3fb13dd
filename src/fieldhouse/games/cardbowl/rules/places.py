"""The places of both line-ups in words; left and right are the offense's."""

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
    **{f"WL{n}": f"left receiver {n}" for n in (1, 2, 3)},
    **{f"WR{n}": f"right receiver {n}" for n in (1, 2, 3)},
}


def place(name: str) -> str:
    """A place in words: `D+7` is the right end, `CB-WL1` the corner on left receiver 1."""
    if name.startswith(("CB-", "on ")):
        return f"corner on {place(name[3:].rstrip('b'))}"
    if name.startswith("D") and name[1:].lstrip("+-").isdecimal():
        column = int(name[1:])
        side = "left " if column < 0 else "right " if column > 0 else ""
        return f"{side}end" if abs(column) >= 4 else f"{side}tackle" if side else "nose tackle"
    return PLACES.get(name) or PLACES.get(name.rstrip("b2"), name)
