"""The store: what is kept of each table, in SQLite or PostgreSQL. Only this module knows the database.

The log of a table is append-only, and one transaction keeps an answer together with every roll it
caused. A writer names the revision it has seen; if another was faster, nothing is written (Conflict).
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any

import msgspec
import sqlalchemy as sa

from fieldhouse.kernel.entries import Entry
from fieldhouse.kernel.errors import FieldhouseError
from fieldhouse.web.schema import (
    PER_TABLE,
    SCHEMA,
    NoteRow,
    SeatRow,
    TableRow,
    commitments,
    entries,
    house,
    keys,
    metadata,
    notes,
    seats,
    setups,
    snapshots,
    tables,
)

CHANNEL = "fieldhouse"
"""The one channel on which PostgreSQL tells all server processes that a table changed."""


class Conflict(FieldhouseError):
    """Another writer changed the table first; read it again."""


class Kept(msgspec.Struct):
    """All that the store has of one table."""

    row: TableRow
    seats: list[SeatRow]
    entries: list[Entry]
    notes: list[NoteRow]
    keys: list[tuple[str, int]]


_ENTRY = msgspec.json.Decoder(Entry)


class Store:
    """Reads and writes. Every method is one transaction; call it from a thread, not the event loop."""

    def __init__(self, url: str) -> None:
        self.url = sa.make_url(url)
        self.postgres = self.url.get_backend_name() == "postgresql"
        self.engine = _engine(self.url)
        self._queue: AbstractContextManager[Any] = nullcontext() if self.postgres else threading.Lock()
        if not self.postgres:
            _sqlite(self.engine)
        with self.writing() as db:
            metadata.create_all(db)
            self._check_schema(db)

    def close(self) -> None:
        """Give the connections back."""
        self.engine.dispose()

    def _check_schema(self, db: sa.Connection) -> None:
        found = db.scalar(sa.select(house.c.value).where(house.c.name == "schema"))
        if found is None:
            db.execute(_insert_or_keep(self, house), {"name": "schema", "value": str(SCHEMA)})
        elif found != str(SCHEMA):
            raise FieldhouseError(f"the store has layout {found}, this Fieldhouse reads layout {SCHEMA}")

    @contextmanager
    def writing(self) -> Iterator[sa.Connection]:
        """A transaction that takes the write lock at once.

        SQLite has one writer at a time and lets others sleep and try again; threads of this process
        queue here instead, first come first served.
        """
        with self._queue, self.engine.begin() as db:
            yield db

    @contextmanager
    def reading(self) -> Iterator[sa.Connection]:
        """Plain reads, each of the newest state."""
        with self.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as db:
            yield db

    @contextmanager
    def one_moment(self) -> Iterator[sa.Connection]:
        """Reads that all see the same moment, without keeping writers out."""
        options: dict[str, Any] = (
            {"isolation_level": "REPEATABLE READ"} if self.postgres else {"reading": True}
        )
        with self.engine.connect().execution_options(**options) as db, db.begin():
            yield db

    # The house's own values

    def value(self, name: str, fresh: str) -> str:
        """A value of the house, set to `fresh` by whoever asks first."""
        with self.writing() as db:
            db.execute(_insert_or_keep(self, house), {"name": name, "value": fresh})
            return str(db.scalar(sa.select(house.c.value).where(house.c.name == name)))

    def ping(self) -> None:
        """Raises when the database does not answer."""
        with self.reading() as db:
            db.execute(sa.select(1))

    # Setups

    def keep_setup(self, digest: str, body: bytes) -> None:
        """Keep options and charts once for all tables that use them."""
        with self.writing() as db:
            db.execute(_insert_or_keep(self, setups), {"hash": digest, "body": body})

    def setup(self, digest: str) -> bytes:
        """The setup of that hash."""
        with self.reading() as db:
            return bytes(db.execute(sa.select(setups.c.body).where(setups.c.hash == digest)).scalar_one())

    # Tables

    def count(self, status: Sequence[str] = ("open", "live", "over")) -> int:
        """How many tables there are."""
        with self.reading() as db:
            return db.scalar(sa.select(sa.func.count()).where(tables.c.status.in_(status))) or 0

    def create(
        self, row: TableRow, chairs: Sequence[SeatRow], log: Sequence[Entry], commitment: str | None
    ) -> str:
        """Keep a new table. A commitment serves once: used again, it gives the id of its first table."""
        with self.writing() as db:
            if commitment is not None:
                used = {"hash": commitment, "table_id": row.id, "at": row.created}
                db.execute(_insert_or_keep(self, commitments), used)
                query = sa.select(commitments.c.table_id).where(commitments.c.hash == commitment)
                if (first := str(db.scalar(query))) != row.id:
                    return first
            db.execute(tables.insert(), msgspec.structs.asdict(row))
            db.execute(seats.insert(), [{"table_id": row.id, **msgspec.structs.asdict(c)} for c in chairs])
            self._append(db, row.id, 0, log, row.created)
        return row.id

    def load(self, table_id: str) -> Kept | None:
        """Everything kept of the table."""
        with self.reading() as db:
            row = db.execute(sa.select(tables).where(tables.c.id == table_id)).mappings().first()
            if row is None:
                return None
            header = TableRow(**row)
            # Never more than the header knows: an answer kept in between belongs to the next look.
            log = self._entries(db, table_id, 0, header.size)
            return self._kept(db, header, log)

    def newer(self, table_id: str, revision: int, size: int) -> Kept | None:
        """What was added since that revision: entries from `size` on; None if nothing was."""
        with self.reading() as db:
            stamp = db.scalar(sa.select(tables.c.revision).where(tables.c.id == table_id))
            if stamp == revision:
                return None
            row = db.execute(sa.select(tables).where(tables.c.id == table_id)).mappings().first()
            if row is None:
                raise KeyError(table_id)
            header = TableRow(**row)
            log = self._entries(db, table_id, size, header.size)
            return self._kept(db, header, log)

    def _kept(self, db: sa.Connection, header: TableRow, log: list[Entry]) -> Kept:
        found = db.execute(sa.select(keys.c.hash, keys.c.seat).where(keys.c.table_id == header.id))
        pairs = [(digest, seat) for digest, seat in found]
        return Kept(header, self._seats(db, header.id), log, self._notes(db, header.id), pairs)

    def _entries(self, db: sa.Connection, table_id: str, first: int, end: int) -> list[Entry]:
        rows = db.execute(
            sa.select(entries.c.body)
            .where(entries.c.table_id == table_id, entries.c.n >= first, entries.c.n < end)
            .order_by(entries.c.n)
        )
        return [_ENTRY.decode(body) for (body,) in rows]

    def _seats(self, db: sa.Connection, table_id: str) -> list[SeatRow]:
        columns = [column for column in seats.c if column.name != "table_id"]
        rows = db.execute(sa.select(*columns).where(seats.c.table_id == table_id).order_by(seats.c.seat))
        return [SeatRow(**row) for row in rows.mappings()]

    def _notes(self, db: sa.Connection, table_id: str) -> list[NoteRow]:
        rows = db.execute(
            sa.select(notes.c.n, notes.c.entry, notes.c.line)
            .where(notes.c.table_id == table_id)
            .order_by(notes.c.n)
        )
        return [NoteRow(*row) for row in rows]

    def write(
        self,
        row: TableRow,
        changes: Mapping[str, Any],
        log: Sequence[Entry] = (),
        line: str | None = None,
        chairs: Sequence[SeatRow] = (),
    ) -> None:
        """One transaction: entries from row.size on, header changes, a note. Conflict if somebody was faster.

        `row` is brought up to date when it is kept.
        """
        now = time.time()
        values = {**changes, "revision": row.revision + 1, "size": row.size + len(log), "updated": now}
        with self.writing() as db:
            done = db.execute(
                tables.update()
                .where(tables.c.id == row.id, tables.c.revision == row.revision)
                .values(**values)
            )
            if done.rowcount != 1:
                raise Conflict(f"table {row.id} was changed by another answer")
            self._append(db, row.id, row.size, log, now)
            for chair in chairs:
                here = (seats.c.table_id == row.id) & (seats.c.seat == chair.seat)
                db.execute(seats.update().where(here).values(**msgspec.structs.asdict(chair)))
            if line is not None:
                last = db.scalar(sa.select(sa.func.count()).where(notes.c.table_id == row.id)) or 0
                note = {"table_id": row.id, "n": last, "entry": values["size"], "line": line}
                db.execute(notes.insert(), note)
            if self.postgres:
                db.execute(sa.select(sa.func.pg_notify(CHANNEL, row.id)))
        for name, value in values.items():
            setattr(row, name, value)

    def _append(self, db: sa.Connection, table_id: str, first: int, log: Sequence[Entry], now: float) -> None:
        if log:
            rows = [
                {"table_id": table_id, "n": n, "body": msgspec.json.encode(entry).decode(), "at": now}
                for n, entry in enumerate(log, start=first)
            ]
            db.execute(entries.insert(), rows)

    def delete(self, table_id: str) -> None:
        """Forget the table and everything about it, except that its commitment was used."""
        with self.writing() as db:
            for table in PER_TABLE:
                db.execute(table.delete().where(table.c.table_id == table_id))
            db.execute(tables.delete().where(tables.c.id == table_id))
            if self.postgres:
                db.execute(sa.select(sa.func.pg_notify(CHANNEL, table_id)))

    # Snapshots

    def snapshot(self, table_id: str) -> tuple[int, bytes, bytes] | None:
        """The last kept whistle: entries before it, the state, the events before it."""
        with self.reading() as db:
            columns = (snapshots.c.entries, snapshots.c.state, snapshots.c.events)
            row = db.execute(sa.select(*columns).where(snapshots.c.table_id == table_id)).first()
            return None if row is None else (row[0], bytes(row[1]), bytes(row[2]))

    def keep_snapshot(self, table_id: str, count: int, state: bytes, events: bytes) -> None:
        """Keep a whistle in place of the one before."""
        row = {"table_id": table_id, "entries": count, "state": state, "events": events}
        with self.writing() as db:
            db.execute(snapshots.delete().where(snapshots.c.table_id == table_id))
            db.execute(snapshots.insert(), row)

    # Seats and keys

    def seats_of(self, holder: str, limit: int = 200) -> list[tuple[TableRow, int]]:
        """The tables at which this token sits, newest first."""
        here = sa.select(keys.c.table_id, keys.c.seat).where(keys.c.hash == holder)
        own = sa.select(seats.c.table_id, seats.c.seat).where(seats.c.holder == holder)
        both = own.union(here).subquery()
        query = (
            sa.select(tables, both.c.seat)
            .join(both, tables.c.id == both.c.table_id)
            .order_by(tables.c.updated.desc())
            .limit(limit)
        )
        with self.reading() as db:
            rows = db.execute(query).mappings().all()
        return [(TableRow(**{k: v for k, v in row.items() if k != "seat"}), row["seat"]) for row in rows]

    def invited(self, digest: str) -> tuple[str, int] | None:
        """The table and seat that an invitation leads to."""
        with self.reading() as db:
            query = sa.select(seats.c.table_id, seats.c.seat).where(seats.c.invite == digest)
            found = db.execute(query).first()
            return None if found is None else (found[0], found[1])

    def add_key(self, digest: str, table_id: str, seat: int) -> None:
        """One more token that opens this seat."""
        with self.writing() as db:
            db.execute(_insert_or_keep(self, keys), {"hash": digest, "table_id": table_id, "seat": seat})

    def key(self, digest: str) -> tuple[str, int] | None:
        """The table and seat that this extra token opens."""
        with self.reading() as db:
            found = db.execute(sa.select(keys.c.table_id, keys.c.seat).where(keys.c.hash == digest)).first()
            return None if found is None else (found[0], found[1])

    # What the clock asks for

    def due(self, now: float) -> tuple[list[str], list[str]]:
        """Tables where a coach is due and has been for a while, and tables whose deadline has passed."""
        with self.reading() as db:
            waiting = db.scalars(
                sa.select(tables.c.id).where(tables.c.coach_due, tables.c.updated < now - 3).limit(200)
            )
            coach = list(waiting)
            late = db.scalars(
                sa.select(tables.c.id)
                .where(tables.c.deadline_at < now, tables.c.on_deadline == "coach")
                .limit(200)
            )
            return coach, list(late)


def _engine(url: sa.URL) -> sa.Engine:
    if url.get_backend_name() == "postgresql":
        return sa.create_engine(url, pool_size=10, max_overflow=20, pool_pre_ping=True)
    arguments = {"check_same_thread": False, "timeout": 10}
    return sa.create_engine(url, connect_args=arguments, pool_size=20, max_overflow=40)


def _sqlite(engine: sa.Engine) -> None:
    """WAL with synchronous=FULL: an acknowledged answer survives a power cut."""

    @sa.event.listens_for(engine, "connect")
    def on_connect(connection: Any, _: Any) -> None:
        connection.isolation_level = None  # we say BEGIN ourselves
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000"):
            connection.execute(f"PRAGMA {pragma}")

    @sa.event.listens_for(engine, "begin")
    def on_begin(connection: sa.Connection) -> None:
        options = connection.get_execution_options()
        if options.get("isolation_level") != "AUTOCOMMIT":
            connection.exec_driver_sql("BEGIN" if options.get("reading") else "BEGIN IMMEDIATE")


def _insert_or_keep(store: Store, table: sa.Table) -> Any:
    """INSERT that leaves an existing row alone."""
    if store.postgres:
        from sqlalchemy.dialects.postgresql import insert as postgres_insert

        return postgres_insert(table).on_conflict_do_nothing()
    from sqlalchemy.dialects.sqlite import insert as sqlite_insert

    return sqlite_insert(table).on_conflict_do_nothing()
