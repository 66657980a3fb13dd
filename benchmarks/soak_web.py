"""Kill the server at random moments under load, again and again: `make soak-web`.

A crowd answers at TABLES tables without pause; after a random number of answers the server is killed
(SIGKILL), everything it had acknowledged is looked for in the store, and it is started again on the same
store, with the crowd at the door. Ends after KILLS kills and ANSWERS acknowledged answers, whichever comes
later, or after MINUTES.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import subprocess
import sys
import tempfile
import time
from typing import Any

import msgspec
import uvloop
from bench_web import start
from crowd import Given, Line, answers_given

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


def acknowledged(players: list[Player]) -> int:
    """Answers that the server said it has."""
    return sum(len(done) for player in players for done in player.kept.values())


async def until_killed(
    players: list[Player], server: subprocess.Popen[str], port: int, answers: int, more: float
) -> None:
    """The crowd plays; so many answers and seconds later the server dies."""
    goal, patience = acknowledged(players) + answers, time.monotonic() + 60
    crowd = [asyncio.create_task(player.play(port)) for player in players]
    while acknowledged(players) < goal and time.monotonic() < patience:
        await asyncio.sleep(0.01)
    await asyncio.sleep(more)
    server.kill()
    await asyncio.gather(*crowd)


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
    options = parser.parse_args()
    rng, players = random.Random(0), [Player(n) for n in range(options.tables)]
    kills, wrong, answers, began = 0, 0, 0, time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{folder}/tables.db"
        while (kills < options.kills or answers < options.answers) and not wrong:
            if time.monotonic() - began > 60 * options.minutes:
                break
            server, port = start(database)
            try:
                answers, more = int(rng.uniform(0, 1100)), rng.uniform(0, 0.05)
                uvloop.run(until_killed(players, server, port, answers, more))
            finally:
                server.kill()
                status = server.wait(20)
                assert server.stdout is not None
                server.stdout.close()
            kills += 1
            wrong = missing(database, players) + (status != -9)
            answers = acknowledged(players)
            print(f"kill {kills}: {answers} acknowledged answers, {wrong} wrong", flush=True)
    minutes = (time.monotonic() - began) / 60
    print(f"{kills} kills, {answers} acknowledged answers, {wrong} lost or doubled, {minutes:.1f} minutes")
    print(f"load of the machine {os.getloadavg()[0]:.1f}, processors {os.cpu_count()}")
    if wrong:
        sys.exit(1)


if __name__ == "__main__":
    main()
