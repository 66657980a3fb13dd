"""A file of play rows, written as they come: CSV with nothing extra, Parquet where pyarrow is installed."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from fieldhouse.kernel.errors import BadOptions, FieldhouseError
from fieldhouse.lab.plays import COLUMNS, TEXT, Row


class RowSheet(Protocol):
    """Takes the rows of one game after the other."""

    def write(self, rows: Sequence[Row]) -> None: ...


@contextmanager
def row_sheet(path: str) -> Iterator[RowSheet]:
    """A sheet by the file's ending. The file appears when all is written: whole or not at all."""
    target = Path(path)
    half = target.with_name(f".{target.name}.half")
    opener = {".csv": _csv, ".parquet": _parquet}.get(target.suffix)
    if opener is None:
        raise BadOptions(f"{path!r}: the name must end in .csv or .parquet")
    try:
        with opener(half) as sheet:
            yield sheet
        half.replace(target)
    except OSError as fault:
        raise FieldhouseError(f"cannot write {path}: {fault.strerror}") from None
    finally:
        half.unlink(missing_ok=True)


class CsvRows:
    """Rows with commas; null is an empty cell."""

    def __init__(self, file: csv.DictWriter[str]) -> None:
        self._file = file

    def write(self, rows: Sequence[Row]) -> None:
        """Append these."""
        self._file.writerows(rows)


@contextmanager
def _csv(path: Path) -> Iterator[RowSheet]:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS)
        writer.writeheader()
        yield CsvRows(writer)


@contextmanager
def _parquet(path: Path) -> Iterator[RowSheet]:
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError:
        raise FieldhouseError("Parquet needs pyarrow: pip install 'fieldhouse[parquet]'") from None
    kinds = [(name, pa.string() if name in TEXT else pa.int32()) for name in COLUMNS]
    schema = pa.schema(kinds)

    class ParquetRows:
        """One row group a game."""

        def write(self, rows: Sequence[Row]) -> None:
            """Append these."""
            if rows:
                writer.write_table(pa.Table.from_pylist(list(rows), schema=schema))

    with pq.ParquetWriter(path, schema) as writer:
        yield ParquetRows()
