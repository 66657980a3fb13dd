"""Costly work leaves the server process: leagues, exports, coaches and hints keep nobody waiting."""

from __future__ import annotations

import os
import re
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest
from tests.web.conftest import SANDLOT, Server, until
from tests.web.test_coaches import SHELF

OPERATOR = "operator-of-the-jobs"


@pytest.fixture(scope="module")
def busy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with a coach that sleeps for a long time."""
    found = Server(
        f"sqlite:///{tmp_path_factory.mktemp('store') / 'tables.db'}",
        games=os.pathsep.join([SANDLOT, SHELF]),
        patience_seconds="60",
        operator_token=OPERATOR,
    )
    yield found
    found.kill(signal.SIGTERM)


def lane(server: Server, what: str, name: str) -> float:
    """A figure of a lane of workers, as the operator reads it."""
    headers = {"authorization": f"Bearer {OPERATOR}"}
    text = httpx.get(f"{server.url}/metrics", headers=headers).text
    found = re.search(rf'fieldhouse_lane_{what}\{{lane="{name}"\}} ([0-9.e+]+)', text)
    assert found is not None, text
    return float(found[1])


def league(client: httpx.Client, teams: int, game: str, **form: str) -> str:
    """A league of coaches; its address."""
    names = "\n".join(f"Team {chr(65 + n)}" for n in range(teams))
    given = {"title": "Jobs", "name": "Ann", "game": game, "form": "twice", "teams": names, "mine": "none"}
    page = client.post("/leagues/new", data={**given, **form})
    assert page.status_code == 200, page.text
    return page.url.path


def results(client: httpx.Client, address: str) -> int:
    """Games that have a result."""
    return client.get(f"{address}/schedule").text.count(">Final (simulated)<")


def test_a_league_is_simulated_in_the_background_until_it_is_stopped(busy: Server) -> None:
    """The page comes at once and says how far it is; what was played counts and is named."""
    with busy.client() as ann:
        address = league(ann, 16, "redboar")
        desk = ann.post(f"{address}/desk/simulate", data={"which": "all", "far": "end"})
        assert desk.status_code == 200 and "Simulating games" in desk.text and "Stop simulation" in desk.text
        again = ann.post(f"{address}/desk/simulate", data={"which": "all"})
        assert again.status_code == 400 and "being simulated" in again.text
        assert "League simulation" in ann.get(f"/operator/{OPERATOR}").text
        until("a game is played", lambda: results(ann, address) > 0)
        ann.post(f"{address}/desk/stop-simulation")
        until("it stops", lambda: "Stop simulation" not in ann.get(f"{address}/desk").text)
        said = re.search(r"Stopped after (\d+) games? \(", ann.get(f"{address}/desk").text)
        assert said is not None and int(said[1]) == results(ann, address)


def test_one_person_has_only_so_many_leagues_simulated_at_once(busy: Server) -> None:
    with busy.client() as ann, busy.client() as bob:
        leagues = [league(ann, 16, "redboar") for _ in range(3)]
        wish = {"which": "all", "far": "end"}
        assert [ann.post(f"{one}/desk/simulate", data=wish).status_code for one in leagues] == [200, 200, 400]
        other = league(bob, 2, "redboar", length="tiny")
        assert bob.post(f"{other}/desk/simulate", data=wish).status_code == 200
        until("Bob's games are played", lambda: results(bob, other) == 2)
        for one in leagues[:2]:
            ann.post(f"{one}/desk/stop-simulation")


def test_an_export_is_written_once_as_long_as_the_log_is_the_same(busy: Server) -> None:
    with busy.client() as ann:
        address = league(ann, 2, "redboar", length="tiny")
        ann.post(f"{address}/desk/simulate", data={"which": "all"})
        until("a game is played", lambda: "Simulated " in ann.get(f"{address}/desk").text)
        first = ann.get(f"{address}/plays.csv")
        assert first.status_code == 200 and len(first.text.splitlines()) > 1
        done = lane(busy, "done", "requests")
        assert ann.get(f"{address}/plays.csv").content == first.content
        assert lane(busy, "done", "requests") == done, "it was kept"
        ann.post(f"{address}/desk/simulate", data={"which": "all", "far": "end"})
        until("the season is over", lambda: results(ann, address) == 2)
        assert len(ann.get(f"{address}/plays.csv").content) > len(first.content)


class Seat:
    """A program at a table of its own."""

    def __init__(self, server: Server, game: str, opponent: str, seat: str = "0", token: str = "") -> None:
        self.url, self.token = server.url, token
        wish = {"game": game, "opponent": opponent, "seat": seat}
        reply = self.call("POST", "/api/tables", json=wish)
        assert reply.status_code == 201, reply.text
        self.table, self.token = reply.json()["table"], token or reply.json()["token"]

    def call(self, method: str, path: str, **more: Any) -> httpx.Response:
        """A request with the token of the seat."""
        headers = {"authorization": f"Bearer {self.token}"} if self.token else {}
        return httpx.request(method, f"{self.url}{path}", headers=headers, timeout=120, **more)

    def asked(self) -> dict[str, Any] | None:
        """The question, if there is one."""
        found: dict[str, Any] | None = self.call("GET", f"/api/tables/{self.table}").json()["request"]
        return found

    def pass_on(self) -> None:
        """Answer until the coach has to."""
        while (asked := self.asked()) is not None:
            key = asked["options"][0]["key"]
            body = {"sequence": asked["sequence"], "seat": asked["seat"], "key": key}
            assert self.call("POST", f"/api/tables/{self.table}/answers", json=body).status_code == 201

    def hint(self) -> str:
        """The page with a hint."""
        asked = self.asked()
        assert asked is not None
        reply = self.call("POST", f"/t/{self.table}/hint", data={"seat": str(asked["seat"])})
        assert reply.status_code == 200, reply.text
        return reply.text


def test_nobody_who_plays_a_quick_coach_waits_for_deep_thinkers(busy: Server) -> None:
    """Coaches think at four tables of one person: another's starter answers meanwhile."""
    first = Seat(busy, "stubborn", "coach:sleepy")
    for table in (first, *(Seat(busy, "stubborn", "coach:sleepy", token=first.token) for _ in range(3))):
        table.pass_on()
    until("they think and wait", lambda: lane(busy, "waiting", "coaches") >= 2)
    mine = Seat(busy, "squares", "coach:starter", "1")
    until("the starter has answered", lambda: mine.asked() is not None)
    assert lane(busy, "busy", "coaches") == 1 and lane(busy, "waiting", "coaches") >= 2


def test_hints_for_many_tables_of_one_person_do_not_refuse_another_a_hint(busy: Server) -> None:
    first = Seat(busy, "redboar", "both")
    tables = [first, *(Seat(busy, "redboar", "both", token=first.token) for _ in range(9))]
    mine = Seat(busy, "redboar", "both")
    with ThreadPoolExecutor(11) as crowd:
        greedy = [crowd.submit(table.hint) for table in tables]
        assert "No hint this time" not in crowd.submit(mine.hint).result()
        refused = sum("No hint this time" in one.result() for one in greedy)
    assert refused < len(tables), "some of them are given, too"


def test_a_stop_in_the_middle_of_a_simulation_takes_no_time(serve: Callable[..., Server]) -> None:
    """Four leagues are being simulated when SIGTERM comes."""
    server = serve(cold=True, operator_token=OPERATOR)
    clients = [server.client() for _ in range(4)]
    for client in clients:
        address = league(client, 16, "redboar")
        client.post(f"{address}/desk/simulate", data={"which": "all", "far": "end"})
    until("a simulation is running", lambda: lane(server, "busy", "long_jobs") == 1)
    assert httpx.get(f"{server.url}/healthz").status_code == 200
    began = time.monotonic()
    server.kill(signal.SIGTERM)
    assert time.monotonic() - began < 15, "on a busy machine; a second on a quiet one"
    for client in clients:
        client.close()


def test_a_bad_chart_of_many_cells_is_read_by_a_worker(busy: Server) -> None:
    with busy.client() as ann:
        page = ann.get("/design/redboar/offense_cards").text
        cells = re.findall(r'<input name="(c\d+)" value="\d+"', page)[:20]
        done = lane(busy, "done", "requests")
        refused = ann.post("/design/redboar/offense_cards", data=dict.fromkeys(cells, "x"))
        assert refused.status_code == 400
        assert lane(busy, "done", "requests") == done + 1
