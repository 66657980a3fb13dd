"""People's own charts, each under a link: drafts last a week, named ones as long as somebody opens them."""

from __future__ import annotations

import msgspec
import sqlalchemy as sa

from fieldhouse.store.database import Database
from fieldhouse.store.prune import running_cutoff
from fieldhouse.store.schema import OwnChart, own_charts

DAY = 24 * 3600.0
DRAFT_DAYS, NAMED_DAYS = 7, 365
MOST_DRAFTS, MOST_NAMED = 20, 100
"""What one visitor may have; the oldest drafts beyond that are deleted."""
MOST_KEPT = 20_000
"""What a server keeps; beyond that the drafts that nobody opened for longest are deleted."""


class ChartStore:
    """People's own charts. Each method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def save(self, chart: OwnChart) -> None:
        """Save a chart under its id, and delete drafts beyond the limits."""
        with self._database.write_transaction() as db:
            db.execute(own_charts.delete().where(own_charts.c.id == chart.id))
            db.execute(own_charts.insert(), msgspec.structs.asdict(chart))
            drafts = (
                sa.select(own_charts.c.id)
                .where(own_charts.c.owner == chart.owner, own_charts.c.title == "")
                .order_by(own_charts.c.updated.desc())
                .offset(MOST_DRAFTS)
            )
            _drop(db, list(db.scalars(drafts)))
            over = (db.scalar(sa.select(sa.func.count()).select_from(own_charts)) or 0) - MOST_KEPT
            if over > 0:
                others = (own_charts.c.title == "") & (own_charts.c.id != chart.id)
                oldest = sa.select(own_charts.c.id).where(others)
                _drop(db, list(db.scalars(oldest.order_by(own_charts.c.updated).limit(over))))

    def get(self, chart_id: str) -> OwnChart | None:
        """The chart with this id, or None."""
        with self._database.read_connection() as db:
            row = db.execute(sa.select(own_charts).where(own_charts.c.id == chart_id)).mappings().first()
        return None if row is None else OwnChart(**row)

    def touch(self, chart_id: str, now: float) -> None:
        """Note that somebody opened the chart, so that it is kept."""
        with self._database.write_transaction() as db:
            db.execute(own_charts.update().where(own_charts.c.id == chart_id).values(updated=now))

    def of_owner(self, owner: str, game: str) -> list[OwnChart]:
        """The charts of this visitor for a game, newest first."""
        query = (
            sa.select(own_charts)
            .where(own_charts.c.owner == owner, own_charts.c.game == game)
            .order_by(own_charts.c.updated.desc())
        )
        with self._database.read_connection() as db:
            return [OwnChart(**row) for row in db.execute(query).mappings()]

    def count_named(self, owner: str) -> int:
        """How many named charts this visitor has."""
        mine = (own_charts.c.owner == owner) & (own_charts.c.title != "")
        with self._database.read_connection() as db:
            return db.scalar(sa.select(sa.func.count()).where(mine)) or 0

    def delete(self, chart_id: str, owner: str) -> None:
        """Delete the chart if it belongs to this visitor."""
        with self._database.write_transaction() as db:
            db.execute(own_charts.delete().where(own_charts.c.id == chart_id, own_charts.c.owner == owner))

    def prune(self, now: float) -> None:
        """Delete expired drafts and charts."""
        gaps = self._database.gaps()
        draft, named = (running_cutoff(now, days * DAY, gaps) for days in (DRAFT_DAYS, NAMED_DAYS))
        cutoff = sa.case((own_charts.c.title == "", draft), else_=named)
        with self._database.write_transaction() as db:
            db.execute(own_charts.delete().where(own_charts.c.updated < cutoff))


def _drop(db: sa.Connection, ids: list[str]) -> None:
    if ids:
        db.execute(own_charts.delete().where(own_charts.c.id.in_(ids)))
