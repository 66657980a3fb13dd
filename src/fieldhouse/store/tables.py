"""Tables in the store: headers, seats and keys, and every change of them.

The log of a table is append-only, and one transaction saves an answer together with every roll that it
caused. A writer names the revision it has seen; if another writer was first, nothing is written and
TableConflict is raised.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

import msgspec
import sqlalchemy as sa

from fieldhouse.kernel.deprecation import warn_renamed
from fieldhouse.kernel.entries import Entry
from fieldhouse.kernel.errors import FieldhouseError
from fieldhouse.store import server_clock, sqlite_bulk
from fieldhouse.store.database import Database
from fieldhouse.store.league_schema import LeagueChange, league_keys
from fieldhouse.store.leagues import LeagueConflict, LeagueStore
from fieldhouse.store.records import RecordStore, log_rows
from fieldhouse.store.schema import (
    PER_TABLE,
    NoteRow,
    SeatRow,
    TableRow,
    commitments,
    daily_results,
    keys,
    own_charts,
    seats,
    setups,
    tables,
)

log = logging.getLogger("fieldhouse.store")


class TableConflict(FieldhouseError):
    """Another writer changed the table first; read it again."""


class StoredTable(msgspec.Struct):
    """Everything that the store has of one table."""

    row: TableRow
    seats: list[SeatRow]
    entries: list[Entry]
    notes: list[NoteRow]
    keys: list[tuple[str, int]]


class TableChange(msgspec.Struct):
    """What happened to a table since `row`: entries from row.size on, header values, a note, seats.

    `row` is brought up to date when it is kept.
    """

    row: TableRow
    values: Mapping[str, Any] = {}
    log: Sequence[Entry] = ()
    line: str | None = None
    chairs: Sequence[SeatRow] = ()
    league: LeagueChange | None = None
    """What the table's end means for the league it is played for; kept in the same transaction."""
    fault: str = ""
    """Why the league cannot take the result; it marks the fixture."""

    def without_league(self, error: Exception) -> None:
        """Drop the league's part: the answer is saved, and the fixture is marked."""
        log.error("a league could not take a result", extra={"table": self.row.id}, exc_info=error)
        self.league = None
        self.fault = f"the result of the game could not be recorded ({type(error).__name__})"


class TableCreation(msgspec.Struct):
    """A new table with its setup. `kept` becomes its id, or that of the first table with its commitment."""

    row: TableRow
    chairs: Sequence[SeatRow]
    log: Sequence[Entry]
    commitment: str | None
    setup: bytes
    kept: str = ""
    league: LeagueChange | None = None
    """The fixture that the table is played for."""


_MOVING = (
    "revision", "status", "updated", "size", "coach_due", "deadline_at", "summary", "successor", "receipt",
    "paused",
)  # fmt: skip
"""The columns of a header that change while a game is played."""
_MOVE = (
    tables.update()
    .where(tables.c.id == sa.bindparam("this"), tables.c.revision == sa.bindparam("seen"))
    .values({name: sa.bindparam(f"new_{name}") for name in _MOVING})
)
_HEADER = [column.name for column in tables.c]
_HERE = tables.c.id == sa.bindparam("this")
_ROW = sa.select(tables).where(_HERE)
_REVISION = sa.select(tables.c.revision).where(_HERE)
_KEYS = sa.select(keys.c.hash, keys.c.seat).where(keys.c.table_id == sa.bindparam("this"))
_CHAIRS = (
    sa.select(*(column for column in seats.c if column.name != "table_id"))
    .where(seats.c.table_id == sa.bindparam("this"))
    .order_by(seats.c.seat)
)


def _seats_of() -> sa.Select[Any]:
    here = sa.select(keys.c.table_id, keys.c.seat).where(keys.c.hash == sa.bindparam("holder"))
    own = sa.select(seats.c.table_id, seats.c.seat).where(seats.c.holder == sa.bindparam("holder"))
    both = own.union(here).subquery()
    found = sa.select(tables, both.c.seat).join(both, tables.c.id == both.c.table_id)
    return found.order_by(tables.c.updated.desc()).limit(sa.bindparam("most"))


_SEATS_OF = _seats_of()
"""Built once: building the query takes longer than running it."""


class TableStore:
    """Headers, seats and keys, and every change of a table. Each method is one transaction."""

    def __init__(self, database: Database, records: RecordStore, leagues: LeagueStore) -> None:
        self._database = database
        self._records = records
        self._leagues = leagues

    # Creating and reading

    def count(self) -> int:
        """The number of tables."""
        with self._database.read_connection() as db:
            return db.scalar(sa.select(sa.func.count()).select_from(tables)) or 0

    def _create(self, db: sa.Connection, new: TableCreation) -> None:
        row = new.row
        new.kept = row.id
        if new.commitment is not None:
            used = {"hash": new.commitment, "table_id": row.id, "at": row.created}
            db.execute(self._database.insert_or_keep(commitments), used)
            query = sa.select(commitments.c.table_id).where(commitments.c.hash == new.commitment)
            if (first := str(db.scalar(query))) != row.id:
                new.kept = first
                return
        db.execute(self._database.insert_or_keep(setups), {"hash": row.setup, "body": new.setup})
        db.execute(tables.insert(), msgspec.structs.asdict(row))
        db.execute(seats.insert(), [{"table_id": row.id, **msgspec.structs.asdict(c)} for c in new.chairs])
        self._records.append(db, log_rows(row.id, 0, new.log, row.created))

    def load(self, table_id: str) -> StoredTable | None:
        """The table, or None."""
        with self._database.read_connection() as db:
            row = db.execute(_ROW, {"this": table_id}).mappings().first()
            if row is None:
                return None
            header = TableRow(**row)
            # Never more than the header knows: an answer kept in between belongs to the next look.
            return self._kept(db, header, self._records.entries(db, table_id, 0, header.size))

    def revisions(self, table_ids: Sequence[str]) -> dict[str, int]:
        """The revision of each of these tables."""
        query = sa.select(tables.c.id, tables.c.revision).where(tables.c.id.in_(table_ids))
        with self._database.read_connection() as db:
            return {str(name): int(revision) for name, revision in db.execute(query)}

    def load_newer(self, table_id: str, revision: int, size: int) -> StoredTable | None:
        """What was added since that revision: entries from `size` on; None if nothing was."""
        with self._database.read_connection() as db:
            if db.scalar(_REVISION, {"this": table_id}) == revision:
                return None
            row = db.execute(_ROW, {"this": table_id}).mappings().first()
            if row is None:
                raise KeyError(table_id)
            header = TableRow(**row)
            return self._kept(db, header, self._records.entries(db, table_id, size, header.size))

    def _kept(self, db: sa.Connection, header: TableRow, log: list[Entry]) -> StoredTable:
        pairs = [(digest, seat) for digest, seat in db.execute(_KEYS, {"this": header.id})]
        return StoredTable(header, self._seats(db, header.id), log, self._records.notes(db, header.id), pairs)

    def _seats(self, db: sa.Connection, table_id: str) -> list[SeatRow]:
        return [SeatRow(**row) for row in db.execute(_CHAIRS, {"this": table_id}).mappings()]

    # Changing

    def write(self, change: TableChange | TableCreation) -> None:
        """Save one change; TableConflict if another writer was first."""
        self.write_all([change])

    def write_all(self, given: Sequence[TableChange | TableCreation]) -> None:
        """Save changes in one transaction; TableConflict, and nothing is saved, if one of them is late."""
        now = server_clock.now()
        changes = [one for one in given if isinstance(one, TableChange)]
        ordered = sorted(changes, key=lambda change: change.row.id)  # the same in every process: no deadlock
        moved = [_moved(change, now) for change in ordered]
        log = [row for one in ordered for row in log_rows(one.row.id, one.row.size, one.log, now)]
        with self._database.write_transaction() as db:
            for new in given:
                if isinstance(new, TableCreation):
                    self._create(db, new)
            self._tell_leagues(db, [one.league for one in given])
            if self._move(db, moved) != len(moved):
                raise TableConflict(f"table {moved[0]['this']} was changed by another answer")
            self._records.append(db, log)
            for change, values in zip(ordered, moved, strict=True):
                self._write_rest(db, change, values["new_size"])
            self._database.announce(db, *(change.row.id for change in ordered))
        for change, values in zip(ordered, moved, strict=True):
            for name in _MOVING:
                setattr(change.row, name, values[f"new_{name}"])

    def _tell_leagues(self, db: sa.Connection, told: Sequence[LeagueChange | None]) -> None:
        try:
            for change in told:
                if change is not None:
                    self._leagues.write_in(db, change)
        except LeagueConflict as late:
            raise TableConflict(str(late)) from None

    def _move(self, db: sa.Connection, moved: Sequence[dict[str, Any]]) -> int:
        """Update the headers; the number of those that still had the revision that was seen."""
        if moved and self._database.postgres:
            return db.execute(_MOVE, moved).rowcount
        return sqlite_bulk.update_revisions(db, tables, _MOVING, [list(values.values()) for values in moved])

    def _write_rest(self, db: sa.Connection, change: TableChange, size: int) -> None:
        for chair in change.chairs:
            here = (seats.c.table_id == change.row.id) & (seats.c.seat == chair.seat)
            db.execute(seats.update().where(here).values(**msgspec.structs.asdict(chair)))
        if change.fault:
            self._leagues.mark_fault(db, change.row.id, change.fault)
        if change.line is not None:
            self._records.add_note(db, change.row.id, size, change.line)

    def knows_visitor(self, digest: str) -> bool:
        """Does anything belong to the visitor whose token has this hash?"""
        owners = (
            seats.c.holder,
            keys.c.hash,
            tables.c.owner,
            own_charts.c.owner,
            daily_results.c.holder,
            league_keys.c.hash,
        )
        with self._database.read_connection() as db:
            return any(db.scalar(sa.select(sa.exists().where(column == digest))) for column in owners)

    def delete(self, table_id: str) -> None:
        """Delete the table and everything about it, except that its commitment was used."""
        with self._database.write_transaction() as db:
            for table in PER_TABLE:
                db.execute(table.delete().where(table.c.table_id == table_id))
            db.execute(tables.delete().where(tables.c.id == table_id))
            self._database.announce(db, table_id)

    # Seats and keys

    def seats_of(self, holder: str, limit: int = 200) -> list[tuple[TableRow, int]]:
        """The tables where this token has a seat, newest first, each with the seat."""
        with self._database.read_connection() as db:
            rows = db.execute(_SEATS_OF, {"holder": holder, "most": limit}).all()
        return [(TableRow(**dict(zip(_HEADER, row[:-1], strict=True))), row[-1]) for row in rows]

    def count_of(self, holder: str) -> int:
        """The number of tables where this token has a seat."""
        here = sa.select(keys.c.table_id).where(keys.c.hash == holder)
        own = sa.select(seats.c.table_id).where(seats.c.holder == holder)
        with self._database.read_connection() as db:
            return db.scalar(sa.select(sa.func.count()).select_from(own.union(here).subquery())) or 0

    def opponents_of(self, holder: str, limit: int = 40) -> list[tuple[str, int, str]]:
        """The people who played with this token, newest first: a table, their seat, their name."""
        mine = sa.select(seats.c.table_id).where(seats.c.holder == holder)
        query = (
            sa.select(seats.c.table_id, seats.c.seat, seats.c.name, seats.c.holder)
            .join(tables, tables.c.id == seats.c.table_id)
            .where(seats.c.table_id.in_(mine), seats.c.kind == "person", seats.c.name != "")
            .where(seats.c.holder.is_not(None), seats.c.holder != holder)
            .order_by(tables.c.updated.desc())
            .limit(limit)
        )
        found: dict[str, tuple[str, int, str]] = {}
        with self._database.read_connection() as db:
            for table_id, seat, name, other in db.execute(query):
                found.setdefault(other, (table_id, seat, name))
        return list(found.values())

    def seat_of_invite(self, digest: str) -> tuple[str, int] | None:
        """The table and seat of an invitation, or None."""
        with self._database.read_connection() as db:
            query = sa.select(seats.c.table_id, seats.c.seat).where(seats.c.invite == digest)
            found = db.execute(query).first()
            return None if found is None else (found[0], found[1])

    def add_key(self, digest: str, table_id: str, seat: int) -> None:
        """Add a token that opens this seat."""
        with self._database.write_transaction() as db:
            row = {"hash": digest, "table_id": table_id, "seat": seat}
            db.execute(self._database.insert_or_keep(keys), row)

    def seat_of_key(self, digest: str) -> tuple[str, int] | None:
        """The table and seat that an added token opens, or None."""
        with self._database.read_connection() as db:
            found = db.execute(sa.select(keys.c.table_id, keys.c.seat).where(keys.c.hash == digest)).first()
            return None if found is None else (found[0], found[1])

    # What the clock asks for

    def overdue(self, now: float) -> tuple[list[str], list[str]]:
        """Tables where a coach is overdue, and tables whose deadline has passed."""
        with self._database.read_connection() as db:
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


def _moved(change: TableChange, now: float) -> dict[str, Any]:
    """The table, the revision that was seen, and the new values in the order of `_MOVING`."""
    row, values = change.row, change.values
    moved: dict[str, Any] = {"this": row.id, "seen": row.revision}
    for name in _MOVING:
        moved[f"new_{name}"] = values[name] if name in values else getattr(row, name)
    moved |= {"new_revision": row.revision + 1, "new_size": row.size + len(change.log)}
    moved["new_updated"] = values.get("updated", now)  # what is a seat's own moves nothing for others
    return moved


def __getattr__(name: str) -> Any:
    """Find `Store` here too, where the documentation once showed it."""
    if name != "Store":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    warn_renamed("fieldhouse.store.tables.Store", "fieldhouse.store.store.Store")
    return import_module("fieldhouse.store.store").Store
