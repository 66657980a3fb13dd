"""Gridiron's board in plain text."""

from __future__ import annotations

from collections import Counter
from typing import Any

from fieldhouse.games.redboar.board.table import picture
from fieldhouse.games.redboar.charts.reading import PLAYS
from fieldhouse.games.redboar.meta import META
from fieldhouse.kernel.game import View


def text(view: View, width: int = 80) -> str:
    """Scoreboard, field, dice and cards in at most `width` columns, without colour."""
    red, blue = view["scores"]
    lines = [f"Red {red}   Blue {blue}   {view['status']}", ""]
    lines += picture(view).text(min(width, 76)).splitlines()
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
    if view["mode"] == "cards" and view["shown"]:
        parts.append(f"Last cards: {view['shown'][0]} against {view['shown'][1]}")
    if view["total"]:
        parts.append(f"Last roll: two dice {view['total']}")
    if view["face"]:
        parts.append(f"modifier die {view['face']}")
    if view["die"]:
        name = "break die" if view["face"] else "die"
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
