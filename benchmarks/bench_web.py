"""How many answers a server keeps, and how fast: `make bench-web`.

A server process of its own (SQLite, WAL, synchronous=FULL) and this process as the crowd (`crowd.py`): live
tables by link, two programs at each, a page that listens to each table's stream. Every answer carries its
sequence number and is counted when it is acknowledged (durably kept); the reply carries the next state, and
where the other side is asked, that side looks. At the end every acknowledged answer must be in the store
exactly once.

Closed loop: each table answers again as soon as it has its reply. Open loop: answers fall due at random
moments at a given rate, whatever the server does, and their time counts from the moment they were due (also
of those that still wait at the end: who is too slow shows as many seconds, not as few answers). Then
the same on a PostgreSQL started for it, with two servers and the tables spread over them, and what it takes
to create a table of each game, one after the other. `--only` names one of the parts.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import pwd
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

import uvloop
from crowd import Line, Pair, Tally, answers_given, closed, opened, options_of

from fieldhouse.kernel import registry
from fieldhouse.store.store import Store

ROOT = Path(__file__).parents[1]
os.environ.setdefault("FIELDHOUSE_GAMES", str(ROOT / "examples" / "games"))

PARTS = ("sqlite", "postgres", "create")
COLUMNS = (
    ("loop", 12), ("answers/s", 10), ("p50 ms", 8), ("p99 ms", 8), ("stream p99", 11), ("server ms", 10),
    ("crowd ms", 9), ("looks", 6), ("refused", 8),
)  # fmt: skip


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


async def phase(pairs: list[Pair], tally: Tally, pids: list[int], rate: float, seconds: float) -> str:
    """The crowd plays for a while; a line of the table of figures. `rate` 0 is the closed loop."""
    stop = asyncio.Event()

    async def play() -> None:
        if rate:
            await opened(pairs, rate, tally, stop)
            return
        async with asyncio.TaskGroup() as people:
            for pair in pairs:
                people.create_task(closed(pair, 0, stop))

    playing = asyncio.create_task(play())
    await asyncio.wait([playing], timeout=1)  # everybody plays
    tally.clear()
    began, first = time.perf_counter(), sum(tally.kept.values())
    used, own = sum(map(cpu, pids)), time.process_time()
    await asyncio.wait([playing], timeout=seconds)
    took, count = time.perf_counter() - began, max(1, sum(tally.kept.values()) - first)
    used, own = sum(map(cpu, pids)) - used, time.process_time() - own
    looks, waited = tally.looks, [*tally.acknowledged, *tally.undone()]
    heard = tally.heard[:]
    stop.set()
    await playing
    figures = (
        f"{rate:g}/s" if rate else "closed",
        f"{count / took:.0f}",
        f"{percentile(waited, 0.5):.1f}",
        f"{percentile(waited, 0.99):.1f}",
        f"{percentile(heard, 0.99):.1f}",
        f"{1000 * used / count:.2f}",
        f"{1000 * own / count:.2f}",
        f"{looks / count:.2f}",
        str(tally.refused),
    )
    return "".join(f"{figure:>{width}}" for figure, (_, width) in zip(figures, COLUMNS, strict=True))


async def crowd(ports: list[int], pids: list[int], wish: argparse.Namespace) -> Tally:
    """Open the tables, run every phase, print a line for each."""
    tally, before = Tally(), sum(map(memory, pids))
    options = options_of(wish.options)
    pairs = [Pair(ports[n % len(ports)], wish.game, options, tally, n) for n in range(wish.tables)]
    for some in range(0, len(pairs), 10):
        await asyncio.gather(*(pair.open() for pair in pairs[some : some + 10]))
    created = percentile(tally.created, 0.5)
    print("".join(f"{name:>{width}}" for name, width in COLUMNS))
    for rate in wish.rates:
        print(await phase(pairs, tally, pids, rate, wish.seconds), flush=True)
    grown = 1024 * (sum(map(memory, pids)) - before) / len(tally.kept)
    print(f"creating a table of {wish.game}, ten at once: p50 {created:.1f} ms")
    print(
        f"memory: {before:.0f} MiB before, {grown:.0f} KiB more for each of {len(tally.kept)} tables played"
    )
    for pair in pairs:
        pair.close()
    return tally


async def creating(port: int, count: int) -> None:
    """What it takes to set a table up, one at a time; the first of a game also opens its charts."""
    line = Line(port)
    print(f"{'creating a table':20}{'first ms':>10}{'p50 ms':>9}{'p99 ms':>9}")
    for name in registry.list_all_games():
        if not registry.find(name).meta.lengths:
            continue
        times = []
        for _ in range(count):
            began = time.perf_counter()
            status, reply = await line.call("POST", "/api/tables", body={"game": name, "opponent": "link"})
            times.append(time.perf_counter() - began)
            assert status == 201, reply
        first, rest = times[0], times[1:]
        print(f"{name:20}{1000 * first:10.1f}{percentile(rest, 0.5):9.1f}{percentile(rest, 0.99):9.1f}")
    line.close()


def check(database: str, kept: dict[str, int]) -> int:
    """Acknowledged answers that are not in the store exactly once, now that the servers are gone."""
    store = Store(database)
    wrong = sum(abs(len(answers_given(store, name)) - count) for name, count in kept.items())
    store.close()
    return wrong


@contextlib.contextmanager
def postgres() -> Iterator[str]:
    """A PostgreSQL of our own on loopback, run by a user who is not root."""
    found = shutil.which("postgres") or next(
        map(str, sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"))), ""
    )
    if not found:
        sys.exit("PostgreSQL is not installed here; --only sqlite runs without it")
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


def start(database: str, **settings: str) -> tuple[subprocess.Popen[str], int]:
    """A server without limits for one address, and its port."""
    run = "from fieldhouse.cli import main; main()"
    limits = (
        "RATE", "BURST", "MAX_STREAMS", "MAX_STREAMS_PER_ADDRESS", "TABLES_AN_HOUR", "MAX_CONNECTIONS",
        "MAX_CONNECTIONS_PER_ADDRESS", "MAX_TABLES_PER_PERSON",
    )  # fmt: skip
    env = {**os.environ, **{f"FIELDHOUSE_{name}": "1000000" for name in limits}}
    env["FIELDHOUSE_OPERATOR_TOKEN"] = "benchmark"
    env |= {f"FIELDHOUSE_{name.upper()}": value for name, value in settings.items()}
    command = [sys.executable, "-c", run, "serve", "--port", "0", "--database", database]
    command += ["--log-level", "error"]
    server = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    found = re.search(r":(\d+)/ ", server.stdout.readline())
    assert found is not None
    return server, int(found.group(1))


@contextlib.contextmanager
def served(database: str, processes: int) -> Iterator[tuple[list[int], list[int]]]:
    """Servers on this store: their ports and process numbers."""
    servers = [start(database) for _ in range(processes)]
    try:
        yield [port for _, port in servers], [server.pid for server, _ in servers]
    finally:
        for server, _ in servers:
            server.terminate()
        for server, _ in servers:
            server.wait(20)


def main() -> None:
    """Run every part that is wished for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", choices=PARTS, help="this part alone")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=9, help="of each loop")
    parser.add_argument(
        "--rates", type=float, nargs="*", default=[0, 100, 250, 500, 750, 1000], help="0: the closed loop"
    )
    parser.add_argument("--game", default="redboar")
    parser.add_argument("--options", default="{}", help="options of the game, as JSON")
    parser.add_argument("--processes", type=int, default=2, help="servers on PostgreSQL")
    wish = parser.parse_args()
    print(f"load of the machine {os.getloadavg()[0]:.1f}, processors {os.cpu_count()}")
    print("server ms, crowd ms: processor time an answer; looks: GETs an answer beside it")
    wrong = 0
    for part in PARTS:
        if wish.only not in (None, part):
            continue
        with contextlib.ExitStack() as stack:
            folder = stack.enter_context(tempfile.TemporaryDirectory())
            database, processes = f"sqlite:///{folder}/tables.db", 1
            if part == "postgres":
                database, processes = stack.enter_context(postgres()), wish.processes
            with served(database, processes) as (ports, pids):
                print(f"\n{part}, {processes} server process{'es' * (processes > 1)}, {wish.tables} tables")
                if part == "create":
                    uvloop.run(creating(ports[0], 30))
                    continue
                tally = uvloop.run(crowd(ports, pids, wish))
            lost = check(database, tally.kept)
            print(f"{sum(tally.kept.values())} acknowledged answers, {lost} lost or doubled", flush=True)
            wrong += lost
    if wrong:
        sys.exit(1)


if __name__ == "__main__":
    main()
