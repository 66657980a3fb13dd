"""A game's picture made safe for a page: parsed, cleaned, and free of inline style (the CSP forbids it)."""

from __future__ import annotations

import logging
import re
import xml.etree.ElementTree as ET
from collections.abc import Collection
from typing import Any

from markupsafe import Markup

from fieldhouse.kernel.registry import Folder

log = logging.getLogger("fieldhouse.web")
SVG = "http://www.w3.org/2000/svg"
_UNWANTED = {
    "script",
    "foreignObject",
    "iframe",
    "object",
    "embed",
    "image",
    "a",
    "animate",
    "set",
    "handler",
}
_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")

ET.register_namespace("", SVG)


def board(folder: Folder, view: dict[str, Any], choices: Collection[str] = ()) -> Markup | None:
    """The game's board for this view; None if it has none. Whatever goes wrong, the page still plays.

    An element with a `data-key` that is one of `choices` can be clicked (see app.mjs).
    """
    if not folder.has_board:
        return None
    try:
        return clean(folder.board.svg(view), choices, spots(folder))
    except Exception as error:
        log.warning("board failed", extra={"game": folder.name, "error": repr(error)})
        return None


def spots(folder: Folder) -> list[dict[str, str]]:
    """Where a picture can be clicked: a game's board may have `spots()`, name to (x, y, width, height)."""
    if folder.name not in _SPOTS:
        found: dict[str, tuple[float, ...]] = getattr(folder.board, "spots", dict)()
        _SPOTS[folder.name] = [
            {"class": "spot", "data-square": name, **dict(zip(_BOX, (f"{n:g}" for n in box), strict=True))}
            for name, box in found.items()
        ]
    return _SPOTS[folder.name]


_BOX = ("x", "y", "width", "height")
_SPOTS: dict[str, list[dict[str, str]]] = {}


def is_wide(picture: Markup | None) -> bool:
    """Is the picture much wider than a phone? Then it scrolls sideways there."""
    box = re.search(r'viewBox="[\d.-]+ [\d.-]+ ([\d.]+) ([\d.]+)"', picture or "")
    return box is not None and float(box.group(1)) > 600 and float(box.group(1)) > 1.25 * float(box.group(2))


def clean(svg: str, choices: Collection[str] = (), overlay: Collection[dict[str, str]] = ()) -> Markup:
    """The picture without anything that could run, load or restyle the page; spots to click on top."""
    root = ET.fromstring(svg)
    rules = [rule for style in root.iter(f"{{{SVG}}}style") for rule in _RULE.findall(style.text or "")]
    for parent in list(root.iter()):
        for child in list(parent):
            if _name(child) in _UNWANTED or _name(child) == "style":
                parent.remove(child)
    for element in root.iter():
        _clean_element(element, rules)
        if element.get("data-key") in choices:
            element.set("class", f"{element.get('class', '')} can".strip())
    for spot in overlay:
        ET.SubElement(root, f"{{{SVG}}}rect", spot)
    for name in ("width", "height"):
        root.attrib.pop(name, None)
    return Markup(ET.tostring(root, encoding="unicode"))


def _name(element: ET.Element) -> str:
    return str(element.tag).rpartition("}")[2]


def _clean_element(element: ET.Element, rules: list[tuple[str, str]]) -> None:
    """Drop handlers and links to elsewhere; turn style into plain attributes."""
    for name in list(element.attrib):
        plain = name.rpartition("}")[2].lower()
        value = element.attrib[name]
        if plain.startswith("on") or (plain == "href" and not value.startswith("#")):
            del element.attrib[name]
    for selector, body in rules:
        if _matches(element, selector):
            _spread(element, body)
    style = element.attrib.pop("style", None)
    if style:
        _spread(element, style, override=True)


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
        if found and "url(" not in value.lower() and (override or name.strip() not in element.attrib):
            if name.strip() == "font":
                continue
            element.set(name.strip(), value.strip())
