"""The running server behind the routes: tables, listeners, coaches, jobs, and periodic tasks."""

from __future__ import annotations

import asyncio
import logging
import time

from sqlalchemy.exc import SQLAlchemyError

from fieldhouse.kernel.errors import FieldhouseError
from fieldhouse.store import server_clock
from fieldhouse.store.prune import may_prune
from fieldhouse.store.schema import FOR_LEAGUE
from fieldhouse.store.server_clock import NOTED_EVERY
from fieldhouse.web.engine.background_jobs import BackgroundJobs
from fieldhouse.web.engine.coach_driver import CoachDriver
from fieldhouse.web.engine.notifier import Notifier
from fieldhouse.web.engine.table_service import TableService
from fieldhouse.web.engine.threads import in_thread

log = logging.getLogger("fieldhouse.engine")
SWEEP_SECONDS = 2.0
"""Seconds between two checks for overdue tables."""
NOTE_TIME_EVERY = int(NOTED_EVERY / SWEEP_SECONDS)
"""Sweeps between two notes of the time."""
PRUNE_EVERY = 150
"""Sweeps between two deletions of expired tables."""


class Engine:
    """One for a server process; it lives on the event loop."""

    def __init__(self, tables: TableService) -> None:
        self.tables = tables
        self.notifier = Notifier(tables.settings)
        self.jobs = BackgroundJobs(tables, self.notifier)
        self.coaches = CoachDriver(tables, self.notifier, self.jobs)
        tables.league_moved = lambda league_id: self.notifier.notify(f"{FOR_LEAGUE}{league_id}")

    async def run(self) -> None:
        """Run the periodic tasks until cancelled."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self._sweep())
            if self.tables.store.postgres:
                group.create_task(self.notifier.follow_database(self.tables.store))

    async def _sweep(self) -> None:
        sweeps = 0
        while True:
            try:
                await self.coaches.answer_overdue()
                self.tables.put_away(time.monotonic())
                if sweeps % NOTE_TIME_EVERY == 0:
                    await self.tables.writer.do(lambda store: store.note_time())
                if sweeps % PRUNE_EVERY == 0 and await in_thread(
                    may_prune, self.tables.store, server_clock.now()
                ):
                    await self.jobs.prune()
            except (FieldhouseError, SQLAlchemyError, OSError) as error:  # the database may be away
                log.warning("a periodic task failed and is tried again", extra={"error": repr(error)})
            sweeps += 1
            await asyncio.sleep(SWEEP_SECONDS)

    def close(self) -> None:
        """Stop coaches and jobs, and end all streams."""
        self.notifier.close()
        self.coaches.close()
        self.jobs.close()
