"""Templates get page models: no table, store or engine, which hold secrets, can be reached from a context."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType, MethodType, ModuleType
from typing import Any

import msgspec
import pytest
from litestar import Litestar
from litestar.response import Template
from litestar.testing import TestClient

from fieldhouse.kernel.registry import Folder
from fieldhouse.kernel.table import Table
from fieldhouse.store.database import Database
from fieldhouse.store.schema import SeatRow, TableRow
from fieldhouse.web.app import create_app
from fieldhouse.web.engine.engine import Engine
from fieldhouse.web.engine.live_table import LiveTable
from fieldhouse.web.engine.table_service import TableService
from fieldhouse.web.middleware.api_fast_path import ApiFastPath
from fieldhouse.web.settings import Settings

SECRET = (LiveTable, Table, Database, TableService, Engine, TableRow, SeatRow)
PLAIN = (str, bytes, int, float, bool, type(None), type, FunctionType, MethodType, ModuleType, Folder)
MOST_PAGES = 160


def parts(value: Any) -> Iterator[tuple[str, Any]]:
    """What can be reached from a value in one step, by name."""
    if isinstance(value, dict):
        yield from ((str(key), one) for key, one in value.items())
    elif isinstance(value, list | tuple | set | frozenset):
        yield from ((str(n), one) for n, one in enumerate(value))
    elif isinstance(value, msgspec.Struct):
        yield from ((name, getattr(value, name)) for name in value.__struct_fields__)
    elif type(value).__module__.startswith("fieldhouse."):
        yield from getattr(value, "__dict__", {}).items()


def secrets_in(context: dict[str, Any]) -> list[str]:
    """The paths to secret objects that a template could follow."""
    found, known, line = [], set[int](), [("", context)]
    while line:
        path, value = line.pop()
        if isinstance(value, SECRET):
            found.append(f"{path}: {type(value).__name__}")
        elif not isinstance(value, PLAIN) and id(value) not in known:
            known.add(id(value))
            line += [(f"{path}.{name}", one) for name, one in parts(value)]
    return found


def test_a_table_is_found_however_deep_it_lies(tmp_path: Path) -> None:
    class Page(msgspec.Struct):
        seats: list[Any]

    table = object.__new__(LiveTable)
    assert secrets_in({"page": Page([{"one": (1, table)}])}) == [".page.seats.0.one.1: LiveTable"]


@pytest.fixture
def app(tmp_path: Path) -> Litestar:
    settings = Settings(
        database=str(tmp_path / "games.db"), rate=1e6, burst=10**6, tables_an_hour=10**6, lab_seconds=0
    )
    fast = create_app(settings).app
    assert isinstance(fast, ApiFastPath)
    return fast.app


def test_no_page_hands_a_table_or_the_store_to_its_template(
    app: Litestar, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every page that a player with three games and a league reaches by links."""
    rendered: dict[str, list[str]] = {}
    real = Template.to_asgi_response

    def noted(self: Template, *given: Any, **named: Any) -> Any:
        rendered.setdefault(str(self.template_name), []).extend(secrets_in(self.context))
        return real(self, *given, **named)

    monkeypatch.setattr(Template, "to_asgi_response", noted)
    with TestClient(app) as client:
        first = new_table(client, "redboar", "both")
        client.cookies.set("fieldhouse", first["token"])
        ended = new_table(client, "squares", "both", first["token"])
        state = client.get(f"/api/tables/{ended['table']}").json()
        concede = {"sequence": state["request"]["sequence"], "seat": state["request"]["seat"]}
        answers = f"/api/tables/{ended['table']}/answers"
        assert client.post(answers, json={**concede, "key": "concede"}).status_code == 201
        waiting = new_table(client, "fastdrive", "link", first["token"])
        invite = next(iter(waiting["invites"].values()))
        tables = [f"/t/{one['table']}" for one in (first, ended, waiting)]
        queue = [*tables, f"{tables[0]}?seat=1", f"/join/{invite}", "/", "/mine", "/daily", "/leagues/new"]
        queue += [f"/operator/{app.state.operator_token}", "/nothing/here"]
        form = {"title": "Pond", "name": "Ann", "game": "redboar", "teams": "Ducks\nGeese", "mine": "0"}
        league = client.post("/leagues/new", data={**form, "form": "robin", "length": "tiny"})
        assert league.status_code == 200 and league.url.path.startswith("/l/"), league.text[:400]
        queue.append(league.url.path)
        seen = set(queue)
        while queue and len(seen) < 2000 and len(rendered) < MOST_PAGES:
            page = client.get(queue.pop(0))
            kind = re.sub(r"[0-9]+|[A-Za-z0-9_-]{16}", "*", str(page.url.path))
            for link in re.findall(r'href="(/[^"#]*)"', page.text):
                shape = re.sub(r"[0-9]+|[A-Za-z0-9_-]{16}", "*", link)
                if shape not in seen and not link.startswith(("/static/", "/docs", "/api/")):
                    seen.add(shape)
                    queue.append(link)
            assert page.status_code < 500, (kind, page.text[:300])
            if len(seen) > 400:
                break
    faults = {name: paths for name, paths in rendered.items() if paths}
    assert faults == {}
    assert len(rendered) > 15, sorted(rendered)


def new_table(client: TestClient[Litestar], game: str, opponent: str, token: str = "") -> Any:
    headers = {"authorization": f"Bearer {token}"} if token else {}
    body = {"game": game, "opponent": opponent, "length": "tiny"}
    return client.post("/api/tables", json=body, headers=headers).json()
