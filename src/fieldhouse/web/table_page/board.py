"""The board of a game as parts for a page: its SVG is parsed, cleaned and free of inline style."""

from __future__ import annotations

import logging
import re
import xml.etree.ElementTree as ET
from collections.abc import Collection, Sequence
from functools import lru_cache
from html import escape, unescape
from typing import Any, Literal, TypeAlias

import msgspec
from markupsafe import Markup

from fieldhouse.football import shapes
from fieldhouse.football.parts import Face, Part
from fieldhouse.kernel.events import Event
from fieldhouse.kernel.game import Game
from fieldhouse.kernel.registry import Folder

log = logging.getLogger("fieldhouse.web")
SVG = "http://www.w3.org/2000/svg"
_ELEMENTS = frozenset(
    """
    svg g path rect circle ellipse line polyline polygon text tspan title desc defs use symbol marker
    linearGradient radialGradient stop clipPath mask pattern
    """.split()  # noqa: SIM905  # one word after the other is easier to read than a list
)
"""Elements that draw and nothing else. A page reads names without regard to case, so others are taken out."""
_CLEAN_TAGS = {f"{{{SVG}}}{name}" for name in _ELEMENTS} | _ELEMENTS
_ATTRIBUTES = re.compile(
    r"(data|aria)-[a-z-]+|id|class|role|lang|tabindex|focusable|viewBox|preserveAspectRatio|overflow|href"
    r"|x|y|x1|x2|y1|y2|dx|dy|cx|cy|r|rx|ry|d|points|width|height|transform|rotate|offset|pathLength"
    r"|(fill|stroke|font|text|letter|word|stop|marker|clip|dominant|alignment|baseline|shape|paint)(-[a-z-]+)?"
    r"|opacity|color|mask|display|visibility|vector-effect|writing-mode|lengthAdjust|textLength|pointer-events"
    r"|ref[XY]|marker(Width|Height|Units)|orient|gradient(Units|Transform)|spreadMethod|f[xy]"
    r"|pattern(Units|ContentUnits|Transform)|(mask|clipPath)(Units|ContentUnits)"
)
_INSIDE = re.compile(r"url\(#[\w-]+\)")
_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")

ET.register_namespace("", SVG)


SLIM, PHONE, MID, LEAST, MOST = 190, 366, 620, 340, 690
"""Widths: of a picture that shares its line with words, of a phone, of a picture in the middle of the page,
the least and the most of a picture."""


class ShownCard(msgspec.Struct):
    """A card, ready for a page; `can` says that it may be laid now."""

    id: str
    key: str
    label: str
    svg: Markup
    width: int
    can: bool
    batch: str = ""
    """Several answers at once, as a JSON list; empty for one."""
    brief: bool = False


class ShownPart(msgspec.Struct):
    """A part, ready for a page."""

    id: str
    area: str
    label: str
    svg: Markup | None
    width: int
    widest: int
    stretch: bool
    faces: list[ShownCard]
    rows: tuple[tuple[str, str], ...]
    table: tuple[tuple[str, ...], ...]
    open: bool
    can: bool
    """Something in the picture can be clicked."""
    half: str = ""
    """The sign that joins halves of answers, where its cards are such."""
    say: str = ""
    first: str = ""
    """What is answered before two halves, which answer the question after it."""
    pairs: tuple[str, ...] = ()
    quick: bool = False
    title: str = ""
    fixed: bool = False
    held: bool = False
    """A hand that is held through the whole game."""

    @property
    def shape(self) -> str:
        """The classes that give the picture its width on a page."""
        if self.width <= SLIM and not self.stretch:
            return "slim"
        kind = "stretch " if self.stretch else "mid " if 0 < self.widest <= MID else ""
        return f"{kind}w{min(max((self.width + 9) // 10 * 10, LEAST), MOST)}"

    @property
    def scrolls(self) -> bool:
        """Is it wider than a phone, so that it is scrolled by key, too?"""
        return self.width > PHONE and not self.stretch


def board_parts(
    folder: Folder, view: dict[str, Any], keys: Collection[str] = (), told: Sequence[Event] = ()
) -> list[ShownPart]:
    """The game's parts for this view, or its one picture; none if it draws nothing.

    A board that fails is logged, and the page is shown without it.
    What has a `data-key` among `keys` can be clicked. `told` are
    the events that the seat was told, for a board that shows what only they know.
    """
    if not folder.has_board:
        return []
    try:
        drawn = getattr(folder.board, "parts", None)
        if drawn is None:
            return [_whole(folder, view, keys)]
        return [_shown(part, keys) for part in with_event_parts(folder, view, drawn(view, keys), told)]
    except Exception as error:
        log.warning("board failed", extra={"game": folder.name, "error": repr(error)})
        return []


def chart_parts(folder: Folder, game: Game[Any]) -> list[ShownPart]:
    """The charts of this game as drawers, where its board gives them."""
    made = getattr(folder.board, "chart_parts", None) if folder.has_board else None
    if made is None:
        return []
    try:
        return [_shown(part, ()) for part in made(game)]
    except Exception as error:
        log.warning("board failed", extra={"game": folder.name, "error": repr(error)})
        return []


def with_event_parts(
    folder: Folder, view: dict[str, Any], drawn: Sequence[Part], events: Sequence[Event]
) -> list[Part]:
    """Join the parts that a board makes of events (`event_parts`): each replaces the part of its name, or
    comes first."""
    told = getattr(folder.board, "event_parts", None)
    own: dict[str, Part] = {part.id: part for part in drawn}
    found = {part.id: part for part in (told(view, events) if told is not None else ())}
    return [
        *(found[name] for name in found if name not in own),
        *(found.get(name, own[name]) for name in own),
    ]


def last_play_svg(folder: Folder, view: dict[str, Any], events: Sequence[Event]) -> str:
    """What lay there after the last of these events, as a picture; empty where the board does not say."""
    if not folder.has_board:
        return ""
    try:
        found = with_event_parts(folder, view, (), events)
        return "".join(str(_shown(part, ()).svg) for part in found if part.area == "last" and part.svg)
    except Exception as error:
        log.warning("board failed", extra={"game": folder.name, "error": repr(error)})
        return ""


def _shown(part: Part, keys: Collection[str]) -> ShownPart:
    frame = "" if part.stretch else f' viewBox="0 0 {part.width} {part.height}"'
    picture = None
    if part.svg:
        name = f'role="img" aria-label="{escape(part.label)}"'
        offered = frozenset(key for key in re.findall(r'data-key="([^"]*)"', part.svg) if key in keys)
        picture = _cleaned(f'<svg xmlns="{SVG}"{frame} {name}>{part.svg}</svg>', offered)
    return ShownPart(
        part.id,
        part.area,
        part.label,
        picture,
        part.width,
        part.widest or part.width,
        part.stretch,
        [_face(face, part.pairs or keys, half=part.half) for face in part.faces],
        part.rows,
        part.table,
        part.open,
        picture is not None and has_answers(picture),
        part.half,
        part.say,
        part.first,
        part.pairs,
        part.quick,
        part.title or part.label,
        part.fixed,
        part.held,
    )


@lru_cache(maxsize=512)
def _cleaned(svg: str, offered: frozenset[str]) -> Markup:
    """Parsing costs milliseconds, and the same field is looked at by both sides and everybody who watches."""
    return strip_day_colors(sanitize_svg(svg, offered))


_INKS = frozenset(one.name for one in vars(shapes).values() if isinstance(one, shapes.Ink))
_WHAT = {"f-": "fill", "s-": "stroke"}
_PAINTED = re.compile(r'<[^<>]*class="([^"]*)"[^<>]*>')


def strip_day_colors(picture: Markup) -> Markup:
    """Without the day's colors: on a page the sheet gives every ink its own, and they would be heavy."""
    return Markup(_PAINTED.sub(_bare, str(picture)))  # less of what is clean


def _bare(tag: re.Match[str]) -> str:
    colors = _day_colors(tag.group(1))
    return tag.group(0) if colors is None else colors.sub("", tag.group(0))


@lru_cache(maxsize=1024)
def _day_colors(names: str) -> re.Pattern[str] | None:
    """The attributes that the sheet gives an element with these class names."""
    given = {_WHAT[name[:2]] for name in names.split() if name[2:] in _INKS and name[:2] in _WHAT}
    return re.compile(rf' (?:{"|".join(sorted(given))})="#[0-9a-f]+"') if given else None


def _face(face: Face, keys: Collection[str], *, half: str = "") -> ShownCard:
    batch = msgspec.json.encode([face.key, *face.then]).decode() if face.then else ""
    can = any(face.key in key.split(half, 1) for key in keys) if half else face.key in keys
    return ShownCard(face.id, face.key, face.label, drawn_face(face), face.width, can, batch, face.brief)


@lru_cache(maxsize=1024)
def drawn_face(face: Face) -> Markup:
    frame = f'viewBox="0 0 {face.width} {face.height}" aria-hidden="true"'
    drawn = strip_day_colors(sanitize_svg(f'<svg xmlns="{SVG}" {frame}>{face.svg}</svg>'))
    size = f'<svg width="{face.width}" height="{face.height}" '
    return Markup(str(drawn).replace("<svg ", size, 1))


def _whole(folder: Folder, view: dict[str, Any], keys: Collection[str]) -> ShownPart:
    """The one picture of a game that has no parts."""
    picture = sanitize_svg(folder.board.svg(view), keys)
    box = re.search(r'viewBox="[\d.-]+ [\d.-]+ ([\d.]+) ([\d.]+)"', picture)
    wide, tall = (float(box.group(1)), float(box.group(2))) if box else (390.0, 390.0)
    least = 690 if wide > 600 and wide > 1.25 * tall else 340
    return ShownPart(
        "board", "field", "Board", picture, least, 1200, False, [], (), (), False, has_answers(picture)
    )


def has_answers(picture: Markup) -> bool:
    """Does the picture hold an answer?"""
    return ' can"' in picture or "data-square=" in picture or "data-slot=" in picture


def sanitize_svg(svg: str, choices: Collection[str] = ()) -> Markup:
    """The picture without anything that could run, load or restyle the page.

    Our own boards draw nothing of the kind. Where the parsed picture shows that, it is kept as it was
    written: writing it anew would cost most of the time that a board takes.
    """
    root = ET.fromstring(svg)
    if is_clean(root) and "<!" not in svg and "<?" not in svg:
        kept, marked = mark_keys(svg, choices)
        if marked == sum(element.get("data-key") in choices for element in root.iter()):
            return Markup(kept)
    rules = [rule for style in root.iter(f"{{{SVG}}}style") for rule in _RULE.findall(style.text or "")]
    for parent in list(root.iter()):
        for child in list(parent):
            if _name(child) not in _ELEMENTS:
                parent.remove(child)
    for element in root.iter():
        _clean_element(element, rules)
        if element.get("data-key") in choices:
            element.set("class", f"{element.get('class', '')} can".strip())
    for name in ("width", "height"):
        root.attrib.pop(name, None)
    return Markup(ET.tostring(root, encoding="unicode"))


def is_clean(root: ET.Element) -> bool:
    """Nothing to take out and no style to spread."""
    if "width" in root.attrib or "height" in root.attrib:
        return False
    if not {element.tag for element in root.iter()} <= _CLEAN_TAGS:
        return False
    attributes: set[tuple[str, str]] = set()
    for element in root.iter():
        attributes.update(element.items())
    kinds = {name: _attribute_kind(name) for name, _ in attributes}
    read = "\n".join([value for name, value in attributes if kinds[name] == "read"])
    if set(kinds.values()) <= {"free", "read"} and not _SUSPECT.search(read):
        return True  # most pictures, without a look at each of a thousand numbers
    return all(_is_harmless(name, value) for name, value in attributes)


AttributeKind: TypeAlias = Literal["refused", "link", "free", "read"]
"""Attributes that must go, lead to a place, may say anything, and those whose value is read."""
_SUSPECT = re.compile(r"url|[\\<@;]", re.IGNORECASE)


@lru_cache(256)
def _attribute_kind(name: str) -> AttributeKind:
    if _ATTRIBUTES.fullmatch(name) is None:
        return "refused"
    if name == "href":
        return "link"
    return "free" if name.startswith(("data-", "aria-")) or name in ("id", "class", "d", "points") else "read"


def _is_harmless(name: str, value: str) -> bool:
    """May the attribute stay? Links and paint may only lead to places of the same picture."""
    kind = _attribute_kind(name)
    if kind in ("refused", "free"):
        return kind == "free"
    if kind == "link":
        return value.startswith("#")
    text = value.lower()
    return ("url" not in text or _INSIDE.fullmatch(text.strip()) is not None) and not set("\\<@;") & set(text)


_KEYED = re.compile(r'<[a-z]+\b[^<>]*\bdata-key="([^"]*)"[^<>]*>')


def mark_keys(svg: str, choices: Collection[str]) -> tuple[str, int]:
    """What has a key among the choices gets the class `can`; and how many there were."""
    count = 0

    def mark(found: re.Match[str]) -> str:
        nonlocal count
        if unescape(found.group(1)) not in choices:
            return found.group()
        count += 1
        tag = found.group()
        if ' class="' in tag:
            return re.sub(r' class="([^"]*)"', lambda had: f' class="{had.group(1)} can"', tag, count=1)
        return re.sub(r"^<[a-z]+", lambda start: f'{start.group()} class="can"', tag)

    return (_KEYED.sub(mark, svg) if choices else svg), count


def _name(element: ET.Element) -> str:
    """The element's name; one of another namespace keeps that, and so is none of ours."""
    return str(element.tag).removeprefix(f"{{{SVG}}}")


def _clean_element(element: ET.Element, rules: list[tuple[str, str]]) -> None:
    """Turn style into plain attributes, and keep what is harmless."""
    for selector, body in rules:
        if _matches(element, selector):
            _spread(element, body)
    style = element.attrib.pop("style", None)
    if style:
        _spread(element, style, override=True)
    for name, value in list(element.attrib.items()):
        if not _is_harmless(name, value):
            del element.attrib[name]


def _matches(element: ET.Element, selector: str) -> bool:
    """Only plain selectors: a class or an element's name."""
    classes = element.get("class", "").split()
    for one in (part.strip() for part in selector.split(",")):
        if one == _name(element) or (one.startswith(".") and one[1:] in classes):
            return True
    return False


def _spread(element: ET.Element, body: str, *, override: bool = False) -> None:
    for declaration in body.split(";"):
        name, found, value = declaration.partition(":")
        if found and (override or name.strip() not in element.attrib):
            if name.strip() == "font":
                continue
            element.set(name.strip(), value.strip())
