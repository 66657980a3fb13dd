"""Coaches and background jobs in worker processes, with a time limit; the event loop never waits for one.

A worker that crashes or takes too long is killed and replaced, and `CoachFailed` says why. (The pools of
the standard library cannot stop one slow call without stopping all.)
"""

from __future__ import annotations

import asyncio
import multiprocessing
import pickle
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.forkserver import ensure_running
from multiprocessing.process import BaseProcess
from typing import Any

from fieldhouse.kernel.errors import FieldhouseError
from fieldhouse.lab.advice.result import Advice
from fieldhouse.web.engine.worker import serve
from fieldhouse.web.engine.worker_jobs import BackgroundJob, CoachAnswer, CoachQuestion, Job, Progress

START_SECONDS = 60.0
"""How long a worker may take to start."""


class CoachFailed(FieldhouseError):
    """The coach crashed or was too slow."""


MAX_READERS = 1_000
"""Setups and levels that are remembered to read the state alone."""


class WorkerPool:
    """A few worker processes, started when first needed."""

    def __init__(self, count: int, nice: int = 0) -> None:
        self.count = count
        self.waiting = 0
        self._threads = ThreadPoolExecutor(count, thread_name_prefix="coach")
        self._idle: asyncio.Queue[_Worker] = asyncio.Queue()
        self._readers: set[tuple[str, str]] = set()
        self._all = [_Worker(nice) for _ in range(count)]
        for worker in self._all:
            self._idle.put_nowait(worker)

    async def ask(self, question: CoachQuestion, patience: float) -> list[str] | None:
        """The coach's answer; CoachFailed after `patience` seconds or when the coach crashes.

        None if the coach needs more than a `bare` question holds: ask again in full.
        """
        found: CoachAnswer = await self._ask(question, patience)
        of = question.setup_name, question.level
        if not found.reads_state:
            self._readers.discard(of)
        elif len(self._readers) < MAX_READERS:
            self._readers.add(of)
        return [found.keys] if isinstance(found.keys, str) else found.keys

    def reads_state(self, setup_name: str, level: str) -> bool:
        """Did this coach read only the state when it was last asked? Then a bare question is enough."""
        return (setup_name, level) in self._readers

    async def advice(self, question: CoachQuestion, patience: float) -> Advice:
        """The win probability of every option, best first."""
        found = await self._ask(question, patience)
        assert isinstance(found, Advice)
        return found

    async def run(self, job: BackgroundJob, patience: float, progress: Progress | None = None) -> Any:
        """Run a background job. `progress` is called in a thread."""
        return await self._ask(job, patience, progress)

    async def _ask(self, question: Job, patience: float, progress: Progress | None = None) -> Any:
        self.waiting += 1
        try:
            worker = await self._idle.get()
        finally:
            self.waiting -= 1
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._threads, worker.ask, question, patience, progress)
        finally:
            self._idle.put_nowait(worker)

    @property
    def at_work(self) -> int:
        """The number of busy workers."""
        return self.count - self._idle.qsize()

    def close(self) -> None:
        """Stop all workers."""
        for worker in self._all:
            worker.stop()
        self._threads.shutdown(wait=False, cancel_futures=True)


class _Worker:
    """One process that does one job after another."""

    def __init__(self, nice: int = 0) -> None:
        self._nice = nice
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None

    def ask(self, job: Job, patience: float, progress: Progress | None = None) -> Any:
        try:
            pipe = self._pipe or self._start()
            pipe.send_bytes(pickle.dumps(job))
            until, ok = time.monotonic() + patience, None
            while ok is None:  # reports of progress come first
                if not pipe.poll(max(0.0, until - time.monotonic())):
                    self.stop()
                    raise CoachFailed(f"took longer than {patience:g} seconds")
                ok, reply = pickle.loads(pipe.recv_bytes())
                if ok is None and progress is not None:
                    progress(reply)
        except (OSError, EOFError, pickle.PickleError):
            self.stop()
            raise CoachFailed("crashed") from None
        if not ok:
            raise CoachFailed(str(reply))
        return reply

    def _start(self) -> Connection:
        ours: Connection
        ours, theirs = _CONTEXT.Pipe()
        self._process = _CONTEXT.Process(target=serve, args=(theirs, self._nice), daemon=True)
        self._process.start()
        theirs.close()
        self._pipe = ours
        if not ours.poll(START_SECONDS):  # importing the games is not the coach's time
            raise EOFError
        ours.recv_bytes()
        return ours

    def stop(self) -> None:
        """Kill the process; the next job starts another. May be called from two threads at once."""
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
