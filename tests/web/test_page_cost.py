"""Who watches a table gets the page that was made for the first; nobody gets a page made for another."""

from __future__ import annotations

import gc
import re
import time
import weakref
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from fieldhouse.store import server_clock
from fieldhouse.web import table_routes
from fieldhouse.web.app import create_app
from fieldhouse.web.engine.live_table import LiveTable
from fieldhouse.web.engine.table_service import TableService
from fieldhouse.web.middleware.security import SecurityMiddleware
from fieldhouse.web.settings import Settings
from fieldhouse.web.table_page.page import table_page

PART = {"x-fieldhouse": "part"}


@pytest.fixture
def pages(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The seat of every page that is made."""
    made: list[str] = []

    def counted(live: LiveTable, visit: Any) -> Any:
        made.append(str(visit.held))
        return table_page(live, visit)

    monkeypatch.setattr(table_routes, "table_page", counted)
    return made


@pytest.fixture
def guard(tmp_path: Path) -> SecurityMiddleware:
    settings = Settings(database=str(tmp_path / "games.db"), rate=1e6, burst=10**6, lab_seconds=0)
    return create_app(settings)


@pytest.fixture
def web(guard: SecurityMiddleware) -> TestClient[Litestar]:
    return TestClient(guard, base_url="http://127.0.0.1")  # type: ignore[arg-type]


def two_people(web: TestClient[Litestar], **wishes: Any) -> tuple[str, list[str]]:
    """A table of Gridiron between two people: its id and their tokens."""
    body = {"game": "redboar", "length": "tiny", "opponent": "link", **wishes}
    made = web.post("/api/tables", json=body).json()
    joined = web.post(f"/api/join/{made['invites']['1']}", json={}).json()
    return made["table"], [made["token"], joined["token"]]


def part(web: TestClient[Litestar], table: str, token: str = "", query: str = "") -> str:
    """What the script of a page fetches."""
    headers = {**PART, "cookie": f"fieldhouse={token}"} if token else PART
    reply = web.get(f"/t/{table}{query}", headers=headers)
    assert reply.status_code == 200
    return reply.text


def answer(web: TestClient[Litestar], table: str, tokens: list[str]) -> str:
    """The first answer of whoever is asked; the page that came back."""
    for seat, token in enumerate(tokens):
        state = web.get(f"/api/tables/{table}", headers={"authorization": f"Bearer {token}"}).json()
        if asked := state["request"]:
            form = {"seat": seat, "sequence": asked["sequence"], "key": asked["options"][0]["key"]}
            headers = {**PART, "cookie": f"fieldhouse={token}", "origin": "http://127.0.0.1"}
            return web.post(f"/t/{table}/answer", data=form, headers=headers).text
    raise AssertionError("nobody is asked")


def test_all_who_watch_get_one_page_and_a_new_one_after_an_answer(
    web: TestClient[Litestar], pages: list[str]
) -> None:
    with web:
        table, tokens = two_people(web)
        seen = {part(web, table) for _ in range(20)}
        assert len(seen) == 1 and pages == ["()"]
        answer(web, table, tokens)
        pages.clear()
        later = {part(web, table) for _ in range(20)}
        assert len(later) == 1 and pages == ["()"]


def test_no_seat_gets_the_page_of_another(web: TestClient[Litestar], pages: list[str]) -> None:
    with web:
        table, tokens = two_people(web, options={"mode": "cards"})
        answer(web, table, tokens)
        pages.clear()
        shown = [part(web, table), *(part(web, table, token) for token in tokens)]
        assert sorted(pages) == ["()", "(0,)", "(1,)"]
        assert [text.split('data-seat="')[1][0] for text in shown] == ['"', "0", "1"]
        again = [part(web, table), *(part(web, table, token) for token in tokens)]
        assert again == shown and len(pages) == 3
        assert part(web, table, query="?log=all") and len(pages) == 4


def test_the_page_after_an_answer_is_not_made_again_for_the_same_seat(
    web: TestClient[Litestar], pages: list[str]
) -> None:
    with web:
        table, tokens = two_people(web)
        shown = answer(web, table, tokens)
        seat = int(pages[-1][1])
        count = len(pages)
        assert part(web, table, tokens[seat], f"?seat={seat}") == shown and len(pages) == count


def test_a_claim_is_offered_when_the_deadline_passes_though_nothing_else_happens(
    web: TestClient[Litestar], monkeypatch: pytest.MonkeyPatch
) -> None:
    with web:
        table, tokens = two_people(web, deadline=60, on_deadline="claim")
        pages = [part(web, table, token, f"?seat={seat}") for seat, token in enumerate(tokens)]
        assert not any("Claim the win" in page for page in pages)
        now = server_clock.now()
        monkeypatch.setattr(server_clock, "now", lambda: now + 3700)
        later = [part(web, table, token, f"?seat={seat}") for seat, token in enumerate(tokens)]
        assert sum("Claim the win" in page for page in later) == 1


def test_a_refusal_is_shown_once_and_to_nobody_else(web: TestClient[Litestar]) -> None:
    with web:
        table, tokens = two_people(web)
        before = [part(web, table, token) for token in tokens]
        form = {"seat": 0, "sequence": 99, "key": "nothing"}
        headers = {**PART, "cookie": f"fieldhouse={tokens[0]}", "origin": "http://127.0.0.1"}
        refused = web.post(f"/t/{table}/answer", data=form, headers=headers)
        assert refused.status_code == 409 and refused.text not in before
        assert [part(web, table, token) for token in tokens] == before


def service(guard: Any) -> TableService:
    """The tables of the server."""
    found: TableService = guard.app.app.state.engine.tables
    return found


def without_stamp(page: str) -> str:
    """A page without the number that grows with every load."""
    return re.sub(r'data-stamp="\d+"', "", page)


def test_a_table_at_rest_leaves_memory_and_comes_back_as_it_was(
    guard: SecurityMiddleware, web: TestClient[Litestar]
) -> None:
    with web:
        table, tokens = two_people(web)
        for _ in range(6):
            answer(web, table, tokens)
        before = [without_stamp(part(web, table, token)) for token in ("", *tokens)]
        tables = service(guard)
        assert tables.put_away(time.monotonic()) == 0 and tables.in_memory == 1
        gone = weakref.ref(tables._open[table])
        assert tables.put_away(time.monotonic() + 3600) == 1 and tables.in_memory == 0
        gc.collect()
        assert gone() is None
        assert [without_stamp(part(web, table, token)) for token in ("", *tokens)] == before
        assert answer(web, table, tokens) and tables.in_memory == 1


def test_a_table_stays_in_memory_while_it_holds_what_the_store_does_not(
    guard: SecurityMiddleware, web: TestClient[Litestar]
) -> None:
    """An undo gives the time back that a question had, which only the table in memory knows."""
    with web:
        table, tokens = two_people(web, deadline=60, options={"mode": "cards"})
        tables, later = service(guard), time.monotonic() + 3600
        while not any(map(tables._open[table].game_table.can_undo, (0, 1))):
            answer(web, table, tokens)
        assert tables.put_away(later) == 0 and tables.in_memory == 1
        while any(map(tables._open[table].game_table.can_undo, (0, 1))):
            answer(web, table, tokens)
        assert tables.put_away(later) == 1


def test_tables_are_kept_for_ever_where_the_operator_says_so(tmp_path: Path) -> None:
    settings = Settings(database=str(tmp_path / "games.db"), lab_seconds=0, rest_minutes=0)
    guard: Any = create_app(settings)
    with TestClient(guard, base_url="http://127.0.0.1") as web:
        two_people(web)
        assert service(guard).put_away(time.monotonic() + 1e6) == 0 and service(guard).in_memory == 1
