"""Access to the store for many at once: writes in one transaction, revisions in one query.

One thread writes. Changes that arrive while it commits go into the next transaction, and are acknowledged
when that is committed. If one change of a group is at fault, the others are saved without it. If it is a
result that a league cannot take, the answer is saved and the fixture is marked.

Questions for a table's revision that come while a query is running go together into the next one, so each
still sees what was committed before it.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from sqlalchemy.exc import InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from fieldhouse.store.store import Store
from fieldhouse.store.tables import TableChange, TableConflict, TableCreation
from fieldhouse.web.engine.threads import in_thread

MOST = 256
"""Changes in one transaction."""
STORE_FAILS = (OSError, OperationalError, InterfaceError, PoolTimeout)
"""Errors of the database itself: no change can be saved now."""
T = TypeVar("T")


class _Job:
    """A write and the future that waits for it."""

    __slots__ = ("change", "error", "future", "loop", "result", "work")

    def __init__(
        self, change: TableChange | TableCreation | None, work: Callable[[Store], Any] | None = None
    ) -> None:
        self.change = change
        self.work = work
        self.loop = asyncio.get_running_loop()
        self.future: asyncio.Future[Any] = self.loop.create_future()
        self.result: Any = None
        self.error: BaseException | None = None


class Writer:
    """Does all writes of a server, in the order they come."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.groups = 0
        self.changes = 0
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._thread: threading.Thread | None = None

    def keep(self, change: TableChange) -> asyncio.Future[None]:
        """Save a change of a table; done when it is durable. TableConflict if another process was first."""
        return self._give(_Job(change))

    def create(self, new: TableCreation) -> asyncio.Future[None]:
        """Save a new table; `new.kept` is then its id, or that of the table which used its dice before."""
        return self._give(_Job(new))

    def do(self, work: Callable[[Store], T]) -> asyncio.Future[T]:
        """Run other work on the store, in transactions of its own."""
        return self._give(_Job(None, work))

    def _give(self, job: _Job) -> asyncio.Future[Any]:
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
            self._thread.start()
        self._jobs.put(job)
        return job.future

    def close(self) -> None:
        """Finish the queued writes and stop."""
        if self._thread is not None:
            self._jobs.put(None)
            self._thread.join()
            self._thread = None

    # In the thread

    def _run(self) -> None:
        while (job := self._jobs.get()) is not None:
            jobs: list[_Job] = [job]
            last = False
            with suppress(Empty):
                while len(jobs) < MOST:
                    following = self._jobs.get_nowait()
                    if following is None:
                        last = True
                        break
                    jobs.append(following)
            self._write(jobs)
            if last:
                return

    def _write(self, jobs: Sequence[_Job]) -> None:
        if changes := [job for job in jobs if job.change is not None]:
            self._keep(changes)
        for job in jobs:
            if job.work is not None:
                try:
                    job.result = job.work(self.store)
                except BaseException as error:
                    job.error = error
        for loop in {job.loop for job in jobs}:
            with suppress(RuntimeError):  # the loop is closed: nobody waits any more
                loop.call_soon_threadsafe(_tell, [job for job in jobs if job.loop is loop])

    def _keep(self, jobs: Sequence[_Job]) -> None:
        try:
            self.store.tables.write_all([job.change for job in jobs if job.change is not None])
            self.groups += 1
            self.changes += len(jobs)
        except STORE_FAILS as error:
            for job in jobs:
                job.error = error
        except BaseException as error:
            if len(jobs) > 1:
                for job in jobs:  # one of them is late or at fault: which, shows alone
                    self._keep([job])
            elif isinstance(error, Exception) and _league_at_fault(jobs[0].change, error):
                self._keep(jobs)
            else:
                jobs[0].error = error


def _league_at_fault(change: TableChange | TableCreation | None, error: Exception) -> bool:
    """Was it the league's part of the change that failed? Then drop that part."""
    if isinstance(error, TableConflict) or not isinstance(change, TableChange) or change.league is None:
        return False
    change.without_league(error)
    return True


def _tell(jobs: Sequence[_Job]) -> None:
    for job in jobs:
        if job.future.done():
            continue
        if job.error is not None:
            job.future.set_exception(job.error)
        else:
            job.future.set_result(job.result)


class RevisionBatcher:
    """Runs one query at a time."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.questions = 0
        self._next: dict[str, asyncio.Future[int | None]] = {}
        self._asking: asyncio.Task[None] | None = None

    async def revision(self, table_id: str) -> int | None:
        """The table's revision in the store, not older than this call; None if the table is gone."""
        wanted = self._next.get(table_id)
        if wanted is None:
            wanted = self._next[table_id] = asyncio.get_running_loop().create_future()
        if self._asking is None:
            self._asking = asyncio.create_task(self._ask())
        return await asyncio.shield(wanted)

    async def _ask(self) -> None:
        try:
            while self._next:
                group, self._next = self._next, {}
                self.questions += 1
                try:
                    found = await in_thread(self.store.tables.revisions, list(group))
                except Exception as error:  # the store may be away: each of them hears it
                    for future in group.values():
                        future.set_exception(error)
                        future.exception()  # whoever asked may have hung up
                else:
                    for table_id, future in group.items():
                        future.set_result(found.get(table_id))
        finally:
            self._asking = None
