"""Gridiron's picture, in SVG and in plain text: what the printed board tracks (RB-1.10), and the cards."""

from __future__ import annotations

import math
from html import escape
from typing import Any

from fieldhouse.football.field import FieldPicture
from fieldhouse.games.redboar.board import faces
from fieldhouse.games.redboar.board.drawing import INK, PAPER, box, circle, label, line
from fieldhouse.games.redboar.meta import META
from fieldhouse.kernel.game import View

RED, BLUE, GOLD, ORANGE = "#b3202c", "#1f4e9c", "#e0a92e", "#e2711d"
COLOURS = (RED, BLUE)
PHASES = {"toss": "Draw for the ball", "kickoff": "Kickoff", "try": "Try", "safety punt": "Safety punt"}


def rings(seconds: int) -> tuple[int, int]:
    """RB-5.7: where the minute and second tokens stand; 15 and 00 of the minute ring are one place."""
    minutes = seconds // 60
    return minutes or 15, seconds % 60


def picture(view: View) -> FieldPicture:
    """The field with the ball and the line to gain; Red attacks to the right (RB-2.7)."""
    playing = view["phase"] in ("declare", "cards", "penalty choice")
    return FieldPicture(
        step=10,
        ball=None if view["phase"] in ("toss", "over") else view["ball"],
        gain=view["gain"] if playing else None,
        start=view["drive_start"] if playing else None,
        to_right=view["offense"] == 0,
        left=META.seats[0],
        right=META.seats[1],
        left_colour=RED,
        right_colour=BLUE,
        title=view["status"],
    )


# Text


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
        lines += faces.text(view)
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


# SVG


def svg(view: View) -> str:
    """The whole board."""
    tall = 394 + faces.CARD_HEIGHT + 34 if view["mode"] == "cards" else 400
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 {tall}" role="img" '
        f'font-family="ui-sans-serif, system-ui, Helvetica, Arial, sans-serif">'
    )
    parts = [
        head,
        f"<title>{escape(_title(view))}</title>",
        box(0, 0, 960, tall, PAPER, radius=14),
        _score(view, 0, 16),
        _score(view, 1, 744),
        _centre(view),
        f'<g transform="translate(16 104)">{_field(view)}</g>',
        f'<g transform="translate(852 206)">{_clock(view)}</g>',
        f'<g transform="translate(760 316)">{_dice(view)}</g>',
    ]
    if view["pending"]:
        parts.append(f'<g transform="translate(110 116)">{_flag(view["pending"])}</g>')
    if view["mode"] == "cards":
        parts.append(f'<g transform="translate(16 394)">{faces.svg(view)}</g>')
    return "".join(parts) + "</svg>"


def _title(view: View) -> str:
    red, blue = view["scores"]
    return f"Red {red}, Blue {blue}. {view['status']}"


def _score(view: View, side: int, x: int) -> str:
    """RB-1.10: tens and ones of a side's score; a gold ball beside the side that has the ball."""
    colour, score = COLOURS[side], view["scores"][side]
    tens, ones = divmod(score, 10)
    parts = [box(x, 14, 200, 76, colour, radius=10)]
    parts.append(label(x + 16, 38, META.seats[side].upper(), 15, "#fff", weight="bold"))
    if view["seat"] == side:
        parts.append(label(x + 60, 71, "you", 13, "#fff"))
    for place, digit in enumerate((tens, ones)):
        left = x + 100 + place * 46
        parts.append(box(left, 22, 40, 60, "#fff", radius=7, opacity=0.16))
        parts.append(label(left + 20, 66, str(digit), 42, "#fff", anchor="middle", weight="bold"))
    if view["offense"] == side and view["phase"] not in ("toss", "over"):
        parts.append(_ball(x + 30, 66))
    return "".join(parts)


def _ball(x: float, y: float) -> str:
    return (
        f'<g stroke="#fff" stroke-width="1.5"><ellipse cx="{x}" cy="{y}" rx="15" ry="9" fill="{GOLD}"/>'
        f'<path d="M{x - 6} {y}h12M{x - 2} {y - 3}v6M{x + 2} {y - 3}v6"/></g>'
    )


def _centre(view: View) -> str:
    """The status line, and tokens for quarter and down."""
    parts = [label(480, 34, view["status"], 19, INK, anchor="middle", weight="bold")]
    quarters = [str(n) for n in range(1, view["quarters"] + 1)] + ["OT"]
    now = min(view["quarter"], view["quarters"] + 1)
    parts.append(_tokens(252, 66, 86, "QUARTER", quarters, now - 1))
    down = view["down"] - 1 if view["gain"] is not None else -1
    parts.append(_tokens(536, 66, 66, "DOWN", ["1", "2", "3", "4"], down))
    return "".join(parts)


def _tokens(x: int, y: int, room: int, name: str, words: list[str], at: int) -> str:
    parts = [label(x, y + 5, name, 12, "#6b6355", weight="bold")]
    left = x + room
    for place, word in enumerate(words):
        here = place == at
        fill, ink = (GOLD, INK) if here else ("#e7dfcd", "#8a8170")
        parts.append(circle(left + place * 32, y, 13, fill, stroke="#b78619" if here else "#d2c8b2"))
        parts.append(label(left + place * 32, y + 4.5, word, 12, ink, anchor="middle", weight="bold"))
    return "".join(parts)


def _field(view: View) -> str:
    """The field; below it the strip with the two down markers and the marks where passes are not allowed."""
    width, height = 728, 216
    zone = width / 12
    scale = (width - 2 * zone) / 100
    parts = [picture(view).group(width, height), box(0, height + 6, width, 40, "#d9cfb8", radius=6)]
    for yard in range(0, 101, 5):
        x = zone + yard * scale
        parts.append(line(x, height + 6, x, height + (16 if yard % 10 else 22), "#8a8170", 1.2))
    for goal, way in ((0, 1), (100, -1)):
        parts.append(_mark(zone + (goal + way * 2.5) * scale, height + 34, "No M", RED, 5 * scale))
        parts.append(_mark(zone + (goal + way * 10) * scale, height + 34, "No L", ORANGE, 10 * scale))
    if view["gain"] is not None:
        ahead = view["gain"]
        back = ahead - 10 if view["offense"] == 0 else ahead + 10
        for yard in (back, ahead):
            x = zone + min(100, max(0, yard)) * scale
            parts.append(circle(x, height + 20, 8, ORANGE, stroke="#fff", width=2))
    return "".join(parts)


def _flag(choice: dict[str, Any]) -> str:
    """A penalty that waits for an answer: what either brings."""
    return "".join(
        (
            box(0, 0, 540, 66, "#fff6cf", radius=8, opacity=0.95),
            '<path d="M14 12v42M14 12l30 9l-30 10Z" fill="#e8b400" stroke="#8a6a00" stroke-width="2"/>',
            label(58, 22, f"Flag on the {choice['by']}", 15, INK, weight="bold"),
            label(58, 41, f"accept: {choice['accept']}", 14),
            label(58, 58, f"decline: {choice['decline']}", 14),
        )
    )


def _mark(x: float, y: float, word: str, colour: str, width: float) -> str:
    left = x - width / 2
    size = 9 if width < 40 else 12
    return box(left + 1, y - 10, width - 2, 14, colour, radius=3, opacity=0.85) + label(
        x, y + 0.5, word, size, "#fff", anchor="middle", weight="bold"
    )


def _clock(view: View) -> str:
    """RB-1.10, RB-5.7: the outer blue ring counts minutes, the inner yellow ring seconds."""
    minutes, seconds = rings(view["clock"])
    parts = [circle(0, 0, 94, "#fff", stroke="#d2c8b2"), circle(0, 0, 76, "none", stroke="#5b8bd0", width=26)]
    parts.append(circle(0, 0, 46, "none", stroke="#f0cf56", width=22))
    for minute in range(1, 16):
        angle = math.radians(-90 + minute * 24)
        x, y = 76 * math.cos(angle), 76 * math.sin(angle)
        here = minute == minutes
        if here:
            parts.append(circle(x, y, 12, "#fff", stroke=INK, width=2))
        parts.append(
            label(x, y + 4, str(minute), 11, INK if here else "#fff", anchor="middle", weight="bold")
        )
    for second in range(0, 60, 10):
        angle = math.radians(-90 + second * 6)
        x, y = 46 * math.cos(angle), 46 * math.sin(angle)
        here = second == seconds
        if here:
            parts.append(circle(x, y, 10.5, "#fff", stroke=INK, width=2))
        weight = "bold" if here else "normal"
        parts.append(label(x, y + 3.5, f"{second:02d}", 9.5, INK, anchor="middle", weight=weight))
    if not view["round"]:
        shown = f"{view['clock'] // 60}:{view['clock'] % 60:02d}"
        parts.append(label(0, 7, shown, 20, INK, anchor="middle", weight="bold"))
    else:
        parts.append(label(0, 5, f"round {view['round']}", 13, INK, anchor="middle", weight="bold"))
    return "".join(parts)


def _dice(view: View) -> str:
    """The last dice: the pair's total and the single die beside it, in the colours of who rolled."""
    offense, defense = COLOURS[view["offense"]], COLOURS[1 - view["offense"]]
    shown: list[tuple[str, str, int | str]] = []
    if view["total"]:
        shown.append(("2 dice", offense, view["total"]))
    if view["face"]:
        shown.append(("modifier", defense, view["face"]))
    if view["die"]:
        shown.append(("break", offense, view["die"]) if view["face"] else ("die", defense, view["die"]))
    parts = []
    for place, (name, colour, value) in enumerate(shown):
        x = place * 62 + (31 if len(shown) == 1 else 0) + 32
        parts.append(_die(x, 8, colour, value, pips=name != "2 dice"))
        parts.append(label(x + 24, 72, name, 11, "#6b6355", anchor="middle"))
    return "".join(parts)


_PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def _die(x: float, y: float, colour: str, value: Any, *, pips: bool) -> str:
    body = box(x, y, 48, 48, colour, radius=9)
    if not pips:
        return body + label(x + 24, y + 33, str(value), 26, "#fff", anchor="middle", weight="bold")
    return body + "".join(circle(x + 24 + 12 * a, y + 24 + 12 * b, 4.6, "#fff") for a, b in _PIPS[value])
