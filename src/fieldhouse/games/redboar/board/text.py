"""The board of Gridiron as plain text for the terminal."""

from __future__ import annotations

from collections import Counter
from typing import Any

from fieldhouse.games.redboar.board.card_faces import CELL_WORDS, SHORT_NAMES, card_title, result_cells
from fieldhouse.games.redboar.board.table import field_picture
from fieldhouse.games.redboar.charts.reader import PLAYS
from fieldhouse.games.redboar.meta import META
from fieldhouse.kernel.game import View

NAME, CELL = 8, 12
"""Columns of a defense card's name and of each of its six plays: eighty in all."""


def text(view: View, width: int = 80) -> str:
    """Scoreboard, field, dice and cards in at most `width` columns, without color."""
    red, blue = view["scores"]
    lines = [f"Red {red}   Blue {blue}   {view['status']}", ""]
    lines += field_picture(view).text(min(width, 76)).splitlines()
    if view["pending"]:
        choice = view["pending"]
        lines += ["", f"Flag on the {choice['by']}.", f"  accept:  {choice['accept']}"]
        lines.append(f"  decline: {choice['decline']}")
    if dice := dice_words(view):
        lines += ["", dice]
    if view["mode"] == "cards":
        lines += card_lines(view)
    return "\n".join(line.rstrip()[:width] for line in lines)


def dice_words(view: View) -> str:
    """What was rolled last, in words."""
    parts = []
    if view["mode"] == "cards" and view["shown"] and not view["total"]:
        mine, theirs = (view["faces"][card]["title"] for card in view["shown"])
        parts.append(f"Last cards: {mine} against {theirs}")
    if view["total"]:
        parts.append(f"Last roll: two dice {view['total']}")
    face = 0 if view["total"] else view["face"]  # a kick lies over the cards
    if face:
        parts.append(f"modifier die {face}")
    if view["die"]:
        name = "break die" if face else "die"
        parts.append(f"{name} {view['die']}")
    return ", ".join(parts)


def piles(view: View) -> str:
    """`Red: hand 6, draw 11, discard 1`, for both sides."""
    return " | ".join(
        f"{name}: hand {view['hand_sizes'][seat]}, draw {view['draw_sizes'][seat]}, "
        f"discard {len(view['discards'][seat])}"
        for seat, name in enumerate(META.seats)
    )


def card_lines(view: View) -> list[str]:
    """The hand card by card (a defense card with what each die gives), then the piles."""
    lines = [""]
    counts: Counter[str] = Counter(view["hand"])
    if any(view["faces"][card]["side"] == "defense" for card in counts):
        lines.append(" " * NAME + "".join(f"{SHORT_NAMES[play]:<{CELL}}" for play in PLAYS))
    for card, count in counts.items():
        lines += _card_lines(count, view["faces"][card])
    if view["placed"]:
        lines.append(f"face down: {view['faces'][view['placed']]['title']}")
    return [*lines, piles(view)]


def _card_lines(count: int, face: dict[str, Any]) -> list[str]:
    """An offense card in a line; a defense card in two: what each play gives, and on which dice."""
    if face["side"] == "offense":
        kind = "pass" if face["pass"] else "run"
        name = f"{count}x " * (count > 1) + card_title(face)
        return [f"{name:<16}{kind:<6}{face['base']:+d} yards, {face['clock']} seconds"]
    first, _, second = card_title(face).partition(" ")
    second += f" x{count}" * (count > 1)
    found = [result_cells(face["results"][play]) for play in PLAYS]
    given = ["/".join(CELL_WORDS.get(words, (words, words))[1] for *_, words in row) for row in found]
    dice = ["/".join(str(low) if low == high else f"{low}-{high}" for low, high, _ in row) for row in found]
    return [
        f"{first:<{NAME}}" + "".join(f"{words:<{CELL}}" for words in given),
        f"{second.strip():<{NAME}}" + "".join(f"{faces:<{CELL}}" for faces in dice),
    ]
