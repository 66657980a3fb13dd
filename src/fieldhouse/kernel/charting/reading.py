"""A chart's text as a sheet. Two kinds are read: TOML, and lines of cells parted by bars under headings."""

from __future__ import annotations

from fieldhouse.kernel.charting.bars import has_bars, in_bars
from fieldhouse.kernel.charting.sheet import ChartSheet
from fieldhouse.kernel.charting.tomltables import in_toml
from fieldhouse.kernel.errors import BadChart

MOST = 1500
"""Cells that a sheet shows at most; a longer text is changed as text."""


def read_sheet(text: str) -> ChartSheet:
    """The text as tables; BadChart where it can be read neither as TOML nor as bars."""
    notes, found = in_bars(text) if has_bars(text) else in_toml(text)
    sheet = ChartSheet(text, notes, [table for table in found if table.rows])
    if not 0 < len(sheet.cells()) <= MOST:
        raise BadChart([f"this text has no table of 1 to {MOST} cells; change it as text"])
    return sheet
