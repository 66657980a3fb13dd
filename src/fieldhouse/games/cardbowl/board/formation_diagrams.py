"""Formations as small diagrams: eleven dots, a name and one line."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from textwrap import wrap
from typing import Any

from fieldhouse.football import shapes
from fieldhouse.football.parts import Face, Part
from fieldhouse.football.shapes import box, circle, label, line
from fieldhouse.games.cardbowl.board.layout import BACK_XY, SECOND_X, SLOT_X, WIDE_X
from fieldhouse.games.cardbowl.rules.lines.formations import (
    LINEMEN,
    default_chart,
    defense_line,
    formation_name,
    offense_line,
    with_flips,
)

CHART = default_chart()
OFFENSES: dict[str, Any] = with_flips(CHART["offense"])
DEFENSES: dict[str, Any] = CHART["defense"]
WIDE, HIGH = 172, 130
NAME, WORDS = 20, 26
"""How many letters fit on a line of the name, and of the words under it."""
SCRIMMAGE, ROW, FOOT = 16, 13, 66
"""The line of scrimmage from the top, from row to row, and the height of the drawn field."""
RIVALS = 22
"""How much lower the line stands where the offense that a defense faces is drawn above it."""

Dot = tuple[float, float]


def formations_part(keys: Collection[str], stance: str = "", facing: Sequence[str] = ()) -> Part | None:
    """Formations on offer, mirrored ones last; `facing` are the slots of the offense that a defense faces."""
    plain = sorted(OFFENSES, key=lambda key: key.endswith("_flip"))
    faces = [offense_dots(key, OFFENSES[key]) for key in plain if key in keys]
    faces += [defense_dots(key, row, stance, facing) for key, row in DEFENSES.items() if key in keys]
    if not faces:
        return None
    return Part(id="formations", area="hand", label="Formations", width=WIDE, faces=tuple(faces))


def offense_spots(stance: str, slots: Sequence[str]) -> list[Dot]:
    """Line, quarterback, receivers and backs: columns, and rows behind the line."""
    spots = [(float(SLOT_X[slot]), 0.0) for slot in LINEMEN]
    spots.append((0, 1.0 if stance == "U" else 2.4))
    for slot in slots:
        if slot in WIDE_X or slot in SLOT_X:
            spots.append((WIDE_X.get(slot, SLOT_X.get(slot, 0)), 0.0))
        elif slot in BACK_XY:
            spots.append((BACK_XY[slot][0], BACK_XY[slot][1] - 0.6))
    return spots


def offense_dots(key: str, row: dict[str, Any]) -> Face:
    """An offense, its back to the reader."""
    dots = [(x, SCRIMMAGE + 8 + y * ROW) for x, y in offense_spots(row["stance"], row["slots"])]
    return _face(key, offense_line(row["stance"], row["slots"]), dots)


def defense_dots(key: str, row: dict[str, Any], stance: str = "", facing: Sequence[str] = ()) -> Face:
    """A defense seen from behind: line in front, linebackers, safeties, corners; whom it faces as rings."""
    ends = {"-e": -7.0 if "TEL" in facing else -5.0, "e": 7.0 if "TER" in facing else 5.0}
    rows = [(ends[col] if col in ends else float(col), 0.2) for col in row["line"]]
    rows += [(SECOND_X[slot], 1.3) for slot in row["backers"]]
    safeties = ["SL" if slot == "S" else slot for slot in row["safeties"]]
    rows += [(SECOND_X[slot] * 0.8 + 1.5 * n, 2.4) for n, slot in enumerate(safeties)]
    rows += [((-15, 15, -12, 12)[n], 0.4) for n in range(row["corners"])]
    line = SCRIMMAGE + (RIVALS if facing else 0)
    rivals = [(x, line - 6 - 5.2 * y) for x, y in offense_spots(stance, facing)] if facing else []
    return _face(key, defense_line(key, row), [(x, line + 6 + y * 10) for x, y in rows], line, rivals)


def _face(
    key: str, words: str, spots: Sequence[Dot], scrimmage: float = SCRIMMAGE, rivals: Sequence[Dot] = ()
) -> Face:
    name = formation_name(key)
    body = box(0.5, 0.5, WIDE - 1, HIGH - 1, shapes.CARD, radius=9, stroke=shapes.EDGE)
    body += box(6, 6, WIDE - 12, FOOT, shapes.TURF, radius=5)
    body += line(6, scrimmage, WIDE - 6, scrimmage, shapes.SCRIM)
    for x, y in rivals:
        body += circle(round(WIDE / 2 + x * 4.7, 1), round(y, 1), 2.8, None, stroke=shapes.CHALK, line=1.2)
    for x, y in spots:
        body += circle(round(WIDE / 2 + x * 4.7, 1), round(y, 1), 3.6, shapes.CHALK)
    y = 86
    for text in wrap(name, NAME):
        body, y = body + label(8, y, text, 13, bold=True), y + 14
    for text in wrap(words, WORDS):
        body, y = body + label(8, y, text, 11, shapes.SOFT), y + 13
    return Face(id=f"form-{key}", label=f"{name}: {words}", svg=body, width=WIDE, height=HIGH, key=key)
