"""Coaches and background jobs in worker processes, with limits; the event loop never waits for one.

A worker that crashes or takes too long is killed and replaced, and `CoachFailed` says why. (The pools of
the standard library cannot stop one slow call without stopping all.) Who comes next is decided by a
`FairQueue`.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import pickle
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.forkserver import ensure_running
from multiprocessing.process import BaseProcess
from typing import Any

from fieldhouse.kernel.errors import FieldhouseError
from fieldhouse.web.engine.fair_queue import FairQueue, JobOwner, QueueFull, current_owner
from fieldhouse.web.engine.worker import CoachQuestion, Job, Progress, ReviewGame, WorkerLimits, serve

START_SECONDS = 60.0
"""How long a worker may take to start."""
LEAST_SHARE = 0.05
"""What is left of the time for a coach or a review at least, however many wait."""


class CoachFailed(FieldhouseError):
    """The coach or the job crashed, was too slow, or had no room to wait."""


class WorkerPool:
    """A few worker processes, started when first needed, and the queue before them."""

    def __init__(self, count: int, limits: WorkerLimits | None = None, *, most_per_person: int = 100) -> None:
        self.count = count
        self.queue = FairQueue(count, most_per_person=most_per_person)
        self.done = 0
        self.failed = 0
        self._threads = ThreadPoolExecutor(count, thread_name_prefix="worker")
        self._all = [_Worker(limits or WorkerLimits()) for _ in range(count)]
        self._idle = self._all[:]
        self._closed = False

    async def run(
        self,
        job: Job,
        patience: float,
        progress: Progress | None = None,
        *,
        owner: JobOwner | None = None,
        cost: float = 1.0,
        begin: Callable[[], None] | None = None,
    ) -> Any:
        """Do a job; CoachFailed after `patience` seconds of work, when it crashes, or when too many wait.

        `begin` is called when its turn comes, `progress` in a thread. `cost` is about how many seconds it
        takes. Coaches and reviews share their time with those who wait. Cancelling it stops the worker.
        """
        try:
            async with self.queue.turn(owner or current_owner.get(), cost):
                if begin is not None:
                    begin()
                if isinstance(job, CoachQuestion | ReviewGame):
                    job.seconds *= max(LEAST_SHARE, self.queue.share)
                return await self._do(job, patience, progress)
        except QueueFull as full:
            raise CoachFailed(str(full)) from None

    async def _do(self, job: Job, patience: float, progress: Progress | None) -> Any:
        if self._closed:
            raise CoachFailed("the server is stopping")
        worker = self._idle.pop()
        loop = asyncio.get_running_loop()
        asked = loop.run_in_executor(self._threads, worker.ask, job, patience, progress)
        try:
            found = await asyncio.shield(asked)
            self.done += 1
            return found
        except asyncio.CancelledError:
            worker.stop()
            with suppress(CoachFailed):
                await asked  # its thread ends at once
            raise
        except CoachFailed:
            self.failed += 1
            raise
        finally:
            self._idle.append(worker)

    @property
    def queue_length(self) -> int:
        """Jobs that wait for a worker."""
        return self.queue.length

    @property
    def at_work(self) -> int:
        """The number of busy workers."""
        return self.queue.busy

    def close(self) -> None:
        """Stop all workers; who waits for one is told."""
        self._closed = True
        for worker in self._all:
            worker.stop()
        self._threads.shutdown(wait=False, cancel_futures=True)


class _Worker:
    """One process that does one job after another."""

    def __init__(self, limits: WorkerLimits) -> None:
        self._limits = limits
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None
        self._stops = 0

    def ask(self, job: Job, patience: float, progress: Progress | None = None) -> Any:
        try:
            pipe = self._pipe or self._start()
            pipe.send_bytes(pickle.dumps((job, patience)))
            until, ok = time.monotonic() + patience, None
            while ok is None:  # reports of progress come first
                if not pipe.poll(max(0.0, until - time.monotonic())):
                    self.stop()
                    raise CoachFailed(f"took longer than {patience:g} seconds")
                ok, reply, *rest = pickle.loads(pipe.recv_bytes())
                if ok is None and progress is not None:
                    progress(reply)
            if rest and rest[0]:
                self.stop()  # it has grown: a new one does the next job
        except (OSError, EOFError, pickle.PickleError):
            self.stop()
            raise CoachFailed("crashed") from None
        if not ok:
            raise CoachFailed(str(reply))
        return reply

    def _start(self) -> Connection:
        ours: Connection
        stops = self._stops
        ours, theirs = _CONTEXT.Pipe()
        process = _CONTEXT.Process(target=serve, args=(theirs, self._limits), daemon=True)
        process.start()
        theirs.close()
        self._process, self._pipe = process, ours
        if stops != self._stops:  # stopped while it was being started
            raise EOFError
        if not ours.poll(START_SECONDS):  # importing the games is not the coach's time
            raise EOFError
        ours.recv_bytes()
        return ours

    def stop(self) -> None:
        """Kill the process; the next job starts another. May be called from two threads at once."""
        self._stops += 1
        pipe, self._pipe = self._pipe, None
        process, self._process = self._process, None
        with suppress(OSError, ValueError):
            if process is not None:
                process.kill()
                process.join(2)
                process.close()
            if pipe is not None:
                pipe.close()


_CONTEXT: Any = multiprocessing.get_context("spawn" if sys.platform == "win32" else "forkserver")


def start_fork_server() -> None:
    """Start the process that forks the workers; it imports the games while the server starts.

    It ends when the server and all workers have ended.
    """
    if sys.platform != "win32":
        multiprocessing.set_forkserver_preload([f"{__package__}.worker_preload"])
        ensure_running()
