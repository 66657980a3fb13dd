"""The parts of every board: well formed, readable at their smallest width, painted by day and by night."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from fieldhouse.football import shapes
from fieldhouse.football.parts import ENTRANCES, Face, Part, part_svg
from fieldhouse.kernel import registry
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.events import Event
from fieldhouse.kernel.table import Table

INKS = [value for value in vars(shapes).values() if isinstance(value, shapes.Ink)]

BOARDS = [name for name, folder in sorted(registry.list_all_games().items()) if folder.has_board]


def moments(name: str, seed: int) -> Iterator[tuple[dict[str, Any], Sequence[str], Sequence[Event]]]:
    """Views with the keys on offer and what was told, along a random game, for both seats and a spectator."""
    rng = Random(seed)
    table: Table[Any] = Table(registry.find(name).open(length="tiny"), FastDice(seed))
    for _ in range(150):
        if not table.pending_seats:
            break
        seat = rng.choice(table.pending_seats)
        asked = table.request_for(seat)
        assert asked is not None
        if rng.random() < 0.3:
            yield table.view(seat), asked.keys, table.events_for(seat)
            yield table.view(None), (), table.events_for(None)
        quick = [key for key in ("fill", "ready", "end-turn", "play") if key in asked.menu]
        table.answer(seat, quick[0] if quick and rng.random() < 0.6 else rng.choice(asked.keys))
    yield table.view(0), (), table.events_for(0)


@pytest.mark.parametrize("name", BOARDS)
def test_every_part_is_well_formed_and_its_letters_can_be_read(name: str) -> None:
    parts = getattr(registry.find(name).board, "parts", None)
    if parts is None:
        assert registry.find(name).board.svg, "without parts the picture is the board"
        return
    told = getattr(registry.find(name).board, "event_parts", lambda *_: ())
    for view, keys, events in moments(name, 5):
        from_events: list[Part] = list(told(view, events))
        replaced = {part.id for part in from_events}
        found = [part for part in parts(view, keys) if part.id not in replaced] + from_events
        names = [part.id for part in found] + [face.id for part in found for face in part.faces]
        assert len(names) == len(set(names)), "ids are stable and used once"
        for part in found:
            assert part.label, f"{part.id} has no words for who does not see it"
            for drawn in (part, *part.faces):
                _readable(drawn)


def _inside(element: ET.Element, drawn: Part | Face) -> None:
    """No box leaves the picture; what a transform moves is its own affair."""
    for child in element:
        if child.get("transform") is None:
            _inside(child, drawn)
    sides = [element.get(name, "") for name in ("x", "y", "width", "height")]
    if element.tag.endswith("rect") and not any("%" in side for side in sides):
        x, y, wide, high = (float(side or 0) for side in sides)
        across, down = x >= -1 and x + wide <= drawn.width + 1, y >= -1 and y + high <= drawn.height + 1
        assert across and down, f"{drawn.id}: {ET.tostring(element)!r} leaves {drawn.width} x {drawn.height}"


def _readable(drawn: Part | Face) -> None:
    if not drawn.svg:
        return
    assert drawn.width and drawn.height, f"{drawn.id} has no size"
    root = ET.fromstring(part_svg(drawn))
    if not getattr(drawn, "stretch", False):
        _inside(root, drawn)
    for element in root.iter():
        if element.get("font-size"):
            assert float(element.get("font-size", "0")) >= shapes.SMALLEST, ET.tostring(element)
        assert element.get("data-beat", ENTRANCES[0]) in ENTRANCES
        assert element.get("data-once") is None or (element.get("id") and element.get("data-beat"))
        assert element.get("data-face") is None or (element.get("id") and len(element) == 1)
        moved = element.get("data-move") or element.get("data-beat") or element.get("id") == "ball"
        assert not (moved and element.get("transform")), f"{drawn.id}: a page moves it by its transform"
        for name in ("fill", "stroke"):
            color = element.get(name, "none")
            classes = element.get("class", "").split()
            prefix = name[0]
            inks = {day.day for day in INKS if f"{prefix}-{day.name}" in classes}
            assert color in ("none", "inherit") or color in inks, (
                f"{drawn.id}: {name} {color} is no named ink"
            )


def test_every_ink_has_its_color_by_day_and_by_night() -> None:
    sheet = (Path(__file__).parents[2] / "src/fieldhouse/web/static/board.css").read_text()
    for one in INKS:
        assert re.search(rf"\.f-{one.name}\b", sheet) and re.search(rf"\.s-{one.name}\b", sheet), one.name
        assert re.search(rf"--k-{one.name}: ", sheet), one.name
