"""Read a chart's text as a sheet: TOML, or rows of cells with `|` between them under headings."""

from __future__ import annotations

from fieldhouse.kernel.errors import BadChart
from fieldhouse.web.chart_editor.pipe_tables import has_pipe_rows, read_pipe_tables
from fieldhouse.web.chart_editor.sheet import ChartSheet
from fieldhouse.web.chart_editor.toml_tables import read_toml_tables

MAX_CELLS = 1500
"""A longer chart is edited as text."""


def read_sheet(text: str) -> ChartSheet:
    """The text as tables; BadChart where it can be read in neither form."""
    notes, found = read_pipe_tables(text) if has_pipe_rows(text) else read_toml_tables(text)
    sheet = ChartSheet(text, notes, [table for table in found if table.rows])
    if not 0 < len(sheet.cells()) <= MAX_CELLS:
        raise BadChart([f"this chart has no table of 1 to {MAX_CELLS} cells: edit it as text"])
    return sheet
