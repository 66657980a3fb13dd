"""Whole games and charts that strangers hand in keep neither the event loop nor the threads of others."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.conformance.test_same_on_every_server import House
from tests.web.conftest import Server, until
from tests.web.forms import start, table_id
from tests.web.test_jobs import OPERATOR, busy, lane, league  # noqa: F401

from fieldhouse.kernel import record, registry
from fieldhouse.kernel.errors import BadRecord, NotYourTurn
from fieldhouse.kernel.session.verbs import UNDO
from fieldhouse.web.engine import table_service
from fieldhouse.web.engine.live_table import MOST_ENTRIES, token_hash
from fieldhouse.web.leagues.webhooks import MOST_CALLS
from fieldhouse.web.setup import rematch
from fieldhouse.web.setup.foreign_files import check_record_file

RECORDS = Path(__file__).parents[1] / "records"


def endless_record(pairs: int) -> str:
    """A game in which one answer is given and undone so many times."""
    whole: dict[str, Any] = json.loads((RECORDS / "squares" / "regulation.json").read_text())
    first, answer = whole["entries"][:2]
    undone = [answer, {"t": "undo", "seat": answer["seat"]}]
    return json.dumps(
        {**whole, "entries": [first, *undone * pairs], "events": [], "outcome": None, "receipt": ""}
    )


def test_a_record_without_end_is_refused_before_it_is_replayed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Four megabytes of it took the server ten seconds, and the event loop four of them."""
    monkeypatch.setattr(record, "replay_record", lambda _: pytest.fail("it is replayed"))
    with pytest.raises(BadRecord, match="at most 10,000 are allowed"):
        check_record_file(endless_record(MOST_ENTRIES // 2 + 1).encode())


def test_records_and_own_charts_are_read_by_a_worker(busy: Server) -> None:  # noqa: F811
    text = (RECORDS / "cardbowl" / "points.json").read_bytes()
    with busy.client() as ann:
        done = lane(busy, "done", "requests")
        assert ann.post("/import", files={"file": ("game.json", text)}).status_code == 200
        assert lane(busy, "done", "requests") == done + 1
        cards = registry.find("redboar").game.material_text("offense_cards")
        page = start(ann, "redboar", opponent="both", **{"chart.offense_cards": f"{cards}\n# mine\n"})
        assert table_id(page) and lane(busy, "done", "requests") == done + 2
        refused = ann.post("/import", files={"file": ("game.json", endless_record(6_000).encode())})
        assert refused.status_code == 400 and "at most 10,000" in refused.text


@pytest.fixture
def house(tmp_path: Path) -> Any:
    found = House(tmp_path / "tables.db")
    yield found
    found.close()


def test_a_table_that_begins_with_a_log_is_replayed_in_a_thread(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An imported or branched game; who answers meanwhile waits for none of it."""
    threads: list[threading.Thread] = []
    replayed = record.apply_entries

    def apply(table: Any, entries: Any) -> None:
        threads.append(threading.current_thread())
        replayed(table, entries)

    found = check_record_file((RECORDS / "redboar" / "points-dice.json").read_bytes())
    monkeypatch.setattr(record, "apply_entries", apply)
    asyncio.run(rematch.import_record(house.tables, found, token_hash("me")))
    assert threads and threading.main_thread() not in threads


def test_a_long_log_is_opened_in_turn_with_other_work(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    found = check_record_file((RECORDS / "redboar" / "points-dice.json").read_bytes())
    table = asyncio.run(rematch.import_record(house.tables, found, token_hash("me")))
    in_turn: list[str] = []

    async def compute(work: Callable[..., Any], *args: Any) -> Any:
        in_turn.append(work.__name__)
        return work(*args)

    monkeypatch.setattr(table_service, "compute_in_thread", compute)
    for most, waited in ((len(found.entries), []), (10, ["_opened"])):
        monkeypatch.setattr(table_service, "LONG_LOG", most)
        house.tables.forget(table)
        assert len(house.look(table).game_table.entries) == len(found.entries)
        assert in_turn == waited


def test_nobody_makes_a_log_grow_for_ever_by_undoing(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    table = house.create("redboar")
    live = house.look(table)
    seat = live.game_table.pending_seats[0]

    def answer_any() -> None:
        asked = house.look(table).game_table.request_for(seat)
        assert asked is not None
        house.answer(table, seat, [asked.keys[0]])

    while not live.game_table.can_undo(seat):
        seat = live.game_table.pending_seats[0]
        answer_any()
    house.answer(table, seat, [UNDO])
    answer_any()
    monkeypatch.setattr(table_service, "MOST_ENTRIES", len(live.game_table.entries))
    with pytest.raises(NotYourTurn, match="too long for another undo"):
        house.answer(table, seat, [UNDO])


SLOW_NAMES = """
import os, socket, time
looked_up = socket.getaddrinfo

def slow(host, *args, **kwargs):
    if str(host).endswith(".slow.example"):
        with open({begun!r}, "a") as file:
            file.write(host + chr(10))
        while not os.path.exists({done!r}):
            time.sleep(0.05)
    return looked_up(host, *args, **kwargs)

socket.getaddrinfo = slow
"""


def test_names_that_are_never_found_hold_no_thread_of_others(
    serve: Callable[..., Server], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sixty webhooks at once, whose names no server answers for: pages come."""
    begun, done, modules = tmp_path / "begun", tmp_path / "done", tmp_path / "modules"
    modules.mkdir()
    begun.touch()
    (modules / "sitecustomize.py").write_text(SLOW_NAMES.format(begun=str(begun), done=str(done)))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(modules), os.environ.get("PYTHONPATH", "")]))
    server = serve(cold=True)
    with server.client() as mallory, server.client() as ann:
        address = league(mallory, 2, "redboar")
        cookie = "; ".join(f"{name}={value}" for name, value in mallory.cookies.items())
        lines = []
        for n in range(60):
            body = f"url=https%3A%2F%2Fn{n}.slow.example%2F"
            line = socket.create_connection(("127.0.0.1", server.port), timeout=60)
            line.sendall(
                f"POST {address}/desk/webhook HTTP/1.1\r\nhost: 127.0.0.1:{server.port}\r\n"
                f"origin: {server.url}\r\ncookie: {cookie}\r\ncontent-length: {len(body)}\r\n"
                f"content-type: application/x-www-form-urlencoded\r\n\r\n{body}".encode()
            )
            lines.append(line)
        until("names are looked up", lambda: len(begun.read_text().split()) >= MOST_CALLS)
        for _ in range(20):
            assert ann.get("/mine").status_code == 200
            assert ann.get("/leagues").status_code == 200
        assert len(begun.read_text().split()) < len(lines), "so many at once as there are turns"
        done.touch()
        for line in lines:
            line.close()
