"""Charts written as rows of cells with `|` between them, under `[headings]`, read as tables."""

from __future__ import annotations

from fieldhouse.football.events import ordinal
from fieldhouse.web.chart_editor.sheet import BARE, CellFactory, SheetRow, SheetTable


def has_pipe_rows(text: str) -> bool:
    """Is any line a row of cells with `|` between them?"""
    lines = (line.partition("#")[0] for line in text.splitlines())
    return any("|" in line and "=" not in line.partition("|")[0] for line in lines)


def read_pipe_tables(text: str) -> tuple[str, list[SheetTable]]:
    """The notes at the top (none in this form) and the tables of the text."""
    tables, names = [SheetTable("", "", [], [])], CellFactory()
    notes: list[str] = []
    at = 0
    for line in text.splitlines(keepends=True):
        here, at = at, at + len(line)
        bare = line.strip()
        if bare.startswith("#"):
            notes.append(bare.lstrip("# "))
        elif bare.startswith("[") and bare.endswith("]"):
            tables.append(SheetTable(bare.strip("[]"), "\n".join(notes), [], []))
            notes = []
        elif bare:
            tables[-1].rows.append(_pipe_row(line.rstrip("\r\n"), here, tables[-1].title, names))
    for table in tables:
        width = max((len(row.columns) for row in table.rows), default=0)
        table.columns = [ordinal(n + 1) for n in range(width)] if width > 1 else []
        for row in table.rows:
            _fill_row(row, width, names)
    return "", tables


def _pipe_row(line: str, at: int, title: str, names: CellFactory) -> SheetRow:
    label, _, rest = line.partition("|")
    row = SheetRow(label.strip(), None, [])
    here = at + len(label)
    for n, part in enumerate(rest.split("|") if rest or "|" in line else []):
        start = here + 1 + len(part) - len(part.lstrip())
        end = start + len(part.strip())
        pair = (here, here + 1 + len(part))
        cell = names.cell(
            row=f"{title} {row.name}".strip(),
            column=ordinal(n + 1),
            shown=part.strip(),
            kind=BARE,
            start=start,
            end=end,
            pair=pair,
        )
        row.columns.append([cell])
        here += 1 + len(part)
    return row


def _fill_row(row: SheetRow, width: int, names: CellFactory) -> None:
    """Add empty cells up to the width of the table, so that a row can grow."""
    if not row.columns:
        return
    last = row.columns[-1][0]
    end = last.pair
    assert end is not None
    for n in range(len(row.columns), width):
        row.columns.append(
            [
                names.cell(
                    row=last.row,
                    column=ordinal(n + 1),
                    shown="",
                    kind=BARE,
                    start=end[1],
                    end=end[1],
                    before=" | ",
                )
            ]
        )
