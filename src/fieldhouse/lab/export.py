"""Games and plays as tables in CSV or Parquet files; Parquet needs pyarrow.

Three tables: one row per simulated game, one row per play, one row per bulk game. A file appears when it is
complete, or not at all.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Literal, Protocol

from fieldhouse.football.box_score import STATISTICS
from fieldhouse.kernel.errors import BadOptions, FieldhouseError
from fieldhouse.kernel.files import atomic_write, escape_formula
from fieldhouse.lab.play_rows import CHANCES, COLUMNS, TEXT, Cell, Row
from fieldhouse.lab.summary import PlayedGame

if TYPE_CHECKING:
    from fieldhouse.solve.tables import Ints

CellType = Literal["string", "category", "int16", "int32", "int64", "double"]
"""Arrow's names of column types; a category is a text with few values."""
FileFormat = Literal["csv", "parquet"]
ROW_GROUP = 4096
"""Rows of a Parquet row group at least: each group takes 0.1 MB of memory until the file is closed."""


class TableWriter(Protocol):
    """Appends rows to a file."""

    def write(self, columns: Sequence[Sequence[Cell]]) -> None:
        """Append rows, given column by column in the order of the table's types."""


@contextmanager
def open_table(
    path: str, types: Mapping[str, CellType], file_format: FileFormat | None = None
) -> Iterator[TableWriter]:
    """A writer for a table with these columns, in the given format or the one the file's name ends in."""
    opener = _FORMATS.get(file_format or Path(path).suffix.removeprefix("."))
    if opener is None:
        raise BadOptions(f"{path!r}: the name must end in .csv or .parquet")
    try:
        with atomic_write(path) as file, opener(file, types) as writer:
            yield writer
    except OSError as fault:
        raise FieldhouseError(f"cannot write {path}: {fault.strerror}") from None


class _CsvWriter:
    def __init__(self, file: IO[str], types: Mapping[str, CellType]) -> None:
        self._writer = csv.writer(file)
        self._writer.writerow(types)
        self._is_text = [kind in ("string", "category") for kind in types.values()]

    def write(self, columns: Sequence[Sequence[Cell]]) -> None:
        cells = [
            [escape_formula(cell) for cell in column] if is_text else column
            for column, is_text in zip(columns, self._is_text, strict=True)
        ]
        self._writer.writerows(zip(*cells, strict=True))


@contextmanager
def _open_csv(file: IO[bytes], types: Mapping[str, CellType]) -> Iterator[TableWriter]:
    text = io.TextIOWrapper(file, encoding="utf-8", newline="", write_through=True)
    yield _CsvWriter(text, types)
    text.detach()


class _ParquetWriter:
    def __init__(self, pa: Any, writer: Any, schema: Any) -> None:
        self._pa, self._writer, self._schema = pa, writer, schema
        self._columns: list[list[Cell]] = [[] for _ in schema]

    def write(self, columns: Sequence[Sequence[Cell]]) -> None:
        for waiting, column in zip(self._columns, columns, strict=True):
            waiting.extend(column)
        if len(self._columns[0]) >= ROW_GROUP:
            self.flush()

    def flush(self) -> None:
        if self._columns[0]:
            arrays = [
                self._pa.array(column, field.type)
                for column, field in zip(self._columns, self._schema, strict=True)
            ]
            self._writer.write_table(self._pa.Table.from_arrays(arrays, schema=self._schema))
            self._columns = [[] for _ in self._schema]


@contextmanager
def _open_parquet(file: IO[bytes], types: Mapping[str, CellType]) -> Iterator[TableWriter]:
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError:
        raise FieldhouseError("Parquet needs pyarrow: pip install 'fieldhouse[parquet]'") from None
    category = pa.dictionary(pa.int8(), pa.string())
    schema = pa.schema(
        [(name, category if kind == "category" else pa.type_for_alias(kind)) for name, kind in types.items()]
    )
    with pq.ParquetWriter(file, schema) as arrow:
        writer = _ParquetWriter(pa, arrow, schema)
        yield writer
        writer.flush()


_FORMATS = {"csv": _open_csv, "parquet": _open_parquet}


# One row per simulated game


def game_row(played: PlayedGame, seats: Sequence[str], counts: Sequence[str] | None) -> dict[str, Cell]:
    """One game as a row; a tie has no winner, and only a game that reports football has statistics.

    A statistic that the game does not count (`counts`) is unknown, not 0.
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


class GamesFile:
    """A table of simulated games, with the columns of the first one."""

    def __init__(
        self,
        stack: ExitStack,
        path: str,
        file_format: FileFormat,
        seats: Sequence[str],
        counts: Sequence[str] | None,
    ) -> None:
        self._stack, self._path, self._format = stack, path, file_format
        self._seats, self._counts = seats, counts
        self._names: Sequence[str] = ()
        self._writer: TableWriter | None = None

    def add(self, played: PlayedGame) -> None:
        """Append one simulated game."""
        row = game_row(played, self._seats, self._counts)
        if self._writer is None:
            types: dict[str, CellType] = {
                name: "string" if isinstance(cell, str) else "int64" for name, cell in row.items()
            }
            self._names = tuple(types)
            self._writer = self._stack.enter_context(open_table(self._path, types, self._format))
        self._writer.write([[row.get(name)] for name in self._names])


@contextmanager
def open_games_file(
    path: str, file_format: FileFormat, seats: Sequence[str], counts: Sequence[str] | None
) -> Iterator[GamesFile]:
    """A file of simulated games; `counts` are the statistics that the game counts (None: all)."""
    if file_format == "parquet":
        _check_pyarrow()
    with ExitStack() as stack:
        yield GamesFile(stack, path, file_format, seats, counts)


def _check_pyarrow() -> None:
    """Fail before the first game is played, not after it."""
    with _open_parquet(io.BytesIO(), {"number": "int64"}):
        pass


# One row per play


class PlaysFile:
    """A table of plays, game by game, as `fieldhouse export` writes it."""

    def __init__(self, writer: TableWriter) -> None:
        self._writer = writer
        self.rows = 0
        """Rows written so far."""

    def write(self, rows: Sequence[Row]) -> None:
        """Append the plays of one game."""
        self.rows += len(rows)
        self._writer.write([[row[name] for row in rows] for name in COLUMNS])

    def add(self, played: PlayedGame) -> None:
        """Append a simulated game's plays; BadOptions where the game has none."""
        if not played.plays:
            raise BadOptions(
                "--plays: this game has no plays or drives to write, as squares and drafts have none"
            )
        self.write(played.plays)


@contextmanager
def open_plays_file(path: str) -> Iterator[PlaysFile]:
    """A file of plays, in the format that its name ends in."""
    types: dict[str, CellType] = dict.fromkeys(COLUMNS, "int32")
    types |= dict.fromkeys(TEXT, "string")
    types |= dict.fromkeys(CHANCES, "double")
    with open_table(path, types) as writer:
        yield PlaysFile(writer)


# One row per bulk game


class BulkGamesFile:
    """A table of bulk games: number, winner (a seat or "tie"), points of both seats."""

    def __init__(self, writer: TableWriter, seats: Sequence[str]) -> None:
        self._writer = writer
        self._winners = (seats[0], "tie", seats[1])

    def write(self, first: int, rows: Ints) -> None:
        """Append a chunk of games that begins with number `first`."""
        results, points_a, points_b = rows.T.tolist()
        winners = [self._winners[result] for result in results]
        self._writer.write([range(first, first + len(rows)), winners, points_a, points_b])


@contextmanager
def open_bulk_games_file(path: str, seats: Sequence[str]) -> Iterator[BulkGamesFile]:
    """A file of bulk games, in the format that its name ends in."""
    types: dict[str, CellType] = {"game": "int64", "winner": "category"}
    types |= {f"points {seat}": "int16" for seat in seats}
    with open_table(path, types) as writer:
        yield BulkGamesFile(writer, seats)
