"""Servers that start at once: each is forked from one process that has imported the whole house.

Importing it takes more processor than most tests of a server. What a server does is the same from its first
line on: it reads its own environment, opens its own store and starts its own threads after the fork.
"""

from __future__ import annotations

import atexit
import json
import os
import select
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import IO

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
    """The process that has imported everything; started with the first server that is wanted."""

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
            request = {"arguments": arguments, "environment": environment, "folder": str(Path.cwd())}
            if plain is not None:
                request["plain"] = str(plain)
            socket.send_fds(line, [json.dumps(request).encode()], [their_out, their_status])
            os.close(their_out)
            os.close(their_status)
            return Forked(int(line.recv(20)), os.fdopen(out, encoding="utf-8"), status)

    def _open(self) -> socket.socket:
        self._line, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        environment = {name: value for name, value in os.environ.items() if name != "FIELDHOUSE_GAMES"}
        command = [sys.executable, "-P", str(SEEDED), str(self.word), "nursery", str(theirs.fileno())]
        process = subprocess.Popen(command, env=environment, pass_fds=[theirs.fileno()])
        theirs.close()
        atexit.register(self._close, process)
        return self._line

    def _close(self, process: subprocess.Popen[bytes]) -> None:
        assert self._line is not None
        self._line.close()
        process.wait(60)
