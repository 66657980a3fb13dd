"""The store: one database, with a part for each kind of thing that is kept."""

from __future__ import annotations

from pathlib import Path

from fieldhouse.store.charts import ChartStore
from fieldhouse.store.daily import DailyStore
from fieldhouse.store.database import Database
from fieldhouse.store.leagues import LeagueStore
from fieldhouse.store.records import RecordStore
from fieldhouse.store.tables import TableStore


class Store(Database):
    """A database and its parts. They wait for the disk: call them from a thread, not the event loop."""

    def __init__(self, url: str, backups: Path | None = None, *, create: bool = True) -> None:
        super().__init__(url, backups, create=create)
        self.records = RecordStore(self)
        self.leagues = LeagueStore(self)
        self.tables = TableStore(self, self.records, self.leagues)
        self.daily = DailyStore(self)
        self.charts = ChartStore(self)
