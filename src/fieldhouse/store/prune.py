"""Delete expired tables: unplayed ones soon, finished and idle games after months.

Tables of leagues (`kept_for`) stay. Tables of daily drives go, and their results stay.
"""

from __future__ import annotations

import msgspec
import sqlalchemy as sa

from fieldhouse.store.database import Database
from fieldhouse.store.schema import DAILY, PER_TABLE, commitments, entries, seats, setups, tables

LEAST_IDLE_DAYS = 28
"""A running game with people in it is never deleted sooner."""
COMMITMENT_DAYS = 8
"""A commitment's token is valid for seven days, so it cannot be used twice after this."""
DAY = 24 * 3600.0


class Expiry(msgspec.Struct, frozen=True):
    """How long tables are kept; 0 means forever."""

    unplayed_hours: int = 24
    over_days: int = 90
    idle_days: int = 180

    def clauses(self, now: float) -> list[sa.ColumnElement[bool]]:
        """One SQL condition for each kind of expired table."""
        found: list[sa.ColumnElement[bool]] = []
        if self.unplayed_hours:
            old = tables.c.updated < now - self.unplayed_hours * 3600
            found.append(old & (tables.c.status != "over") & ~_answered())
        if self.over_days:
            found.append((tables.c.status == "over") & (tables.c.updated < now - self.over_days * DAY))
        if self.idle_days:
            idle = max(self.idle_days, LEAST_IDLE_DAYS)
            found.append((tables.c.status != "over") & (tables.c.updated < now - idle * DAY))
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
    clauses = expiry.clauses(now)
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


def prune(store: Database, expiry: Expiry, now: float, limit: int = 1000) -> list[str]:
    """Delete at most `limit` expired tables; their ids."""
    gone = expired_tables(store, expiry, now, limit)
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
