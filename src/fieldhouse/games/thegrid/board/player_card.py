"""A player card: number, name, type, and every rating by name (TG-2.2 to TG-2.4)."""

from __future__ import annotations

from typing import Any

from fieldhouse.football import shapes
from fieldhouse.football.parts import Face, card_paper
from fieldhouse.football.shapes import Ink, label, path
from fieldhouse.games.thegrid.teams.players import KIND, ORDER, WORDS

WIDTH, HEIGHT = 156, 202
KIND_INK: dict[str, Ink] = {"QB": shapes.PASS, "HBE": shapes.RUN, "LN": shapes.DEFENSE}

SHAPES: dict[int, str] = {
    4: "M0-11L11 9H-11Z",
    6: "M-9-9H9V9H-9Z",
    8: "M0-11L11 0L0 11L-11 0Z",
    10: "M0-11L11-2V3L0 11L-11 3V-2Z",
    12: "M0-11L11-3L7 10H-7L-11-3Z",
}


def die_shape(x: float, y: float, sides: int) -> str:
    """The die by its outline with its number of sides inside, centred there."""
    down = 6 if sides == 4 else 4
    number = label(0, down, str(sides), 11.2, shapes.PIP, anchor="middle", bold=True)
    outline = path(SHAPES[sides], shapes.DIE, shapes.DIE_EDGE)
    return f'<g transform="translate({x:g} {y:g})">{outline}{number}</g>'


def truncate_name(name: str, letters: int) -> str:
    """Shorten a name to a number of letters, with an ellipsis."""
    return name if len(name) <= letters else name[: letters - 1].rstrip() + "…"


def _letters(name: str) -> float:
    """Smaller letters for a longer name, never too small to read."""
    return 13 if len(name) <= 14 else 12 if len(name) <= 15 else 11


def card_rating(row: dict[str, Any], key: str) -> str:
    """`+1` for a quarterback's pass, `2` for another number, `d8` for a die."""
    value = row[key]
    if isinstance(value, str):
        return value
    return f"{value:+d}".replace("-", "\N{MINUS SIGN}") if row["type"] == "QB" and value else str(value)


def player_face(row: dict[str, Any], key: str = "", note: str = "") -> Face:
    """The card of a player's row; with `key` it is that answer's button; `note` goes in the corner."""
    kind = row["type"]
    band = KIND_INK[kind]
    parts = [
        card_paper(WIDTH, HEIGHT),
        path(f"M.5 40V10.500Q.5.5 10.500.5H{WIDTH - 10.5}Q{WIDTH - 0.5}.5 {WIDTH - 0.5} 10.500V40Z", band),
        label(9, 18, f"{row['number']}", 13, shapes.WHITE, bold=True),
        label(31, 18, truncate_name(row["name"], 17), _letters(row["name"]), shapes.WHITE, bold=True),
        label(9, 34, KIND[kind].capitalize(), 11.5, shapes.WHITE),
    ]
    if note:
        parts.append(label(WIDTH - 9, 34, note, 11.5, shapes.WHITE, anchor="end", bold=True))
    for line, name in enumerate(ORDER[kind]):
        y = 58 + 21.5 * line
        parts.append(label(9, y + 4, WORDS[name].capitalize(), 12, shapes.SOFT))
        value = row[name]
        if isinstance(value, str):
            parts.append(die_shape(WIDTH - 20, y, int(value[1:])))
        else:
            parts.append(label(WIDTH - 20, y + 5, card_rating(row, name), 14, anchor="middle", bold=True))
    words = f"{KIND[kind]} {row['number']} {row['name']}"
    said = ", ".join(f"{WORDS[name]} {card_rating(row, name)}" for name in ORDER[kind])
    identity = f"card-{row.get('id') or row.get('card') or row['number']}".replace("/", "-").lower()
    return Face(
        id=identity, label=f"{words}: {said}", svg="".join(parts), width=WIDTH, height=HEIGHT, key=key
    )
