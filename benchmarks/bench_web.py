"""How many tables one server holds: `make bench-web`.

A server process of its own (SQLite, WAL, synchronous=FULL), and this process as the crowd: TABLES live
tables by link, two programs at each, for SECONDS. Every answer carries its sequence number and is
counted when it is acknowledged (durably kept). The other seat listens on the table's event stream.
At the end every acknowledged answer must be in the store exactly once.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
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
        if self.writer is None:
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
        self.refused = 0
        self.kept: dict[str, int] = {}


async def table(port: int, options: argparse.Namespace, tally: Tally, stop: asyncio.Event, n: int) -> None:
    """One table: both seats answer in turn, each with `pause` seconds of thought."""
    rng = random.Random(n)
    web = Http("127.0.0.1", port)
    while not stop.is_set():
        wish = {"game": options.game, "opponent": "link", "options": json.loads(options.options)}
        status, made = await web.call("POST", "/api/tables", body=wish)
        assert status == 201, made
        status, joined = await web.call("POST", f"/api/join/{made['invites']['1']}", body={})
        assert status == 201, joined
        tokens = [made["token"], joined["token"]]
        answered_at: list[float] = []

        def heard(answered_at: list[float] = answered_at) -> None:
            if answered_at:
                tally.heard.append(time.perf_counter() - answered_at.pop())

        listening = asyncio.create_task(web.listen(f"/t/{made['table']}/live", heard))
        await _play(web, made["table"], tokens, options, tally, stop, rng, answered_at)
        listening.cancel()
    web.close()


async def _play(
    web: Http,
    name: str,
    tokens: list[str],
    options: argparse.Namespace,
    tally: Tally,
    stop: asyncio.Event,
    rng: random.Random,
    answered_at: list[float],
) -> None:
    while not stop.is_set():
        for token in tokens:
            _, state = await web.call("GET", f"/api/tables/{name}?after=100000", token)
            if state["status"] == "over":
                return
            if state["request"] is None:
                continue
            asked = state["request"]
            await asyncio.sleep(rng.uniform(0, 2 * options.pause))
            body = {"sequence": asked["sequence"], "key": rng.choice(asked["options"])["key"]}
            began = time.perf_counter()
            answered_at[:] = [began]
            status, _ = await web.call("POST", f"/api/tables/{name}/answers", token, body)
            tally.acknowledged.append(time.perf_counter() - began)
            if status == 201:
                tally.kept[name] = tally.kept.get(name, 0) + 1
            else:
                tally.refused += 1


async def crowd(port: int, pid: int, options: argparse.Namespace) -> dict[str, Any]:
    """Run the crowd and measure."""
    tally, stop = Tally(), asyncio.Event()
    before = memory(pid)
    people = []
    for n in range(options.tables):
        people.append(asyncio.create_task(table(port, options, tally, stop, n)))
        await asyncio.sleep(0.01)
    await asyncio.sleep(2)  # everybody sits
    tally.acknowledged.clear()
    tally.heard.clear()
    began, first, used = time.perf_counter(), sum(tally.kept.values()), cpu(pid)
    await asyncio.sleep(options.seconds)
    took, count = time.perf_counter() - began, sum(tally.kept.values()) - first
    after, used = memory(pid), cpu(pid) - used
    stop.set()
    await asyncio.wait(people, timeout=30)
    faults = [task.exception() for task in people if task.done() and task.exception()]
    lost = await check(port, tally)
    return {
        "tables": options.tables,
        "seconds": round(took, 1),
        "answers": count,
        "answers a second": round(count / took, 1),
        "server processor time an answer, ms": round(1000 * used / max(1, count), 1),
        "answer to acknowledgement, p50 ms": round(percentile(tally.acknowledged, 0.5), 1),
        "answer to acknowledgement, p99 ms": round(percentile(tally.acknowledged, 0.99), 1),
        "answer to the stream's event, p50 ms": round(percentile(tally.heard, 0.5), 1),
        "answer to the stream's event, p99 ms": round(percentile(tally.heard, 0.99), 1),
        "server memory before, MiB": round(before, 1),
        "server memory after, MiB": round(after, 1),
        "memory a table played, KiB": round((after - before) * 1024 / max(1, len(tally.kept)), 1),
        "tables played": len(tally.kept),
        "refused": tally.refused,
        "lost or doubled": lost,
        "faults": [repr(fault) for fault in faults],
    }


async def check(port: int, tally: Tally) -> int:
    """Acknowledged answers that are not in the store exactly once."""
    web, wrong = Http("127.0.0.1", port), 0
    for name, count in tally.kept.items():
        _, log = await web.call("GET", f"/t/{name}/record.json")
        wrong += abs(sum(entry["t"] == "choose" for entry in log["entries"]) - count)
    web.close()
    return wrong


def main() -> None:
    """Start the server, run the crowd, print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--pause", type=float, default=0.5, help="mean seconds of thought for each answer")
    parser.add_argument("--game", default="redboar")
    parser.add_argument("--options", default="{}", help="options of the game, as JSON")
    parser.add_argument("--database", default="", help="an address instead of a new SQLite file")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        database = options.database or f"sqlite:///{folder}/tables.db"
        run = "from fieldhouse.cli import main; main()"
        env = {**os.environ, "FIELDHOUSE_RATE": "1000000", "FIELDHOUSE_BURST": "1000000"}
        env |= {"FIELDHOUSE_MAX_STREAMS": "5000", "FIELDHOUSE_MAX_STREAMS_PER_ADDRESS": "5000"}
        env.setdefault("FIELDHOUSE_GAMES", str(ROOT / "examples" / "games"))
        command = [sys.executable, "-c", run, "serve", "--port", "0", "--database", database]
        with subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            found = re.search(r":(\d+)/ ", server.stdout.readline())
            assert found is not None
            time.sleep(1)
            figures = asyncio.run(crowd(int(found.group(1)), server.pid, options))
            server.terminate()
    load = os.getloadavg()[0]
    print(f"{'load of the machine, processors':40} {load:.1f}, {os.cpu_count()}")
    for name, value in figures.items():
        print(f"{name:40} {value}")
    if figures["lost or doubled"] or figures["faults"]:
        sys.exit(1)


if __name__ == "__main__":
    main()
