"""The names of the qualities, their opposites, and which side of the card has them."""

from __future__ import annotations

GOOD_BAD = {
    "offense": (  # FD-2.3, 2.5, 2.7, 2.9, 2.11, 2.13, 2.14
        ("PROLIFIC", "DULL"),
        ("DYNAMIC", "ERRATIC"),
        ("SOLID", "POROUS"),
        ("RELIABLE", "SHAKY"),
        ("SECURE", "CLUMSY"),
        ("DISCIPLINED", "UNDISCIPLINED"),
        ("EFFICIENT", "INEFFICIENT"),
    ),
    "defense": (  # FD-2.4, 2.6, 2.8, 2.10, 2.12, 2.13
        ("STAUNCH", "INEPT"),
        ("STIFF", "SOFT"),
        ("PUNISHING", "MILD"),
        ("AGGRESSIVE", "MEEK"),
        ("ACTIVE", "PASSIVE"),
        ("DISCIPLINED", "UNDISCIPLINED"),
    ),
    "special": (("ELECTRIC", ""),),  # FD-2.15
}
SIDES = tuple(GOOD_BAD)
NAMES = {side: tuple(name for pair in pairs for name in pair if name) for side, pairs in GOOD_BAD.items()}
OPPOSITE = {
    (side, name): other
    for side, pairs in GOOD_BAD.items()
    for pair in pairs
    for name, other in (pair, pair[::-1])
    if name and other
}


def _asked() -> dict[str, tuple[str, str]]:
    """FD-25.7: what a chart may ask about a card -> the side of the card and the name there."""
    found: dict[str, tuple[str, str]] = {}
    for side, names in NAMES.items():
        for name in names:
            both = name in NAMES["offense"] and name in NAMES["defense"]
            found[f"{side[0].upper()}-{name}" if both else name] = (side, name)  # FD-24.42
    return found


QUESTIONS = _asked()
STARTS = ("POOR", "AVERAGE", "GREAT")  # FD-4.3
PLACES = ("HOME", "AWAY")
SCORES = ("LEADING", "TRAILING", "TIED")
LATE = "LATE"
LATE_TICKS = 8
"""FD-25.7: a drive is LATE with this many ticks or fewer left in the half."""
