"""The five play cards with their diagrams and result tables (TG-1.9, DC-1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

from fieldhouse.football import shapes
from fieldhouse.football.parts import Face, Part, card_paper
from fieldhouse.football.shapes import Ink, box, circle, label, line, path
from fieldhouse.games.thegrid.charts.cards import KEYS, PLAYS, RUNS
from fieldhouse.games.thegrid.teams.players import PLACE_WORDS, PLACES

WIDTH, HEIGHT = 70, 146
RESULT_INK: dict[str, Ink] = {
    "Inc": shapes.ZERO,
    "NG": shapes.ZERO,
    "5 Yds": shapes.SHORT,
    "Dice": shapes.MIDDLE,
    "Dice +5": shapes.LONG,
    "Dice +15": shapes.HUGE,
}
RESULT_WORDS = {
    "Inc": "incomplete",
    "NG": "no gain",
    "5 Yds": "5 yards",
    "Dice": "5 times the lower die",
    "Dice +5": "5 times the lower die, plus 5",
    "Dice +15": "5 times the lower die, plus 15",
}
SHORT = {"HB": "half", "LE": "left", "RE": "right"}
"""Halfback, left end, right end: whose bar it is."""
_WAYS = {
    "RI": ("M35 36V10", "M31 14l4-8 4 8Z"),
    "RO": ("M35 36C46 34 54 26 55 12", "M51 15l4-8 4 8Z"),
    "FP": ("M35 36L54 25", "M50 23l9-2-5 8Z"),
    "SP": ("M35 36C38 26 46 18 55 14", "M52 11l9 1-6 7Z"),
    "LP": ("M35 36C40 22 48 10 58 5", "M54 3l9-1-5 8Z"),
}


def diagram(play: str) -> str:
    """The line and the way of the ball, in a box of 70 x 42."""
    way, tip = _WAYS[play]
    players = "".join(circle(x, 26, 2.8, None, stroke=shapes.WHITE, line=1.3) for x in (20, 27.5, 42.5, 50))
    center = box(32, 23.4, 5.4, 5.4, None, stroke=shapes.WHITE, line=1.3)
    ground = path(
        f"M.5 42V10.5Q.5.5 10.5.5H{WIDTH - 10.5}Q{WIDTH - 0.5}.5 {WIDTH - 0.5} 10.5V42Z",
        shapes.RUN if play in RUNS else shapes.PASS,
    )
    dash = "" if play in RUNS else "4 3"
    return "".join(
        (
            ground,
            line(6, 20, 64, 20, shapes.CHALK, 0.7, "3 3"),
            players,
            center,
            path(way, None, shapes.AMBER, 2.2, dash),
            path(tip, shapes.AMBER),
            circle(35, 36, 3.4, shapes.AMBER),
        )
    )


def result_runs(faces: Sequence[str]) -> list[tuple[str, int, int]]:
    """Results with the first and last face of the d20 that give them."""
    found = []
    at = 1
    for result, same in groupby(faces):
        count = len(list(same))
        found.append((result, at, at + count - 1))
        at += count
    return found


def result_bar(x: float, y: float, width: float, faces: Sequence[str], height: float = 11) -> str:
    """The twenty faces of the die as one bar, colored by result."""
    step = width / 20
    pieces = [
        box(x + step * (first - 1), y, step * (last - first + 1), height, RESULT_INK[result])
        for result, first, last in result_runs(faces)
    ]
    return "".join(pieces) + box(x, y, width, height, None, radius=2, stroke=shapes.EDGE)


def play_face(
    play: str, tables: Mapping[str, Sequence[str]], roll: Mapping[str, int] | None, key: str
) -> Face:
    """A play with what is added to the d20, the yardage die beside the carrier's, and a result bar for each
    player who may carry it; `key` is the first half of an answer."""
    first, _, second = PLAYS[play].partition(" ")
    parts = [
        card_paper(WIDTH, HEIGHT),
        diagram(play),
        label(WIDTH / 2, 56, first, 12, anchor="middle", bold=True),
        label(WIDTH / 2, 70, second, 12, anchor="middle", bold=True),
    ]
    carriers = [who for who in KEYS if f"{play}-{who}" in tables]
    if roll is not None:
        parts.append(label(WIDTH / 2, 85, roll_text(roll), 11.2, shapes.SOFT, anchor="middle"))
    for n, who in enumerate(carriers):
        y = 91 + 18 * n
        parts.append(label(4, y + 10, SHORT[who], 11.5, shapes.SOFT))
        parts.append(result_bar(34, y, 32, tables[f"{play}-{who}"]))
    said = "; ".join(
        f"{PLACE_WORDS[PLACES.index(who)]} {result_bar_text(tables[f'{play}-{who}'])}" for who in carriers
    )
    words = f"{PLAYS[play]}{': ' + said if said else ', not from here'}"
    if roll is not None:
        words = f"{words}. {roll_words(roll)}"
    return Face(
        id=f"play-{play.lower()}", label=words, svg="".join(parts), width=WIDTH, height=HEIGHT, key=key
    )


def signed_text(value: int) -> str:
    """`+1`, `0`, `−1` with a real minus."""
    return f"{value:+d}".replace("-", "\N{MINUS SIGN}") if value else "0"


def roll_text(roll: Mapping[str, int]) -> str:
    """`+1 · d8`: added to the d20, and the yardage die that is not the carrier's."""
    plus = signed_text(roll["plus"]) if roll["plus"] else "+0"
    return f"{plus} \N{MIDDLE DOT} d{roll['die']}"


def roll_words(roll: Mapping[str, int]) -> str:
    """The same to be read out."""
    return f"d20 {signed_text(roll['plus']) if roll['plus'] else '+0'} so far, yardage die d{roll['die']}"


KEY = (
    ("nothing", "NG"),
    ("5 yards", "5 Yds"),
    ("lower die", "Dice"),
    ("+5", "Dice +5"),
    ("+15", "Dice +15"),
)
"""The results in the order of a bar, in words as short as a legend's."""


def legend_part() -> Part:
    """What the colors of the bars and the figures on the cards mean."""
    pieces, x = [], 1.0
    for words, result in KEY:
        pieces.append(box(x, 4, 10, 10, RESULT_INK[result], radius=2, stroke=shapes.EDGE))
        pieces.append(label(x + 14, 13, words, 11.5, shapes.SOFT))
        x += 26 + 6.6 * len(words)
    said = "+0 \N{MIDDLE DOT} d8: what is added to the d20, and the second die."
    pieces.append(label(1, 31, said, 11.5, shapes.SOFT))
    words = f"Colors: {', '.join(words for words, _ in KEY)}. {said}"
    return Part(id="legend", area="hand", label=words, width=366, height=36, widest=480, svg="".join(pieces))


def result_bar_text(faces: Sequence[str]) -> str:
    """`1 to 10 incomplete, 11 to 13 5 yards, ...`."""
    return ", ".join(
        f"{first if first == last else f'{first} to {last}'} {RESULT_WORDS[result]}"
        for result, first, last in result_runs(faces)
    )
