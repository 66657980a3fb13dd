"""Work that no request waits for: building estimators, reviewing finished games, deleting expired tables."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

from fieldhouse.kernel.game import Game
from fieldhouse.lab.extras import has_lab
from fieldhouse.lab.win_probability.estimator import Estimator
from fieldhouse.store import server_clock
from fieldhouse.store.prune import prune
from fieldhouse.web.engine.daily_drive import counts_for_day, daily_result
from fieldhouse.web.engine.job_queue import REVIEW, REVIEW_OWN_CHARTS, VALUES, JobQueue
from fieldhouse.web.engine.live_table import LiveTable
from fieldhouse.web.engine.notifier import Notifier
from fieldhouse.web.engine.table_service import TableService
from fieldhouse.web.engine.threads import in_thread
from fieldhouse.web.engine.worker import BuildEstimator, ReviewGame
from fieldhouse.web.engine.worker_pool import CoachFailed
from fieldhouse.web.replay.review_cache import load_review, save_review

log = logging.getLogger("fieldhouse.jobs")


class BackgroundJobs:
    """What the server does for its tables in the background, and the tasks that wait for it."""

    def __init__(self, tables: TableService, notifier: Notifier) -> None:
        self.tables = tables
        self.notifier = notifier
        self.queue = JobQueue(tables.settings)
        self._tasks: dict[str, asyncio.Task[None]] = {}

    async def find_estimator(self, live: LiveTable) -> None:
        """Find the table's win-probability estimator; start building one where there is none yet."""
        if live.win_probability.estimator is not None or live.table is None or live.room or not has_lab():
            return
        live.win_probability.estimator = await in_thread(_known_estimator, live.game)
        can_build = self.tables.settings.lab_seconds > 0 and live.folder.part("features") is not None
        if live.win_probability.estimator is None and can_build and live.row.setup not in self._tasks:
            self._start(live.row.setup, self._build_estimator(live))

    def _start(self, name: str, work: Coroutine[Any, Any, None]) -> None:
        task = self._tasks[name] = asyncio.create_task(work)
        task.add_done_callback(lambda _: self._tasks.pop(name, None))

    async def _build_estimator(self, live: LiveTable) -> None:
        body = self.tables.setups.stored_game(live.folder, live.row.setup).body
        job = BuildEstimator(live.row.game, live.row.setup, body)
        try:
            await self.queue.run(
                VALUES, job, live.win_probability.set_progress, key=f"values {live.row.setup}"
            )
        except CoachFailed as failed:
            log.warning("could not build an estimator", extra={"table": live.id, "why": str(failed)})
            return
        live.win_probability.estimator = await in_thread(_known_estimator, live.game)
        self.notifier.notify(live.id)

    async def review(self, live: LiveTable) -> None:
        """Read the review of a finished game from the cache, or start to work it out."""
        seconds = self.tables.settings.lab_seconds
        live.review.note_look()
        if live.review.is_settled() or live.row.status != "over" or live.room or len(live.seats) != 2:
            return
        live.review.found = await in_thread(
            load_review, live.review.place(live.row.revision, live.record_bytes)
        )
        await self._save_daily_result(live)
        if not live.review.is_settled() and seconds and has_lab():
            live.review.begun = True
            self._start(live.id, self._build_review(live, live.record_bytes(), seconds))

    async def _build_review(self, live: LiveTable, record: bytes, seconds: float) -> None:
        job = ReviewGame(record, seconds)
        has_values = await in_thread(_known_estimator, live.game) is not None
        kind = REVIEW if has_values or live.folder.part("features") is None else REVIEW_OWN_CHARTS
        wanted = None if counts_for_day(live.row) else live.review.is_wanted
        try:
            live.review.found = await self.queue.run(kind, job, live.review.set_progress, wanted=wanted)
        except CoachFailed as failed:
            log.warning("could not review a game", extra={"table": live.id, "why": str(failed)})
            live.review.fail()
        else:
            await in_thread(save_review, record, live.review.found)
            await self._save_daily_result(live)
        self.notifier.notify(live.id)

    def review_daily_drive(self, live: LiveTable) -> None:
        """Review a daily drive that is over and counts, whether or not anybody opens its page."""
        name = f"daily {live.id}"
        if live.row.status == "over" and counts_for_day(live.row) and name not in self._tasks:
            self._start(name, self.review(live))

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
        """Stop the workers and everything that waits for them."""
        for task in list(self._tasks.values()):
            task.cancel()
        self.queue.close()


def _known_estimator(game: Game[Any]) -> Estimator | None:
    """In a thread, since a file may have to be read."""
    from fieldhouse.lab.win_probability.files import ready_estimator

    return ready_estimator(game)
