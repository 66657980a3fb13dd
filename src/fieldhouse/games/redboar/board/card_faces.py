"""Pictures of the cards: an offense card with its play, a defense card with the result of every die."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from fieldhouse.football import shapes
from fieldhouse.football.parts import Face, card_paper
from fieldhouse.football.shapes import Ink, box, circle, die, label, line, path
from fieldhouse.games.redboar.charts.reader import PLAYS

WIDTH, DEFENSE_HEIGHT = 172, 258
OFFENSE_WIDTH, OFFENSE_HEIGHT, BRIEF = 122, 146, 84
"""Of an offense card the upper part, down to BRIEF, says it all: six of those fit a phone."""
SHORT_NAMES = {
    "REV": "Reverse",
    "DRAW": "Draw",
    "DIVE": "Dive",
    "SCREEN": "Screen pass",
    "MED": "Medium pass",
    "LONG": "Long pass",
}
CELL_WORDS = {"incomplete": ("incomplete", "inc"), "interception": ("INT", "INT"), "fumble": ("FUM", "FUM")}
"""How a play ends by the die, in full where the cell is wide."""


def card_title(face: dict[str, Any]) -> str:
    """`Screen pass`; a defense card is called after what it guards against."""
    words: str = face["title"].removesuffix(" defense")
    return words[:1].upper() + words[1:]


def signed_yards(yards: int) -> str:
    """`+5`, `−10`, and a plain `0`."""
    return f"{yards:+d}".replace("-", "−") if yards else "0"


def header_color(face: dict[str, Any]) -> Ink:
    """The color of a card's head."""
    if face["side"] == "offense":
        return shapes.PASS if face["pass"] else shapes.RUN
    return shapes.BLITZ if face["title"] == "blitz" else shapes.DEFENSE


def card_face(id: str, key: str, face: dict[str, Any], to_goal: int) -> Face:
    """A card of the hand. `to_goal` tells where a pass is not allowed any more (RB-2.6)."""
    return _card(id, key, msgspec.json.encode(face), face["side"] == "offense" and to_goal <= face["limit"])


@lru_cache(maxsize=1024)
def _card(id: str, key: str, printed: bytes, late: bool) -> Face:
    """Drawn once: every page shows a hand, and all eighteen to look up."""
    face: dict[str, Any] = msgspec.json.decode(printed)
    offense = face["side"] == "offense"
    wide, tall = (OFFENSE_WIDTH, OFFENSE_HEIGHT) if offense else (WIDTH, DEFENSE_HEIGHT)
    head = card_header(face, wide, 13, 22) if offense else card_header(face, wide)
    body = _offense(face, late) if offense else _defense(face)
    return Face(
        id=id,
        key=key,
        label=card_sentence(face, late),
        svg=card_paper(wide, tall) + head + body,
        width=wide,
        height=tall,
        brief=offense,
    )


def card_sentence(face: dict[str, Any], late: bool = False) -> str:
    """The whole card in one sentence, for who does not see it."""
    if face["side"] == "offense":
        kind = "pass" if face["pass"] else "run"
        end = ", always incomplete from here" if late else ""
        return f"{card_title(face)}: {kind}, {face['base']:+d} yards, {face['clock']} seconds{end}"
    rows = (f"{SHORT_NAMES[play]} {_told(face['results'][play])}" for play in PLAYS)
    return f"{card_title(face)} defense: " + "; ".join(rows)


def _told(results: list[str]) -> str:
    return ", ".join(f"{words} on {_dice(first, last)}" for first, last, words in result_cells(results))


def _dice(first: int, last: int) -> str:
    if (first, last) == (1, 6):
        return "any die"
    return str(first) if first == last else f"{first} to {last}"


def result_cells(results: list[str]) -> list[tuple[int, int, str]]:
    """Equal results of neighboring dice joined: first die, last die, result."""
    found: list[tuple[int, int, str]] = []
    for number, words in enumerate(results, start=1):
        if found and found[-1][2] == words:
            found[-1] = (found[-1][0], number, words)
        else:
            found.append((number, number, words))
    return found


def card_header(face: dict[str, Any], width: float, size: float = 15, height: float = 30) -> str:
    """The colored band with the card's name."""
    way = f"M1 {height:g}V10Q1 1 10 1H{width - 10:g}Q{width - 1:g} 1 {width - 1:g} 10V{height:g}Z"
    name = label(10, round(height / 2 + 0.4 * size), card_title(face), size, shapes.WHITE, bold=True)
    return path(way, header_color(face)) + name


# Offense

_LINE = "".join(circle(x, 38, 4, None, stroke=shapes.WHITE, line=1.6) for x in (51, 63, 87, 99)) + box(
    71, 34, 8, 8, None, stroke=shapes.WHITE, line=1.6
)
_DRAWN: dict[str, tuple[tuple[int, int], tuple[tuple[int, int], ...], str, str, str]] = {
    "SCREEN": ((75, 60), ((45, 50),), "M42 47C30 44 26 34 26 20", "M22 24l4-7 4 7Z", "M71 60Q52 62 36 54"),
    "MED": (
        (20, 38),
        ((75, 54), (130, 38)),
        "M20 33V18H44",
        "M41 14l7 4-7 4Z",
        "M130 33V22L116 14M72 50 48 24",
    ),
    "REV": (
        (126, 42),
        ((75, 49),),
        "M122 45C104 60 60 64 36 48 26 41 22 30 22 18",
        "M18 22l4-7 4 7Z",
        "M79 50h18",
    ),
    "DIVE": ((75, 61), ((75, 49),), "M71 58C66 50 68 40 69 18", "M65 22l4-7 4 7Z", ""),
    "DRAW": ((93, 59), ((75, 49),), "M90 55C82 50 80 40 81 18", "M77 22l4-7 4 7Z", "M75 54v8"),
    "LONG": (
        (20, 42),
        ((75, 58), (130, 42)),
        "M20 37V24L32 5",
        "M27 7l7-5 1 8Z",
        "M130 37V6M74 53C66 32 52 14 38 8",
    ),
}
"""Who gets the ball, who else stands back, the way, its tip, and what the others do."""


def play_diagram(play: str) -> str:
    """The play in a box of 150 x 68: line, runner, way."""
    carrier, others, way, tip, fake = _DRAWN[play]
    men = "".join(circle(x, y, 4, None, stroke=shapes.WHITE, line=1.6) for x, y in others)
    decoy = path(fake, None, shapes.WHITE, 1.4, "3 3") if fake else ""
    return "".join(
        (
            box(0, 0, 150, 68, shapes.TURF, radius=6),
            line(6, 31, 144, 31, shapes.CHALK, 0.8, "3 3"),
            _LINE,
            men,
            circle(*carrier, 4, shapes.AMBER),
            path(way, None, shapes.AMBER, 2.4),
            path(tip, shapes.AMBER),
            decoy,
        )
    )


def _offense(face: dict[str, Any], late: bool) -> str:
    kind, right = "Pass" if face["pass"] else "Run", OFFENSE_WIDTH - 8
    below = (
        label(8, 78, "incomplete here", 12, shapes.BAD, bold=True)
        if late
        else label(8, 78, f"{face['clock']} seconds", 12, shapes.SOFT)
        + label(right, 78, kind, 12, shapes.SOFT, anchor="end")
    )
    return "".join(
        (
            label(8, 54, signed_yards(face["base"]), 30, bold=True),
            label(right, 54, kind if late else "yards", 12, shapes.SOFT, anchor="end"),
            line(8, 62, right, 62, shapes.LINE),
            below,
            f'<g transform="translate(6 {BRIEF + 4}) scale(.733)">{play_diagram(face["play"])}</g>',
        )
    )


# Defense


def _defense(face: dict[str, Any]) -> str:
    step = (WIDTH - 16) / 6
    dice = "".join(die(8 + step * n + (step - 12) / 2, 34, n + 1, 12) for n in range(6))
    rows = "".join(
        f'<g transform="translate(8 {52 + place * 34})">{entry_row(face, play, WIDTH - 16)}</g>'
        for place, play in enumerate(PLAYS)
    )
    return dice + rows


def entry_row(face: dict[str, Any], play: str, width: float, hit: int = 0) -> str:
    """One entry: the play, the yards it adds, and a cell for each result of the die; `hit` marks one die."""
    adjust = face["entries"][play][0]
    name = label(0, 9, SHORT_NAMES[play].removesuffix(" pass"), 12, bold=True)
    adds = label(width, 9, signed_yards(adjust), 12, shapes.SOFT, anchor="end", bold=True)
    return name + adds + result_strip(face["results"][play], width, 13, hit)


def result_strip(results: list[str], width: float, y: float, hit: int = 0) -> str:
    """Six dice side by side, equal results joined."""
    step = width / 6
    drawn = []
    for first, last, words in result_cells(results):
        x, wide = (first - 1) * step, (last - first + 1) * step - 1
        shown = CELL_WORDS.get(words, (words, words))[wide < 72]
        here = shapes.INK if first <= hit <= last else None
        drawn.append(box(x, y, wide, 17, result_color(words), radius=3, stroke=here, line=2))
        drawn.append(
            label(
                round(x + wide / 2, 1),
                y + 13,
                shown.replace("-", "−"),
                11 if last == first else 12,
                shapes.LOST_INK if words in ("interception", "fumble") else shapes.RESULT_INK,
                anchor="middle",
                bold=len(shown) < 3 or last > first,
            )
        )
    return "".join(drawn)


def result_color(words: str) -> Ink:
    """The color of a result: a lost ball, a loss, nothing, and four lengths of gain."""
    if words in ("interception", "fumble"):
        return shapes.LOST
    if words == "incomplete" or words == "0":
        return shapes.ZERO
    if words.endswith("+"):
        return shapes.HUGE
    yards = int(words)
    if yards < 0:
        return shapes.LOSS
    return shapes.SHORT if yards <= 5 else shapes.MIDDLE if yards <= 15 else shapes.LONG
