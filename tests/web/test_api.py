"""Programs in a seat: the JSON interface, its description, the Python client, `fieldhouse sit`."""

from __future__ import annotations

import random
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.web.conftest import Server

from fieldhouse.kernel.errors import FieldhouseError
from fieldhouse.web.client import Program, Refused, Seat, call


def first(request: dict[str, Any], state: dict[str, Any]) -> str:
    return str(request["options"][0]["key"])


def test_a_program_plays_a_whole_game_against_a_coach(server: Server) -> None:
    seat = Seat.create(server.url, "sandlot", "coach:starter", length="tiny")
    state = seat.play(first)
    assert state["outcome"]["why"] in ("points", "tie")
    assert len(seat.receipts) == state_answers(state, seat)
    verdict = httpx.get(f"{server.url}/t/{seat.table}/verify?receipts={'+'.join(seat.receipts)}").text
    assert "No fault found" in verdict


def state_answers(state: dict[str, Any], seat: Seat) -> int:
    log = httpx.get(f"{seat.server}/t/{seat.table}/record.json").json()["entries"]
    return sum(entry["t"] == "choose" and entry["seat"] == state["seat"] for entry in log)


def test_two_programs_meet_by_invitation(server: Server) -> None:
    made = call(f"{server.url}/api/tables", {"game": "sandlot", "length": "tiny", "name": "one"})
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
    made = call(f"{server.url}/api/tables", {"game": "sandlot", "length": "tiny"})
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
    thread.join(25)
    assert woke and 0.4 < woke[0] < 5
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
    made = call(f"{server.url}/api/tables", {"game": "sandlot", "length": "tiny"})
    run = "from fieldhouse.cli import main; main()"
    link = f"{server.url}/join/{made['invites']['1']}"
    program = f"{sys.executable} {bot}"
    with subprocess.Popen(
        [sys.executable, "-c", run, "sit", link, "--command", program], stdout=subprocess.PIPE, text=True
    ) as sitting:
        state = Seat(server.url, made["table"], made["token"]).play(first)
        out, _ = sitting.communicate(timeout=20)
    assert sitting.returncode == 0 and state["outcome"]["text"] in out
    with (
        Program(f"{sys.executable} -c pass") as silent,
        pytest.raises(FieldhouseError, match="without an answer"),
    ):
        silent({}, {})


def test_refusals_say_why_and_name_the_rule(server: Server) -> None:
    made = call(f"{server.url}/api/tables", {"game": "sandlot", "length": "tiny", "opponent": "both"})
    where = f"{server.url}/api/tables/{made['table']}/answers"
    headers = {"authorization": f"Bearer {made['token']}"}
    cases = [
        ({"sequence": 0, "key": "BOMB", "seat": 0}, 422, "not an option here"),
        ({"sequence": 5, "key": "RUN", "seat": 0}, 409, "carries number 5"),
        ({"sequence": 0, "key": "RUN", "seat": 9}, 403, "does not open this seat"),
        ({"sequence": 0, "keys": [], "seat": 0}, 422, "key of an option"),
        ({"sequence": 0, "keys": ["undo", "undo"], "seat": 0}, 422, "only plain answers"),
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
        "/api/tables/{table_id}/summary",
    }
