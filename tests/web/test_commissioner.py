"""Draft and auction rooms by the API: private wishes, who answers for a seat, clock, pause, more time."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.web.conftest import Server
from tests.web.test_plan import Person

PEOPLE: list[Person] = []


@pytest.fixture(autouse=True)
def they_leave_at_the_end() -> Iterator[None]:
    yield
    while PEOPLE:
        PEOPLE.pop().http.close()


class Coach(Person):
    """A person at a draft, over every restart of the server."""

    table = ""
    seat = 0

    def __init__(self, server: Server) -> None:
        super().__init__(server)
        PEOPLE.append(self)

    def sit(self, table: str, seat: int) -> None:
        self.table, self.seat = table, seat

    def move(self, server: Server) -> None:
        self.http.base_url = httpx.URL(server.url)

    def room(self) -> dict[str, Any]:
        found: dict[str, Any] = self.http.get(f"/api/tables/{self.table}/room").json()
        return found

    def tell(self, **words: Any) -> httpx.Response:
        return self.http.post(f"/api/tables/{self.table}/room", json=words)

    def clock(self, do: str) -> httpx.Response:
        return self.http.post(f"/api/tables/{self.table}/clock", json={"do": do})

    def until(self, happened: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Look until it has happened, as a page does: by long polls."""
        state = self.look(self.table)
        for _ in range(100):
            if happened(state):
                return state
            state = self.look(self.table, unless=state["tag"], wait=5)
        raise AssertionError(state["head"])

    def pick(self, key: str, state: dict[str, Any]) -> httpx.Response:
        given = {"sequence": state["request"]["sequence"], "key": key}
        return self.http.post(f"/api/tables/{self.table}/answers", json=given)


def two(server: Server, **wish: Any) -> tuple[Coach, Coach]:
    """Ann, the commissioner, and Bob, at a draft of two."""
    ann, bob = Coach(server), Coach(server)
    made = ann.create(game="thegrid-draft", options={"coaches": 2}, plan=["me", "link"], **wish)
    bob.join(made["invites"]["1"])
    ann.sit(made["table"], 0)
    bob.sit(made["table"], 1)
    return ann, bob


def asked(ann: Coach, bob: Coach) -> tuple[Coach, Coach, dict[str, Any]]:
    """Who is on the clock, who is not, and what the first one sees."""
    state = ann.until(lambda state: bool(state["waiting"]))
    first, second = (ann, bob) if state["waiting"] == [0] else (bob, ann)
    return first, second, first.look(first.table)


def everything(person: Coach) -> list[Any]:
    """All that a person can get from the server about the table; the clock runs on by itself."""
    where = f"/t/{person.table}"
    page = person.http.get(where).text
    room = {name: value for name, value in person.room().items() if name != "left"}
    record = person.http.get(f"{where}/record.json").json()
    return [person.look(person.table), room, record, page, person.http.get("/api/tables").json()]


def test_a_list_of_wishes_is_for_its_own_seat_alone(serve: Callable[..., Server]) -> None:
    """By every door: state, tag, room, record, page, lists; and it is kept over a kill."""
    server = serve()
    ann, bob = two(server)
    first, second, state = asked(ann, bob)
    stranger = Coach(server)
    stranger.sit(first.table, 0)
    before = everything(second), everything(stranger)
    mine = first.look(first.table)["tag"]
    best = [option["key"] for option in state["request"]["options"][:3]]
    reply = first.tell(wishes=[{"key": best[2], "top": 0}, {"key": best[0], "top": 0}])
    assert reply.status_code == 201, reply.text
    assert first.look(first.table)["tag"] != mine, "my other screen hears of it"
    assert (everything(second), everything(stranger)) == before
    assert second.room()["wishes"] == [] and stranger.room()["wishes"] is None
    assert first.tell(wishes=[{"key": "nobody", "top": 0}]).status_code == 400
    assert first.tell(wishes=[{"key": best[0], "top": 12}]).status_code == 400, "no money in a draft"
    server.kill()
    server.start()
    first.move(server)
    assert [wish["key"] for wish in first.room()["wishes"]] == [best[2], best[0]]


def test_the_stand_in_takes_the_first_wish_that_can_be_had_and_once_is_once(server: Server) -> None:
    ann, bob = two(server)
    first, second, state = asked(ann, bob)
    wanted = state["request"]["options"][20]["key"]
    first.tell(wishes=[{"key": wanted, "top": 0}])
    assert first.tell(autopick="once").json()["autopick"] in ("once", "off")
    state = second.until(lambda state: state["waiting"] == [second.seat])
    pool = [player["id"] for player in state["view"]["pool"]]
    roster = state["view"]["state"]["rosters"][first.seat]
    assert [pool[who] for who in roster] == [wanted]
    assert first.room()["autopick"] == "off"
    for who in (first, second):  # both let theirs play: the draft ends by itself
        who.tell(autopick="on")
    done = ann.until(lambda state: state["status"] == "over")
    assert done["outcome"]["why"] == "formed"


def test_only_the_commissioner_pauses_and_nobody_answers_meanwhile(serve: Callable[..., Server]) -> None:
    server = serve()
    ann, bob = two(server, pace=60, reserve=120)
    first, _, state = asked(ann, bob)
    assert bob.clock("pause").status_code == 403
    assert ann.clock("pause").status_code == 201
    assert ann.clock("pause").status_code == 409
    key = state["request"]["options"][0]["key"]
    refused = first.pick(key, first.look(first.table))
    assert refused.status_code == 409 and "paused" in refused.text
    left = bob.room()
    server.kill()
    server.start()
    ann.move(server)
    bob.move(server)
    assert bob.room() == left and left["paused"], "a paused clock stands, over a restart too"
    assert ann.clock("more").json()["reserve"] == left["reserve"] + 60
    assert not ann.clock("resume").json()["paused"]
    assert first.pick(key, first.look(first.table)).status_code == 201
    told = str(ann.look(ann.table)["events"])
    assert "The commissioner paused" in told and "one more minute" in told


def test_who_lets_the_clock_run_out_is_played_by_his_own_list(
    serve: Callable[..., Server], tmp_path: Path
) -> None:
    """The clock is kept in the store: while the server is away it runs on."""
    server = serve()
    ann, bob = two(server, pace=30, reserve=60)
    first, second, state = asked(ann, bob)
    room = second.room()
    assert 0 < room["left"] <= 30 and room["reserve"] == 60
    wanted = state["request"]["options"][7]["key"]
    first.tell(wishes=[{"key": wanted, "top": 0}])
    server.kill()
    with closing(sqlite3.connect(tmp_path / "tables.db")) as db, db:
        db.execute("UPDATE tables SET deadline_at = deadline_at - 3600")
    db.close()
    server.start()
    second.move(server)
    state = second.until(lambda state: state["waiting"] == [second.seat])
    pool = [player["id"] for player in state["view"]["pool"]]
    assert [pool[who] for who in state["view"]["state"]["rosters"][first.seat]] == [wanted]
    assert "Time is up" in str(state["events"])
    with closing(sqlite3.connect(tmp_path / "tables.db")) as db, db:
        reserves = dict(db.execute("SELECT seat, reserve FROM seats").fetchall())
    db.close()
    assert reserves == {first.seat: 0, second.seat: 60}


def test_a_clock_belongs_to_rooms_and_has_sensible_bounds(server: Server) -> None:
    made = Coach(server).create(game="sandlot", plan=["me", "link"], pace=30)
    assert made["status"] == 400 and "has no clock" in made["detail"]
    made = Coach(server).create(game="thegrid-draft", options={"coaches": 2}, plan=["me", "link"], pace=2)
    assert made["status"] == 400 and "5 to 3600" in made["detail"]
