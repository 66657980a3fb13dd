"""The games of a bulk run in a file, chunk by chunk: CSV and Parquet."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from fieldhouse.kernel.errors import BadOptions, FieldhouseError

if TYPE_CHECKING:
    from fieldhouse.solve.tables import Ints


class Keeper(Protocol):
    """Takes the games of each chunk in order."""

    def keep(self, first: int, rows: Ints) -> None: ...

    def close(self) -> None: ...


def keeper_of(path: str, seats: Sequence[str]) -> Keeper:
    """A writer by the file's ending: .csv or .parquet."""
    if path.endswith(".csv"):
        return CsvKeeper(path, seats)
    if path.endswith(".parquet"):
        return ParquetKeeper(path, seats)
    raise BadOptions(f"--out {path!r}: the name must end in .csv or .parquet")


class CsvKeeper:
    """One line a game: number, winner (seat or tie), points of both seats."""

    def __init__(self, path: str, seats: Sequence[str]) -> None:
        self._winners = (seats[0], "tie", seats[1])
        self._file = Path(path).open("w", encoding="utf-8", newline="")  # noqa: SIM115  # closed by close()
        self._writer = csv.writer(self._file)
        self._writer.writerow(["game", "winner", f"points {seats[0]}", f"points {seats[1]}"])

    def keep(self, first: int, rows: Ints) -> None:
        """Append these games."""
        self._writer.writerows(
            (first + n, self._winners[result], a, b) for n, (result, a, b) in enumerate(rows.tolist())
        )

    def close(self) -> None:
        """No more games."""
        self._file.close()


class ParquetKeeper:
    """The same columns, one row group a chunk."""

    def __init__(self, path: str, seats: Sequence[str]) -> None:
        try:
            import pyarrow as pa
            import pyarrow.parquet as pq
        except ImportError:
            raise FieldhouseError("Parquet needs pyarrow: pip install 'fieldhouse[parquet]'") from None
        self._pa = pa
        self._winners = pa.array([seats[0], "tie", seats[1]])
        columns = [("game", pa.int64()), ("winner", pa.dictionary(pa.int8(), pa.string()))]
        columns += [(f"points {seat}", pa.int16()) for seat in seats]
        self._schema = pa.schema(columns)
        self._writer = pq.ParquetWriter(path, self._schema)

    def keep(self, first: int, rows: Ints) -> None:
        """Append these games."""
        pa = self._pa
        winner = pa.DictionaryArray.from_arrays(pa.array(rows[:, 0].astype("int8")), self._winners)
        numbers = pa.array(range(first, first + len(rows)), pa.int64())
        points = [pa.array(rows[:, n].astype("int16")) for n in (1, 2)]
        self._writer.write_table(pa.Table.from_arrays([numbers, winner, *points], schema=self._schema))

    def close(self) -> None:
        """No more games."""
        self._writer.close()
