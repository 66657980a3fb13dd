"""Many games in one file: JSON lines, one record per line, gzipped where the name ends in `.gz`.

Reading is lazy, and filters look at the header of a line only, so that unwanted games are not parsed.
"""

from __future__ import annotations

import gzip
import io
import os
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import msgspec

from fieldhouse.kernel.errors import BadRecord
from fieldhouse.kernel.files import atomic_write
from fieldhouse.kernel.record import Record, parse_record, record_text


class Header(msgspec.Struct, frozen=True):
    """The fields of a record that can be filtered by."""

    game: str
    edition: int = 1
    options: dict[str, Any] = {}
    outcome: dict[str, Any] | None = None

    @property
    def winner(self) -> int | None:
        """The seat that won; None for a tie and for an unfinished game."""
        return None if self.outcome is None else self.outcome.get("winner")


def records(
    path: str | os.PathLike[str],
    *,
    game: str | None = None,
    edition: int | None = None,
    winner: int | None = None,
    options: dict[str, Any] | None = None,
) -> Iterator[Record]:
    """The records of an archive, one at a time: `for record in records("games.jsonl.gz", game="redboar")`.

    Only those of the game, edition, winner and options that are asked for. BadRecord names the line.
    """
    for number, line in enumerate(_lines(path), start=1):
        if not line.strip():
            continue
        try:
            header = _HEADERS.decode(line)
        except msgspec.MsgspecError as fault:
            raise BadRecord(f"{os.fspath(path)}, line {number}: {fault}") from None
        wanted = (
            (game is None or header.game == game)
            and (edition is None or header.edition == edition)
            and (winner is None or header.winner == winner)
            and all(header.options.get(name) == value for name, value in (options or {}).items())
        )
        if wanted:
            try:
                yield parse_record(line.decode())
            except BadRecord as fault:
                raise BadRecord(f"{os.fspath(path)}, line {number}: {fault}") from None


ARCHIVES = ".jsonl and .jsonl.gz"


def is_archive(path: str | os.PathLike[str]) -> bool:
    """True if the name says that the file holds many games, one per line. One game is a .json file."""
    return os.fspath(path).endswith((".jsonl", ".jsonl.gz"))


def write_records(path: str | os.PathLike[str], games: Iterable[Record]) -> int:
    """Write an archive atomically; returns how many records it holds."""
    count = 0
    with atomic_write(path) as file:
        packed = os.fspath(path).endswith(".gz")
        with gzip.GzipFile(fileobj=file, mode="wb") if packed else nullcontext(file) as out:
            for record in games:
                out.write(_on_one_line(record))
                count += 1
    return count


def _on_one_line(record: Record) -> bytes:
    return msgspec.json.format(record_text(record).encode(), indent=-1) + b"\n"


def _lines(path: str | os.PathLike[str]) -> Iterator[bytes]:
    try:
        with Path(path).open("rb") as raw:
            packed = raw.peek(2)[:2] == b"\x1f\x8b"
            yield from io.BufferedReader(gzip.GzipFile(fileobj=raw)) if packed else raw
    except (EOFError, gzip.BadGzipFile) as fault:
        raise BadRecord(f"{os.fspath(path)}: the file is cut off or damaged ({fault})") from None


_HEADERS = msgspec.json.Decoder(Header)
