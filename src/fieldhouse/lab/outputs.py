"""What the bulk command shows and writes: a progress bar, tables, terminal bars, CSV and Parquet."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from fieldhouse.kernel.errors import BadOptions, FieldhouseError
from fieldhouse.kernel.game import Game
from fieldhouse.lab.tables import grid

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table as Grid

    from fieldhouse.lab.bulk import Tally
    from fieldhouse.solve.induction import Chances
    from fieldhouse.solve.tables import Ints


@contextmanager
def progress(screen: Console, total: int) -> Iterator[Callable[[int], None] | None]:
    """A bar on a terminal, nothing elsewhere."""
    if not screen.is_terminal:
        yield None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    with Progress(BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), console=screen) as bar:
        task = bar.add_task("games", total=total)
        yield lambda games: bar.advance(task, games)


@contextmanager
def shares(screen: Console) -> Iterator[Callable[[str, float], None]]:
    """A bar for each thing that is being done, told as shares; nothing where there is no terminal."""
    if not screen.is_terminal:
        yield lambda what, share: None
        return
    from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

    words = TextColumn("{task.description}")
    with Progress(words, BarColumn(), TimeElapsedColumn(), console=screen, transient=True) as bar:
        tasks: dict[str, TaskID] = {}

        def tell(what: str, share: float) -> None:
            if what not in tasks:
                tasks[what] = bar.add_task(what, total=1.0)
            bar.update(tasks[what], completed=min(1.0, share))

        yield tell


def summary(game: Game[Any], tally: Tally, exact: Chances | None = None) -> Grid:
    """Results with their standard errors, beside the exact chances where known."""
    table = grid(
        f"{game.meta.title}: {tally.games} games", "", "share", "standard error", "exact", "off by errors"
    )
    names = (f"{game.meta.seats[0]} win", "tie", f"{game.meta.seats[1]} win")
    for place, name in enumerate(names):
        share = tally.shares[place]
        error = tally.error(share)
        known = float(exact[place]) if exact is not None else None
        table.add_row(
            name,
            f"{share:.5f}",
            f"{error:.5f}",
            "" if known is None else f"{known:.5f}",
            "" if known is None else f"{(share - known) / error:+.2f}",
        )
    for seat, name in enumerate(game.meta.seats):
        mean, deviation = tally.mean_points(seat)
        table.add_row(
            f"points of {name}", f"{mean:.3f}", f"{deviation / max(tally.games, 1) ** 0.5:.4f}", "", ""
        )
    table.add_row("plays a game", f"{tally.plays / max(tally.games, 1):.2f}", "", "", "")
    return table


def bars(counts: Mapping[int, int], title: str, width: int = 50, rows: int = 24) -> str:
    """A histogram in plain text, values grouped to fit."""
    if not counts:
        return f"{title}: nothing"
    low, high = min(counts), max(counts)
    step = max(1, -(-(high - low + 1) // rows))
    groups: dict[int, int] = {}
    for value, count in counts.items():
        groups[(value - low) // step] = groups.get((value - low) // step, 0) + count
    total, most = sum(counts.values()), max(groups.values())
    lines = [title]
    for group in range((high - low) // step + 1):
        count = groups.get(group, 0)
        first = low + group * step
        label = f"{first:>4}" if step == 1 else f"{first:>4}..{min(first + step - 1, high):<4}"
        lines.append(f"{label} {'#' * round(width * count / most):<{width}} {count / total:7.3%}")
    return "\n".join(lines)


class Keeper(Protocol):
    """Takes the games of each chunk in order."""

    def keep(self, first: int, rows: Ints) -> None: ...

    def close(self) -> None: ...


def keeper(path: str, seats: Sequence[str]) -> Keeper:
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
