"""Servers that start at once: each is forked from one process that has imported the whole house.

Importing it takes more processor than most tests of a server, so all workers of a run share that process.
What a server does is the same from its first line on: it reads its own environment, opens its own store and
starts its own threads after the fork.
"""

from __future__ import annotations

import atexit
import fcntl
import json
import os
import select
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO

from tests.conftest import OWN_CACHE

SEEDED = Path(__file__).with_name("seeded.py")


class Forked:
    """A server of the nursery, with as much of `subprocess.Popen` as the tests use."""

    def __init__(self, pid: int, stdout: IO[str], status: int) -> None:
        self.pid = pid
        self.stdout = stdout
        self.returncode: int | None = None
        self._status = status

    def send_signal(self, how: signal.Signals) -> None:
        """As `Popen` does it: nothing where it has ended."""
        if self.poll() is None:
            os.kill(self.pid, how)

    def poll(self) -> int | None:
        """Its exit code, or None while it runs."""
        return self._ended(0)

    def wait(self, timeout: float) -> int:
        """Its exit code, when it has ended."""
        if (code := self._ended(timeout)) is None:
            raise subprocess.TimeoutExpired(f"server {self.pid}", timeout)
        return code

    def _ended(self, seconds: float) -> int | None:
        if self.returncode is None and select.select([self._status], [], [], seconds)[0]:
            self.returncode = int(os.read(self._status, 20) or 1)
            os.close(self._status)
        return self.returncode


class Nursery:
    """The process that has imported everything; started with the first server that any worker wants, and gone
    with the last worker that wanted one."""

    def __init__(self, word: Path) -> None:
        self.word = word
        self._line: socket.socket | None = None
        self._one_by_one = threading.Lock()

    def start(
        self, arguments: Sequence[str], environment: dict[str, str], plain: Path | None = None
    ) -> Forked:
        """A server with these arguments, in this environment.

        With `plain` it keeps to the rights of files even where root starts it, and writes its faults there.
        """
        with self._one_by_one:
            line = self._line or self._open()
            out, their_out = os.pipe()
            status, their_status = os.pipe()
            request: dict[str, object] = {
                "word": str(self.word),
                "arguments": arguments,
                "environment": environment,
                "folder": str(Path.cwd()),
            }
            if plain is not None:
                request["plain"] = str(plain)
            socket.send_fds(line, [json.dumps(request).encode()], [their_out, their_status])
            os.close(their_out)
            os.close(their_status)
            return Forked(int(line.recv(20)), os.fdopen(out, encoding="utf-8"), status)

    def _open(self) -> socket.socket:
        place = Path(os.environ[OWN_CACHE]) / "nursery"
        line = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with place.with_suffix(".lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            try:
                line.connect(str(place))
            except OSError:  # nobody has started it, or all who wanted it have gone
                place.unlink(missing_ok=True)
                self._begin(place)
                line.connect(str(place))
        atexit.register(line.close)
        self._line = line
        return line

    def _begin(self, place: Path) -> None:
        environment = {name: value for name, value in os.environ.items() if name != "FIELDHOUSE_GAMES"}
        with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as door:
            door.bind(str(place))
            door.listen()
            command = [sys.executable, "-P", str(SEEDED), "nursery", str(door.fileno())]
            process = subprocess.Popen(command, env=environment, pass_fds=[door.fileno()])
        atexit.register(self._wait, process)  # called after the line is closed

    def _wait(self, process: subprocess.Popen[bytes]) -> None:
        """Where nobody else wants it, it ends now; else it outlives the worker that began it."""
        with suppress(subprocess.TimeoutExpired):
            process.wait(1)
        process.returncode = process.returncode or 0  # or Popen would complain that it was left
