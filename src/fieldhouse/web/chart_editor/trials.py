"""Trials of changed charts and reports of games, calculated by the background process.

Results are cached by the setups they are of and the source that made them.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections import OrderedDict
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from fieldhouse.kernel import registry
from fieldhouse.kernel.errors import FieldhouseError
from fieldhouse.kernel.files import atomic_write, cache_folder
from fieldhouse.lab import report
from fieldhouse.lab.chart_comparison import ChartComparison
from fieldhouse.lab.report import Report
from fieldhouse.store import server_clock
from fieldhouse.web.engine.engine import Engine
from fieldhouse.web.engine.job_queue import REPORT, TRIAL
from fieldhouse.web.engine.table_loader import BoundGame
from fieldhouse.web.engine.threads import in_thread
from fieldhouse.web.engine.worker import BuildReport, CompareCharts
from fieldhouse.web.engine.worker_pool import CoachFailed

log = logging.getLogger("fieldhouse.design")
FORM = 1
"""Raised when the form of a trial changes: older ones are played anew."""
SECONDS = 20.0
"""Of the processor for a trial."""
AGAIN = 600.0
"""Seconds after which a report that was given up is begun anew."""
MOST_WAITING = 8
"""Trials that may wait or run at once, in the whole house."""
MOST_KNOWN = 200
"""Trials kept in memory."""


class TrialsBusy(FieldhouseError):
    """No room for one more trial now."""


class TrialJob(msgspec.Struct):
    """What is known of a trial or report: how far it is, what was found, or that it failed."""

    owner: str
    share: float = 0.0
    found: ChartComparison | Report | None = None
    failed: str = ""
    begun: float = 0.0

    @property
    def at_work(self) -> bool:
        """Is it still going on?"""
        return self.found is None and not self.failed


def trial_key(kind: type[Any], *bound: BoundGame) -> str:
    """What a trial or report is known by: its kind, the set-ups, and the source of game and lab."""
    about = [kind.__name__, *(one.name for one in bound), _source(bound[0].game.meta.name)]
    return hashlib.sha256(" ".join(about).encode()).hexdigest()[:32]


@cache
def _source(game: str) -> str:
    """A digest of all that decides how a game goes: its folder and the lab's modules."""
    told = hashlib.sha256()
    for folder in (registry.find(game).path, Path(report.__file__).parent):
        for path in sorted(folder.rglob("*.py")):
            told.update(path.read_bytes())
    return told.hexdigest()


class TrialService:
    """Lives on the event loop; one thing at a time, one for each visitor."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._known: OrderedDict[str, TrialJob] = OrderedDict()
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def close(self) -> None:
        """Let go of what is under way."""
        for task in self._tasks.values():
            task.cancel()

    @property
    def seconds(self) -> float:
        """What a trial may take; 0: this house makes none."""
        return min(SECONDS, self.engine.tables.settings.lab_seconds)

    async def look(self, old: BoundGame, new: BoundGame) -> TrialJob | None:
        """The trial of these two, if it was ever asked for."""
        return await self._look(await in_thread(trial_key, ChartComparison, old, new), ChartComparison)

    async def begin(self, old: BoundGame, new: BoundGame, owner: str) -> TrialJob:
        """See that it is worked out. BusyLab where this visitor waits for one already, or too many do."""
        known = await self.look(old, new)
        if known is not None and not known.failed:
            return known
        self._check_room(owner)
        job = CompareCharts(new.game.meta.name, old.body, new.body, self.seconds)
        return self._begin(await in_thread(trial_key, ChartComparison, old, new), owner, job)

    async def report(self, bound: BoundGame) -> TrialJob | None:
        """The report of a game as it is; the first look begins it, for everybody. None where none is made."""
        key = await in_thread(trial_key, Report, bound)
        known = await self._look(key, Report)
        stale = known is not None and known.failed and server_clock.now() - known.begun > AGAIN
        if (known is not None and not stale) or not self.seconds:
            return known
        if sum(one.at_work for one in self._known.values()) >= MOST_WAITING:
            return None
        return self._begin(key, "", BuildReport(bound.game.meta.name, bound.body, self.seconds))

    def _check_room(self, owner: str) -> None:
        if not self.seconds:
            raise TrialsBusy("trials are turned off on this server")
        waiting = [one for one in self._known.values() if one.at_work]
        if any(one.owner == owner for one in waiting):
            raise TrialsBusy("your last trial is still running; try again when it is done")
        if len(waiting) >= MOST_WAITING:
            raise TrialsBusy("the server is busy with other trials; try again in a minute")

    async def _look(self, key: str, kind: type[ChartComparison] | type[Report]) -> TrialJob | None:
        known = self._known.get(key)
        if known is None and (found := await in_thread(_kept, key, kind)) is not None:
            known = self._remember(key, TrialJob("", 1.0, found))
        return known

    def _begin(self, key: str, owner: str, job: CompareCharts | BuildReport) -> TrialJob:
        trial = self._remember(key, TrialJob(owner, begun=server_clock.now()))
        task = self._tasks[key] = asyncio.create_task(self._work(key, trial, job))
        task.add_done_callback(lambda _: self._tasks.pop(key, None))
        return trial

    async def _work(self, key: str, trial: TrialJob, job: CompareCharts | BuildReport) -> None:
        def told(share: float) -> None:
            trial.share = share

        try:
            kind = TRIAL if isinstance(job, CompareCharts) else REPORT
            trial.found = await self.engine.jobs.queue.run(kind, job, told, key=key)
        except CoachFailed as failed:
            log.warning("no trial", extra={"game": job.game, "why": str(failed)})
            trial.failed = str(failed)
        else:
            await in_thread(save_trial, key, trial.found)

    def _remember(self, key: str, trial: TrialJob) -> TrialJob:
        self._known[key] = trial
        idle = [name for name, one in self._known.items() if not one.at_work]
        for name in idle[: max(0, len(self._known) - MOST_KNOWN)]:
            del self._known[name]
        return trial


def _file(key: str) -> Path:
    return cache_folder() / f"trial-{FORM}-{key}.json"


def _kept(key: str, kind: type[ChartComparison] | type[Report]) -> ChartComparison | Report | None:
    try:
        return msgspec.json.decode(_file(key).read_bytes(), type=kind)
    except (OSError, msgspec.MsgspecError):
        return None


def save_trial(key: str, found: ChartComparison | Report) -> None:
    """Keep it, where the cache can be written."""
    with suppress(OSError), atomic_write(_file(key)) as file:
        file.write(msgspec.json.encode(found))
