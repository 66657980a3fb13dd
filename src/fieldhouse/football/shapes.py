"""SVG shapes painted with named colors, so that one drawing serves light, dark and notebook.

An `Ink` writes its light color as an attribute, which notebooks and files show, and a class, by which the
page's style sheet (`web/static/board.css`) sets the color of the theme. Boards use these inks only.
"""

from __future__ import annotations

from html import escape

import msgspec


class Ink(msgspec.Struct, frozen=True):
    """A named color; `day` is the one used without a style sheet."""

    name: str
    day: str


INK, SOFT, LINE = Ink("ink", "#1d1f1a"), Ink("soft", "#5a5d52"), Ink("line", "#d9d4c4")
PAPER, SHEET, RAISE = Ink("paper", "#f6f3ea"), Ink("sheet", "#fffdf6"), Ink("raise", "#ffffff")
TURF, STRIPE, CHALK = Ink("turf", "#2f7d4a"), Ink("stripe", "#2a7344"), Ink("chalk", "#f4f1e4")
LEATHER, AMBER, SCRIM = Ink("leather", "#8a4b24"), Ink("amber", "#f2b632"), Ink("scrim", "#8fc2ff")
CHAIN, WHITE, BLACK = Ink("chain", "#e4741c"), Ink("white", "#ffffff"), Ink("black", "#1d1f1a")
HOME, AWAY = Ink("home", "#a8263a"), Ink("away", "#1f4f9e")
"""The sides' colors as surfaces, under white letters."""
HOME_TEXT, AWAY_TEXT = Ink("home-text", "#a8263a"), Ink("away-text", "#1f4f9e")
"""The sides' colors as letters on a sheet."""
GOLD, TEAL, SPENT = Ink("gold", "#9a7013"), Ink("teal", "#00727a"), Ink("spent", "#565c4e")
GOOD, BAD = Ink("good", "#1f7a44"), Ink("bad", "#a8332b")
AMBER_TINT, GOOD_TINT, BAD_TINT = (
    Ink("amber-tint", "#fbeec9"),
    Ink("good-tint", "#e0efe3"),
    Ink("bad-tint", "#f8e3df"),
)
CARD, EDGE, BACK = Ink("card", "#fffdf6"), Ink("edge", "#cfc8b4"), Ink("back", "#27457a")
CARD_INK, CARD_RED = Ink("card-ink", "#1d1f1a"), Ink("card-red", "#b3202f")
"""Letters on a playing card: paper stays paper at night."""
CARD_PAPER = Ink("card-paper", "#fffdf6")
DIE, DIE_EDGE, PIP = Ink("die", "#fffdf6"), Ink("die-edge", "#bdb59c"), Ink("pip", "#1d1f1a")
RUN, PASS = Ink("run", "#7b4a16"), Ink("pass", "#1d6a53")
DEFENSE, BLITZ = Ink("defense", "#33465f"), Ink("blitz", "#8a2f24")
LOST, LOSS, ZERO = Ink("lost", "#17395c"), Ink("loss", "#b9d2ea"), Ink("zero", "#e5e2d5")
SHORT, MIDDLE = Ink("short", "#f6efc8"), Ink("middle", "#f9db87")
LONG, HUGE = Ink("long", "#f5b95c"), Ink("huge", "#e9864a")
"""A scale of results, from a lost ball over losses and nothing to the longest gains."""
LOST_INK, RESULT_INK = Ink("lost-ink", "#ffffff"), Ink("result-ink", "#1d1f1a")

SIDES = (HOME, AWAY)
SIDES_TEXT = (HOME_TEXT, AWAY_TEXT)
SMALLEST = 11
"""Pixels of the smallest letter at a part's smallest width."""


def paint(fill: Ink | None = None, stroke: Ink | None = None, width: float = 1, *, extra: str = "") -> str:
    """The attributes that color an element; `extra` are further class names."""
    names = [*([f"f-{fill.name}"] if fill else []), *([f"s-{stroke.name}"] if stroke else [])]
    classes = " ".join([*names, *([extra] if extra else [])])
    colors = f' fill="{fill.day if fill else "none"}"'
    if stroke:
        colors += f' stroke="{stroke.day}" stroke-width="{width:g}"'
    return f'class="{classes}"{colors}' if classes else colors.strip()


def box(
    x: float,
    y: float,
    width: float,
    height: float,
    fill: Ink | None,
    *,
    radius: float = 0,
    stroke: Ink | None = None,
    line: float = 1,
) -> str:
    """A rectangle, optionally with round corners and an outline."""
    corner = f' rx="{radius:g}"' if radius else ""
    size = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"{corner}'
    return f"<rect {size} {paint(fill, stroke, line)}/>"


def circle(
    x: float, y: float, r: float, fill: Ink | None, *, stroke: Ink | None = None, line: float = 1
) -> str:
    """A disc, or a ring where only a stroke is given."""
    return f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" {paint(fill, stroke, line)}/>'


def line(
    x1: float | str,
    y1: float | str,
    x2: float | str,
    y2: float | str,
    ink: Ink,
    width: float = 1,
    dash: str = "",
) -> str:
    """A straight line; places may be per cent (`"50%"`) in a part that stretches."""
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    return f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" {paint(None, ink, width)}{dashes}/>'


def path(d: str, fill: Ink | None = None, stroke: Ink | None = None, width: float = 1, dash: str = "") -> str:
    """Any other shape, by its path data."""
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    return f'<path d="{d}" {paint(fill, stroke, width)}{dashes} stroke-linecap="round"/>'


def label(
    x: float | str,
    y: float | str,
    words: str,
    size: float,
    ink: Ink = INK,
    *,
    anchor: str = "start",
    bold: bool = False,
    more: str = "",
) -> str:
    """A line of text. `more` takes further attributes."""
    weight = ' font-weight="700"' if bold else ""
    turn = f' text-anchor="{anchor}"' if anchor != "start" else ""
    tail = f" {more}" if more else ""
    return (
        f'<text x="{x}" y="{y}" font-size="{size:g}"{weight}{turn}{tail} {paint(ink)}>{escape(words)}</text>'
    )


def group(
    inside: str,
    *,
    id: str = "",
    beat: str = "",
    key: str = "",
    move: str = "",
    title: str = "",
    glides: bool = False,
    once: bool = False,
    face: str = "",
) -> str:
    """Elements that belong together.

    `id` is stable from state to state, `beat` says how it comes in when it is new (see `parts.ENTRANCES`),
    `key` is the option that it is, `move` shifts it; what `glides` comes from where it was. What comes in
    `once` does so when its id is new, not with every play; a card whose `face` changes turns over. A page
    moves things by their transform, so what shifts stands around what moves.
    """
    names = {"id": id, "data-beat": beat, "data-key": key, "data-move": "1" if glides else ""}
    names |= {"data-once": "1" if once else "", "data-face": face}
    written = "".join(f' {name}="{escape(value)}"' for name, value in names.items() if value)
    head = f"<title>{escape(title)}</title>" if title else ""
    drawn = f"<g{written}>{head}{inside}</g>"
    return f'<g transform="{escape(move)}">{drawn}</g>' if move else drawn


_PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def die(x: float, y: float, value: int, size: float = 40, *, face: Ink = DIE, pips: Ink = PIP) -> str:
    """A six-sided die; its pips are the round ends of lines without length, in one stroke."""
    step, middle = size / 4, size / 2
    dots = "".join(f"M{x + middle + a * step:g} {y + middle + b * step:g}h0" for a, b in _PIPS[value])
    edge = DIE_EDGE if face in (DIE, BLACK) else None  # a black one is seen by night too
    face_of_it = box(x, y, size, size, face, radius=size / 5, stroke=edge)
    return face_of_it + path(dots, None, pips, round(size / 5.5, 2))


def football(way: int = 0) -> str:
    """The ball around its own middle; `way` 1 or -1 adds the arrow of attack."""
    arrow = path(f"M{17 * way}-5 {25 * way} 0 {17 * way} 5Z", WHITE) if way else ""
    seam = path("M-6 0H6M-3-2.5v5M0-3v6M3-2.5v5", None, WHITE, 1.4)
    return f'{arrow}<ellipse rx="13" ry="8" {paint(LEATHER, WHITE, 1.5)}/>{seam}'
