"""Whoever used least lately comes next: in a queue, and before worker processes with limits."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.web.conftest import until
from tests.web.test_worker_pool import is_running

from fieldhouse.web.engine.fair_queue import FairQueue, JobOwner, QueueFull
from fieldhouse.web.engine.job_queue import CHART_CHECK, JobQueue
from fieldhouse.web.engine.worker import CallFunction, WorkerLimits
from fieldhouse.web.engine.worker_pool import CoachFailed, WorkerPool
from fieldhouse.web.settings import Settings

GREEDY, ANN = JobOwner("greedy", "10.0.0.1"), JobOwner("ann", "10.0.0.2")


def order_of(queue: FairQueue, asked: list[tuple[JobOwner, float]]) -> list[str]:
    """In which order they have their turns who ask in this order while somebody of the server is at it."""

    async def run() -> list[str]:
        done: list[str] = []

        async def ask(owner: JobOwner, cost: float) -> None:
            async with queue.turn(owner, cost):
                done.append(owner.person)

        async with queue.turn(JobOwner("server", "server"), 1):
            tasks = [asyncio.create_task(ask(*one)) for one in asked]
            while queue.length < len(asked):
                await asyncio.sleep(0)
        await asyncio.gather(*tasks)
        return done

    return asyncio.run(run())


def charged(queue: FairQueue, owner: JobOwner, seconds: float) -> FairQueue:
    """The queue, after this owner has used it for so long."""
    queue._charge(owner, seconds)
    return queue


def test_a_newcomer_does_not_wait_for_somebodys_whole_line() -> None:
    queue = charged(FairQueue(1), GREEDY, 5)
    assert order_of(queue, [*[(GREEDY, 1.0)] * 9, (ANN, 1.0)])[0] == "ann"


def test_more_cookies_at_one_address_are_not_more_turns() -> None:
    """Nine persons at one address used as much as one person elsewhere did alone: that one comes first."""
    crowd = [JobOwner(f"cookie {n}", "10.0.0.1") for n in range(9)]
    queue = charged(FairQueue(1), ANN, 2)
    for one in crowd:
        charged(queue, one, 0.5)
    assert order_of(queue, [*[(one, 1.0) for one in crowd], (ANN, 1.0)])[0] == "ann"


def test_persons_of_one_address_take_turns_too() -> None:
    brother = JobOwner("brother", GREEDY.address)
    queue = charged(FairQueue(1), GREEDY, 5)
    assert order_of(queue, [(GREEDY, 1.0), (GREEDY, 1.0), (brother, 1.0)])[0] == "brother"


def test_among_equals_the_cheaper_work_comes_first() -> None:
    owners = [JobOwner(name, name) for name in ("dear", "cheap")]
    assert order_of(FairQueue(1), [(owners[0], 60.0), (owners[1], 1.0)]) == ["cheap", "dear"]


def test_the_line_of_one_person_is_bounded_and_others_still_find_room() -> None:
    async def run() -> None:
        queue = FairQueue(1, most_per_person=2)
        async with queue.turn(ANN, 1):
            waiting = [asyncio.create_task(queue._wait(GREEDY, 1)) for _ in range(2)]
            await asyncio.sleep(0)
            with pytest.raises(QueueFull):
                await queue._wait(GREEDY, 1)
            assert queue.refused == 1 and queue.length == 2
            later = asyncio.create_task(queue._wait(ANN, 1))
            await asyncio.sleep(0)
            assert queue.length == 3
            for task in (*waiting, later):
                task.cancel()
            await asyncio.gather(*waiting, later, return_exceptions=True)
        assert (queue.length, queue.busy) == (0, 0), "who is cancelled leaves, and the turn is free again"

    asyncio.run(run())


def spin(seconds: float) -> float:
    """Busy for so long."""
    until_then = time.monotonic() + seconds
    while time.monotonic() < until_then:
        pass
    return seconds


def take_memory(mebibytes: int) -> int:
    """Take so much memory."""
    return len(bytearray(mebibytes * 2**20))


@pytest.mark.skipif(sys.platform != "linux", reason="memory of processes is limited on Linux only")
def test_a_job_that_takes_too_much_memory_fails_and_the_next_one_is_done() -> None:
    async def run() -> None:
        pool = WorkerPool(1, WorkerLimits(0, 700))
        try:
            with pytest.raises(CoachFailed, match="needs more than 700 MiB"):
                await pool.run(CallFunction(take_memory, (900,)), 60)
            assert await pool.run(CallFunction(take_memory, (1,)), 60) == 2**20
        finally:
            pool.close()

    asyncio.run(run())


def test_who_is_cancelled_stops_the_worker_at_once() -> None:
    async def run() -> None:
        pool = WorkerPool(1)
        try:
            assert await pool.run(CallFunction(spin, (0.0,)), 60) == 0
            task = asyncio.create_task(pool.run(CallFunction(spin, (500.0,)), 600))
            while not pool.at_work:
                await asyncio.sleep(0.01)
            await asyncio.sleep(0.2)
            began = time.monotonic()
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            assert await pool.run(CallFunction(spin, (0.0,)), 60) == 0
            assert time.monotonic() - began < 60
        finally:
            pool.close()

    asyncio.run(run())


def test_two_who_ask_for_the_same_wait_for_one_job() -> None:
    async def run() -> None:
        jobs = JobQueue(Settings())
        try:
            same = [jobs.run(CHART_CHECK, CallFunction(spin, (0.3,)), key="same") for _ in range(3)]
            assert await asyncio.gather(*same) == [0.3] * 3
            assert sum(pool.done for pool in jobs.pools.values()) == 1
        finally:
            jobs.close()

    asyncio.run(run())


def test_who_waits_for_a_job_is_told_when_the_server_stops() -> None:
    """Both who share a job and who have one of their own: a reason, not a cancelled request."""

    async def run() -> None:
        jobs = JobQueue(Settings())
        long = CallFunction(spin, (500.0,))
        waiting = [asyncio.create_task(jobs.run(CHART_CHECK, long, key=key)) for key in ("same", "same", "")]
        while not jobs.pools[CHART_CHECK.lane].at_work:
            await asyncio.sleep(0.01)
        jobs.close()
        ends = await asyncio.gather(*waiting, return_exceptions=True)
        assert all(isinstance(end, CoachFailed) for end in ends), ends

    asyncio.run(run())


def test_a_job_that_nobody_wants_any_more_is_dropped_when_its_turn_comes() -> None:
    async def run() -> None:
        jobs = JobQueue(Settings())
        try:
            with pytest.raises(CoachFailed, match="nobody waits"):
                await jobs.run(CHART_CHECK, CallFunction(spin, (500.0,)), wanted=lambda: False)
        finally:
            jobs.close()

    asyncio.run(run())


PROGRAM = """
import asyncio, sys, threading
from tests.web.test_fair_queue import spin
from fieldhouse.web.engine.worker import CallFunction
from fieldhouse.web.engine.worker_pool import WorkerPool, start_fork_server

async def main():
    pool = WorkerPool(1)
    await pool.run(CallFunction(spin, (0.0,)), 60)
    job = asyncio.create_task(pool.run(CallFunction(spin, (600.0,)), 600))
    await asyncio.sleep(0.3)
    print(pool._all[0]._process.pid, flush=True)
    await job

if __name__ == "__main__":
    start_fork_server()
    asyncio.run(main())
"""


@pytest.mark.skipif(sys.platform != "linux", reason="looks at processes in /proc")
def test_a_worker_in_the_middle_of_a_job_ends_with_its_server(tmp_path: Path) -> None:
    place = tmp_path / "program.py"
    place.write_text(PROGRAM, encoding="utf-8")
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    with subprocess.Popen(
        [sys.executable, str(place)], stdout=subprocess.PIPE, text=True, env=env
    ) as process:
        assert process.stdout is not None
        worker = int(process.stdout.readline())
        assert is_running(worker)
        os.kill(process.pid, signal.SIGKILL)
    until("the worker ends", lambda: not is_running(worker))
