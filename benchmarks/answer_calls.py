"""Calls and modules that one answer from a browser passes through: `python benchmarks/answer_calls.py`.

The application runs in this process, without a network; answers are sent as the page's form sends them and
their replies are pages. Calls of Python functions (and of C functions beside them) are counted by
`sys.setprofile` in the thread of the event loop: the median of all answers. `--profile GAME` prints where the
time goes instead, `--save FOLDER` writes every reply there, to compare two versions byte by byte.
"""

from __future__ import annotations

import argparse
import asyncio
import cProfile
import json
import pstats
import random
import re
import secrets
import statistics
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from types import FrameType
from typing import Any
from urllib.parse import urlencode

from fieldhouse.store import server_clock
from fieldhouse.web.app import create_app
from fieldhouse.web.settings import from_environment

GAMES = ("redboar", "squares", "thegrid", "cardbowl", "fastdrive")


class InProcess:
    """The application, called as a server calls it."""

    def __init__(self, app: Any) -> None:
        self.app = app

    async def call(
        self, method: str, path: str, token: str = "", body: bytes = b"", **more: str
    ) -> tuple[int, bytes]:
        """Status and body of the reply."""
        headers = {
            "host": "127.0.0.1",
            "origin": "http://127.0.0.1",
            "content-length": str(len(body)),
            **more,
        }
        if token:
            headers["cookie"] = f"fieldhouse={token}"
        where, _, query = path.partition("?")
        scope = {
            "type": "http", "asgi": {"version": "3.0", "spec_version": "2.3"}, "http_version": "1.1",
            "method": method, "scheme": "http", "path": where, "raw_path": where.encode(),
            "query_string": query.encode(), "root_path": "", "client": ("127.0.0.1", 1), "state": {},
            "server": ("127.0.0.1", 80),
            "headers": [(n.replace("_", "-").encode(), v.encode()) for n, v in headers.items()],
        }  # fmt: skip
        sent: list[dict[str, Any]] = []
        messages = [{"type": "http.request", "body": body, "more_body": False}]

        async def receive() -> dict[str, Any]:
            return messages.pop() if messages else {"type": "http.disconnect"}

        async def send(message: dict[str, Any]) -> None:
            sent.append(message)

        await self.app(scope, receive, send)
        return sent[0]["status"], b"".join(message.get("body", b"") for message in sent[1:])

    async def api(self, method: str, path: str, token: str = "", body: Any = None) -> Any:
        """A request of the API."""
        data = json.dumps(body).encode() if body is not None else b""
        status, reply = await self.call(method, path, token, data, content_type="application/json")
        assert status < 400, reply
        return json.loads(reply)


class Counted:
    """What is called while it is on."""

    def __init__(self) -> None:
        self.calls, self.c_calls = 0, 0
        self.files: Counter[str] = Counter()

    def __call__(self, frame: FrameType, event: str, arg: Any) -> None:
        if event == "call":
            self.calls += 1
            self.files[frame.f_code.co_filename] += 1
        elif event == "c_call":
            self.c_calls += 1

    def modules(self) -> int:
        """Modules of ours among them."""
        return sum("/fieldhouse/" in name for name in self.files)


async def open_table(web: InProcess, name: str) -> tuple[str, list[str]]:
    """A new table of the game: its id and the tokens of its seats."""
    made = await web.api("POST", "/api/tables", body={"game": name, "opponent": "link", "nonce": "11" * 16})
    joined = await web.api("POST", f"/api/join/{made['invites']['1']}", body={"nonce": "22" * 16})
    return made["table"], [made["token"], joined["token"]]


async def play(
    web: InProcess, name: str, count: int, profile: cProfile.Profile | None, save: Path | None
) -> tuple[list[Counted], list[float]]:
    """Play with random answers, each by a form: what every second one called, and the time of the others."""
    rng, found, times = random.Random(1), [], []
    table, tokens = await open_table(web, name)
    for n in range(count + 10):
        asked, seat = await question(web, table, tokens)
        while asked is None:
            table, tokens = await open_table(web, name)
            asked, seat = await question(web, table, tokens)
        form = {"seat": seat, "sequence": asked["sequence"], "key": rng.choice(asked["options"])["key"]}
        counted = Counted()
        began = time.thread_time()
        if profile is not None and n >= 10:
            profile.enable()
        elif n % 2:
            sys.setprofile(counted)
        status, reply = await web.call(
            "POST", f"/t/{table}/answer", tokens[seat], urlencode(form).encode(), x_fieldhouse="rest",
            content_type="application/x-www-form-urlencoded;charset=UTF-8",
        )  # fmt: skip
        sys.setprofile(None)
        if profile is not None:
            profile.disable()
        assert status == 200, reply
        if n >= 10 and n % 2:
            found.append(counted)
        elif n >= 10:
            times.append(1000 * (time.thread_time() - began))
        if save is not None:
            watched = [await web.call("GET", f"/t/{table}?seat={1 - seat}", tokens[1 - seat])]
            watched += [await web.call("GET", f"/t/{table}?log=all")]
            watched += [await web.call("GET", f"/api/tables/{table}?seat={seat}", tokens[seat])]
            whole = b"\n----\n".join([reply, *(text for _, text in watched)])
            (save / f"{name}-{n:03}.html").write_bytes(_steady(whole, table))
    return found, times


async def question(web: InProcess, table: str, tokens: list[str]) -> tuple[Any, int]:
    """The question of the table and the seat it is for; none once the game is over."""
    for seat, token in enumerate(tokens):
        asked = (await web.api("GET", f"/api/tables/{table}?after=1000000", token))["request"]
        if asked is not None:
            return asked, seat
    return None, 0


def _steady(page: bytes, table: str) -> bytes:
    """The page without what differs from run to run: the table's id, tags, times, receipts."""
    page = page.replace(table.encode(), b"TABLE")
    page = re.sub(rb'data-stamp="\d+"', b'data-stamp="STAMP"', page)
    return re.sub(rb"/static/[0-9a-f]{10}/", b"/static/S/", page)


def freeze_chance() -> None:
    """The same table ids, tokens, dice and time in every run."""
    server_clock.now = lambda: 1_800_000_000.0
    rng, count = random.Random(5), iter(range(10**9))
    secrets.token_hex = lambda n=32: rng.randbytes(n).hex()  # type: ignore[assignment]
    secrets.token_urlsafe = lambda n=32: f"{next(count):0{-(-4 * n // 3)}d}"  # type: ignore[assignment]


async def running(app: Any, wish: argparse.Namespace) -> None:
    """Start the application, play, and stop it."""
    into: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
    out: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
    scope = {"type": "lifespan", "asgi": {"version": "3.0"}, "state": {}}
    life = asyncio.create_task(app(scope, into.get, out.put))
    await into.put({"type": "lifespan.startup"})
    assert (started := await out.get())["type"] == "lifespan.startup.complete", started
    profile = cProfile.Profile(time.process_time) if wish.profile else None
    for name in [wish.profile] if wish.profile else wish.games:
        counted, times = await play(InProcess(app), name, wish.answers, profile, wish.save)
        calls = statistics.median(one.calls for one in counted)
        native = statistics.median(one.c_calls for one in counted)
        modules = statistics.median(one.modules() for one in counted)
        if profile is None:
            figures = f"{calls:8.0f} calls{native:8.0f} of C{modules:6.0f} modules"
            print(f"{name:12}{figures}{statistics.median(times):9.2f} ms in the loop's thread", flush=True)
    if profile is not None:
        stats = pstats.Stats(profile)
        stats.sort_stats(wish.sort).print_stats(110)
    await into.put({"type": "lifespan.shutdown"})
    await life


def main() -> None:
    """Count, or profile."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--games", nargs="*", default=GAMES)
    parser.add_argument("--answers", type=int, default=100)
    parser.add_argument("--profile", default="")
    parser.add_argument("--sort", default="tottime")
    parser.add_argument("--save", type=Path)
    wish = parser.parse_args()
    freeze_chance()
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(from_environment(database=f"sqlite:///{folder}/tables.db", rate=1e6, burst=1e6))
        asyncio.run(running(app, wish))


if __name__ == "__main__":
    main()
