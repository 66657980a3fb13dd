"""Keeping games: where a record is written, and how a saved one is taken up again."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from fieldhouse.cli.terminal.common import read_text, write_text
from fieldhouse.cli.terminal.seats import PERSON, SeatPlayer
from fieldhouse.kernel import record as records
from fieldhouse.kernel.archive import ARCHIVES, is_archive
from fieldhouse.kernel.errors import BadRecord, FieldhouseError
from fieldhouse.kernel.record import Record, SeatLine
from fieldhouse.kernel.table import Table
from fieldhouse.lab.players import RANDOM


class GameFile:
    """Writes one game's record, always whole, to the same file unless told another.

    It never writes over a file of somebody else: `own` is the one that this game was resumed from.
    """

    def __init__(
        self,
        players: Sequence[SeatPlayer],
        path: str | None = None,
        *,
        own: str | None = None,
        salt: str | None = None,
    ) -> None:
        self.path = own
        if path is not None:
            self._take(path)
        self._sitters = players
        self._salt = secrets.token_hex(16) if salt is None else salt

    def record(self, table: Table[Any]) -> Record:
        """The game's record now; unfinished, it can be resumed and holds every secret."""
        names = table.game.seats
        lines = [SeatLine(name, seat_kind(who)) for name, who in zip(names, self._sitters, strict=True)]
        return records.record_of_table(table, lines, salt=self._salt, resumable=True)

    def save(self, table: Table[Any], path: str | None = None) -> str:
        """Write the record; the file it went to. Without any file named, one is made up from the time."""
        self._take(path or self.path or new_file_name(table.game.meta.name))
        assert self.path is not None
        write_text(self.path, records.record_text(self.record(table)))
        return self.path

    @property
    def can_save(self) -> bool:
        """Can this game be kept at all?"""
        return True

    def _take(self, path: str) -> None:
        if is_archive(path):
            raise FieldhouseError(f"{path}: one game is saved as .json; {ARCHIVES} files hold many games")
        if path != self.path and Path(path).exists():
            raise FieldhouseError(f"{path} already exists; pick another name")
        self.path = path


class NoGameFile(GameFile):
    """Of a game that began at a position: a record begins at the opening, so it has none."""

    @property
    def can_save(self) -> bool:
        return False

    def save(self, table: Table[Any], path: str | None = None) -> str:
        raise FieldhouseError("a game that started from a position cannot be saved")


def new_file_name(game: str) -> str:
    """A file name that is not taken: the game and the time."""
    stem = f"{game}-{datetime.now().astimezone():%Y%m%d-%H%M%S}"
    tries = (f"{stem}{tail}.json" for tail in ("", *(f"-{n}" for n in range(2, 1000))))
    return next(name for name in tries if not Path(name).exists())


def seat_kind(player: SeatPlayer) -> str:
    """How a record names who sits there."""
    if player.is_person:
        return PERSON
    return f"program:{player.who}" if ":" in player.who else f"coach:{player.who}"


def recorded_player(line: SeatLine, levels: Sequence[str]) -> str:
    """Who sat there, from the record. A program is replaced by a person: a file must not start programs."""
    who = line.kind.removeprefix("coach:")
    return who if who in (PERSON, RANDOM, *levels) else PERSON


def load_record(path: str) -> Record:
    """Read a record from a file, strictly; the error names the file."""
    if is_archive(path):
        raise BadRecord(f"{path}: this is an archive of many games; only `fieldhouse export` reads those")
    text = read_text(path)
    try:
        return records.parse_record(text)
    except BadRecord as error:
        raise BadRecord(f"{path}: {error}") from None


def resume_game(path: str) -> tuple[Record, Table[Any]]:
    """A saved game and its table, ready to play on."""
    record = load_record(path)
    try:
        table = records.resume_record(record)
    except BadRecord as error:
        raise BadRecord(f"{path}: {error}") from None
    if table.dice is None and table.outcome is None:
        raise BadRecord(f"{path}: the dice are not in this file, so the game cannot be resumed")
    return record, table
