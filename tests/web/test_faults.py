"""Faults provoked on purpose: no room on the disk, a stop while coaches think, a crowd at a cold door."""

from __future__ import annotations

import resource
import signal
import socket
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
from benchmarks.crowd import answers_given
from tests.web.conftest import Server, until

from fieldhouse.store.store import Store
from fieldhouse.web.client import Refused, Seat, call_api

LONG = {"game": "sandlot", "opponent": "hotseat", "options": {"drives": 20}}


def answer(seat: Seat) -> int:
    """The status of one more answer."""
    request = seat.look()["request"]
    try:
        seat.answer(request, request["options"][0]["key"])
    except Refused as refused:
        return refused.status
    return 201


def test_a_full_disk_refuses_answers_and_loses_none(serve: Callable[..., Server], tmp_path: Path) -> None:
    """No file may grow for a while: 503 and an unwell house; then it goes on where it was."""
    server = serve()
    assert server.process is not None
    made = call_api(f"{server.url}/api/tables", LONG)
    seat = Seat(server.url, made["table"], made["token"])
    kept = sum(answer(seat) == 201 for _ in range(5))
    soft, hard = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (1, hard))
    until("the house is found unwell", lambda: httpx.get(f"{server.url}/healthz").status_code == 503)
    before = seat.look()
    assert {answer(seat) for _ in range(4)} == {503}
    assert seat.look() == before, "what was not kept is not shown"
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (soft, hard))
    assert httpx.get(f"{server.url}/healthz").status_code == 200
    kept += sum(answer(seat) == 201 for _ in range(5))
    assert kept == 10
    server.kill()
    store = Store(server.database)
    found = answers_given(store, made["table"])
    store.close()
    assert len(found) == kept


def children(pid: int) -> set[int]:
    found = set()
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == pid and fields[0] != "Z":
            found.add(int(stat.parent.name))
    return found


def test_a_stop_while_coaches_think_leaves_no_orphan(serve: Callable[..., Server]) -> None:
    """Neither a worker nor the fork server that it came from."""
    server = serve(cold=True, workers="2", think_seconds="30", patience_seconds="60")
    assert server.process is not None
    for _ in range(4):
        call_api(f"{server.url}/api/tables", {"game": "squares", "opponent": "coach:allpro", "seat": "1"})
    pid = server.process.pid
    forkers = children(pid)
    workers = until("a coach thinks", lambda: {one for child in forkers for one in children(child)})
    server.kill(signal.SIGTERM)
    started = forkers | workers
    until("no worker is left", lambda: not any(Path(f"/proc/{one}").exists() for one in started))


def test_a_crowd_at_a_cold_door_is_served(serve: Callable[..., Server]) -> None:
    """The server starts while everybody asks for their tables: each is opened once, nobody sees a fault."""
    server = serve()
    made = [call_api(f"{server.url}/api/tables", LONG) for _ in range(8)]
    seats = [Seat(server.url, one["table"], one["token"]) for one in made]
    for seat in seats:
        assert answer(seat) == 201
    states = [seat.look() for seat in seats]
    port = server.port
    server.kill()
    server.start(port)
    with ThreadPoolExecutor(24) as crowd:
        found = list(crowd.map(lambda n: seats[n % 8].look(), range(96)))
    assert all(state == states[n % 8] for n, state in enumerate(found))


def test_readers_that_never_read_that_never_read_do_not_stop_the_others(serve: Callable[..., Server]) -> None:
    """Slow clients: they ask for a page and take nothing of it."""
    server = serve()
    made = call_api(f"{server.url}/api/tables", LONG)
    seat = Seat(server.url, made["table"], made["token"])
    lines = []
    for _ in range(150):
        line = socket.create_connection(("127.0.0.1", server.port), timeout=60)
        line.sendall(f"GET /t/{made['table']} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n".encode())
        lines.append(line)
    assert [answer(seat) for _ in range(5)] == [201] * 5
    for line in lines:
        line.close()
