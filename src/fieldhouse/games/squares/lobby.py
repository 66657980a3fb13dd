"""What the lobby offers for Gridiron on squares: pictures of the formations, the daily drive."""

from __future__ import annotations

from typing import Any

from fieldhouse.games.squares.meta import META
from fieldhouse.games.squares.rules.formations import DEFAULT, formation_text, read_formation
from fieldhouse.kernel.meta import BoardEditor, ChoiceCard, DailyFormat

CELL, FILES, RANKS = 10, "abcdefghijk", 14

_FUNNEL = read_formation(formation_text(DEFAULT))
BOARD_EDITORS = {
    "formation": BoardEditor(
        files=FILES,
        ranks=RANKS,
        groups={side: tuple(_FUNNEL[side]) for side in ("offense", "defense")},
        mark="Q",
    )
}
"""A formation is drawn on the board (SQ-13.1); it begins as the default one."""


def choice_cards() -> dict[str, list[ChoiceCard]]:
    """A picture of each formation, with the offense attacking up the board."""
    found = []
    for name in map(str, META.spec("formation").choices):
        data = read_formation(formation_text(name))
        size = len(data["defense"])
        about = f"{size} on {size}"
        found.append(ChoiceCard(value=name, title=name.capitalize(), about=about, picture=_picture(data)))
    return {"formation": found}


def _picture(data: dict[str, Any]) -> str:
    wide, high = len(FILES) * CELL, RANKS * CELL
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" aria-hidden="true">',
        f'<rect width="{wide}" height="{high}" fill="#2f7d4c"/>',
        f'<rect width="{wide}" height="{2 * CELL}" fill="#1f5c37"/>',
        f'<rect y="{high - 2 * CELL}" width="{wide}" height="{2 * CELL}" fill="#1f5c37"/>',
    ]
    for color, squares in (("#f2c14e", data["offense"]), ("#2b6cb0", data["defense"])):
        for square in squares:
            name = square.removeprefix("Q")
            x = (FILES.index(name[0]) + 0.5) * CELL
            y = (RANKS - int(name[1:]) + 0.5) * CELL
            edge = ' stroke="#1d1f1a" stroke-width="2"' if square.startswith("Q") else ""
            parts.append(f'<circle cx="{x:g}" cy="{y:g}" r="4" fill="{color}"{edge}/>')
    return "".join([*parts, "</svg>"])


DAILY = {
    4: DailyFormat("short", "one quarter"),
}
"""The daily drive of these weekdays (Monday: 0)."""
