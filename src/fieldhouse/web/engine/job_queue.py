"""Background jobs of the server: costly or foreign work, done in worker processes with limits.

Each kind of job has a lane: what a request waits for, short jobs, long jobs; one lane never keeps another
waiting. In a lane whoever used least of it lately comes next (`FairQueue`). Who asks for what is being done
already waits for the same job, and a job that nobody wants any more is dropped.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import msgspec

from fieldhouse.web.engine.worker import BackgroundJob, Progress, WorkerLimits
from fieldhouse.web.engine.worker_pool import CoachFailed, WorkerPool
from fieldhouse.web.settings import Settings

REQUESTS, SHORT, LONG = "requests", "short jobs", "long jobs"


class JobLane(msgspec.Struct, frozen=True):
    """How many workers a lane has, how nice they are, and how many jobs of one person may wait there."""

    workers: int
    nice: int
    most_per_person: int


LANES = {REQUESTS: JobLane(1, 5, 8), SHORT: JobLane(2, 10, 12), LONG: JobLane(1, 15, 6)}


class JobKind(msgspec.Struct, frozen=True):
    """A kind of job: its name and lane, about how many seconds it takes, and after how many it is stopped."""

    name: str
    lane: str
    cost: float
    patience: float


CHART_CHECK = JobKind("chart check", REQUESTS, 0.5, 20)
IMPORT = JobKind("game import", REQUESTS, 1, 20)
EXPORT = JobKind("league export", REQUESTS, 5, 300)
WHAT_IF = JobKind("league odds, what if", REQUESTS, 2, 60)
REVIEW = JobKind("game review", SHORT, 10, 600)
ODDS = JobKind("league odds", SHORT, 5, 600)
WIN_CURVE = JobKind("win probability curve", SHORT, 3, 600)
REVIEW_OWN_CHARTS = JobKind("game review with own charts", LONG, 60, 600)
VALUES = JobKind("win probability values", LONG, 60, 600)
TRIAL = JobKind("chart trial", LONG, 20, 240)
REPORT = JobKind("balance report", LONG, 20, 240)
SCORE_MODEL = JobKind("league score model", LONG, 30, 3600)
SIMULATION = JobKind("league simulation", LONG, 3, 600)


class JobFailed(CoachFailed):
    """A background job crashed, took too long, or found no room to wait."""


class JobState(msgspec.Struct):
    """A job that waits or is being done, for the operator."""

    kind: str
    asked: float
    begun: float | None = None
    share: float = 0.0

    @property
    def seconds(self) -> int:
        """How long it has been done, or has waited."""
        return int(time.monotonic() - (self.asked if self.begun is None else self.begun))

    @property
    def percent(self) -> int:
        """How much of it is done."""
        return round(100 * self.share)


class _Shared:
    """A job and how many wait for it."""

    def __init__(self, task: asyncio.Task[Any]) -> None:
        self.task = task
        self.wanted_by = 0


class JobQueue:
    """The lanes of worker processes; it lives on the event loop."""

    def __init__(self, settings: Settings) -> None:
        self.pools = {
            name: WorkerPool(
                lane.workers,
                WorkerLimits(lane.nice, settings.worker_memory),
                most_per_person=lane.most_per_person,
            )
            for name, lane in LANES.items()
        }
        self.jobs: dict[int, JobState] = {}
        """What waits or is being done."""
        self._shared: dict[str, _Shared] = {}

    async def run(
        self,
        kind: JobKind,
        job: BackgroundJob,
        progress: Progress | None = None,
        *,
        key: str = "",
        wanted: Callable[[], bool] | None = None,
    ) -> Any:
        """Do the job for the owner of this request; CoachFailed where it fails or finds no room to wait.

        Jobs with the same `key` are one job, which ends when all who wait for it are cancelled. `wanted` is
        asked when its turn comes; `progress` is called in a thread.
        """
        if not key:
            return await self._run(kind, job, progress, wanted)
        shared = self._shared.get(key)
        if shared is None:
            shared = _Shared(asyncio.create_task(self._run(kind, job, progress, wanted)))
            self._shared[key] = shared
            shared.task.add_done_callback(lambda _: self._shared.pop(key, None))
        shared.wanted_by += 1
        try:
            return await asyncio.shield(shared.task)
        except asyncio.CancelledError:
            me = asyncio.current_task()
            if not shared.task.cancelled() or (me is not None and me.cancelling()):
                raise
            raise JobFailed("the server is stopping") from None
        finally:
            shared.wanted_by -= 1
            if not shared.wanted_by and not shared.task.done():
                shared.task.cancel()

    async def _run(
        self,
        kind: JobKind,
        job: BackgroundJob,
        progress: Progress | None,
        wanted: Callable[[], bool] | None,
    ) -> Any:
        state = JobState(kind.name, time.monotonic())
        self.jobs[id(state)] = state

        def begin() -> None:
            state.begun = time.monotonic()
            if wanted is not None and not wanted():
                raise CoachFailed("nobody waits for it any more")

        def report(share: float) -> None:
            state.share = share
            if progress is not None:
                progress(share)

        pool = self.pools[kind.lane]
        try:
            return await pool.run(job, kind.patience, report, cost=kind.cost, begin=begin)
        except CoachFailed as failed:
            raise JobFailed(str(failed)) from None
        finally:
            del self.jobs[id(state)]

    def close(self) -> None:
        """Stop all jobs."""
        for shared in list(self._shared.values()):
            with suppress(RuntimeError):  # the loop is closed
                shared.task.cancel()
        for pool in self.pools.values():
            pool.close()
