"""Work that no request waits for: building estimators, reviewing finished games, deleting expired tables."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

from fieldhouse.kernel.game import Game
from fieldhouse.lab.extras import has_lab
from fieldhouse.lab.win_probability.estimator import Estimator
from fieldhouse.store import server_clock
from fieldhouse.store.prune import prune
from fieldhouse.web.engine.daily_drive import counts_for_day, daily_result
from fieldhouse.web.engine.live_table import LiveTable
from fieldhouse.web.engine.notifier import Notifier
from fieldhouse.web.engine.table_service import TableService
from fieldhouse.web.engine.threads import in_thread
from fieldhouse.web.engine.worker_jobs import BuildEstimator, ReviewGame
from fieldhouse.web.engine.worker_pool import CoachFailed, WorkerPool
from fieldhouse.web.replay.review_cache import load_review, save_review

log = logging.getLogger("fieldhouse.jobs")
JOB_SECONDS = 600.0
"""A job that takes longer is stopped."""
NICE = 10
"""The process priority of these jobs: below that of the coaches."""


class BackgroundJobs:
    """One low-priority worker process and the tasks that wait for it."""

    def __init__(self, tables: TableService, notifier: Notifier) -> None:
        self.tables = tables
        self.notifier = notifier
        self.workers = WorkerPool(1, nice=NICE)
        self._tasks: dict[str, asyncio.Task[None]] = {}

    async def find_estimator(self, live: LiveTable) -> None:
        """Find the table's win-probability estimator; start building one where there is none yet."""
        if live.win_probability.estimator is not None or live.table is None or live.room or not has_lab():
            return
        live.win_probability.estimator = await in_thread(_known_estimator, live.game)
        can_build = self.tables.settings.lab_seconds > 0 and live.folder.part("features") is not None
        if live.win_probability.estimator is None and can_build and live.row.setup not in self._tasks:
            self._tasks[live.row.setup] = asyncio.create_task(self._build_estimator(live))

    async def _build_estimator(self, live: LiveTable) -> None:
        body = self.tables.setups.stored_game(live.folder, live.row.setup).body
        job = BuildEstimator(live.row.game, live.row.setup, body)
        try:
            await self.workers.run(job, JOB_SECONDS, live.win_probability.set_progress)
        except CoachFailed as failed:
            log.warning("could not build an estimator", extra={"table": live.id, "why": str(failed)})
            return
        live.win_probability.estimator = await in_thread(_known_estimator, live.game)
        self.notifier.notify(live.id)

    async def review(self, live: LiveTable) -> None:
        """Read the review of a finished game from the cache, or start to work it out."""
        seconds = self.tables.settings.lab_seconds
        if live.review.is_settled() or live.row.status != "over" or live.room or len(live.seats) != 2:
            return
        live.review.found = await in_thread(
            load_review, live.review.place(live.row.revision, live.record_bytes)
        )
        await self._save_daily_result(live)
        if not live.review.is_settled() and seconds and has_lab():
            live.review.begun = True
            self._tasks[live.id] = asyncio.create_task(self._build_review(live, live.record_bytes(), seconds))

    async def _build_review(self, live: LiveTable, record: bytes, seconds: float) -> None:
        job = ReviewGame(record, seconds)
        try:
            live.review.found = await self.workers.run(job, JOB_SECONDS, live.review.set_progress)
        except CoachFailed as failed:
            log.warning("could not review a game", extra={"table": live.id, "why": str(failed)})
            live.review.failed = True
        else:
            await in_thread(save_review, record, live.review.found)
            await self._save_daily_result(live)
        self.notifier.notify(live.id)

    def review_daily_drive(self, live: LiveTable) -> None:
        """Review a daily drive that is over and counts, whether or not anybody opens its page."""
        name = f"daily {live.id}"
        if live.row.status == "over" and counts_for_day(live.row) and name not in self._tasks:
            self._tasks[name] = asyncio.create_task(self.review(live))

    async def _save_daily_result(self, live: LiveTable) -> None:
        result = daily_result(live)
        if result is not None and live.review.scored != (result.decisions, result.luck):
            live.review.scored = (result.decisions, result.luck)
            await self.tables.writer.do(lambda store: store.daily.save_result(result))

    async def prune(self) -> int:
        """Delete expired tables and charts; the number of tables deleted."""
        expiry = self.tables.settings.expiry
        gone = await self.tables.writer.do(lambda store: prune(store, expiry, server_clock.now()))
        await self.tables.writer.do(lambda store: store.charts.prune(server_clock.now()))
        for table_id in gone:
            self.tables.forget(table_id)
            self.notifier.notify(table_id)
        self.tables.count = await in_thread(self.tables.store.tables.count)
        return len(gone)

    def close(self) -> None:
        """Stop the worker and everything that waits for it."""
        for task in self._tasks.values():
            task.cancel()
        self.workers.close()


def _known_estimator(game: Game[Any]) -> Estimator | None:
    """In a thread, since a file may have to be read."""
    from fieldhouse.lab.win_probability.files import ready_estimator

    return ready_estimator(game)
