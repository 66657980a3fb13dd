"""The process from which coaches' processes are forked: what they are given, how they and it end."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from fieldhouse.web.engine.worker_fork import can_fork

pytestmark = pytest.mark.skipif(not can_fork(), reason="forks on Linux alone")

SCRIPT = """
import os, sys
from pathlib import Path
from fieldhouse.web.engine.worker_fork import Forked, Stable

LOCKED = open(sys.argv[1], "w")  # as a store's lock is

def work(pipe, nice):
    pipe.send((os.getpid(), nice, os.environ.get("WISHED"), os.getcwd()))
    pipe.send([os.readlink(one) for one in Path("/proc/self/fd").iterdir() if one.exists()])
    while True:
        pipe.send(pipe.recv() + 1)

stable = Stable(work)
itself = int(Path(f"/proc/self/task/{os.getpid()}/children").read_text())
os.environ["WISHED"] = "yes"
os.chdir(Path(sys.argv[1]).parent)
pipe = stable.start(3)
number, *given = pipe.recv()
assert given == [3, "yes", os.getcwd()], given
assert number not in (os.getpid(), itself)
assert sys.argv[1] not in pipe.recv(), "a file of the server lives on in a coach"
pipe.send(41)
assert pipe.recv() == 42
other = stable.start(0)
assert other.recv()[0] != number
Forked(number).kill()
Forked(number).join(60) if Path(f"/proc/{number}").exists() else None
try:
    pipe.recv()
    raise SystemExit("it lives on")
except (EOFError, ConnectionError):
    pass
other.recv()
other.send(1)
assert other.recv() == 2, "the others live"
stable._line.close()  # nobody is left who could ask
os.waitpid(itself, 0)
try:
    stable.start(0)
    raise SystemExit("who is gone starts nothing")
except OSError:
    print("as it should be")
"""


def test_a_process_of_the_stable_has_what_its_server_has_but_none_of_its_files(tmp_path: Path) -> None:
    command = [sys.executable, "-c", SCRIPT, str(tmp_path / "lock")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stdout) == (0, "as it should be\n"), done.stderr


GONE = """
import asyncio, os
from pathlib import Path
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.coaches import coach_view
from fieldhouse.kernel.registry import find
from fieldhouse.kernel.table import Table
from fieldhouse.web.engine import worker_pool
import msgspec

async def main():
    game = find("squares").open(length="tiny")
    table = Table(game, FastDice(1))
    body = msgspec.json.encode(("squares", game.setup))
    seat = table.pending_seats[0]
    question = worker_pool.CoachQuestion(
        "squares", "s", body, "rookie", 1, 0.1, table.request_for(seat), coach_view(table, seat)
    )
    crew = worker_pool.WorkerPool(1)
    assert (await crew.ask(question, 60))[0] in table.request_for(seat).keys
    crew.close()

if __name__ == "__main__":
    worker_pool.open_stable()
    stable = int(Path(f"/proc/self/task/{os.getpid()}/children").read_text())
    os.kill(stable, 9)
    os.waitpid(stable, 0)
    asyncio.run(main())
    print("answered")
"""


def test_coaches_answer_when_the_stable_is_gone(tmp_path: Path) -> None:
    place = tmp_path / "gone.py"
    place.write_text(GONE, encoding="utf-8")
    command = [sys.executable, str(place)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stdout) == (0, "answered\n"), done.stderr
