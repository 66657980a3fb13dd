"""Where the processes of coaches come from: one that was forked before the server had a thread forks them.

A process of its own kind would import every game once more, which takes a third of a second of processor and
lets the first person who meets a coach wait. What is forked has it all, and shares the memory it lies in.
"""

from __future__ import annotations

import gc
import os
import pickle
import select
import signal
import socket
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from multiprocessing.connection import Connection, Pipe
from pathlib import Path
from typing import NoReturn, TypeAlias

Work: TypeAlias = Callable[[Connection, int], None]
"""What such a process does: it is given its end of a pipe, and how far it stands back."""
MOST = 1 << 20
"""Bytes of one wish: an environment fits in."""


def can_fork() -> bool:
    """Elsewhere a process that was only forked may not use what the system gives to programs."""
    return sys.platform == "linux"


class Stable:
    """Forked off at once; it is gone when everybody is who could ask it. `start` may be called by any thread
    and by every process forked from this one."""

    def __init__(self, work: Work) -> None:
        self._line, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        if os.fork() == 0:
            _wait_for_wishes(theirs.detach(), work)
        theirs.close()

    def start(self, nice: int) -> Connection:
        """The pipe to a new process; OSError where the stable is no more."""
        ours, theirs = Pipe()
        with theirs:
            wish = pickle.dumps((nice, dict(os.environ), str(Path.cwd())))
            socket.send_fds(self._line, [wish], [theirs.fileno()])
        return ours


class Forked:
    """A process of the stable, which is no child of ours."""

    def __init__(self, number: int) -> None:
        self._held = os.pidfd_open(number)

    def kill(self) -> None:
        """End it at once; no other process that has its number since can be met."""
        with suppress(ProcessLookupError):
            signal.pidfd_send_signal(self._held, signal.SIGKILL)

    def join(self, seconds: float) -> None:
        """Wait until it has ended, so long at most."""
        select.select([self._held], [], [], seconds)

    def close(self) -> None:
        """Forget it."""
        os.close(self._held)


def _wait_for_wishes(line: int, work: Work) -> NoReturn:
    """In the stable: fork a process for each wish, until nobody is there to wish."""
    with suppress(BaseException):
        _alone_with(line)
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the server's; we go when it has gone
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        signal.signal(signal.SIGCHLD, _count)
        gc.freeze()
        asked = socket.socket(fileno=line)
        while True:
            message, files, *_ = socket.recv_fds(asked, MOST, 1)
            if not message:
                break
            if os.fork() == 0:
                _at_work(files[0], work, *pickle.loads(message))
            os.close(files[0])
    os._exit(0)


def _count(*_: object) -> None:
    """Some have ended: what they took is the stable's, and so the server's, to whoever asks the system."""
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def _at_work(pipe: int, work: Work, nice: int, environment: Mapping[str, str], folder: str) -> NoReturn:
    """In the new process."""
    with suppress(BaseException):
        _alone_with(pipe)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        os.environ.clear()
        os.environ.update(environment)
        os.chdir(folder)
        work(Connection(pipe), nice)
    os._exit(0)


def _alone_with(kept: int) -> None:
    """Let go of every file but this one and where faults are written: no store's lock may live on here."""
    for one in list(Path("/proc/self/fd").iterdir()):
        if (place := int(one.name)) > 2 and place != kept:
            with suppress(OSError):
                os.close(place)
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)
    os.close(nothing)
