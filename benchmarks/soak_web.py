"""Kill the server at random moments under load, again and again: `make soak-web`.

A crowd answers at TABLES tables without pause, and commissioners found leagues, have them simulated, ask for
their exports and odds, for hints and for the stories of games, listen to their pages and set webhooks. After
a random number of answers the server is killed (SIGKILL), everything it had acknowledged is looked for in the
store, every league is audited, no worker process may be left, and it is started again on the same store, with
the crowd at the door. Ends after KILLS kills and ANSWERS acknowledged answers, whichever comes later, or
after MINUTES. `--postgres` does the same on a PostgreSQL started for it.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Coroutine
from typing import Any

import httpx
import msgspec
import uvloop
from bench_web import postgres, start
from crowd import Given, Line, answers_given
from soak_fair import family, is_running

from fieldhouse.league.service.audit import verify_league
from fieldhouse.league.service.league_service import LeagueService
from fieldhouse.store.store import Store


class Player:
    """One table, both seats by one token; it remembers what was acknowledged."""

    def __init__(self, n: int) -> None:
        self.rng = random.Random(n)
        self.table = self.token = ""
        self.kept: dict[str, list[Given]] = {}
        self.doubtful: dict[str, int] = {}

    async def play(self, port: int) -> None:
        """Until the server is gone."""
        web = Line(port)
        try:
            while True:
                await self._answer(web)
        except OSError:
            return
        finally:
            web.close()

    async def _answer(self, web: Line) -> None:
        if not self.table:
            wish = {"game": "sandlot", "opponent": "hotseat", "options": {"drives": 20}}
            status, reply = await web.call("POST", "/api/tables", body=wish)
            if status != 201:
                raise AssertionError(f"no table: {status} {reply.decode()}")
            made = msgspec.json.decode(reply)
            self.table, self.token = made["table"], made["token"]
            self.kept[self.table] = []
        _, reply = await web.call("GET", f"/api/tables/{self.table}?after=1000000", self.token)
        state = msgspec.json.decode(reply)
        if state["status"] == "over":
            self.table = ""
            return
        asked: dict[str, Any] = state["request"]
        key = self.rng.choice(asked["options"])["key"]
        body = {"sequence": asked["sequence"], "seat": asked["seat"], "key": key}
        self.doubtful[self.table] = 1
        status, reply = await web.call("POST", f"/api/tables/{self.table}/answers", self.token, body)
        self.doubtful[self.table] = 0
        if status == 201:
            self.kept[self.table].append((asked["seat"], asked["sequence"], key))
        elif status >= 500:
            raise AssertionError(f"{status}: {reply.decode()}")


class Commissioner:
    """Founds leagues and asks for all that worker processes do, until the server is gone."""

    def __init__(self) -> None:
        self.results: dict[str, int] = {}
        """The leagues that the server said it has, and the results it has shown."""
        self.done: dict[str, int] = {}

    async def work(self, port: int) -> None:
        """One league after another."""
        base = f"http://127.0.0.1:{port}"
        async with httpx.AsyncClient(
            base_url=base, headers={"origin": base}, follow_redirects=True, timeout=120
        ) as web:
            with contextlib.suppress(httpx.HTTPError, OSError):
                made = (await web.post("/api/tables", json={"game": "redboar", "opponent": "both"})).json()
                web.cookies.set("fieldhouse", made["token"])
                while True:
                    async with asyncio.TaskGroup() as jobs:
                        jobs.create_task(self._quietly(self._league(web)))
                        jobs.create_task(self._quietly(self._game(web)))

    async def _quietly(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except httpx.HTTPError:
            await asyncio.sleep(0.05)
            raise OSError("the server is gone") from None

    def _note(self, what: str, reply: httpx.Response) -> httpx.Response:
        if reply.status_code >= 500 and reply.status_code != 503:
            raise AssertionError(f"{what}: {reply.status_code} {reply.text[:300]}")
        name = f"{what} {reply.status_code}"
        self.done[name] = self.done.get(name, 0) + 1
        return reply

    async def _league(self, web: httpx.AsyncClient) -> None:
        teams = "\n".join(f"Team {letter}" for letter in "ABCD")
        form = {"title": "Soak", "name": "Ann", "game": "redboar", "length": "tiny", "form": "twice"}
        reply = self._note(
            "league", await web.post("/leagues/new", data={**form, "teams": teams, "mine": "none"})
        )
        league = reply.url.path
        if not league.startswith("/l/"):
            return
        name = league.removeprefix("/l/")
        self.results[name] = 0
        hook = {"url": "https://fieldhouse.invalid/"}
        self._note("webhook", await web.post(f"{league}/desk/webhook", data=hook))
        async with web.stream("GET", f"{league}/live"):
            body = {"which": "all", "far": "end"}
            begun = self._note("simulate", await web.post(f"{league}/desk/simulate", data=body))
            for what in ("plays.csv", "lines.csv", "odds", "audit"):
                self._note(what, await web.get(f"{league}/{what}"))
            while begun.status_code == 200 and self.results[name] < 6:
                page = self._note("schedule", await web.get(f"{league}/schedule"))
                self.results[name] = max(self.results[name], page.text.count(">Final (simulated)<"))
                await asyncio.sleep(0.2)

    async def _game(self, web: httpx.AsyncClient) -> None:
        wish = {"game": "redboar", "opponent": "both", "length": "tiny"}
        table = (await web.post("/api/tables", json=wish)).json()["table"]
        for key in ("", "", "concede"):
            asked = (await web.get(f"/api/tables/{table}?after=1000000")).json()["request"]
            if asked is not None:
                form = {"seat": str(asked["seat"])}
                self._note("hint", await web.post(f"/t/{table}/hint", data=form))
                key = key or asked["options"][0]["key"]
                body = {"sequence": asked["sequence"], "seat": asked["seat"], "key": key}
                self._note("answer", await web.post(f"/api/tables/{table}/answers", json=body))
        self._note("story", await web.get(f"/t/{table}"))


def wrong_leagues(database: str, commissioners: list[Commissioner]) -> list[str]:
    """What an audit finds wrong in the leagues; leagues and results that were shown and are not there."""
    store = Store(database)
    service, found = LeagueService(store), []
    for commissioner in commissioners:
        for name, shown in commissioner.results.items():
            found += [f"{name}: {fault}" for fault in verify_league(service, name).faults]
            journal = service.journal(name)
            there = sum(journal.result(fixture) is not None for fixture in journal.season().fixtures)
            found += [f"{name}: {shown} results were shown, {there} are there"] if there < shown else []
    store.close()
    return found


def acknowledged(players: list[Player]) -> int:
    """Answers that the server said it has."""
    return sum(len(done) for player in players for done in player.kept.values())


async def until_killed(
    players: list[Player],
    commissioners: list[Commissioner],
    server: subprocess.Popen[str],
    port: int,
    answers: int,
    more: float,
) -> set[int]:
    """The crowd plays; so many answers, a result and some seconds later the server dies. Its processes."""
    goal, patience = acknowledged(players) + answers, time.monotonic() + 60
    shown = sum(sum(one.results.values()) for one in commissioners)
    crowd = [asyncio.create_task(player.play(port)) for player in players]
    crowd += [asyncio.create_task(one.work(port)) for one in commissioners]
    while time.monotonic() < patience:
        results = sum(sum(one.results.values()) for one in commissioners)
        if acknowledged(players) >= goal and (results > shown or not commissioners):
            break
        await asyncio.sleep(0.01)
    await asyncio.sleep(more)
    processes = family(server.pid)
    server.kill()
    for ended in await asyncio.gather(*crowd, return_exceptions=True):
        for error in ended.exceptions if isinstance(ended, BaseExceptionGroup) else [ended]:
            if isinstance(error, BaseException) and not isinstance(error, OSError):
                raise error
    return processes


def orphans(processes: set[int]) -> int:
    """How many of them are left a while after their server was killed."""
    patience = time.monotonic() + 20
    while (left := sum(map(is_running, processes))) and time.monotonic() < patience:
        time.sleep(0.05)
    return left


def missing(database: str, players: list[Player]) -> int:
    """Acknowledged answers that are not in the store exactly once, and answers nobody gave."""
    store, wrong = Store(database), 0
    for player in players:
        for table, done in player.kept.items():
            found = answers_given(store, table)
            wrong += len(set(done) - set(found))
            more = len(found) - len(done)
            if more > player.doubtful.get(table, 0):
                wrong += more
            elif more == 1:  # kept, and the server died before it could say so
                done.extend(set(found) - set(done))
            player.doubtful[table] = 0
    store.close()
    return wrong


def main() -> None:
    """Soak."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=16)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--answers", type=int, default=10_000)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--commissioners", type=int, default=3)
    parser.add_argument("--postgres", action="store_true", help="on a PostgreSQL of our own")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if options.postgres:
            with postgres() as database:
                soak(database, options)
        else:
            soak(f"sqlite:///{folder}/tables.db", options)


def soak(database: str, options: argparse.Namespace) -> None:
    """Kill, look, and start again."""
    rng, players = random.Random(0), [Player(n) for n in range(options.tables)]
    commissioners = [Commissioner() for _ in range(options.commissioners)]
    kills, wrong, answers, left, began = 0, 0, 0, 0, time.monotonic()
    faults: list[str] = []
    while (kills < options.kills or answers < options.answers) and not wrong:
        if time.monotonic() - began > 60 * options.minutes:
            break
        server, port = start(database)
        try:
            answers, more = int(rng.uniform(0, 1100)), rng.uniform(0, 0.05)
            processes = uvloop.run(until_killed(players, commissioners, server, port, answers, more))
        finally:
            server.kill()
            status = server.wait(20)
            assert server.stdout is not None
            server.stdout.close()
        kills += 1
        left, faults = orphans(processes), wrong_leagues(database, commissioners)
        wrong = missing(database, players) + (status != -9) + left + len(faults)
        answers = acknowledged(players)
        leagues = sum(len(one.results) for one in commissioners)
        results = sum(sum(one.results.values()) for one in commissioners)
        print(
            f"kill {kills}: {answers} acknowledged answers, {leagues} leagues with {results} results shown, "
            f"{left} processes left, {wrong} wrong",
            flush=True,
        )
    minutes = (time.monotonic() - began) / 60
    print(f"{kills} kills, {answers} acknowledged answers, {wrong} lost or doubled, {minutes:.1f} minutes")
    total: dict[str, int] = {}
    for one in commissioners:
        for name, count in one.done.items():
            total[name] = total.get(name, 0) + count
    print("commissioners: " + ", ".join(f"{name}: {count}" for name, count in sorted(total.items())))
    print("\n".join(faults))
    print(f"load of the machine {os.getloadavg()[0]:.1f}, processors {os.cpu_count()}")
    if wrong:
        sys.exit(1)


if __name__ == "__main__":
    main()
