"""Programs in a seat: the JSON interface, its description, the Python client, `fieldhouse sit`."""

from __future__ import annotations

import random
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.web.conftest import Server

from fieldhouse.kernel import record
from fieldhouse.kernel.entries import Chosen
from fieldhouse.kernel.errors import FieldhouseError
from fieldhouse.kernel.table import Table
from fieldhouse.web.client import Program, Refused, Seat, call_api


def first(request: dict[str, Any], state: dict[str, Any]) -> str:
    return str(request["options"][0]["key"])


def test_a_program_plays_a_whole_game_against_a_coach(server: Server) -> None:
    seat = Seat.create(server.url, "sandlot", "coach:starter", length="tiny")
    state = seat.play(first)
    assert state["outcome"]["why"] in ("points", "tie")
    assert len(seat.receipts) == state_answers(state, seat)
    verdict = httpx.get(f"{server.url}/t/{seat.table}/verify?receipts={'+'.join(seat.receipts)}").text
    assert "No problems found" in verdict


def state_answers(state: dict[str, Any], seat: Seat) -> int:
    """Those that were a choice: against a coach the others go by themselves, secret ones too."""
    kept = record.parse_record(httpx.get(f"{seat.server}/t/{seat.table}/record.json").content)
    table: Table[Any] = Table(record.record_game(kept))
    count = 0
    for entry in kept.entries:
        if isinstance(entry, Chosen) and entry.seat == state["seat"]:
            asked = table.request_for(entry.seat)
            count += asked is not None and asked.only_key is None
        record.apply_entry(table, entry)
    return count


def test_two_programs_meet_by_invitation(server: Server) -> None:
    made = call_api(f"{server.url}/api/tables", {"game": "sandlot", "length": "tiny", "name": "one"})
    ours = Seat(server.url, made["table"], made["token"])
    assert ours.look()["status"] == "open"
    theirs = Seat.join(f"{server.url}/join/{made['invites']['1']}", "two")
    thread = threading.Thread(target=theirs.play, args=(first,))
    thread.start()
    rng = random.Random(3)
    state = ours.play(lambda request, _: rng.choice(request["options"])["key"])
    thread.join(20)
    assert state["status"] == "over" and not thread.is_alive()
    with pytest.raises(Refused) as refused:
        Seat.join(f"{server.url}/join/{made['invites']['1']}")
    assert refused.value.status == 404


def test_long_poll_wakes_when_the_other_answers(server: Server) -> None:
    made = call_api(f"{server.url}/api/tables", {"game": "sandlot", "length": "tiny"})
    ours = Seat(server.url, made["table"], made["token"])
    theirs = Seat.join(f"{server.url}/join/{made['invites']['1']}")
    request = ours.look()["request"]
    ours.answer(request, first(request, {}))
    waiting = ours.look()
    assert waiting["request"] is None
    woke: list[float] = []

    def wait() -> None:
        began = time.monotonic()
        assert ours.look(unless=waiting["tag"], wait=20)["tag"] != waiting["tag"]
        woke.append(time.monotonic() - began)

    thread = threading.Thread(target=wait)
    thread.start()
    time.sleep(0.5)
    request = theirs.look()["request"]
    theirs.answer(request, first(request, {}))
    thread.join(60)
    assert woke and 0.4 < woke[0] < 19, "by the answer, not by the end of the wait"
    began = time.monotonic()
    tag = ours.look()["tag"]
    assert ours.look(unless=tag, wait=0.3)["tag"] == tag
    assert time.monotonic() - began > 0.25


def test_sit_lets_any_program_play(server: Server, tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    print(json.dumps(json.loads(line)['request']['options'][-1]['key']), flush=True)\n"
    )
    made = call_api(f"{server.url}/api/tables", {"game": "sandlot", "length": "tiny"})
    run = "from fieldhouse.cli import main; main()"
    link = f"{server.url}/join/{made['invites']['1']}"
    program = f"{sys.executable} {bot}"
    with subprocess.Popen(
        [sys.executable, "-c", run, "sit", link, "--command", program], stdout=subprocess.PIPE, text=True
    ) as sitting:
        state = Seat(server.url, made["table"], made["token"]).play(first)
        out, _ = sitting.communicate(timeout=60)
    assert sitting.returncode == 0 and state["outcome"]["text"] in out
    with (
        Program(f"{sys.executable} -c pass") as silent,
        pytest.raises(FieldhouseError, match="without an answer"),
    ):
        silent({}, {})


def test_refusals_say_why_and_name_the_rule(server: Server) -> None:
    made = call_api(f"{server.url}/api/tables", {"game": "sandlot", "length": "tiny", "opponent": "both"})
    where = f"{server.url}/api/tables/{made['table']}/answers"
    headers = {"authorization": f"Bearer {made['token']}"}
    cases = [
        ({"sequence": 0, "key": "BOMB", "seat": 0}, 422, "not an option here"),
        ({"sequence": 5, "key": "RUN", "seat": 0}, 409, "carries number 5"),
        ({"sequence": 0, "key": "RUN", "seat": 9}, 403, "not for this seat"),
        ({"sequence": 0, "keys": [], "seat": 0}, 422, "key of an option"),
        ({"sequence": 0, "keys": ["undo", "undo"], "seat": 0}, 422, "can't be part of a batch"),
        ({"sequence": -1, "key": "RUN"}, 400, "`int` >= 0"),
        ({"sequence": 0, "key": "RUN", "extra": 1}, 400, "unknown field `extra`"),
        ({"key": "RUN"}, 400, "missing required field `sequence`"),
    ]
    for body, status, words in cases:
        reply = httpx.post(where, json=body, headers=headers)
        assert reply.status_code == status and words in reply.json()["detail"], reply.text
    assert httpx.post(where, json={"sequence": 0, "key": "RUN", "seat": 0}).status_code == 403
    assert httpx.get(f"{server.url}/api/tables", headers=headers).json()[0]["id"] == made["table"]
    assert httpx.get(f"{server.url}/api/tables").json() == []


def test_the_description_lists_every_way(server: Server) -> None:
    found = httpx.get(f"{server.url}/api/schema/openapi.json").json()
    assert found["openapi"].startswith("3.")
    assert set(found["paths"]) == {
        "/api/games",
        "/api/join/{invite}",
        "/api/promises",
        "/api/tables",
        "/api/tables/{table_id}",
        "/api/tables/{table_id}/answers",
        "/api/tables/{table_id}/clock",
        "/api/tables/{table_id}/room",
        "/api/tables/{table_id}/summary",
    }


JUNK = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=20),
    lambda inside: st.lists(inside, max_size=3) | st.dictionaries(st.text(max_size=8), inside, max_size=3),
    max_leaves=6,
)
LIKELY = {
    "string": st.sampled_from(["sandlot", "both", "link", "tiny", "RUN", "0", "", "undo", "x" * 5000]),
    "integer": st.integers(-1, 20),
    "number": st.sampled_from([0, -1, 31]),
    "array": st.lists(st.sampled_from(["RUN", "PASS"]), max_size=3),
}


def value(about: dict[str, Any]) -> st.SearchStrategy[Any]:
    """Mostly what the description asks for, sometimes anything."""
    kinds = [one.get("type") for one in about.get("oneOf", [about])]
    return st.one_of(*(LIKELY[kind] for kind in kinds if kind in LIKELY), JUNK)


Way = tuple[str, str, dict[str, Any], dict[str, Any]]


@pytest.fixture(scope="module")
def program(server: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.url, timeout=20) as found:
        yield found


@pytest.fixture(scope="module")
def made(program: httpx.Client) -> dict[str, str]:
    """A table of the program's own."""
    wish = {"game": "sandlot", "opponent": "both"}
    found: dict[str, str] = program.post("/api/tables", json=wish).json()
    return found


@pytest.fixture(scope="module")
def described(program: httpx.Client) -> list[Way]:
    """Every way with its fields."""
    found = program.get("/api/schema/openapi.json").json()
    ways = []
    for path, methods in found["paths"].items():
        for method, about in methods.items():
            body = (
                about.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
            )
            name = body.get("$ref", "").rpartition("/")[2]
            fields = found["components"]["schemas"][name]["properties"] if name else {}
            ways.append((method, path, about, fields))
    return ways


@settings(max_examples=120, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(data=st.data())
def test_whatever_a_program_sends_the_reply_is_one_that_the_description_names(
    program: httpx.Client, made: dict[str, str], described: list[Way], data: st.DataObject
) -> None:
    """The description is the source of the requests, and of the statuses that may answer them."""
    method, path, about, fields = data.draw(st.sampled_from(described))
    for place in ("table_id", "invite"):
        path = path.replace(f"{{{place}}}", data.draw(st.sampled_from([made["table"], "x", "z" * 70])))
    asked = [one for one in about.get("parameters", []) if one["in"] == "query" and one["name"] != "wait"]
    query = {one["name"]: data.draw(value(one["schema"])) for one in asked if data.draw(st.booleans())}
    body = {name: data.draw(value(kind)) for name, kind in fields.items() if data.draw(st.booleans())}
    reply = program.request(
        method,
        path,
        params={name: str(found) for name, found in query.items()},
        json=data.draw(st.just(body) | JUNK) if method == "post" else None,
        headers={"authorization": f"Bearer {made['token']}"},
    )
    assert str(reply.status_code) in about["responses"], reply.text
    assert reply.is_success or reply.json()["error"], reply.text
