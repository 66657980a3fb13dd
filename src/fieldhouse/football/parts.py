"""The parts of a table: what a board gives instead of one picture.

A game's `board` has `parts(view, keys=())`: the field or sheet, the hand as cards, what was turned up
last, what lies beside. The page lays them out by width, `together` puts them into one picture for notebooks
and files. Parts are drawn with `football.shapes` at the size in which they are read: one unit is one pixel at
the smallest width.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from html import escape
from typing import Any, Literal, Protocol

import msgspec

from fieldhouse.football.shapes import (
    CARD,
    EDGE,
    INK,
    PAPER,
    SOFT,
    Ink,
    box,
    label,
)
from fieldhouse.kernel.events import Event
from fieldhouse.kernel.game import View

Area = Literal["field", "last", "hand", "beside"]
"""Where the page lays a part: the board itself, what was turned up or rolled last, the tray under the thumb,
or a drawer (on a wide screen: the column beside the board)."""

ENTRANCES = ("turn", "roll", "sum", "draw", "drop")
"""How an element with `data-beat` comes in when a play is new: a card turns over, a die tumbles, a sum writes
itself, a line draws itself, a piece drops in. They play in the order in which they stand. An element with an
id and `data-move` glides from where it was."""


class Face(msgspec.Struct, frozen=True, kw_only=True):
    """A card as people hold it: `svg` are elements in a box of width x height.

    With `key`, and while that option may be answered, the card is its button. `then` are the answers to the
    questions that the rules ask of the same seat right after it: they go along as one batch.
    """

    id: str
    label: str
    svg: str
    width: int
    height: int
    key: str = ""
    then: tuple[str, ...] = ()
    brief: bool = False
    """Its upper part says it all: a phone shows that of each card, three in a row."""


class Part(msgspec.Struct, frozen=True, kw_only=True):
    """One part: a picture (`svg` in a box of width x height), a row of cards, lines, or a table of words.

    `width` is the smallest at which it can be read, no letter under 11 pixels; the page never shows it
    narrower (it scrolls then) and scales it up to `widest`. With `stretch` the picture has no scale of its
    own: places are written in per cent, and it fills whatever width there is at its own height.
    """

    id: str
    area: Area
    label: str
    title: str = ""
    """The words on its drawer, where the label is too long for them."""
    width: int = 0
    height: int = 0
    widest: int = 0
    svg: str = ""
    stretch: bool = False
    faces: tuple[Face, ...] = ()
    rows: tuple[tuple[str, str], ...] = ()
    """Name and value, one line each."""
    table: tuple[tuple[str, ...], ...] = ()
    """Cells by row; the first row is the heading."""
    open: bool = False
    """A drawer that stands open on a phone too."""
    fixed: bool = False
    """The same through the whole game, for every seat: a page that has it is not sent it again."""
    half: str = ""
    """Its cards are halves of answers: one card of each of two such parts is chosen, and their keys, joined
    by this sign, are the answer (`SP` and `LE` with `-`: `SP-LE`)."""
    say: str = ""
    """The words of the button that answers with two halves."""
    first: str = ""
    """An answer to the present question that goes before the two halves, which answer the next one."""
    pairs: tuple[str, ...] = ()
    """The answers that two halves may make, where the question that they answer is still to come."""
    quick: bool = False
    """A tap on the second half answers at once."""
    held: bool = False
    """A hand that is held through the whole game: a wide page keeps a row for it."""


class Board(Protocol):
    """What a game's `board` may have besides `text` and `svg`."""

    def parts(self, view: View, keys: Collection[str] = ()) -> Sequence[Part]:
        """The parts for this view; `keys` are the options that may be answered now."""

    def event_parts(self, view: View, events: Sequence[Event]) -> Sequence[Part]:
        """Parts made of the events the seat has seen: what the last play turned up, statistics.

        Each replaces the part with its id. A board need not have it.
        """

    def chart_parts(self, game: Any) -> Sequence[Part]:
        """The charts that this game is played with, as drawers. A board need not have it."""


def card_paper(width: int, height: int, edge: Ink = EDGE) -> str:
    """The background of a card."""
    return box(0.5, 0.5, width - 1, height - 1, CARD, radius=10, stroke=edge)


def part_svg(part: Part | Face, *, x: float = 0, y: float = 0, width: float = 0) -> str:
    """The part as an SVG element for a page or a larger picture."""
    wide = width or part.width
    stretch = isinstance(part, Part) and part.stretch
    tall = part.height if stretch else part.height * wide / part.width
    frame = "" if stretch else f' viewBox="0 0 {part.width} {part.height}"'
    return f'<svg x="{x:g}" y="{y:g}" width="{wide:g}" height="{tall:g}"{frame}>{part.svg}</svg>'


GAP = 10


def combined_svg(parts: Sequence[Part], title: str, width: int = 820) -> str:
    """All parts in one picture, one below the other, for notebooks and files."""
    rows: list[str] = [label(GAP, 24, title, 15, INK, bold=True)]
    y = 36.0
    inside = width - 2 * GAP
    for part in parts:
        y = _laid(part, rows, y, inside)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {y:g}" role="img" '
        f'font-family="ui-sans-serif, system-ui, Helvetica, Arial, sans-serif"><title>{escape(title)}</title>'
        f"{box(0, 0, width, y, PAPER)}{''.join(rows)}</svg>"
    )


def _laid(part: Part, rows: list[str], y: float, inside: float) -> float:
    """Put one part below what is there; where the next may begin."""
    if part.svg:
        wide = inside if part.stretch else min(inside, part.widest or part.width)
        rows.append(part_svg(part, x=GAP, y=y, width=wide))
        y += GAP + (part.height if part.stretch else part.height * wide / part.width)
    if part.faces:
        y = _cards(part.faces, rows, y, inside)
    lines = [f"{name}: {value}" for name, value in part.rows] + ["   ".join(cells) for cells in part.table]
    if lines:
        rows.append(label(GAP, y + 12, part.label, 13, INK, bold=True))
        rows += [label(GAP, y + 30 + 16 * place, words, 12, SOFT) for place, words in enumerate(lines)]
        y += 30 + 16 * len(lines) + GAP
    return y


def _cards(faces: Sequence[Face], rows: list[str], y: float, inside: float) -> float:
    x, tall = float(GAP), max(face.height for face in faces)
    for face in faces:
        if x + face.width > inside + GAP:
            x, y = float(GAP), y + tall + GAP
        rows.append(f'<g class="held" data-key="{escape(face.key)}">{part_svg(face, x=x, y=y)}</g>')
        x += face.width + GAP
    return y + tall + GAP
