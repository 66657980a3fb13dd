"""Read a chart's text as a sheet: TOML, or rows of cells with `|` between them under headings."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

import msgspec

from fieldhouse.football.events import ordinal
from fieldhouse.kernel.errors import BadChart
from fieldhouse.web.chart_editor.sheet import (
    APART,
    BARE,
    LIST,
    NUMBER,
    TEXT,
    TRUTH,
    WORDS,
    CellFactory,
    ChartCell,
    ChartSheet,
    SheetRow,
    SheetTable,
    toml_string,
)
from fieldhouse.web.chart_editor.toml_spans import KeySpan, TomlBlock, ValueSpan, find_blocks


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


class _Line(msgspec.Struct):
    """A row to be: what it is called, its pairs by column, and how a further one is written."""

    name: str
    label: KeySpan | None
    pairs: dict[str, KeySpan]
    end: int
    before: str
    all: list[KeySpan]


def read_toml_tables(text: str) -> tuple[str, list[SheetTable]]:
    """The comments at the top and the tables of the text; BadChart where it is not TOML."""
    found = find_blocks(text)
    names, notes = CellFactory(), found[0].notes
    found[0].notes = ""
    tables: list[SheetTable] = []
    group: list[TomlBlock] = []
    for block in [*found, TomlBlock(("",), "")]:
        if group and not _alike(group, block):
            tables += _tables(group, text, names)
            group = []
        group.append(block)
    return notes, tables


def _alike(group: Sequence[TomlBlock], block: TomlBlock) -> bool:
    """Is the block one more row of the table that the group is?"""
    keys = {pair.key for one in group for pair in one.pairs}
    own = {pair.key for pair in block.pairs}
    plain = all(not pair.quoted and not _rows_in(pair) for one in (*group, block) for pair in one.pairs)
    return bool(group[0].path) and plain and bool(own) and 2 * len(keys & own) > len(own)


def _tables(group: Sequence[TomlBlock], text: str, names: CellFactory) -> list[SheetTable]:
    if len(group) > 1:
        rows = [
            _Line(" ".join(one.path), None, {p.key: p for p in one.pairs}, one.end, "\n{} = ", one.pairs)
            for one in group
        ]
        return [_table("", group[0].notes, rows, text, names)]
    block = group[0]
    title, notes = " ".join(block.path), block.notes
    simple = [pair for pair in block.pairs if not _rows_in(pair)]
    found = []
    if simple:
        found.append(_list(title, notes, simple, text, names))
    inside = [pair for pair in block.pairs if pair.value.pairs]
    if inside:
        rows = [
            _Line(p.key, p if p.quoted else None, {q.key: q for q in p.value.pairs},
                  p.value.pairs[-1].value.end, ", {} = ", p.value.pairs)
            for p in inside
        ]  # fmt: skip
        found.append(_table(title, "" if simple else notes, rows, text, names))
    for pair in block.pairs:
        if pair.value.items and all(item.pairs for item in pair.value.items):
            rows = [
                _Line(_called(item, n), None, {q.key: q for q in item.pairs}, item.pairs[-1].value.end,
                      ", {} = ", item.pairs)
                for n, item in enumerate(pair.value.items)
            ]  # fmt: skip
            found.append(_table(" ".join((*block.path, pair.key)), "", rows, text, names))
            if not simple and not inside and pair is block.pairs[0]:
                found[-1].notes = notes
    return found


def _rows_in(pair: KeySpan) -> bool:
    """Is the value a row, or rows, of named cells?"""
    value = pair.value
    return bool(value.pairs or (value.items and all(item.pairs for item in value.items)))


def _called(item: ValueSpan, n: int) -> str:
    """What to call a row without a key: its name, where it has one."""
    named = item.value.get("name")
    return str(named) if isinstance(named, str) and named else ordinal(n + 1)


def _list(title: str, notes: str, pairs: Sequence[KeySpan], text: str, names: CellFactory) -> SheetTable:
    rows = []
    counted = all(pair.key.isdecimal() for pair in pairs)  # the totals of dice: a column of one kind
    kinds = {_kind(pair.value) for pair in pairs} if counted else set()
    for pair in pairs:
        label = None
        if pair.quoted:
            label = names.cell(
                row=title,
                column=f"the row {pair.key}",
                shown=pair.key,
                kind=TEXT,
                start=pair.start,
                end=pair.key_end,
            )
        line = pair.start, _line_end(text, pair.value.end)
        rows.append(SheetRow(pair.key, label, [_fields(pair, title, pair.key, text, names, kinds, line)]))
    return SheetTable(title, notes, [], rows)


def _table(title: str, notes: str, lines: Sequence[_Line], text: str, names: CellFactory) -> SheetTable:
    columns = list(dict.fromkeys(key for line in lines for key in line.pairs))
    kinds = {key: {_kind(line.pairs[key].value) for line in lines if key in line.pairs} for key in columns}
    rows = []
    for line in lines:
        label = None
        if line.label is not None:
            label = names.cell(
                row=title, column=f"the row {line.name}", shown=line.name, kind=TEXT, start=line.label.start,
                end=line.label.key_end,
            )  # fmt: skip
        cells, called = [], f"{title} {line.name}".strip()
        for key in columns:
            if key in line.pairs:
                pair = line.pairs[key]
                whole = _with_comma(pair, line, text) if len(line.pairs) > 1 else None
                cells.append(_fields(pair, called, key, text, names, kinds[key], whole))
            else:
                kind = next(iter(kinds[key])) if len(kinds[key]) == 1 else NUMBER
                before = line.before.format(key if re.fullmatch(r"[\w-]+", key) else toml_string(key))
                missing = names.cell(
                    row=called,
                    column=key,
                    shown="",
                    kind=kind,
                    start=line.end,
                    end=line.end,
                    before=before,
                )
                cells.append([missing])
        rows.append(SheetRow(line.name, label, cells))
    return SheetTable(title, notes, columns, rows)


def _with_comma(pair: KeySpan, line: _Line, text: str) -> tuple[int, int]:
    """The pair with what parts it from its neighbour: gone when its field is emptied."""
    start, end = pair.start, pair.value.end
    if line.before.startswith("\n"):
        return start, _line_end(text, end)
    place = line.all.index(pair)
    if place:
        return line.all[place - 1].value.end, end
    return start, line.all[1].start


def _line_end(text: str, at: int) -> int:
    """Past the rest of a line: blanks, a comment."""
    found = re.compile(r"[ \t]*(?:#[^\n]*)?\n?").match(text, at)
    return at if found is None else found.end()


def _fields(
    pair: KeySpan, row: str, column: str, text: str, names: CellFactory, kinds: Collection[str],
    whole: tuple[int, int] | None = None,
) -> list[ChartCell]:  # fmt: skip
    """One field for a value; of a short list of unlike things one for each."""
    piece, kind = pair.value, _kind(pair.value)
    if kind == APART:
        return [
            names.cell(
                row=row, column=f"{column}, {ordinal(n + 1)}", shown=_shown(item), kind=_kind(item),
                start=item.start, end=item.end,
            )
            for n, item in enumerate(piece.items)
        ]  # fmt: skip
    if kind == TEXT and NUMBER in kinds:
        kind = NUMBER  # a column of numbers may have a word in it, and a number in its place
    if kind == WORDS and not piece.items and LIST in kinds:
        kind = LIST
    gone = None if kind in (LIST, WORDS) else whole
    return [
        names.cell(
            row=row,
            column=column,
            shown=_shown(piece),
            kind=kind,
            start=piece.start,
            end=piece.end,
            pair=gone,
        )
    ]


def _kind(piece: ValueSpan) -> str:
    value = piece.value
    if isinstance(value, bool):
        return TRUTH
    if isinstance(value, int | float):
        return NUMBER
    if not isinstance(value, list):
        return TEXT
    if (len({type(item) for item in value}) > 1 and len(value) <= 2) or any(
        "," in str(item) for item in value
    ):
        return APART
    return WORDS if all(isinstance(item, str) for item in value) else LIST


def _shown(piece: ValueSpan) -> str:
    value = piece.value
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


MAX_CELLS = 1500
"""A longer chart is edited as text."""


def read_sheet(text: str) -> ChartSheet:
    """The text as tables; BadChart where it can be read in neither form."""
    notes, found = read_pipe_tables(text) if has_pipe_rows(text) else read_toml_tables(text)
    sheet = ChartSheet(text, notes, [table for table in found if table.rows])
    if not 0 < len(sheet.cells()) <= MAX_CELLS:
        raise BadChart([f"this chart has no table of 1 to {MAX_CELLS} cells: edit it as text"])
    return sheet
