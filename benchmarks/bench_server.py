"""What requests cost a server in processor time: `python benchmarks/bench_server.py [PART...]`.

A server process of its own answers one request at a time, and its processor clock (all threads) is read
before and after each: on a machine that others use too these figures hold where times do not. The parts:

pages      answers as browsers send them, by form with the reply as a page, in every game, by kind of question
looks      a look at a table where nothing happened, by the API and as a page
watchers   one answer before 0, 1 and 100 pages that listen and then fetch
growth     an answer after 10, 100 and 1,000 answers of one game
tables     an answer beside 100, 1,000 and 3,000 other tables
memory     what a table holds in memory: new, played, and put away

Only figures of one run compare with each other.
"""

from __future__ import annotations

import argparse
import contextlib
import http.client
import json
import random
import statistics
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Any, TypeVar
from urllib.parse import urlencode

from bench_web import memory, start

T = TypeVar("T")
GAMES = ("redboar", "squares", "thegrid", "cardbowl", "fastdrive")


def clock(pid: int) -> float:
    """The processor seconds of a process, all threads, to the nanosecond."""
    return time.clock_gettime((~pid << 3) | 2)


class Spent:
    """Processor time of a server by request."""

    def __init__(self, pid: int) -> None:
        self.pid = pid

    def on(self, request: Callable[..., T], *given: Any) -> tuple[float, T]:
        """Milliseconds that this request cost, and its reply."""
        before = clock(self.pid)
        reply = request(*given)
        time.sleep(0.001)  # what follows the reply is part of it
        return 1000 * (clock(self.pid) - before), reply


class Browser:
    """One visitor: a kept-alive connection, and the cookie."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.line = http.client.HTTPConnection("127.0.0.1", port)
        self.token = ""

    def call(self, method: str, path: str, body: bytes = b"", **headers: str) -> tuple[int, bytes]:
        """Status and body; compressed as it came."""
        given = {"accept-encoding": "gzip, deflate, br", "origin": f"http://127.0.0.1:{self.port}"}
        if self.token:
            given["cookie"] = f"fieldhouse={self.token}"
        given |= {name.replace("_", "-"): value for name, value in headers.items()}
        try:
            self.line.request(method, path, body or None, given)
            reply = self.line.getresponse()
        except http.client.RemoteDisconnected:  # the server closes what has been still for a while
            self.line.request(method, path, body or None, given)
            reply = self.line.getresponse()
        return reply.status, reply.read()

    def api(self, method: str, path: str, body: Any = None) -> Any:
        """A request of the API."""
        data = json.dumps(body).encode() if body is not None else b""
        plain = {"content_type": "application/json", "accept_encoding": "identity"}
        status, reply = self.call(method, path, data, **plain)
        if status >= 400:
            raise OSError(f"{method} {path}: {status} {reply.decode()}")
        return json.loads(reply)


class Game:
    """A table with a browser at each of two seats."""

    def __init__(self, port: int, name: str, seed: int = 1, **wishes: Any) -> None:
        self.browsers = [Browser(port), Browser(port)]
        self.rng = random.Random(seed)
        self.game, self.wishes = name, wishes
        self.answers = 0
        self._open()

    def _open(self) -> None:
        wish = {"game": self.game, "opponent": "link", **self.wishes}
        for browser in self.browsers:
            browser.token = ""
        made = self.browsers[0].api("POST", "/api/tables", wish)
        self.browsers[0].token, self.id = made["token"], made["table"]
        joined = self.browsers[1].api("POST", f"/api/join/{made['invites']['1']}", {})
        self.browsers[1].token = joined["token"]

    def asked(self) -> tuple[int, dict[str, Any]]:
        """Whom the table waits for, and the question; a new table once the game is over."""
        for seat, browser in enumerate(self.browsers):
            state = browser.api("GET", f"/api/tables/{self.id}?after=1000000")
            if state["request"] is not None:
                return seat, state["request"]
        self._open()
        return self.asked()

    def form(self, asked: dict[str, Any], key: str) -> bytes:
        """What the page's form sends."""
        self.answers += 1
        return urlencode({"seat": asked["seat"], "sequence": asked["sequence"], "key": key}).encode()

    def post(self, seat: int, body: bytes) -> tuple[int, bytes]:
        """Answer as the page's script does."""
        kind = "application/x-www-form-urlencoded;charset=UTF-8"
        where = f"/t/{self.id}/answer"
        return self.browsers[seat].call("POST", where, body, content_type=kind, x_fieldhouse="rest")

    def page(self, seat: int) -> tuple[int, bytes]:
        """Fetch the page again as the script does."""
        where = f"/t/{self.id}?seat={seat}"
        return self.browsers[seat].call("GET", where, x_fieldhouse="rest")

    def play(self, count: int) -> None:
        """Answers that nobody measures, by the API."""
        for _ in range(count):
            seat, asked = self.asked()
            self.api_answer(seat, asked)

    def api_answer(self, seat: int, asked: dict[str, Any]) -> None:
        """Answer as a program does."""
        key = self.rng.choice(asked["options"])["key"]
        body = {"seat": asked["seat"], "sequence": asked["sequence"], "key": key}
        self.browsers[seat].api("POST", f"/api/tables/{self.id}/answers", body)
        self.answers += 1


def watch(browser: Browser, table: str) -> tuple[int, bytes]:
    """Fetch the page as the script of this browser does."""
    return browser.call("GET", f"/t/{table}", x_fieldhouse="rest")


def figures(times: list[float]) -> str:
    """Mean, median and 99th percentile."""
    ordered = sorted(times)
    last = ordered[min(len(ordered) - 1, int(0.99 * len(ordered)))]
    return f"{statistics.mean(times):8.2f}{statistics.median(times):8.2f}{last:8.2f}{len(times):7}"


HEAD = f"{'mean':>8}{'p50':>8}{'p99':>8}{'count':>7}"


@contextlib.contextmanager
def server(**settings: str) -> Iterator[tuple[int, Spent]]:
    """A server on SQLite: its port and its clock."""
    with tempfile.TemporaryDirectory() as folder:
        process, port = start(f"sqlite:///{folder}/tables.db", **settings)
        try:
            yield port, Spent(process.pid)
        finally:
            process.terminate()
            process.wait(20)


def pages(wish: argparse.Namespace) -> None:
    """HTML answers of every game, by kind of question, and the page that the other seat then fetches."""
    print(f"{'HTML answer, ms':34}{HEAD}{'kB':>7}")
    for name in wish.games:
        with server() as (port, spent):
            table = Game(port, name)
            kinds: dict[str, list[float]] = defaultdict(list)
            fetched, sizes = [], []
            for n in range(wish.answers + 10):
                seat, asked = table.asked()
                body = table.form(asked, table.rng.choice(asked["options"])["key"])
                cost, (status, reply) = spent.on(table.post, seat, body)
                assert status == 200, reply
                other, _ = spent.on(table.page, 1 - seat)
                if n >= 10:
                    kinds[asked["what"]].append(cost)
                    fetched.append(other)
                    sizes.append(len(reply) / 1000)
            every = [cost for costs in kinds.values() for cost in costs]
            print(f"{name:34}{figures(every)}{statistics.mean(sizes):7.1f}")
            for what, costs in sorted(kinds.items(), key=lambda kind: -statistics.mean(kind[1])):
                print(f"  {what:32}{figures(costs)}")
            print(f"  {'the page of the other seat':32}{figures(fetched)}", flush=True)


def looks(wish: argparse.Namespace) -> None:
    """Looks at tables where nothing happens."""
    print(f"{'look at an unchanged table, ms':34}{HEAD}")
    for name in wish.games:
        with server() as (port, spent):
            table = Game(port, name)
            table.play(30)
            for who, browser in {"a seat": table.browsers[0], "a spectator": Browser(port)}.items():
                where = f"/api/tables/{table.id}?after=1000000"
                costs = [spent.on(browser.call, "GET", where)[0] for _ in range(60)][10:]
                print(f"  {f'{name}, API, {who}':32}{figures(costs)}", flush=True)
                costs = [spent.on(watch, browser, table.id)[0] for _ in range(60)][10:]
                print(f"  {f'{name}, page, {who}':32}{figures(costs)}", flush=True)


def watchers(wish: argparse.Namespace) -> None:
    """One answer with so many watchers, each of whom then fetches the page once."""
    print(f"{'answer and all pages after it, ms':34}{HEAD}")
    for name in wish.games:
        with server() as (port, spent):
            table = Game(port, name)
            crowd: list[Browser] = []
            for count in (0, 1, 100):
                while len(crowd) < count:
                    crowd.append(Browser(port))
                costs = []
                for n in range(15):
                    seat, asked = table.asked()
                    before = clock(spent.pid)
                    table.post(seat, table.form(asked, table.rng.choice(asked["options"])["key"]))
                    for one in crowd:
                        watch(one, table.id)
                    if n >= 5:
                        costs.append(1000 * (clock(spent.pid) - before))
                print(f"  {f'{name}, {count} watchers':32}{figures(costs)}", flush=True)


def growth(wish: argparse.Namespace) -> None:
    """Answers early and late in one game."""
    print(f"{'answer by number, ms':34}{HEAD}")
    for name, wishes in LONG.items():
        if name not in wish.games:
            continue
        with server() as (port, spent):
            table = Game(port, name, **wishes)
            first = table.id
            for start_at in (10, 100, 1000):
                table.play(start_at - table.answers)
                if table.id != first:
                    break
                plain, page = [], []
                for n in range(60):
                    seat, asked = table.asked()
                    if n % 2:
                        plain.append(spent.on(table.api_answer, seat, asked)[0])
                        continue
                    body = table.form(asked, table.rng.choice(asked["options"])["key"])
                    page.append(spent.on(table.post, seat, body)[0])
                if table.id != first:
                    break
                print(f"  {f'{name}, API, from answer {start_at}':32}{figures(plain)}")
                print(f"  {f'{name}, HTML, from answer {start_at}':32}{figures(page)}", flush=True)


LONG: dict[str, dict[str, Any]] = {
    "squares": {},
    "cardbowl": {"length": "full"},
    "redboar": {},
    "thegrid": {},
}
"""Games with many answers; two of them end after 200 or so."""


def tables(wish: argparse.Namespace) -> None:
    """An answer beside so many other tables that were just played at."""
    print(f"{'answer beside other tables, ms':34}{HEAD}")
    with server() as (port, spent):
        table, others, maker = Game(port, wish.games[0]), 1, Browser(port)
        for count in (100, 1000, 3000):
            while others < count:
                maker.token = ""
                maker.api("POST", "/api/tables", {"game": wish.games[0], "opponent": "both"})
                others += 1
            costs = []
            for _ in range(200):
                seat, asked = table.asked()
                costs.append(spent.on(table.api_answer, seat, asked)[0])
            print(f"  {f'{count} tables':32}{figures(costs)}", flush=True)


def play_pages(table: Game, count: int) -> None:
    """Answers by form, as people in browsers give them."""
    for _ in range(count):
        seat, asked = table.asked()
        table.post(seat, table.form(asked, table.rng.choice(asked["options"])["key"]))


def at_rest(wish: argparse.Namespace) -> None:
    """Memory a table, after so many answers each by pages."""
    print(f"{'memory a table, KiB':34}{'new':>8}{'played':>8}{'at rest':>9}{'opening, ms':>12}")
    for name in wish.games:
        with server(rest_minutes=f"{wish.rest / 120}") as (port, spent):
            for seed in range(15):  # what the server keeps for all tables together is there
                play_pages(Game(port, name, seed), 40)
            before = memory(spent.pid)
            made = [Game(port, name, seed) for seed in range(wish.tables)]
            new = memory(spent.pid)
            for table in made:
                play_pages(table, 40)
            played = memory(spent.pid)
            for table in made:
                for browser in table.browsers:
                    browser.line.close()
            time.sleep(wish.rest + 5)  # the memory is searched when nobody has asked for two seconds
            rest = memory(spent.pid)
            kib = [1024 * (size - before) / wish.tables for size in (new, played, rest)]
            opened = [spent.on(table.page, 0)[0] for table in made[:20]]
            print(f"  {name:32}{kib[0]:8.0f}{kib[1]:8.0f}{kib[2]:9.0f}", end="")
            print(f"{statistics.mean(opened):11.1f}", flush=True)


PARTS = {
    "pages": pages,
    "looks": looks,
    "watchers": watchers,
    "growth": growth,
    "tables": tables,
    "memory": at_rest,
}


def main() -> None:
    """Run the parts that are wished for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--games", nargs="*", default=GAMES)
    parser.add_argument("--answers", type=int, default=150, help="measured of each game's pages")
    parser.add_argument("--tables", type=int, default=100, help="whose memory is measured")
    parser.add_argument("--rest", type=float, default=60, help="seconds until a table is at rest")
    wish = parser.parse_args()
    for name in wish.parts or PARTS:
        PARTS[name](wish)


if __name__ == "__main__":
    main()
