"""Connections and transactions of the store's database, and how it is opened.

A database of an earlier version is migrated when it is opened. One that cannot be used raises BadStore.
"""

from __future__ import annotations

import secrets
import sqlite3
import threading
import weakref
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from fieldhouse.kernel.errors import FieldhouseError
from fieldhouse.store import server_clock
from fieldhouse.store.migrate import BadStore, migrate_to_latest, missing_tables
from fieldhouse.store.schema import ALEMBIC_VERSION, SCHEMA_VERSION, server_values

CHANNEL = "fieldhouse"
"""The PostgreSQL channel on which server processes announce changes to each other."""

GAP = 3600.0
"""Seconds without a note of the time after which the server counts as having been off."""
MOST_GAPS = 200
CHECKED_BYTES = 2**28
"""SQLite files up to this size are checked for damage when they are opened; that takes about a second."""
_TELL = sa.text("SELECT pg_notify(:channel, said) FROM unnest(CAST(:said AS text[])) AS said")


class Database:
    """Connections and transactions. `backups` is the folder for backups before a migration.

    Without `create` an SQLite file that does not exist is refused instead of made.
    """

    def __init__(self, url: str, backups: Path | None = None, *, create: bool = True) -> None:
        try:
            self.url = sa.make_url(url)
            self.postgres = self.url.get_backend_name() == "postgresql"
            self.engine = _engine(self.url)
        except (SQLAlchemyError, ImportError, ValueError) as error:
            raise BadStore(f"{url!r} is not a database that Fieldhouse can use: {error}") from None
        weakref.finalize(self, self.engine.dispose)  # where somebody forgets to `close`
        self._queue: AbstractContextManager[Any] = nullcontext() if self.postgres else threading.Lock()
        self._lock_file: Any = None
        self.voice = secrets.token_hex(4)
        """Marks the announcements of this process."""
        if not self.postgres:
            _check_place(self.path, create=create)
            _sqlite(self.engine)
        try:
            with self.write_transaction() as db:
                migrate_to_latest(db, backups or self.path.parent, self.path.name)
        except (SQLAlchemyError, OSError) as error:
            self.engine.dispose()
            raise BadStore(f"cannot use the database {self.display_name}: {_reason(error)}") from None
        except FieldhouseError as error:
            self.engine.dispose()
            raise BadStore(f"cannot use the database {self.display_name}: {error}") from None
        with self.read_connection() as db:
            noted = db.scalar(_value_of("clock"))
        server_clock.not_before(float(noted or 0))

    @property
    def path(self) -> Path:
        """The SQLite file; for PostgreSQL the database's name, in the current folder."""
        return Path(self.url.database or "fieldhouse")

    @property
    def display_name(self) -> str:
        """The database's name for messages, without a password."""
        return str(self.path) if not self.postgres else self.url.render_as_string(hide_password=True)

    def claim(self) -> None:
        """Become the only server of an SQLite file until `close`; BadStore if another server has it."""
        try:
            if not self.postgres:
                self._lock()
            self.note_time()
        except (SQLAlchemyError, OSError) as error:
            self.close()
            raise BadStore(f"cannot write to the database {self.display_name}: {_reason(error)}") from None

    def _lock(self) -> None:
        import fcntl

        self._lock_file = self.path.with_name(self.path.name + ".lock").open("w")
        try:
            fcntl.flock(self._lock_file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self.close()
            raise BadStore(
                f"another server is using the database {self.display_name}. Stop it first, or use PostgreSQL"
            ) from None

    def close(self) -> None:
        """Close all connections and give up the claim."""
        self.engine.dispose()
        if self._lock_file is not None:
            self._lock_file.close()
            self._lock_file = None

    @contextmanager
    def write_transaction(self) -> Iterator[sa.Connection]:
        """Open a transaction that takes the write lock at once.

        SQLite has one writer at a time and lets others sleep and try again; threads of this process
        queue here instead, first come first served.
        """
        with self._queue, self.engine.begin() as db:
            yield db

    @contextmanager
    def read_connection(self) -> Iterator[sa.Connection]:
        """Open a connection whose reads each see the newest state."""
        with self.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as db:
            yield db

    @contextmanager
    def one_moment(self) -> Iterator[sa.Connection]:
        """Open a transaction whose reads all see the same moment, without blocking writers."""
        options: dict[str, Any] = (
            {"isolation_level": "REPEATABLE READ"} if self.postgres else {"reading": True}
        )
        with self.engine.connect().execution_options(**options) as db, db.begin():
            yield db

    def announce(self, db: sa.Connection, *names: str) -> None:
        """Announce these topics to other server processes when the transaction is committed."""
        if self.postgres and names:
            said = [f"{name} {self.voice}" for name in names]
            db.execute(_TELL, {"channel": CHANNEL, "said": said})

    def announced_topic(self, said: str) -> str | None:
        """The topic of another process's announcement; None for one of our own."""
        name, _, voice = said.partition(" ")
        return name if voice != self.voice else None

    def insert_or_keep(self, table: sa.Table) -> Any:
        """An INSERT that leaves an existing row as it is."""
        if self.postgres:
            from sqlalchemy.dialects.postgresql import insert as postgres_insert

            return postgres_insert(table).on_conflict_do_nothing()
        from sqlalchemy.dialects.sqlite import insert as sqlite_insert

        return sqlite_insert(table).on_conflict_do_nothing()

    def value(self, name: str, fresh: str) -> str:
        """A named value of this server; the first caller sets it to `fresh`."""
        with self.write_transaction() as db:
            db.execute(self.insert_or_keep(server_values), {"name": name, "value": fresh})
            return str(db.scalar(sa.select(server_values.c.value).where(server_values.c.name == name)))

    def note_time(self) -> None:
        """Save the current time, and the gap since the last one if no server was running.

        It fails where saving an answer would: it is also the health check.
        """
        now = server_clock.now()
        with self.write_transaction() as db:
            noted = float(db.scalar(_value_of("clock")) or now)
            values = {"clock": f"{now:.0f}"}
            if now - noted > GAP:
                gaps = msgspec.json.decode(db.scalar(_value_of("gaps")) or "[]")
                values["gaps"] = msgspec.json.encode([*gaps[-MOST_GAPS:], (noted, now)]).decode()
            for name, value in values.items():
                db.execute(server_values.delete().where(server_values.c.name == name))
                db.execute(server_values.insert(), {"name": name, "value": value})

    def gaps(self) -> list[tuple[float, float]]:
        """The times in which no server was running, oldest first."""
        with self.read_connection() as db:
            return msgspec.json.decode(db.scalar(_value_of("gaps")) or "[]", type=list[tuple[float, float]])


def _value_of(name: str) -> sa.Select[Any]:
    return sa.select(server_values.c.value).where(server_values.c.name == name)


def database_url(place: str) -> str:
    """The SQLAlchemy URL of a place that people type: a URL already, or the path of an SQLite file."""
    return place if "://" in place else f"sqlite:///{Path(place).expanduser().absolute()}"


def _engine(url: sa.URL) -> sa.Engine:
    if url.get_backend_name() == "postgresql":
        return sa.create_engine(url, pool_size=10, max_overflow=20, pool_pre_ping=True, hide_parameters=True)
    if url.get_backend_name() != "sqlite" or not url.database or url.database == ":memory:":
        raise ValueError("give a file, sqlite:///<file>, or postgresql+psycopg://<user>@<host>/<name>")
    arguments = {"check_same_thread": False, "timeout": 10}
    return sa.create_engine(url, connect_args=arguments, pool_size=20, max_overflow=40, hide_parameters=True)


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


def _check_place(path: Path, *, create: bool) -> None:
    """Refuse a place that can't hold a database, or a damaged file. Only its owner can read a new file."""
    if path.is_dir():
        raise BadStore(f"cannot use the database {path}: it is a folder. Give the name of a file")
    if not path.parent.is_dir():
        raise BadStore(f"cannot create the database {path}: there is no folder {path.parent}")
    if not path.exists():
        if not create:
            raise BadStore(f"there is no database {path}. Check the name, or set FIELDHOUSE_DATABASE")
        with suppress(OSError):  # where this fails, opening it says why
            path.touch(mode=0o600)
    elif path.stat().st_size:
        _check_file(path)


def _check_file(path: Path) -> None:
    """BadStore if the file is damaged or not ours, found without writing to it."""
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=10)) as db:
            if path.stat().st_size <= CHECKED_BYTES:
                faults = [str(row[0]) for row in db.execute("PRAGMA quick_check(1)")]
                if faults != ["ok"]:
                    raise BadStore(
                        f"cannot use the database {path}: {_REASONS['malformed']} ({faults[0][:100]})"
                    )
            found = {str(row[0]) for row in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            stamped = ALEMBIC_VERSION.name in found
            stamp = db.execute("SELECT version_num FROM alembic_version").fetchone() if stamped else None
    except (sqlite3.Error, OSError) as error:
        raise BadStore(f"cannot use the database {path}: {_reason(error)}") from None
    if stamp == (str(SCHEMA_VERSION),) and (missing := missing_tables(found)):
        raise BadStore(f"cannot use the database {path}: {missing}")
    if found and not {"house", "tables"} & found:
        words = ", ".join(sorted(found)[:5])
        raise BadStore(
            f"cannot use the database {path}: it belongs to another program and has the tables {words}"
        )


_REASONS = {
    "not a database": "the file is damaged or not an SQLite database. Restore a backup into a new file",
    "malformed": "the file is damaged. Restore a backup into a new file",
    "readonly": "the file or its folder is read-only",
    "unable to open": "the file cannot be opened. Check that this user can read and write it",
    "locked": "another program has locked it",
    "disk is full": "the disk is full",
}


def _reason(error: Exception) -> str:
    """The cause in plain words, or else the first line of the database's message."""
    said = str(getattr(error, "orig", None) or error)
    for sign, words in _REASONS.items():
        if sign in said:
            return words
    return " ".join(said.split())[:300]
