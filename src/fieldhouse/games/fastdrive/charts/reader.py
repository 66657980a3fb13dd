"""The game book as data (section 25): read from the text a person types, or from a record, and checked whole.

As data a chart set is `{table: [[key, cell, ...], ...]}`, with the cells as they are typed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import msgspec

from fieldhouse.games.fastdrive.charts.cells import RESULTS, Cell, read_cell
from fieldhouse.games.fastdrive.charts.codes import CODES, FACES, PAIRS, ROWS, span
from fieldhouse.kernel.errors import BadChart

FOLDER = Path(__file__).parent
REQUIRED = tuple(table for table in RESULTS if table != "turnovers")  # FD-25.2
EITHER = ("fumble", "interception", "kickoff-fumble", "kickoff-open", "punt-fumble", "punt-open")
_YEARS = re.compile(r"(\d{4})?\.\.(\d{4})?")


class TurnoverSpan(msgspec.Struct, frozen=True):
    """FD-25.14: extra turnover cells for a drive row while the turnover year is in the span."""

    key: str
    first: int
    last: int
    cells: tuple[Cell, ...]


class Charts(msgspec.Struct, frozen=True):
    """A checked chart set. `tables` has one row of cells per key of the dice, ranges spread out."""

    timing: tuple[int, ...]
    tables: dict[str, dict[str, tuple[Cell, ...]]]
    eras: tuple[TurnoverSpan, ...]
    warnings: tuple[str, ...] = ()


class _Row(msgspec.Struct, frozen=True):
    """One line of a table: the parts between the bars, and where each one is."""

    parts: tuple[str, ...]
    line: int = 0
    columns: tuple[int, ...] = ()

    def where(self, table: str, part: int = 0, at: int = 0) -> str:
        if self.line:
            return f"{table}, line {self.line}, column {self.columns[part] + at}"
        return f"{table}, row {self.parts[0]}" + (f", cell {part}" if part else "")


class _Table(list[_Row]):
    """The rows of a table, and the line of its name (0: given as data)."""

    line = 0

    def where(self, table: str) -> str:
        return f"{table}, line {self.line}" if self.line else table


_Book = dict[str, _Table]


@cache
def default_text() -> str:
    """The default chart set as the text file a person copies and edits."""
    return (FOLDER / "default.txt").read_text(encoding="utf-8")


def read_chart_text(text: str) -> dict[str, list[list[str]]]:
    """A typed chart set as data; BadChart lists every fault with table, line and column."""
    book, faults = _lines(text)
    _read(book, faults)
    return {table: [list(row.parts) for row in rows] for table, rows in book.items()}


def read_data(data: Any) -> Charts:
    """A chart set given as data, checked; BadChart lists every fault with table and row."""
    if not isinstance(data, Mapping):
        raise BadChart(["charts: tables by name are needed, each a list of rows"])
    for table, rows in data.items():
        if not isinstance(rows, list) or not all(_is_row(row) for row in rows):
            raise BadChart([f"charts, {table}: a list of rows is needed, each a list of a key and cells"])
    return _charts(msgspec.json.encode(data))


@lru_cache(maxsize=16)
def _charts(data: bytes) -> Charts:
    """Reading a set takes longer than a hundred games; a season opens hundreds of games with one set."""
    tables: dict[str, list[list[str]]] = msgspec.json.decode(data)
    book = {table: _Table(_Row(tuple(row)) for row in rows) for table, rows in tables.items()}
    return _read(book, [f"unknown table {table!r}" for table in book if table not in RESULTS])


@cache
def _default() -> bytes:
    return msgspec.json.encode(read_chart_text(default_text()))


def default_data() -> dict[str, list[list[str]]]:
    """The default chart set as data, fresh."""
    found: dict[str, list[list[str]]] = msgspec.json.decode(_default())
    return found


def warnings(text: str) -> tuple[str, ...]:
    """What is odd in a typed chart set but no fault (FD-25.15)."""
    book, faults = _lines(text)
    return _read(book, faults).warnings


def _is_row(row: Any) -> bool:
    return isinstance(row, list) and len(row) > 0 and all(isinstance(part, str) for part in row)


def _lines(text: str) -> tuple[_Book, list[str]]:
    """FD-25.1: tables, rows, cells, comments."""
    book: _Book = {}
    faults: list[str] = []
    rows: _Table | None = None
    for number, line in enumerate(text.splitlines(), start=1):
        body = line.partition("#")[0].rstrip()
        name = body.strip()
        if not name:
            continue
        if name.startswith("[") and name.endswith("]") and "|" not in name:
            rows = _open_table(book, name[1:-1].strip(), number, faults)
        elif rows is None:
            faults.append(f"line {number}, column 1: a row before the first table, such as [drive]")
        else:
            rows.append(_row(body, number))
    return book, faults


def _open_table(book: _Book, table: str, line: int, faults: list[str]) -> _Table:
    if table not in RESULTS:
        faults.append(f"line {line}, column 1: unknown table {table!r}; there are {', '.join(RESULTS)}")
    elif table in book:
        faults.append(f"line {line}, column 1: table {table!r} appears twice")
    rows = book.setdefault(table, _Table()) if table in RESULTS else _Table()
    rows.line = rows.line or line
    return rows


def _row(body: str, number: int) -> _Row:
    parts: list[str] = []
    columns: list[int] = []
    at = 0
    for part in body.split("|"):
        columns.append(at + len(part) - len(part.lstrip()) + 1)
        parts.append(part.strip())
        at += len(part) + 1
    return _Row(tuple(parts), number, tuple(columns))


def _read(book: _Book, faults: list[str]) -> Charts:
    faults.extend(f"table {table!r} is missing" for table in REQUIRED if table not in book)
    tables = {
        table: dict(_table(table, rows, faults))
        for table, rows in book.items()
        if table in RESULTS and table not in ("turnovers", "timing")
    }
    timing = _timing(book.get("timing", _Table()), faults)
    eras = tuple(_eras(book.get("turnovers", _Table()), faults))
    if faults:
        raise BadChart(faults)
    return Charts(timing, tables, eras, tuple(_odd(tables["drive"])))


def _table(table: str, rows: _Table, faults: list[str]) -> Iterator[tuple[str, tuple[Cell, ...]]]:
    """FD-25.3 to FD-25.5: every key of the dice exactly once."""
    keys = _keys(table, rows)
    seen: set[str] = set()
    for row in rows:
        cells = _cells(table, row, 1, faults)
        covered = _covered(row.parts[0], keys)
        if not covered:
            faults.append(
                f"{row.where(table)}: {row.parts[0]!r} isn't a key; keys go from {keys[0]} to {keys[-1]}"
            )
        for key in covered:
            if key in seen:
                faults.append(f"{row.where(table)}: {key} appears twice")
            seen.add(key)
            yield key, cells
    missing = [key for key in keys if key not in seen]
    if missing:
        faults.append(f"{rows.where(table)}: no row for {', '.join(missing)}")


def _keys(table: str, rows: list[_Row]) -> tuple[str, ...]:
    if table == "drive":
        return ROWS
    if table.startswith("unusual"):
        return PAIRS
    if table in EITHER:  # FD-25.5: six faces, or 36 codes
        return CODES if any(len(row.parts[0].partition("-")[0]) == 2 for row in rows) else FACES
    return CODES


def _covered(key: str, keys: tuple[str, ...]) -> tuple[str, ...]:
    if key in keys:
        return (key,)
    places = span(key, keys) if keys in (CODES, FACES) else None
    return tuple(keys[place] for place in places) if places is not None else ()


def _cells(table: str, row: _Row, first: int, faults: list[str]) -> tuple[Cell, ...]:
    """FD-25.6: one to three cells; all but the last ask, the last does not (except in `turnovers`)."""
    parts = row.parts[first:]
    if not 1 <= len(parts) <= 3:
        faults.append(f"{row.where(table)}: one to three cells are needed, not {len(parts)}")
    cells: list[Cell] = []
    for place, part in enumerate(parts, start=first):
        found = read_cell(part, table)
        if isinstance(found, list):
            faults += [f"{row.where(table, place, max(0, fault.at))}: {fault.what}" for fault in found]
            continue
        last = place == len(row.parts) - 1
        if last and found.tests and table != "turnovers":
            faults.append(f"{row.where(table, place)}: a question in the last cell")
        if not last and not found.tests:
            faults.append(f"{row.where(table, place)}: only the last cell can have no question")
        cells.append(found)
    return tuple(cells)


def _timing(rows: _Table, faults: list[str]) -> tuple[int, ...]:
    """FD-25.16: faces 1-6 to ticks 1-6, never falling, face 1 one tick."""
    if not rows:
        return ()
    ticks: dict[str, int] = {}
    for row in rows:
        value = row.parts[1] if len(row.parts) == 2 else ""
        if value not in FACES:
            faults.append(f"{row.where('timing')}: a number of ticks from 1 to 6 is needed")
            continue
        covered = _covered(row.parts[0], FACES)
        if not covered:
            faults.append(f"{row.where('timing')}: {row.parts[0]!r} isn't a face from 1 to 6")
        for face in covered:
            if face in ticks:
                faults.append(f"{row.where('timing')}: face {face} appears twice")
            ticks[face] = int(value)
    missing = [face for face in FACES if face not in ticks]
    if missing:
        faults.append(f"{rows.where('timing')}: no row for {', '.join(missing)}")
    times = tuple(ticks.get(face, 0) for face in FACES)
    if not missing and (times[0] != 1 or list(times) != sorted(times)):
        faults.append(f"{rows.where('timing')}: face 1 must be 1 tick, and ticks may never fall")
    return times


def _eras(rows: _Table, faults: list[str]) -> Iterator[TurnoverSpan]:
    """FD-25.14: drive key, span of years, cells."""
    for row in rows:
        years = _YEARS.fullmatch(row.parts[1]) if len(row.parts) > 1 else None
        if row.parts[0] not in ROWS:
            faults.append(f"{row.where('turnovers')}: {row.parts[0]!r} isn't a drive row such as 1-3-6")
        elif years is None:
            faults.append(f"{row.where('turnovers')}: a span of years such as ..1979, 1978..1994 or 2015..")
        else:
            first, last = int(years[1] or 0), int(years[2] or 9999)
            yield TurnoverSpan(row.parts[0], first, last, _cells("turnovers", row, 2, faults))


def _odd(drive: dict[str, tuple[Cell, ...]]) -> Iterator[str]:
    """FD-25.15: what printed charts would hardly have."""
    for row in ("2-2-2", "3-3-3", "4-4-4", "5-5-5"):
        if not any(cell.result.word.startswith("UNUSUAL") for cell in drive[row]):
            yield f"drive, row {row}: leads to no unusual table"
    if not any(cell.result.word == "REROLL" and cell.result.dot for cell in drive["2-4-5"]):
        yield "drive, row 2-4-5: holds no REROLL dot"
