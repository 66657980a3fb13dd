"""A chart being edited: its text, which cells changed, and which of them are at fault."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

import msgspec

from fieldhouse.kernel import registry
from fieldhouse.kernel.errors import BadChart
from fieldhouse.kernel.registry import Folder
from fieldhouse.web.chart_editor.sheet import ChartSheet
from fieldhouse.web.chart_editor.sheet_reader import read_sheet

MOST_TEXT = 40_000
"""Letters that a chart may have."""
MOST_BLAMED = 40
"""Changed cells that are looked at one by one when a chart cannot be played with."""


class CellChange(msgspec.Struct, frozen=True):
    """A cell that differs from the standard chart: where, what it was, what it is."""

    where: str
    old: str
    new: str


class ChartDraft(msgspec.Struct):
    """A text, the tables in it, and what is wrong with it."""

    text: str
    sheet: ChartSheet | None
    given: dict[str, str] = {}
    """Fields that differ from the text: what could not be taken yet."""
    faults: list[str] = []
    bad: dict[str, str] = {}
    """The cells at fault, and why."""
    data: Any = None
    """What the game reads in it, where it can be played with."""


def text_digest(text: str) -> str:
    """By which a form knows whether its text was changed by hand."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def normalize_newlines(text: str) -> str:
    """As files have it: a browser sends other ends of lines."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def draft_from_text(folder: Folder, name: str, text: str) -> ChartDraft:
    """The text as it stands."""
    return _judged(folder, name, ChartDraft(text, _sheet(text)))


def draft_from_form(folder: Folder, name: str, form: Mapping[str, str], house: str) -> ChartDraft:
    """What the form says: the text with its cells changed, or the text alone if that was changed by hand."""
    text = normalize_newlines(form.get("text", house))
    if not text.endswith("\n"):
        text += "\n"
    if len(text) > MOST_TEXT:
        raise BadChart([f"the chart has {len(text)} characters; the limit is {MOST_TEXT}"])
    if text_digest(text) != form.get("base", text_digest(text)):
        return draft_from_text(folder, name, text)
    sheet = _sheet(text)
    if sheet is None:
        return draft_from_text(folder, name, text)
    given = sheet.changes(form)
    if not given:
        return draft_from_text(folder, name, text)
    changed = draft_from_text(folder, name, sheet.with_changes(given))
    if not changed.faults:
        return changed
    draft = ChartDraft(text, sheet, given, changed.faults)
    for cell in list(given)[:MOST_BLAMED]:
        if faults := _faults(folder, name, sheet.with_changes({cell: given[cell]})):
            draft.bad[cell] = "; ".join(faults)
    return draft


def read_draft(game: str, name: str, form: Mapping[str, str]) -> ChartDraft:
    """What the form says, read by a worker process: foreign charts may cost time and memory."""
    folder = registry.find(game)
    return draft_from_form(folder, name, form, folder.game.material_text(name))


def _sheet(text: str) -> ChartSheet | None:
    try:
        return read_sheet(text)
    except BadChart:
        return None


def _judged(folder: Folder, name: str, draft: ChartDraft) -> ChartDraft:
    try:
        draft.data = folder.read_material(name, draft.text)
        folder.open(materials={name: draft.data})
    except BadChart as bad:
        draft.faults = list(bad.faults)
    return draft


def _faults(folder: Folder, name: str, text: str) -> list[str]:
    return draft_from_text(folder, name, text).faults


def cell_changes(old: str, new: str) -> list[CellChange]:
    """The cells in which two texts differ, by name; by place where names of rows were changed alone."""
    before, after = _sheet(old), _sheet(new)
    if before is None or after is None:
        return []
    was, now = list(before.cells().values()), list(after.cells().values())
    renamed = {cell.where for cell in was} != {cell.where for cell in now}
    if renamed and [cell.kind for cell in was] == [cell.kind for cell in now]:
        pairs = [(a.where, a.shown, b.shown) for a, b in zip(was, now, strict=True)]
    else:
        here = {cell.where: cell.shown for cell in now}
        there = {cell.where: cell.shown for cell in was}
        pairs = [(where, there.get(where, ""), here.get(where, "")) for where in {**there, **here}]
    return [CellChange(where, a, b) for where, a, b in pairs if a != b]
