"""Worker processes: forked by the standard library's fork server, and gone when the server is."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from tests.web.conftest import until

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks at processes in /proc")

PROGRAM = """
import asyncio, os, signal, sys, time
from multiprocessing import forkserver
from pathlib import Path

import msgspec

from fieldhouse.kernel.coaches import coach_view
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.registry import find
from fieldhouse.kernel.table import Table
from fieldhouse.web.engine.worker import CoachQuestion
from fieldhouse.web.engine.worker_pool import WorkerPool, start_fork_server


async def ask(pool):
    game = find("squares").open(length="tiny")
    table = Table(game, FastDice(1))
    body = msgspec.json.encode(("squares", game.setup))
    seat = table.pending_seats[0]
    request = table.request_for(seat)
    question = CoachQuestion("squares", "s", body, "rookie", 1, 0.1, request, coach_view(table, seat))
    keys = (await pool.run(question, 60)).keys
    assert (keys if isinstance(keys, str) else keys[0]) in request.keys


async def main(what):
    pool = WorkerPool(1)
    if what == "killed":
        os.kill(forkserver._forkserver._forkserver_pid, signal.SIGKILL)
    await ask(pool)
    worker = pool._all[0]._process.pid
    files = [os.readlink(one) for one in Path(f"/proc/{worker}/fd").iterdir()]
    assert sys.argv[1] not in files, "a file of the server is open in a worker"
    print("answered", forkserver._forkserver._forkserver_pid, worker, flush=True)
    if what == "wait":
        time.sleep(600)
    pool.close()


if __name__ == "__main__":
    locked = open(sys.argv[1], "w")  # as a store's lock is
    start_fork_server()
    asyncio.run(main(sys.argv[2]))
"""


def program(folder: Path, what: str) -> subprocess.Popen[str]:
    place = folder / "program.py"
    place.write_text(PROGRAM, encoding="utf-8")
    command = [sys.executable, str(place), str(folder / "lock"), what]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().split()[2] != "Z"
    except OSError:
        return False


@pytest.mark.parametrize("what", ["plain", "killed"])
def test_coaches_answer_also_when_the_fork_server_was_killed(tmp_path: Path, what: str) -> None:
    with program(tmp_path, what) as process:
        said, faults = process.communicate(timeout=120)
    assert process.returncode == 0 and said.startswith("answered"), faults


def test_workers_and_fork_server_end_when_the_server_is_killed(tmp_path: Path) -> None:
    with program(tmp_path, "wait") as process:
        assert process.stdout is not None and process.stderr is not None
        word, *pids = process.stdout.readline().split()
        assert word == "answered" and all(is_running(int(pid)) for pid in pids)
        os.kill(process.pid, signal.SIGKILL)
    until("the processes end", lambda: not any(is_running(int(pid)) for pid in pids))
