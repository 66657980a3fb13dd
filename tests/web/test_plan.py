"""A table is set up by a plan with one word a chair; only who set it up may delete it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import httpx
import pytest
from tests.web.conftest import Server


class Person:
    """A program with a token of its own."""

    def __init__(self, server: Server) -> None:
        self.http = httpx.Client(base_url=server.url, timeout=30)

    def create(self, **wish: Any) -> dict[str, Any]:
        reply = self.http.post("/api/tables", json=wish)
        made: dict[str, Any] = reply.json() | {"status": reply.status_code}
        if reply.status_code == 201:
            self.http.headers["authorization"] = f"Bearer {made['token']}"
        return made

    def join(self, invite: str) -> dict[str, Any]:
        made: dict[str, Any] = self.http.post(f"/api/join/{invite}", json={}).json()
        self.http.headers["authorization"] = f"Bearer {made['token']}"
        return made

    def look(self, table: str, **query: Any) -> dict[str, Any]:
        found: dict[str, Any] = self.http.get(f"/api/tables/{table}", params=query).json()
        return found


@pytest.fixture
def person(server: Server) -> Iterator[Callable[[], Person]]:
    """New people; they leave at the end."""
    with ExitStack() as stack:

        def come() -> Person:
            found = Person(server)
            stack.callback(found.http.close)
            return found

        yield come


def test_twelve_chairs_for_three_people_and_nine_coaches(person: Callable[[], Person]) -> None:
    """A draft of twelve: seats beyond 9, one word a chair, and it begins when the last friend is there."""
    ann, bob, cleo = person(), person(), person()
    plan = ["coach:rookie"] * 12
    plan[11], plan[3], plan[10] = "me", "link", "link"
    made = ann.create(game="thegrid-draft", options={"coaches": 12}, plan=plan)
    assert made["status"] == 201 and made["seats"] == [11] and set(made["invites"]) == {"3", "10"}
    assert bob.join(made["invites"]["10"])["seats"] == [10]
    assert ann.look(made["table"])["status"] == "open"
    assert cleo.join(made["invites"]["3"])["seats"] == [3]
    for one, seat in ((ann, 11), (bob, 10), (cleo, 3)):
        state = one.look(made["table"])
        assert state["status"] == "live" and state["seat"] == seat
        for _ in range(120):
            if state["request"] is not None:
                break
            if state["waiting"] and set(state["waiting"]) <= {3, 10, 11}:
                break
            state = one.look(made["table"], unless=state["tag"], wait=5)
    assert set(state["waiting"]) & {3, 10, 11}, "the coaches have picked until a person is asked"


def test_a_person_i_know_has_a_chair_kept_for_them(person: Callable[[], Person]) -> None:
    ann, bob, stranger = person(), person(), person()
    first = ann.create(game="sandlot", opponent="link", length="tiny")
    bob.join(first["invites"]["1"])
    again = ann.create(game="sandlot", length="tiny", plan=[f"with:{first['table']}:1", "me"])
    assert again["status"] == 201 and again["invites"] == {} and again["seats"] == [1]
    assert again["table"] in [line["id"] for line in bob.http.get("/api/tables").json()]
    assert bob.look(again["table"])["seat"] == 0, "his own token opens the chair"
    assert stranger.create(game="sandlot", plan=[f"with:{first['table']}:1", "me"])["status"] == 400


@pytest.mark.parametrize(
    ("plan", "words"),
    [
        (["me"], "1 words"),
        (["link", "link"], "must be `me`"),
        (["me", "coach:nobody"], "no coach"),
        (["me", "robot"], "is not one of me, link"),
        (["me", "with:nowhere:0"], "Table not found"),
    ],
)
def test_a_plan_that_cannot_be_is_refused_with_what_would_be_right(
    person: Callable[[], Person], plan: list[str], words: str
) -> None:
    refused = person().create(game="sandlot", plan=plan)
    assert refused["status"] in (400, 404) and words in f"{refused['error']} {refused['detail']}"


def test_only_who_set_a_table_up_may_delete_it(person: Callable[[], Person]) -> None:
    """Not the loser of a finished game, nor anybody else."""
    ann, bob = person(), person()
    made = ann.create(game="sandlot", opponent="link", length="tiny")
    bob.join(made["invites"]["1"])
    where = f"/t/{made['table']}/delete"
    sequence = bob.look(made["table"], seat=1)
    number = sequence["request"]["sequence"] if sequence["request"] else 0
    given = {"sequence": number, "key": "concede"}
    assert bob.http.post(f"/api/tables/{made['table']}/answers", json=given).status_code == 201
    assert bob.http.post(where).status_code == 403
    assert person().http.post(where).status_code == 403
    assert bob.look(made["table"])["status"] == "over"
    assert ann.http.post(where).status_code == 303
    assert ann.http.get(f"/api/tables/{made['table']}").status_code == 404
