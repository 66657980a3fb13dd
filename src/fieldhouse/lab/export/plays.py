"""A file of play rows, written as they come: CSV with nothing extra, Parquet where pyarrow is installed."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Protocol

from fieldhouse.kernel.errors import BadOptions, FieldhouseError
from fieldhouse.kernel.files import atomic_write, escape_formula
from fieldhouse.lab.play_rows import CHANCES, COLUMNS, TEXT, Row

GROUP = 4096
"""Rows of a row group at least: a game has about a hundred and fifty."""


class RowSheet(Protocol):
    """Takes the rows of one game after the other."""

    def write(self, rows: Sequence[Row]) -> None: ...


@contextmanager
def row_sheet(path: str) -> Iterator[RowSheet]:
    """A sheet by the file's ending. The file appears when all is written: whole or not at all."""
    opener = {".csv": _csv, ".parquet": _parquet}.get(Path(path).suffix)
    if opener is None:
        raise BadOptions(f"{path!r}: the name must end in .csv or .parquet")
    try:
        with atomic_write(path) as file, opener(file) as sheet:
            yield sheet
    except OSError as fault:
        raise FieldhouseError(f"cannot write {path}: {fault.strerror}") from None


class CsvRows:
    """Rows with commas; null is an empty cell."""

    def __init__(self, file: csv.DictWriter[str]) -> None:
        self._file = file

    def write(self, rows: Sequence[Row]) -> None:
        """Append these."""
        self._file.writerows({name: escape_formula(value) for name, value in row.items()} for row in rows)


@contextmanager
def _csv(file: IO[bytes]) -> Iterator[RowSheet]:
    text = io.TextIOWrapper(file, encoding="utf-8", newline="", write_through=True)
    writer = csv.DictWriter(text, COLUMNS)
    writer.writeheader()
    yield CsvRows(writer)
    text.detach()


@contextmanager
def _parquet(file: IO[bytes]) -> Iterator[RowSheet]:
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError:
        raise FieldhouseError("Parquet needs pyarrow: pip install 'fieldhouse[parquet]'") from None
    kinds = dict.fromkeys(TEXT, pa.string()) | dict.fromkeys(CHANCES, pa.float64())
    schema = pa.schema([(name, kinds.get(name, pa.int32())) for name in COLUMNS])

    class ParquetRows:
        """Row groups of many games: what is known of each group stays in memory until the file is closed."""

        def __init__(self) -> None:
            self._kept: list[Row] = []

        def write(self, rows: Sequence[Row]) -> None:
            """Append these."""
            self._kept += rows
            if len(self._kept) >= GROUP:
                self.flush()

        def flush(self) -> None:
            """Write what has come together."""
            if self._kept:
                writer.write_table(pa.Table.from_pylist(self._kept, schema=schema))
                self._kept = []

    with pq.ParquetWriter(file, schema) as writer:
        sheet = ParquetRows()
        yield sheet
        sheet.flush()
