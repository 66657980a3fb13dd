"""Simulated games and their plays as rows: CSV with nothing extra, Parquet where pyarrow is installed."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol, TypeAlias

from fieldhouse.football.box_score import STATISTICS
from fieldhouse.kernel.errors import BadOptions, FieldhouseError
from fieldhouse.lab.export.plays import RowSheet, row_sheet
from fieldhouse.lab.simulate import PlayedGame

Cell: TypeAlias = int | str | None


class ExportSheet(Protocol):
    """Takes games one by one; `close` finishes the file."""

    def add(self, played: PlayedGame) -> None: ...

    def close(self) -> None: ...


def row(played: PlayedGame, seats: Sequence[str], counts: Sequence[str] | None) -> dict[str, Cell]:
    """One game as a row; a tie has no winner, and only a game that reports football has statistics.

    What the game does not count (it says what it `counts`) is unknown, never 0.
    """
    cells: dict[str, Cell] = {"number": played.number, "seed": played.seed}
    cells["winner"] = seats[played.winner] if played.winner is not None else ""
    cells["why"] = played.why
    names = [seat.lower().replace(" ", "_") for seat in seats]
    sides = names if len(names) > 1 else [*names, "other"]
    for side, score in zip(sides, played.scores, strict=False):
        cells[f"{side}_score"] = score
    for side, line in zip(sides, played.lines, strict=False):
        for name in STATISTICS:
            known = counts is None or name in counts
            cells[f"{side}_{name}"] = getattr(line, name) if known else None
    return cells


class CsvSheet:
    """A CSV file, written as the games come; its columns are those of the first game."""

    def __init__(self, path: str, seats: Sequence[str], counts: Sequence[str] | None) -> None:
        self._seats, self._counts = seats, counts
        try:
            self._file = Path(path).open("w", newline="", encoding="utf-8")  # noqa: SIM115 - closed by close()
        except OSError as error:
            raise FieldhouseError(f"cannot write {path}: {error.strerror}") from None
        self._writer: csv.DictWriter[str] | None = None

    def add(self, played: PlayedGame) -> None:
        cells = row(played, self._seats, self._counts)
        if self._writer is None:
            self._writer = csv.DictWriter(self._file, list(cells), extrasaction="ignore")
            self._writer.writeheader()
        self._writer.writerow(cells)

    def close(self) -> None:
        self._file.close()


class ParquetSheet:
    """A Parquet file, written in groups of rows; its columns are those of the first game."""

    GROUP = 10_000

    def __init__(self, path: str, seats: Sequence[str], counts: Sequence[str] | None) -> None:
        try:
            import pyarrow as pa
            from pyarrow import parquet
        except ImportError:
            raise FieldhouseError("Parquet needs pyarrow: pip install 'fieldhouse[parquet]'") from None
        try:
            self._file = Path(path).open("wb")  # noqa: SIM115 - closed by close()
        except OSError as error:
            raise FieldhouseError(f"cannot write {path}: {error.strerror}") from None
        self._arrow: Any = pa
        self._parquet: Any = parquet
        self._seats, self._counts = seats, counts
        self._writer: Any = None
        self._rows: list[dict[str, Cell]] = []

    def add(self, played: PlayedGame) -> None:
        self._rows.append(row(played, self._seats, self._counts))
        if len(self._rows) >= self.GROUP:
            self._flush()

    def _flush(self) -> None:
        if self._writer is None:
            number = self._arrow.int64()
            kinds = {str: self._arrow.string(), int: number, type(None): number}
            schema = self._arrow.schema([(name, kinds[type(cell)]) for name, cell in self._rows[0].items()])
            self._writer = self._parquet.ParquetWriter(self._file, schema)
        self._writer.write_table(self._arrow.Table.from_pylist(self._rows, schema=self._writer.schema))
        self._rows = []

    def close(self) -> None:
        if self._rows:
            self._flush()
        if self._writer is not None:
            self._writer.close()
        self._file.close()


class PlaySheet:
    """The plays of simulated games, game by game, as `fieldhouse export` writes them."""

    def __init__(self, sheet: RowSheet) -> None:
        self._sheet = sheet
        self.rows = 0

    def add(self, played: PlayedGame) -> None:
        """Append this game's; BadOptions where the game has none."""
        if not played.plays:
            raise BadOptions(
                "--plays: this game has no plays or drives to write, as squares and drafts have none"
            )
        self.rows += len(played.plays)
        self._sheet.write(played.plays)


@contextmanager
def play_sheet(path: str) -> Iterator[PlaySheet]:
    """A sheet by the file's ending. The file appears when all is written: whole or not at all."""
    with row_sheet(path) as sheet:
        yield PlaySheet(sheet)
