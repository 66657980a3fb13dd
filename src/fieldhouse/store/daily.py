"""Results of the daily drive, which outlive their tables."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import sqlalchemy as sa

from fieldhouse.store.database import Database
from fieldhouse.store.schema import commitments, daily_results, tables

MOST = 500
"""Results of one day, or days of one player, that are read at most."""


class DailyResult(msgspec.Struct, kw_only=True):
    """One result: the player (the hash of a token), the score, and decisions and luck as shares of a win.

    `decisions` and `luck` are None until the game is reviewed, and on servers without the lab.
    """

    table_id: str
    day: str
    holder: str
    name: str
    points: int
    against: int
    ended: str
    """won, tied, lost or gave up."""
    decisions: float | None = None
    luck: float | None = None


class DailyStore:
    """Results of daily drives. Each method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def save_result(self, result: DailyResult) -> None:
        """Save the result in place of the table's earlier one."""
        with self._database.write_transaction() as db:
            db.execute(daily_results.delete().where(daily_results.c.table_id == result.table_id))
            db.execute(daily_results.insert(), msgspec.structs.asdict(result))

    def results_on(self, day: str) -> list[DailyResult]:
        """The results of a day, best decisions first; conceded games last."""
        query = sa.select(daily_results).where(daily_results.c.day == day).limit(MOST)
        with self._database.read_connection() as db:
            found = [DailyResult(**row) for row in db.execute(query).mappings()]
        return sorted(found, key=lambda one: (one.decisions is None, -(one.decisions or 0.0), one.table_id))

    def days_played(self, holder: str) -> Sequence[str]:
        """The days on which this token finished the daily drive, latest first."""
        query = (
            sa.select(daily_results.c.day)
            .where(daily_results.c.holder == holder, daily_results.c.ended != "gave up")
            .order_by(daily_results.c.day.desc())
            .limit(MOST)
        )
        with self._database.read_connection() as db:
            return list(db.scalars(query))

    def table_with_commitment(self, mark: str) -> str | None:
        """The table that was created with this commitment, if it still exists."""
        query = (
            sa.select(tables.c.id)
            .join(commitments, commitments.c.table_id == tables.c.id)
            .where(commitments.c.hash == mark)
        )
        with self._database.read_connection() as db:
            return db.scalar(query)

    def count_unfinished(self, kept_for: str) -> int:
        """The number of tables with this `kept_for` that are not over."""
        query = sa.select(sa.func.count()).select_from(tables)
        with self._database.read_connection() as db:
            return db.scalar(query.where(tables.c.kept_for == kept_for, tables.c.status != "over")) or 0
