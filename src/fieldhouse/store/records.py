"""Game logs with the server's notes, snapshots, and the setups they were played with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import msgspec
import sqlalchemy as sa

from fieldhouse.kernel.entries import Entry
from fieldhouse.store import sqlite_bulk
from fieldhouse.store.database import Database
from fieldhouse.store.schema import NoteRow, entries, notes, setups, snapshots

_ENTRY = msgspec.json.Decoder(Entry)
_JSON = msgspec.json.Encoder()
_LOG_COLUMNS = ("table_id", "n", "body", "at")
LogRow: TypeAlias = tuple[str, int, str, float]
_BODIES = (
    sa.select(entries.c.body)
    .where(entries.c.table_id == sa.bindparam("this"))
    .where(entries.c.n >= sa.bindparam("first"), entries.c.n < sa.bindparam("end"))
    .order_by(entries.c.n)
)
_NOTES = (
    sa.select(notes.c.n, notes.c.entry, notes.c.line)
    .where(notes.c.table_id == sa.bindparam("this"))
    .order_by(notes.c.n)
)


class RecordStore:
    """Logs, notes, snapshots and setups. A method without `db` is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def setup(self, digest: str) -> bytes:
        """The setup with this hash, as JSON."""
        with self._database.read_connection() as db:
            return bytes(db.execute(sa.select(setups.c.body).where(setups.c.hash == digest)).scalar_one())

    def snapshot(self, table_id: str) -> tuple[int, bytes, bytes] | None:
        """The last snapshot: entries before it, the state, the events before it."""
        with self._database.read_connection() as db:
            columns = (snapshots.c.entries, snapshots.c.state, snapshots.c.events)
            row = db.execute(sa.select(*columns).where(snapshots.c.table_id == table_id)).first()
            return None if row is None else (row[0], bytes(row[1]), bytes(row[2]))

    def save_snapshot(self, table_id: str, count: int, state: bytes, events: bytes) -> None:
        """Save a snapshot in place of the one before."""
        row = {"table_id": table_id, "entries": count, "state": state, "events": events}
        with self._database.write_transaction() as db:
            db.execute(snapshots.delete().where(snapshots.c.table_id == table_id))
            db.execute(snapshots.insert(), row)

    def entries(self, db: sa.Connection, table_id: str, first: int, end: int) -> list[Entry]:
        """The entries of a log from number `first` to before `end`."""
        rows = db.execute(_BODIES, {"this": table_id, "first": first, "end": end})
        return [_ENTRY.decode(body) for (body,) in rows]

    def notes(self, db: sa.Connection, table_id: str) -> list[NoteRow]:
        """The notes of a table in order."""
        return [NoteRow(*row) for row in db.execute(_NOTES, {"this": table_id})]

    def append(self, db: sa.Connection, rows: Sequence[LogRow]) -> None:
        """Add entries to their logs."""
        if rows and self._database.postgres:
            db.execute(entries.insert(), [dict(zip(_LOG_COLUMNS, row, strict=True)) for row in rows])
        else:
            sqlite_bulk.insert_rows(db, entries, _LOG_COLUMNS, rows)

    def add_note(self, db: sa.Connection, table_id: str, entry: int, line: str) -> None:
        """Add a note after so many entries."""
        last = db.scalar(sa.select(sa.func.count()).where(notes.c.table_id == table_id)) or 0
        db.execute(notes.insert(), {"table_id": table_id, "n": last, "entry": entry, "line": line})


def log_rows(table_id: str, first: int, log: Sequence[Entry], now: float) -> list[LogRow]:
    """Entries from number `first` on, as the database keeps them."""
    return [(table_id, n, _JSON.encode(entry).decode(), now) for n, entry in enumerate(log, start=first)]
