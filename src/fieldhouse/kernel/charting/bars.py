"""Lines of cells parted by bars, under `[headings]`, as tables."""

from __future__ import annotations

from fieldhouse.kernel.charting.sheet import BARE, CellNames, SheetRow, SheetTable, ordinal


def has_bars(text: str) -> bool:
    """Is any line a row of cells parted by bars?"""
    lines = (line.partition("#")[0] for line in text.splitlines())
    return any("|" in line and "=" not in line.partition("|")[0] for line in lines)


def in_bars(text: str) -> tuple[str, list[SheetTable]]:
    tables, names = [SheetTable("", "", [], [])], CellNames()
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
            tables[-1].rows.append(_bar_row(line.rstrip("\r\n"), here, tables[-1].title, names))
    for table in tables:
        width = max((len(row.columns) for row in table.rows), default=0)
        table.columns = [ordinal(n) for n in range(width)] if width > 1 else []
        for row in table.rows:
            _fill_bars(row, width, names)
    return "", tables


def _bar_row(line: str, at: int, title: str, names: CellNames) -> SheetRow:
    label, _, rest = line.partition("|")
    row = SheetRow(label.strip(), None, [])
    here = at + len(label)
    for n, part in enumerate(rest.split("|") if rest or "|" in line else []):
        start = here + 1 + len(part) - len(part.lstrip())
        end = start + len(part.strip())
        pair = (here, here + 1 + len(part))
        cell = names.cell(
            row=f"{title} {row.name}".strip(),
            column=ordinal(n),
            shown=part.strip(),
            kind=BARE,
            start=start,
            end=end,
            pair=pair,
        )
        row.columns.append([cell])
        here += 1 + len(part)
    return row


def _fill_bars(row: SheetRow, width: int, names: CellNames) -> None:
    """A row may grow to the width of its table, a cell at its end."""
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
                    column=ordinal(n),
                    shown="",
                    kind=BARE,
                    start=end[1],
                    end=end[1],
                    before=" | ",
                )
            ]
        )
