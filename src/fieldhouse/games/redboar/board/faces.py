"""The cards as people see them: their own hand, the two cards last turned up, and the piles."""

from __future__ import annotations

from collections import Counter
from html import escape
from typing import Any

from fieldhouse.games.redboar.board.drawing import INK, box, label, line
from fieldhouse.games.redboar.charts.reading import PLAYS
from fieldhouse.games.redboar.meta import META
from fieldhouse.kernel.game import View

CARD_HEIGHT = 228
LEGEND = "By the die: I incomplete, T turnover, B break (+10 a pip), #(n) n yards"
RUN, PASS, DEFENSE = "#7a5a1e", "#1d6b58", "#44406b"


def piles(view: View) -> str:
    """`Red: hand 6, draw 11, discard 1`, for both sides."""
    return " | ".join(
        f"{name}: hand {view['hand_sizes'][seat]}, draw {view['draw_sizes'][seat]}, "
        f"discard {len(view['discards'][seat])}"
        for seat, name in enumerate(META.seats)
    )


# Text


def text(view: View) -> list[str]:
    """The hand card by card (a defense card with its six entries), then the piles."""
    lines = [""]
    counts: Counter[str] = Counter(view["hand"])
    if any(view["faces"][card]["side"] == "defense" for card in counts):
        lines.append("hand   " + "".join(f"{play:<12}" for play in PLAYS))
    for card, count in counts.items():
        lines += _card_lines(card, count, view["faces"][card])
    if view["placed"]:
        lines.append(f"face down: {view['placed']}")
    return [*lines, piles(view)]


def _card_lines(card: str, count: int, face: dict[str, Any]) -> list[str]:
    name = f"{count}x {card}" if count > 1 else card
    if face["side"] == "offense":
        kind = "pass" if face["pass"] else "run"
        return [f"{name:<10}{face['title']:<13}{kind:<6}{face['base']:+d} yards, {face['clock']} s"]
    entries = [face["entries"][play] for play in PLAYS]
    first = f"{name:<7}" + "".join(f"{adjust:<+12d}" for adjust, _ in entries)
    second = " " * 7 + "".join(f"{_short(modifiers):<12}" for _, modifiers in entries)
    return [first, second]


def _short(modifiers: str) -> str:
    """`1=#(-10),2-3=I` as `1#-10,2-3I`."""
    return modifiers.replace("=", "").replace("(", "").replace(")", "")


# SVG


def svg(view: View) -> str:
    """The hand in a row, the two cards last turned up at the right, and the piles below."""
    parts = [
        f'<g class="held" data-key="{escape(card)}">{_card(place * 121, 0, card, view)}</g>'
        for place, card in enumerate(view["hand"])
    ]
    if not view["hand"]:
        words = "Hands are hidden." if view["seat"] is None else "No cards yet."
        parts.append(label(8, 90, words, 15, "#8a8170"))
    if view["shown"]:
        parts.append(label(836, 8, "LAST CARDS", 11, "#6b6355", anchor="middle", weight="bold"))
        for place, card in enumerate(view["shown"]):
            move = f"translate({746 + place * 93} 16) scale(.75)"
            parts.append(f'<g transform="{move}">{_card(0, 0, card, view)}</g>')
    parts.append(label(0, CARD_HEIGHT + 24, piles(view), 12, "#6b6355"))
    if any(view["faces"][card]["side"] == "defense" for card in (*view["hand"], *view["shown"])):
        parts.append(label(928, CARD_HEIGHT + 24, LEGEND, 12, "#6b6355", anchor="end"))
    return "".join(parts)


def _card(x: float, y: float, card: str, view: View) -> str:
    face = view["faces"][card]
    down = card == view["placed"]
    body = _offense(card, face) if face["side"] == "offense" else _defense(card, face)
    edge = ' stroke="#e0a92e" stroke-width="4"' if down else ' stroke="#b9ae96" stroke-width="1"'
    paper = f'<rect width="114" height="{CARD_HEIGHT}" rx="9" fill="#fffdf7"{edge}/>'
    return f'<g transform="translate({x} {y})">{paper}{body}</g>'


def _offense(card: str, face: dict[str, Any]) -> str:
    colour = PASS if face["pass"] else RUN
    stars = "**" if face["clock"] == 30 else "*"
    return "".join(
        (
            box(5, 5, 104, 32, colour, radius=6),
            label(57, 28, card, 18, "#fff", anchor="middle", weight="bold"),
            label(57, 64, face["title"], 14, INK, anchor="middle"),
            label(57, 86, "pass" if face["pass"] else "run", 13, "#6b6355", anchor="middle"),
            label(57, 146, f"{face['base']:+d}", 44, colour, anchor="middle", weight="bold"),
            label(57, 168, "yards", 13, "#6b6355", anchor="middle"),
            label(57, 206, f"{stars}  {face['clock']} s", 14, INK, anchor="middle"),
        )
    )


def _defense(card: str, face: dict[str, Any]) -> str:
    title = face["title"].removesuffix(" defense")
    parts = [
        box(5, 5, 104, 32, DEFENSE, radius=6),
        label(57, 20, card, 14, "#fff", anchor="middle", weight="bold"),
        label(57, 33, title, 11, "#fff", anchor="middle"),
    ]
    for place, play in enumerate(PLAYS):
        adjust, modifiers = face["entries"][play]
        y = 53 + place * 31
        parts.append(label(7, y, play, 11, INK, weight="bold"))
        parts.append(label(108, y, f"{adjust:+d}", 13, INK, anchor="end", weight="bold"))
        parts.append(label(108, y + 13, modifiers, 10.5, "#6b3320", anchor="end"))
        if place:
            parts.append(line(6, y - 13, 108, y - 13, "#e7dfcd"))
    return "".join(parts)
