"""A chart's text as tables whose cells can be changed one by one.

A cell is a place in the text. A change replaces that place only, so comments and order stay.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import msgspec

TEXT, NUMBER, TRUTH, WORDS, LIST, BARE = "text", "number", "truth", "words", "list", "bare"
"""How a field is written: a list holds numbers or words, words are words though they look like numbers."""
APART = "apart"
"""Of a short list of unlike things each is a field."""


class ChartCell(msgspec.Struct, kw_only=True):
    """A field of the sheet: its name in a form, where it is (in words), what stands there now."""

    name: str
    row: str
    column: str
    shown: str
    kind: str
    start: int
    end: int
    before: str = ""
    """Written in front of a value that does not stand in the text yet, such as its key."""
    pair: tuple[int, int] | None = None
    """All that goes when the field is emptied: key and value."""

    @property
    def where(self) -> str:
        """Row and column in words."""
        return ", ".join(filter(None, (self.row, self.column)))


class SheetRow(msgspec.Struct):
    """A row: its name, a field where the name is data, and the fields of each column."""

    name: str
    label: ChartCell | None
    columns: list[list[ChartCell]]


class SheetTable(msgspec.Struct):
    """One table of the sheet, with the comments above it. A list has no columns: one field a row."""

    title: str
    notes: str
    columns: list[str]
    rows: list[SheetRow]


class ChartSheet(msgspec.Struct):
    """A whole text, with the comments at its top."""

    text: str
    notes: str
    tables: list[SheetTable]

    def cells(self) -> dict[str, ChartCell]:
        """Every field by name."""
        found: dict[str, ChartCell] = {}
        for row in (row for table in self.tables for row in table.rows):
            for cell in (*([row.label] if row.label else ()), *(one for part in row.columns for one in part)):
                found[cell.name] = cell
        return found

    def changes(self, given: Mapping[str, str]) -> dict[str, str]:
        """The given values that differ from the text; unknown names are ignored."""
        plain = {name: " ".join(given[name].split()) for name in self.cells() if name in given}
        return {
            name: plain[name]
            for name, cell in self.cells().items()
            if name in plain and plain[name] != " ".join(cell.shown.split())
        }

    def with_changes(self, given: Mapping[str, str]) -> str:
        """The text with these cells changed."""
        cells, text = self.cells(), self.text
        edits = [_edit(cells[name], value) for name, value in self.changes(given).items()]
        order = sorted(range(len(edits)), key=lambda n: (edits[n][:2], n), reverse=True)
        for start, end, written in (edits[n] for n in order):
            text = text[:start] + written + text[end:]
        return text


def _edit(cell: ChartCell, value: str) -> tuple[int, int, str]:
    """The start and end of the text to replace, and what to write there."""
    if not value and cell.pair is not None:
        return *cell.pair, ""
    return cell.start, cell.end, cell.before + _written(value, cell.kind)


def _written(value: str, kind: str) -> str:
    """The value as it stands in a file."""
    if kind == BARE:
        return value
    if kind in (LIST, WORDS):
        parts = [part.strip() for part in value.split(",") if part.strip()]
        known = [part if kind == LIST and _NUMBER.fullmatch(part) else toml_string(part) for part in parts]
        return f"[{', '.join(known)}]"
    if kind == TRUTH and value.lower() in _TRUTHS:
        return _TRUTHS[value.lower()]
    return value if kind == NUMBER and _NUMBER.fullmatch(value) else toml_string(value)


_NUMBER = re.compile(r"[+-]?\d+(\.\d+)?")
_TRUTHS = {"yes": "true", "no": "false", "true": "true", "false": "false"}


def toml_string(text: str) -> str:
    """The text as a TOML string."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


class CellFactory:
    """Makes cells named c1, c2, ... in the order of the text."""

    def __init__(self) -> None:
        self._n = 0

    def cell(self, **about: Any) -> ChartCell:
        """Make the next cell."""
        self._n += 1
        return ChartCell(name=f"c{self._n}", **about)
