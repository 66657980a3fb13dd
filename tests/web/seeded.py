"""`fieldhouse serve` as the tests start it: the same dice in every run, and traced where the suite is.

    python -P seeded.py WORD START serve ...
    python -P seeded.py nursery DOOR

A nursery has imported the whole house and forks a server for each request of those who come to its DOOR
(`nursery.py`).
The file WORD holds the name of the test at work. What the server draws for new dice follows from that name,
from the number of times this store was STARTed, and from the draws before it: a test meets the same dice
alone and among others, and no draw comes twice. Names of tables and tokens of people stay random.
"""

from __future__ import annotations

import atexit
import ctypes
import gc
import hashlib
import json
import os
import secrets
import select
import signal
import socket
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, date, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from litestar import Litestar

TRACED = "FIELDHOUSE_TEST_TRACED"
"""Names the file of the suite's coverage, where it is measured."""


class Seeded:
    """Takes the place of the module `secrets` where dice are made."""

    token_urlsafe = staticmethod(secrets.token_urlsafe)

    def __init__(self, word: Path, start: str) -> None:
        self.word = word
        self.start = start
        self.drawn = Counter[str]()

    def token_hex(self, size: int) -> str:
        test = self.word.read_text(encoding="utf-8")
        self.drawn[test] += 1
        text = f"{test}/{self.start}/{self.drawn[test]}"
        return hashlib.sha256(text.encode()).hexdigest()[: 2 * size]

    def randbelow(self, bound: int) -> int:
        return int(self.token_hex(16), 16) % bound


def secret(house: Any, token: str) -> str:
    """A dice token's own half decides, not the second of its making."""
    return hashlib.sha256(f"dice/{token.rpartition('.')[2]}".encode()).hexdigest()


def secret_of_day(word: Path, house: Any, day: date) -> str:
    """The test's name and how long ago it was decide the dice of a day: not the server, and not the date."""
    test = word.read_text(encoding="utf-8")
    return hashlib.sha256(f"daily/{test}/{(day - datetime.now(UTC).date()).days}".encode()).hexdigest()


def same_dice(word: Path, start: str, put: Callable[[Any, str, Any], None] = setattr) -> None:
    """New dice come from the test's name."""
    from fieldhouse.kernel import registry
    from fieldhouse.kernel.meta import DailyFormat
    from fieldhouse.web.daily import drive, pages
    from fieldhouse.web.setup import create_table, dice_commitment, table_request

    quick = DailyFormat("short", "four 4-minute quarters, with dice", {"mode": "dice"})
    by_dice = drive.DailyGame(registry.find("redboar"), quick)
    put(drive, "daily_week", lambda: dict.fromkeys(range(7), by_dice))  # the same game on every day
    for module in (drive, pages):
        put(module, "daily_secret", partial(secret_of_day, word))
    seeded = Seeded(word, start)
    for module in (dice_commitment, create_table, table_request):
        put(module, "secrets", seeded)
    put(dice_commitment, "_secret", secret)


def traced(place: str) -> None:
    """Measure from here to the end, which SIGTERM brings about in the open.

    Uvicorn raises the signal once more when it has closed; by itself that would end the process on the spot.
    """
    import coverage

    measured = coverage.Coverage(place, data_suffix=True)
    measured.start()

    def end(*_: object) -> None:
        raise SystemExit

    def keep() -> None:
        measured.stop()
        measured.save()

    signal.signal(signal.SIGTERM, end)
    atexit.register(keep)


def serve(word: str, start: str, *arguments: str) -> None:
    """The command, with the dice of the tests."""
    if TRACED in os.environ:
        traced(os.environ[TRACED])
    same_dice(Path(word), start)
    from fieldhouse.cli import main
    from fieldhouse.web.engine import job_queue

    for name, lane in job_queue.LANES.items():  # tests do wait: beside others these would get next to nothing
        job_queue.LANES[name] = job_queue.JobLane(lane.workers, 0, lane.most_per_person)
    main(list(arguments))


def be_plain(faults: str) -> None:
    """Even root keeps to the rights of files from now on, and faults are written to this file."""
    os.dup2(os.open(faults, os.O_WRONLY | os.O_CREAT), 2)
    libc, header = ctypes.CDLL(None), (ctypes.c_uint32 * 2)(0x20080522, 0)  # version 3, this process
    rights = (ctypes.c_uint32 * 6)()  # effective, permitted, inheritable, and the same for numbers over 31
    assert libc.capget(header, rights) == 0
    for place in (0, 1):
        rights[place] &= ~(1 << 1)  # CAP_DAC_OVERRIDE
    assert libc.capset(header, rights) == 0


def furnish(arguments: list[str], empty: bytes) -> None:
    """Where the server would make a new store in a file there is an empty one already, made once."""
    _, sqlite, place = arguments[arguments.index("--database") + 1].partition("sqlite:///")
    if sqlite and not Path(place).exists() and Path(place).parent.is_dir():
        Path(place).write_bytes(empty)


def rehearse() -> bytes:
    """All that a server imports, compiles and binds by and by is there before the first is wanted.

    What is handed back is a store with nothing in it.

    No thread is started and no loop is run: the process stays one that can be forked.
    """
    import uvicorn.lifespan.on
    import uvicorn.loops.uvloop
    import uvicorn.protocols.websockets.auto  # noqa: F401
    from anyio._backends import _asyncio  # noqa: F401

    from fieldhouse.cli.server import serve  # noqa: F401
    from fieldhouse.kernel import registry
    from fieldhouse.lab.advice import adviser  # noqa: F401
    from fieldhouse.lab.review import analysis  # noqa: F401
    from fieldhouse.lab.win_probability import build, files  # noqa: F401
    from fieldhouse.store.store import Store
    from fieldhouse.web import app
    from fieldhouse.web.engine.startup import build_decoders
    from fieldhouse.web.leagues import odds_worker  # noqa: F401
    from fieldhouse.web.middleware import http_protocol  # noqa: F401
    from fieldhouse.web.settings import Settings

    build_decoders()
    for folder in registry.list_all_games().values():
        for part in ("board", "coaches", "features", "lobby"):
            folder.part(part)
    with tempfile.TemporaryDirectory() as place:
        Store(f"sqlite:///{place}/tables.db").close()
        empty = Path(place, "tables.db").read_bytes()
    for name in app.templates().list_templates():
        app.templates().get_template(name)
    usual = Settings()
    plain, bound = app.build_litestar, app.build_litestar(usual)

    def routed(settings: Settings) -> Litestar:
        """One server in a process: where its addresses are the usual ones, they are bound already."""
        same = (settings.docs_folder, settings.max_body) == (usual.docs_folder, usual.max_body)
        return bound if same else plain(settings)

    app.build_litestar = routed
    return empty


def nursery(number: int) -> None:
    """Fork a server for each request, until nobody is there to ask. Its exit code is told when it ends."""
    empty = rehearse()
    gc.collect()
    gc.freeze()
    door = socket.socket(fileno=number)
    lines: list[socket.socket] = []
    told: dict[int, int] = {}

    def ended(*_: object) -> None:
        with suppress(ChildProcessError):
            while (found := os.waitpid(-1, os.WNOHANG))[0]:
                place = told.pop(found[0])
                with suppress(BrokenPipeError):
                    os.write(place, str(os.waitstatus_to_exitcode(found[1])).encode())
                os.close(place)

    signal.signal(signal.SIGCHLD, ended)
    while True:
        for asked in select.select([door, *lines], [], [])[0]:
            if asked is door:
                lines.append(door.accept()[0])
                continue
            message: bytes = b""
            files: list[int] = []
            with suppress(ConnectionResetError):
                message, files, *_ = socket.recv_fds(asked, 1 << 20, 2)
            if not message:
                asked.close()
                lines.remove(asked)
                continue
            signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGCHLD])
            out, status = files
            if (child := os.fork()) == 0:
                signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGCHLD])
                for one in (door, *lines):
                    one.close()
                for place in (status, *told.values()):
                    os.close(place)
                os.dup2(out, 1)
                os.close(out)
                be_server(json.loads(message), empty)
                return
            told[child] = status
            os.close(out)
            with suppress(BrokenPipeError):  # a worker that was killed
                asked.send(str(child).encode())
            signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGCHLD])
        if not lines and not select.select([door], [], [], 0)[0]:
            return


def be_server(request: dict[str, Any], empty: bytes) -> None:
    """In the process that was forked for it."""
    os.environ.clear()
    os.environ.update(request["environment"])
    os.chdir(request["folder"])
    if "plain" in request:
        be_plain(request["plain"])
    furnish(request["arguments"], empty)
    serve(request["word"], *request["arguments"])


if __name__ == "__main__":
    if sys.argv[1] == "nursery":
        nursery(int(sys.argv[2]))
    else:
        serve(*sys.argv[1:])
