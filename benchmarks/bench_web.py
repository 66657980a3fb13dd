"""How many tables one server holds, and how fast it answers: `make bench-web`.

A server process of its own (SQLite, WAL, synchronous=FULL), and this process as the crowd: TABLES live
tables by link, two programs at each, a page that listens to each table's stream. Every answer carries its
sequence number and is counted when it is acknowledged (durably kept); the reply carries the next state. At
the end every acknowledged answer must be in the store exactly once.

Closed loop (`--pause`): each table answers again as soon as it has its reply, after some thought. Open loop
(`--rate`): answers are due at random moments at that rate, whatever the server does, and their time counts
from the moment they were due. `--postgres` starts a PostgreSQL of its own and `--processes` servers on it;
tables are spread over them.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import pwd
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]


def percentile(values: list[float], share: float) -> float:
    """The value that `share` of all do not exceed, in milliseconds."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] * 1000 if ordered else float("nan")


def memory(pid: int) -> float:
    """Resident memory in MiB."""
    text = Path(f"/proc/{pid}/status").read_text()
    found = re.search(r"VmRSS:\s+(\d+) kB", text)
    return int(found.group(1)) / 1024 if found else float("nan")


def cpu(pid: int) -> float:
    """Processor seconds used so far: says more than the clock on a busy machine."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Http:
    """One kept-alive HTTP/1.1 connection, as thin as can be: the crowd must not be the bottleneck."""

    def __init__(self, host: str, port: int) -> None:
        self.host, self.port = host, port
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None

    async def call(self, method: str, path: str, token: str = "", body: Any = None) -> tuple[int, Any]:
        """Send a request and read its JSON answer."""
        if self.writer is None or (self.reader is not None and self.reader.at_eof()):
            self.reader, self.writer = await asyncio.open_connection(self.host, self.port)
        data = json.dumps(body).encode() if body is not None else b""
        head = f"{method} {path} HTTP/1.1\r\nhost: {self.host}:{self.port}\r\ncontent-length: {len(data)}\r\n"
        head += "content-type: application/json\r\n" + (f"authorization: Bearer {token}\r\n" if token else "")
        self.writer.write(head.encode() + b"\r\n" + data)
        assert self.reader is not None
        lines = (await self.reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        length = next(int(line.split(":")[1]) for line in lines if line.lower().startswith("content-length"))
        return int(lines[0].split()[1]), json.loads(await self.reader.readexactly(length) or b"null")

    async def listen(self, path: str, heard: Any) -> None:
        """Read a stream of server-sent events until cancelled."""
        reader, writer = await asyncio.open_connection(self.host, self.port)
        writer.write(f"GET {path} HTTP/1.1\r\nhost: {self.host}:{self.port}\r\n\r\n".encode())
        try:
            while line := await reader.readline():
                if line.startswith(b"event: changed"):
                    heard()
        finally:
            writer.close()

    def close(self) -> None:
        """Close the connection."""
        if self.writer is not None:
            self.writer.close()


class Tally:
    """What the crowd counted."""

    def __init__(self) -> None:
        self.acknowledged: list[float] = []
        self.heard: list[float] = []
        self.created: list[float] = []
        self.refused = 0
        self.kept: dict[str, int] = {}


class Seats:
    """One table: whose turn it is and what is asked, known from the last reply."""

    def __init__(self, port: int, options: argparse.Namespace, tally: Tally, n: int) -> None:
        self.web = Http("127.0.0.1", port)
        self.options, self.tally = options, tally
        self.rng = random.Random(n)
        self.name = ""
        self.tokens: list[str] = []
        self.asked: dict[str, Any] | None = None
        self.answered_at: list[float] = []
        self.listening: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """A new table; the other seat sits down and a page listens."""
        wish = {"game": self.options.game, "opponent": "link", "options": json.loads(self.options.options)}
        began = time.perf_counter()
        status, made = await self.web.call("POST", "/api/tables", body=wish)
        self.tally.created.append(time.perf_counter() - began)
        assert status == 201, made
        status, joined = await self.web.call("POST", f"/api/join/{made['invites']['1']}", body={})
        assert status == 201, joined
        self.name, self.tokens = made["table"], [made["token"], joined["token"]]
        if self.listening is not None:
            self.listening.cancel()
        self.listening = asyncio.create_task(self.web.listen(f"/t/{self.name}/live", self._heard))
        await self._find()

    def _heard(self) -> None:
        if self.answered_at:
            self.tally.heard.append(time.perf_counter() - self.answered_at.pop())

    async def _find(self) -> None:
        """Who is asked now? A new table when the game is over."""
        for token in self.tokens:
            _, state = await self.web.call("GET", f"/api/tables/{self.name}?after=1000000", token)
            if state["request"] is not None:
                self.asked = state["request"]
                return
        await self.open()

    async def answer(self, since: float | None = None) -> None:
        """One answer; its time counts from `since`, or from now."""
        assert self.asked is not None
        seat, sequence = self.asked["seat"], self.asked["sequence"]
        body = {"sequence": sequence, "key": self.rng.choice(self.asked["options"])["key"]}
        began = time.perf_counter()
        self.answered_at[:] = [began]
        path = f"/api/tables/{self.name}/answers"
        status, reply = await self.web.call("POST", path, self.tokens[seat], body)
        self.tally.acknowledged.append(time.perf_counter() - (since or began))
        if status != 201:
            self.tally.refused += 1
            await self._find()
            return
        self.tally.kept[self.name] = self.tally.kept.get(self.name, 0) + 1
        self.asked = reply["state"]["request"]
        if self.asked is None:
            await self._find()

    def close(self) -> None:
        """Leave."""
        if self.listening is not None:
            self.listening.cancel()
        self.web.close()


async def closed(seats: Seats, options: argparse.Namespace, stop: asyncio.Event) -> None:
    """Answer, think, answer."""
    while not stop.is_set():
        if options.pause:
            await asyncio.sleep(seats.rng.uniform(0, 2 * options.pause))
        await seats.answer()


async def opened(everybody: list[Seats], options: argparse.Namespace, stop: asyncio.Event) -> None:
    """Answers fall due at random moments, at whichever table has been still for the longest time."""
    free: asyncio.Queue[Seats] = asyncio.Queue()
    for seats in everybody:
        free.put_nowait(seats)
    rng, due = random.Random(1), time.perf_counter()
    at_work: set[asyncio.Task[None]] = set()

    async def one(when: float) -> None:
        seats = await free.get()
        try:
            await seats.answer(when)
        finally:
            free.put_nowait(seats)

    while not stop.is_set():
        due += rng.expovariate(options.rate)
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        task = asyncio.create_task(one(due))
        at_work.add(task)
        task.add_done_callback(at_work.discard)
    await asyncio.wait(at_work or [asyncio.create_task(asyncio.sleep(0))], timeout=30)


async def crowd(ports: list[int], pids: list[int], options: argparse.Namespace) -> dict[str, Any]:
    """Run the crowd and measure."""
    tally, stop = Tally(), asyncio.Event()
    before = sum(map(memory, pids))
    everybody = [Seats(ports[n % len(ports)], options, tally, n) for n in range(options.tables)]
    for some in range(0, len(everybody), 10):
        await asyncio.gather(*(seats.open() for seats in everybody[some : some + 10]))
    created, tally.created = tally.created, []
    if options.rate:
        people = [asyncio.create_task(opened(everybody, options, stop))]
    else:
        people = [asyncio.create_task(closed(seats, options, stop)) for seats in everybody]
    await asyncio.sleep(2)  # everybody plays
    tally.acknowledged.clear()
    tally.heard.clear()
    began, first = time.perf_counter(), sum(tally.kept.values())
    used = sum(map(cpu, pids))
    await asyncio.sleep(options.seconds)
    took, count = time.perf_counter() - began, sum(tally.kept.values()) - first
    after, used = sum(map(memory, pids)), sum(map(cpu, pids)) - used
    stop.set()
    await asyncio.wait(people, timeout=30)
    faults = [task.exception() for task in people if task.done() and task.exception()]
    for seats in everybody:
        seats.close()
    options.kept = tally.kept
    return {
        "loop": f"open, {options.rate:g} a second" if options.rate else f"closed, pause {options.pause:g} s",
        "tables": options.tables,
        "seconds": round(took, 1),
        "answers": count,
        "answers a second": round(count / took, 1),
        "server processor time an answer, ms": round(1000 * used / max(1, count), 2),
        "answer to acknowledgement, p50 ms": round(percentile(tally.acknowledged, 0.5), 1),
        "answer to acknowledgement, p99 ms": round(percentile(tally.acknowledged, 0.99), 1),
        "answer to the stream's event, p50 ms": round(percentile(tally.heard, 0.5), 1),
        "answer to the stream's event, p99 ms": round(percentile(tally.heard, 0.99), 1),
        "creating a table (ten at once), p50 ms": round(percentile(created, 0.5), 1),
        "server memory before, MiB": round(before, 1),
        "server memory after, MiB": round(after, 1),
        "memory a table played, KiB": round((after - before) * 1024 / max(1, len(tally.kept)), 1),
        "tables played": len(tally.kept),
        "refused": tally.refused,
        "faults": [repr(fault) for fault in faults],
    }


def check(database: str, kept: dict[str, int]) -> int:
    """Acknowledged answers that are not in the store exactly once, now that the servers are gone."""
    from fieldhouse.kernel.entries import Chosen
    from fieldhouse.store.tables import Store

    store, wrong = Store(database), 0
    for name, count in kept.items():
        found = store.load(name)
        log = found.entries if found is not None else []
        wrong += abs(sum(isinstance(entry, Chosen) for entry in log) - count)
    store.close()
    return wrong


@contextlib.contextmanager
def postgres() -> Iterator[str]:
    """A PostgreSQL of our own on loopback, run by a user who is not root."""
    found = shutil.which("postgres") or next(
        map(str, sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"))), ""
    )
    if not found:
        sys.exit("PostgreSQL is not installed here")
    folder = Path(tempfile.mkdtemp(prefix="fieldhouse-bench-"))
    who: dict[str, Any] = {}
    if os.getuid() == 0:
        name = "postgres" if "postgres" in {user.pw_name for user in pwd.getpwall()} else "nobody"
        shutil.chown(folder, name)
        who = {"user": name}
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": folder, **who}
    init = [Path(found).parent / "initdb", "-D", folder / "data", "-A", "trust", "-U", "fieldhouse"]
    subprocess.run(init, check=True, **quiet)
    options = ["-D", folder / "data", "-p", str(port), "-k", folder, "-c", "listen_addresses=127.0.0.1"]
    server = subprocess.Popen([found, *options], **quiet)
    try:
        for _ in range(100):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
                break
            time.sleep(0.1)
        time.sleep(1)
        yield f"postgresql+psycopg://fieldhouse@127.0.0.1:{port}/postgres"
    finally:
        server.send_signal(signal.SIGINT)
        server.wait(20)
        shutil.rmtree(folder, ignore_errors=True)


def start(database: str) -> tuple[subprocess.Popen[str], int]:
    """A server, and its port."""
    run = "from fieldhouse.cli import main; main()"
    limits = ("RATE", "BURST", "MAX_STREAMS", "MAX_STREAMS_PER_ADDRESS", "TABLES_AN_HOUR", "MAX_CONNECTIONS")
    env = {**os.environ, **{f"FIELDHOUSE_{name}": "1000000" for name in limits}}
    env.setdefault("FIELDHOUSE_GAMES", str(ROOT / "examples" / "games"))
    command = [sys.executable, "-c", run, "serve", "--port", "0", "--database", database]
    server = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    found = re.search(r":(\d+)/ ", server.stdout.readline())
    assert found is not None
    return server, int(found.group(1))


def main() -> None:
    """Start the server, run the crowd, print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--pause", type=float, default=0, help="mean seconds of thought for each answer")
    parser.add_argument("--rate", type=float, default=0, help="open loop: answers that fall due a second")
    parser.add_argument("--game", default="redboar")
    parser.add_argument("--options", default="{}", help="options of the game, as JSON")
    parser.add_argument("--database", default="", help="an address instead of a new SQLite file")
    parser.add_argument("--postgres", action="store_true", help="on a PostgreSQL started for this")
    parser.add_argument("--processes", type=int, default=1, help="servers; more than one need PostgreSQL")
    options = parser.parse_args()
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        database = options.database or f"sqlite:///{folder}/tables.db"
        if options.postgres:
            database = stack.enter_context(postgres())
        servers = [start(database) for _ in range(options.processes)]
        time.sleep(1)
        ports, pids = [port for _, port in servers], [server.pid for server, _ in servers]
        try:
            figures = asyncio.run(crowd(ports, pids, options))
        finally:
            for server, _ in servers:
                server.terminate()
            for server, _ in servers:
                server.wait(20)
        figures["lost or doubled"] = check(database, options.kept)
    load = os.getloadavg()[0]
    print(f"{'load of the machine, processors':40} {load:.1f}, {os.cpu_count()}")
    for name, value in figures.items():
        print(f"{name:40} {value}")
    if figures["lost or doubled"] or figures["faults"]:
        sys.exit(1)


if __name__ == "__main__":
    main()
