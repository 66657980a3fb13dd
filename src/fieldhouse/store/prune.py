"""Delete expired tables: unplayed ones soon, idle games after months, finished ones if the operator says so.

Tables of leagues (`kept_for`) stay. Tables of daily drives go, and their results stay. Only time in which the
server was running counts, so a server that was off for a year deletes nothing because of it. What is deleted
is written to a file first, which `fieldhouse restore` takes.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from pathlib import Path

import msgspec
import sqlalchemy as sa

from fieldhouse.store.database import Database
from fieldhouse.store.dump import dump_tables
from fieldhouse.store.schema import (
    DAILY,
    PER_TABLE,
    SCHEMA_VERSION,
    commitments,
    entries,
    seats,
    setups,
    tables,
)

log = logging.getLogger("fieldhouse.store")

LEAST_IDLE_DAYS = 28
"""A running game with people in it is never deleted sooner."""
COMMITMENT_DAYS = 8
"""A commitment's token is valid for seven days, so it cannot be used twice after this."""
KEEP_DELETED_DAYS = 365
"""Files of deleted tables are kept this long."""
DAY = 24 * 3600.0

Gaps = Sequence[tuple[float, float]]
"""Times in which no server was running."""


class Expiry(msgspec.Struct, frozen=True):
    """How long tables are kept; 0 means forever."""

    unplayed_hours: int = 24
    over_days: int = 0
    idle_days: int = 180

    def clauses(self, now: float, gaps: Gaps = ()) -> list[sa.ColumnElement[bool]]:
        """One SQL condition for each kind of expired table."""
        found: list[sa.ColumnElement[bool]] = []
        if self.unplayed_hours:
            old = tables.c.updated < running_cutoff(now, self.unplayed_hours * 3600, gaps)
            found.append(old & (tables.c.status != "over") & ~_answered())
        if self.over_days:
            old = tables.c.updated < running_cutoff(now, self.over_days * DAY, gaps)
            found.append((tables.c.status == "over") & old)
        if self.idle_days:
            days = max(self.idle_days, LEAST_IDLE_DAYS)
            old = tables.c.updated < running_cutoff(now, days * DAY, gaps)
            found.append((tables.c.status != "over") & old)
        return found


def running_cutoff(now: float, seconds: float, gaps: Gaps) -> float:
    """The moment since which the server has run for so many seconds; `gaps` are the times it was off."""
    found = now - seconds
    for start, end in sorted(gaps, reverse=True):
        if end > found:
            found -= end - start
    return found


def _answered() -> sa.ColumnElement[bool]:
    """Did a person ever answer here? An answer is kept as `{"t":"choose","seat":0,...`."""
    person = (
        sa.select(entries.c.n)
        .join(seats, (seats.c.table_id == entries.c.table_id) & (seats.c.kind == "person"))
        .where(entries.c.table_id == tables.c.id)
        .where(entries.c.body.like('{"t":"choose","seat":' + sa.cast(seats.c.seat, sa.String) + ",%"))
    )
    return sa.exists(person.correlate(tables))


def expired_tables(store: Database, expiry: Expiry, now: float, limit: int = 1000) -> list[str]:
    """The expired tables, oldest first."""
    clauses = expiry.clauses(now, store.gaps())
    if not clauses:
        return []
    query = (
        sa.select(tables.c.id)
        .where(sa.or_(tables.c.kept_for == "", tables.c.kept_for.startswith(DAILY)), sa.or_(*clauses))
        .order_by(tables.c.updated)
        .limit(limit)
    )
    with store.read_connection() as db:
        return list(db.scalars(query))


def may_prune(store: Database, now: float) -> bool:
    """Has the server been up for a day? After a gap an operator has that long to notice what would go."""
    return all(now - end > DAY for _, end in store.gaps())


def prune(
    store: Database, expiry: Expiry, now: float, limit: int = 1000, folder: Path | None = None
) -> list[str]:
    """Delete at most `limit` expired tables, after writing them to a file in the folder; their ids."""
    gone = expired_tables(store, expiry, now, limit)
    if gone:
        _save_deleted(store, gone, now, folder or store.path.parent)
    for some in range(0, len(gone), 100):
        names = gone[some : some + 100]
        with store.write_transaction() as db:
            for table in PER_TABLE:
                db.execute(table.delete().where(table.c.table_id.in_(names)))
            db.execute(tables.delete().where(tables.c.id.in_(names)))
            for name in names:
                store.announce(db, name)
    with store.write_transaction() as db:
        db.execute(commitments.delete().where(commitments.c.at < now - COMMITMENT_DAYS * DAY))
        used = sa.exists(sa.select(tables.c.id).where(tables.c.setup == setups.c.hash))
        db.execute(setups.delete().where(~used))
    return gone


def _save_deleted(store: Database, gone: list[str], now: float, folder: Path) -> None:
    """Write the tables to a new file and say so in the log; a fault here deletes nothing."""
    place = folder / f"{store.path.name}.deleted"
    place.mkdir(mode=0o700, exist_ok=True)
    for old in place.glob("*.backup.gz"):
        if old.stat().st_mtime < now - KEEP_DELETED_DAYS * DAY:
            old.unlink(missing_ok=True)
    path = place / f"{now:.0f}-{gone[0]}.backup.gz"
    with store.one_moment() as db:
        dump_tables(db, path, SCHEMA_VERSION, gone)
    log.warning("expired tables are deleted", extra={"tables": len(gone), "saved_to": str(path)})
