"""Can one visitor make the others wait? `make soak-fair`.

A server with the default limits on SQLite, and everybody else: people who answer, open pages, play against a
`starter` coach and ask for hints, each from an address of their own on loopback. They are measured alone,
then beside one visitor who does everything costly at once from one address, then beside ten such persons from
ten addresses: leagues founded and simulated to the end, exports, odds, films and verifications, All-Pro
coaches and hints at many tables, charts of their own checked, tried and played with, games conceded for their
stories, long games imported, branched, replayed and verified, webhooks whose names nobody answers for, every
page of learning and rules. Whatever is refused or fails is begun again until the time is over. Then the
server is stopped (SIGTERM) under that load. All of it is bounded in number and time.

The aims are those of two free cores. How busy the machine was is printed with the figures: its load, and for
how much of the time the server's event loop was ready to run and had no processor. The attack runs at the
lowest priority: its own work would be done elsewhere.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import uvloop
from bench_web import memory, percentile

ROOT = Path(__file__).parents[1]
ANSWERERS, READERS, PLAYERS, ASKERS = 10, 4, 4, 2
AIMS = {"answers": 250, "pages": 500, "starter reply": 2000, "hint": 5000}
"""Milliseconds of which the 99th percentile stays below."""
SLOW = 40.0
"""Seconds after which a request counts as lost."""
GAME = re.compile(r'href="(/l/[^"]+/g/[0-9a-f]+)"')
CELL = re.compile(r'<input[^>]*name="(c[^"]*)"[^>]*value="([0-9]+)"')


class Person:
    """Somebody with a cookie and an address."""

    def __init__(self, port: int, address: str) -> None:
        base = f"http://127.0.0.1:{port}"
        transport = httpx.AsyncHTTPTransport(local_address=address, limits=httpx.Limits(max_connections=100))
        self.web = httpx.AsyncClient(
            base_url=base, headers={"origin": base}, transport=transport, timeout=SLOW, follow_redirects=True
        )
        self.rng = random.Random(address)
        self.token = ""

    async def table(self, game: str, opponent: str, **wish: Any) -> str:
        """A new table; its id."""
        reply = await self.web.post("/api/tables", json={"game": game, "opponent": opponent, **wish})
        if reply.status_code != 201:
            raise OSError(f"no table: {reply.status_code} {reply.text[:200]}")
        made = reply.json()
        if not self.token:
            self.token = made["token"]
            self.web.cookies.set("fieldhouse", self.token)
        return str(made["table"])

    async def state(self, table: str) -> dict[str, Any]:
        """What the table asks."""
        reply = await self.web.get(f"/api/tables/{table}?after=1000000")
        return dict(reply.json()) if reply.status_code == 200 else {"status": "?", "request": None}

    async def answer(self, table: str, asked: dict[str, Any]) -> httpx.Response:
        """Any answer."""
        key = self.rng.choice(asked["options"])["key"]
        body = {"sequence": asked["sequence"], "seat": asked["seat"], "key": key}
        return await self.web.post(f"/api/tables/{table}/answers", json=body)


# Everybody else


class Times:
    """How long everything took, by kind, and what was refused or lost."""

    def __init__(self) -> None:
        self.took: dict[str, list[float]] = {kind: [] for kind in AIMS}
        self.lost: dict[str, int] = dict.fromkeys(AIMS, 0)
        self.measures = False

    def note(self, kind: str, began: float, fine: bool = True) -> None:
        """One more of that kind."""
        if self.measures:
            self.took[kind].append(time.perf_counter() - began)
            self.lost[kind] += not fine


async def answerer(person: Person, times: Times) -> None:
    """Answers for both teams, two or three times a second."""
    while True:
        table = await person.table("redboar", "both")
        asked = (await person.state(table))["request"]
        while asked is not None:
            await asyncio.sleep(person.rng.uniform(0.2, 0.6))
            began = time.perf_counter()
            reply = await person.answer(table, asked)
            times.note("answers", began, reply.status_code == 201)
            state = reply.json()["state"] if reply.status_code == 201 else await person.state(table)
            asked = state["request"] or (await person.state(table))["request"]


async def reader(person: Person, times: Times) -> None:
    """Opens pages, two a second."""
    table = await person.table("redboar", "both")
    pages = ["/", f"/t/{table}", "/leagues", "/play/squares", "/rules/redboar", "/mine", "/learn"]
    while True:
        for page in pages:
            await asyncio.sleep(person.rng.uniform(0.3, 0.7))
            began = time.perf_counter()
            reply = await person.web.get(page)
            times.note("pages", began, reply.status_code in (200, 404))


async def player(person: Person, times: Times, game: str) -> None:
    """Plays against a starter coach; the time from an answer to one's next turn."""
    while True:
        table = await person.table(game, "coach:starter")
        state, began = await person.state(table), 0.0
        while state["status"] != "over":
            asked = state["request"]
            if asked is None:
                await asyncio.sleep(0.05)
                state = await person.state(table)
                continue
            if began:
                times.note("starter reply", began)
                began = 0.0
                await asyncio.sleep(person.rng.uniform(0.2, 0.6))
            reply = await person.answer(table, asked)
            answered = time.perf_counter()
            state = reply.json()["state"] if reply.status_code == 201 else await person.state(table)
            if state["request"] is None and state["status"] != "over":
                began = answered


async def asker(person: Person, times: Times, game: str) -> None:
    """Asks for a hint every two seconds."""
    table = await person.table(game, "both")
    while True:
        asked = (await person.state(table))["request"]
        if asked is None:
            table = await person.table(game, "both")
            continue
        began = time.perf_counter()
        reply = await person.web.post(f"/t/{table}/hint", data={"seat": str(asked["seat"])})
        fine = reply.status_code == 200 and "No hint this time" not in reply.text
        times.note("hint", began, fine)
        await asyncio.sleep(person.rng.uniform(1.5, 2.5))
        await person.answer(table, asked)


async def forever(work: Callable[[], Awaitable[None]], times: Times, kind: str) -> None:
    """Begin again whenever the server refuses or is silent; that counts."""
    while True:
        began = time.perf_counter()
        try:
            await work()
        except (httpx.HTTPError, OSError, KeyError, ValueError, TypeError):
            times.note(kind, began, False)
            await asyncio.sleep(0.5)


async def everybody_else(port: int, times: Times) -> None:
    """All of them, each from another address."""
    number = iter(range(100, 250))

    def somebody() -> Person:
        return Person(port, f"127.0.0.{next(number)}")

    async with asyncio.TaskGroup() as people:
        for _ in range(ANSWERERS):
            one = somebody()
            people.create_task(forever(lambda p=one: answerer(p, times), times, "answers"))  # type: ignore[misc]
        for _ in range(READERS):
            one = somebody()
            people.create_task(forever(lambda p=one: reader(p, times), times, "pages"))  # type: ignore[misc]
        for n in range(PLAYERS):
            one, game = somebody(), ("squares", "thegrid")[n % 2]
            people.create_task(
                forever(lambda p=one, g=game: player(p, times, g), times, "starter reply")  # type: ignore[misc]
            )
        for n in range(ASKERS):
            one, game = somebody(), ("redboar", "squares")[n % 2]
            people.create_task(
                forever(lambda p=one, g=game: asker(p, times, g), times, "hint")  # type: ignore[misc]
            )


# The attack


class Greedy:
    """One person who does everything costly at once."""

    def __init__(self, person: Person, leagues: int, tables: int) -> None:
        self.person, self.web = person, person.web
        self.leagues, self.tables = leagues, tables
        self.founded: list[str] = []
        self.opened: list[str] = []
        self.imported: list[str] = []
        self.done: dict[str, int] = {}

    def count(self, what: str, reply: httpx.Response) -> None:
        """What was done, by status."""
        self.note(f"{what} {reply.status_code}")

    def note(self, name: str) -> None:
        """One more of that."""
        self.done[name] = self.done.get(name, 0) + 1

    async def simulate(self) -> None:
        """Leagues are founded and simulated to the end: two of quick games, the others of slow ones."""
        sent: list[asyncio.Task[None]] = []
        while len(self.founded) < self.leagues:
            quick = len(self.founded) < 2
            teams = "\n".join(f"Team {chr(65 + n)}" for n in range(4 if quick else 12))
            form = {"title": "League", "name": "Greedy", "game": "redboar" if quick else "squares"}
            form |= {"length": "tiny" if quick else "", "form": "twice", "teams": teams, "mine": "none"}
            reply = await self.web.post("/leagues/new", data=form)
            self.count("league", reply)
            if reply.url.path.startswith("/l/"):
                self.founded.append(reply.url.path)
                sent.append(asyncio.create_task(self._simulate(reply.url.path)))
            await asyncio.sleep(0.2)
        await asyncio.gather(*sent)
        for league in self.founded:
            await self._simulate(league)

    async def _simulate(self, league: str) -> None:
        with contextlib.suppress(httpx.HTTPError):
            body = {"which": "all", "far": "end"}
            self.count("simulate", await self.web.post(f"{league}/desk/simulate", data=body))

    async def export(self) -> None:
        """Everything that is read from the records of a league, all at once."""
        for league in self.founded[:6]:
            page = await self.web.get(f"{league}/schedule")
            games = list(dict.fromkeys(GAME.findall(page.text)))[:3]
            paths = [f"{league}/{name}" for name in ("plays.csv", "lines.csv", "odds", "audit", "leaders")]
            paths += [f"{game}/{what}" for game in games for what in ("film", "verify")] + games
            await self._look(paths)
        await asyncio.sleep(0.3)

    async def _look(self, paths: list[str]) -> None:
        """All of these pages at once; the last word of an address names it, if it is one."""
        replies = await asyncio.gather(*map(self.web.get, paths), return_exceptions=True)
        for path, reply in zip(paths, replies, strict=True):
            last = path.rpartition("/")[2]
            name = "game" if re.fullmatch("[0-9a-f]+", last) else last or "page"
            self.note(f"{name} {reply.status_code if isinstance(reply, httpx.Response) else 'lost'}")

    async def coach(self) -> None:
        """All-Pro coaches think at many tables, and hints are asked for at ten of them."""
        while len(self.opened) < self.tables:
            self.opened.append(await self.person.table("squares", "coach:allpro"))
        async with asyncio.TaskGroup() as tables:
            for n, table in enumerate(self.opened):
                tables.create_task(self._play(table, hints=n < 10))

    async def _play(self, table: str, *, hints: bool) -> None:
        while True:
            with contextlib.suppress(httpx.HTTPError):
                asked = (await self.person.state(table))["request"]
                if asked is not None and hints:
                    form = {"seat": str(asked["seat"])}
                    self.count("hint", await self.web.post(f"/t/{table}/hint", data=form))
                if asked is not None:
                    self.count("answer", await self.person.answer(table, asked))
            await asyncio.sleep(0.3)

    async def charts(self) -> None:
        """Own charts: checked with many wrong cells, tried, played with; and reports."""
        for n in range(60):
            game = ("redboar", "thegrid", "fastdrive", "cardbowl")[n % 4]
            page = await self.web.get(f"/design/{game}")
            charts = re.findall(rf'href="(/design/{game}/[a-z_]+)"', page.text)
            charts = [path for path in charts if path.rpartition("/")[2] not in ("figures", "coaches")]
            for path in charts[n % max(1, len(charts)) :][:1]:
                await self._change(path, n)
            self.count("figures", await self.web.get(f"/design/{game}/figures"))
            await asyncio.sleep(0.5)

    async def _change(self, path: str, n: int) -> None:
        """One chart: wrong in forty cells, then changed in one, tried and played with."""
        cells = CELL.findall((await self.web.get(path)).text)
        wrong = {name: "x" for name, _ in cells[:40]}
        self.count("check", await self.web.post(path, data=wrong))
        other = {name: str(int(value) + 1) for name, value in cells[n : n + 1]}
        self.count("try", await self.web.post(f"{path}/try", data=other))
        played = await self.web.post(f"{path}/play", data=other)
        self.count("play", played)
        if played.url.path.startswith("/t/"):
            self.count("hint own", await self.web.post(f"{played.url.path}/hint", data={"seat": "0"}))

    async def stories(self) -> None:
        """Games that are conceded, so that they are reviewed."""
        for game in ("redboar", "thegrid", "fastdrive", "cardbowl", "squares"):
            table = await self.person.table(game, "both")
            for key in (*[""] * 6, "concede"):
                asked = (await self.person.state(table))["request"]
                if asked is None:
                    continue
                key = key or self.person.rng.choice(asked["options"])["key"]
                body = {"sequence": asked["sequence"], "seat": asked["seat"], "key": key}
                reply = await self.web.post(f"/api/tables/{table}/answers", json=body)
                if key == "concede":
                    self.count(key, reply)
            await self._look([f"/t/{table}", f"/t/{table}/ledger"])

    async def files(self) -> None:
        """Games without end are imported, and games as long as may be; all that is read from those."""
        for pairs in (40_000, 4_900, 4_900):
            reply = await self.web.post("/import", files={"file": ("game.json", endless_game(pairs))})
            self.count("import", reply)
            if reply.url.path.startswith("/t/"):
                self.imported.append(reply.url.path.split("/")[2])
        for table in self.imported[-3:]:
            body = {"at": "100000", "opponent": "both"}
            self.count("branch", await self.web.post(f"/t/{table}/branch", data=body))
            await self._look([f"/t/{table}/{what}" for what in ("replay", "verify", "learn", "record.json")])
        for league in self.founded[:4]:
            hook = {"url": f"https://n{len(self.done)}.example.invalid/"}
            self.count("webhook", await self.web.post(f"{league}/desk/webhook", data=hook))

    async def pages(self) -> None:
        """What is drawn or searched."""
        for game in ("redboar", "squares", "thegrid", "cardbowl", "fastdrive"):
            words = ("lesson", "lesson.json", "how-to-play", "drills", "quiz")
            paths = [f"/learn/{game}/{word}" for word in words]
            paths += [f"/rules/{game}?q=the", f"/play/{game}", "/learn/drills", "/daily", "/"]
            await self._look(paths)
            await asyncio.sleep(0.3)

    async def everything(self) -> None:
        """All of it at once, begun again whenever it ends."""

        async def again(work: Callable[[], Awaitable[None]]) -> None:
            while True:
                try:
                    await work()
                except (httpx.HTTPError, OSError, KeyError, ValueError, ExceptionGroup) as error:
                    self.note(f"begun again: {type(error).__name__}")
                await asyncio.sleep(0.3)

        await self._enter()
        works = (self.simulate, self.export, self.coach, self.charts, self.stories, self.files, self.pages)
        await asyncio.gather(*map(again, works))

    async def _enter(self) -> None:
        while not self.person.token:
            try:
                await self.person.table("redboar", "both")
            except (httpx.HTTPError, OSError):
                await asyncio.sleep(0.5)


def endless_game(pairs: int) -> bytes:
    """A record in which one answer is given and undone so many times; 40,000 are four megabytes."""
    whole = json.loads((ROOT / "tests" / "records" / "squares" / "regulation.json").read_text())
    first, answer = whole["entries"][:2]
    undone = [answer, {"t": "undo", "seat": answer["seat"]}]
    end = {"t": "concede", "seat": answer["seat"]}
    entries = [first, *undone * pairs, end]
    return json.dumps({**whole, "entries": entries, "events": [], "outcome": None, "receipt": ""}).encode()


async def attack(port: int, persons: int, seconds: float) -> None:
    """Greedy persons for a while; then they are gone."""
    leagues, tables = (42, 40) if persons == 1 else (5, 6)
    greedy = [Greedy(Person(port, f"127.0.0.{2 + n}"), leagues, tables) for n in range(persons)]
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await asyncio.gather(*(one.everything() for one in greedy))
    total: dict[str, int] = {}
    for one in greedy:
        for name, count in one.done.items():
            total[name] = total.get(name, 0) + count
    told = ", ".join(f"{name}: {count}" for name, count in sorted(total.items()))
    print(f"  the attack did: {told}", flush=True)


# A run


def start(database: str) -> tuple[subprocess.Popen[str], int]:
    """A server with the default limits, and its port."""
    run = "from fieldhouse.cli import main; main()"
    command = [sys.executable, "-c", run, "serve", "--port", "0", "--database", database]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert server.stdout is not None
    found = re.search(r":(\d+)/ ", server.stdout.readline())
    assert found is not None
    return server, int(found.group(1))


def family(pid: int) -> set[int]:
    """The process and all that come from it."""
    children: dict[int, set[int]] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError, ValueError, IndexError):
            fields = stat.read_text().rpartition(")")[2].split()
            children.setdefault(int(fields[1]), set()).add(int(stat.parent.name))
    found, ahead = set[int](), [pid]
    while ahead:
        one = ahead.pop()
        found.add(one)
        ahead += children.get(one, set()) - found
    return found


def is_running(pid: int) -> bool:
    """Is it there, and no zombie that only waits to be taken note of?"""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


def waited(pid: int) -> float:
    """Seconds for which the main thread of a process was ready to run and had no processor."""
    return int(Path(f"/proc/{pid}/schedstat").read_text().split()[1]) / 1e9


async def watch_memory(pid: int, peak: list[float]) -> None:
    """The most that the server and its workers take together, and the largest of them, in MiB."""
    while True:
        sizes = []
        for one in family(pid):
            with contextlib.suppress(OSError):
                sizes.append(memory(one))
        peak[:] = [max(peak[0], sum(sizes)), max(peak[1], max(sizes, default=0.0))]
        await asyncio.sleep(1)


async def measure(
    port: int, pid: int, persons: int, wish: argparse.Namespace
) -> tuple[Times, list[float], float]:
    """Everybody else beside so many greedy persons; memory taken; the share of time without a processor."""
    times, peak = Times(), [0.0, 0.0]
    crowd = asyncio.create_task(everybody_else(port, times))
    watch = asyncio.create_task(watch_memory(pid, peak))
    await asyncio.sleep(5)
    if persons:
        seconds = wish.seconds + wish.before
        command = [sys.executable, __file__, "--attack", str(persons), str(port), "--seconds", f"{seconds}"]
        subprocess.Popen(command)
        await asyncio.sleep(wish.before)
    times.measures, before = True, waited(pid)
    await asyncio.sleep(wish.seconds)
    times.measures, without = False, (waited(pid) - before) / wish.seconds
    for task in (crowd, watch):
        task.cancel()
    await asyncio.gather(crowd, watch, return_exceptions=True)
    return times, peak, without


def run(persons: int, wish: argparse.Namespace) -> bool:
    """One row of figures; False where an aim is missed."""
    name = {0: "nobody", 1: "one visitor, one address"}.get(
        persons, f"{persons} persons, {persons} addresses"
    )
    load = os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as folder:
        server, port = start(f"sqlite:///{folder}/tables.db")
        try:
            times, peak, without = uvloop.run(measure(port, server.pid, persons, wish))
            started = family(server.pid)
            began = time.perf_counter()
            server.send_signal(signal.SIGTERM)
            server.wait(120)
            stopped = time.perf_counter() - began
            patience = time.perf_counter() + 5
            while (left := sum(map(is_running, started))) and time.perf_counter() < patience:
                time.sleep(0.05)
        finally:
            if server.poll() is None:
                server.kill()
    print(
        f"beside {name} (load of the machine {load:.1f} before, {os.getloadavg()[0]:.1f} after; "
        f"the event loop had no processor for {100 * without:.0f} % of the time)"
    )
    print(f"  {'':16}{'count':>7}{'p50 ms':>9}{'p99 ms':>9}{'most ms':>9}{'lost':>6}{'aim ms':>8}")
    fine = True
    for kind, took in times.took.items():
        p99 = percentile(took, 0.99)
        met = p99 < AIMS[kind] and not times.lost[kind]
        fine = fine and met
        figures = f"{len(took):7}{percentile(took, 0.5):9.0f}{p99:9.0f}{percentile(took, 1.0):9.0f}"
        print(f"  {kind:16}{figures}{times.lost[kind]:6}{AIMS[kind]:8}{'' if met else '  missed'}")
    print(
        f"  memory of all processes {peak[0]:.0f} MiB, of the largest {peak[1]:.0f} MiB; "
        f"stopped in {stopped:.1f} s, {left} processes left\n",
        flush=True,
    )
    return fine


def main() -> None:
    """Measure without an attack, with one visitor's, with that of ten."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=40, help="of each measurement")
    parser.add_argument("--before", type=float, default=15, help="seconds of attack before it is measured")
    parser.add_argument("--persons", type=int, nargs="*", default=[0, 1, 10])
    parser.add_argument("--attack", type=int, nargs=2, metavar=("PERSONS", "PORT"), help=argparse.SUPPRESS)
    wish = parser.parse_args()
    if wish.attack:
        uvloop.run(attack(wish.attack[1], wish.attack[0], wish.seconds))
        return
    print(f"processors {os.cpu_count()}; aims are for two free ones")
    met = [run(persons, wish) for persons in wish.persons]
    if not all(met):
        sys.exit(1)


if __name__ == "__main__":
    main()
