"""The short way for looks and answers says exactly what the framework says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from tests.web.conftest import Server

from fieldhouse.web.client import call_api


@pytest.fixture
def client(server: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.url, timeout=20) as found:
        yield found


def both_ways(client: httpx.Client, path: str, token: str = "") -> list[tuple[int, Any, str]]:
    """A look by the short way, and the same by the framework: only that reads `unless`."""
    headers = {"authorization": f"Bearer {token}"} if token else {}
    joint = "&" if "?" in path else "?"
    replies = [client.get(way, headers=headers) for way in (path, f"{path}{joint}unless=")]
    return [(r.status_code, r.json(), r.headers["content-type"]) for r in replies]


def test_a_look_is_the_same_by_both_ways(server: Server, client: httpx.Client) -> None:
    made = call_api(f"{server.url}/api/tables", {"game": "sandlot", "opponent": "both"})
    table, token = made["table"], made["token"]
    other = call_api(f"{server.url}/api/tables", {"game": "sandlot", "opponent": "both"})["token"]
    for path, holder, status in (
        (f"/api/tables/{table}", token, 200),
        (f"/api/tables/{table}", "", 200),
        (f"/api/tables/{table}", other, 200),
        (f"/api/tables/{table}?seat=1", token, 200),
        (f"/api/tables/{table}?after=1", token, 200),
        (f"/api/tables/{table}?seat=1&after=2", token, 200),
        (f"/api/tables/{table}?seat=1", other, 403),
        (f"/api/tables/{table}?seat=64", token, 403),
        (f"/api/tables/{table}?seat=65", token, 400),
        (f"/api/tables/{table}?after=1000001", token, 400),
        (f"/api/tables/{table}?seat=one", token, 400),
        ("/api/tables/nothing-here", token, 404),
    ):
        short, long = both_ways(client, path, holder)
        assert short == long and short[0] == status, (path, short, long)


@pytest.mark.parametrize(
    ("change", "status"),
    [
        ({"sequence": 99}, 409),
        ({"key": "no-such-thing"}, 422),
        ({"keys": ["RUN"]}, 400),
        ({"seat": None}, 400),
        ({"seat": 1, "sequence": 7}, 409),
        ({"seat": 7}, 403),
        ({"seat": 65}, 400),
        ({"sequence": "none"}, 400),
        ({"more": 1}, 400),
    ],
)
def test_a_refusal_is_the_same_by_both_ways(
    server: Server, client: httpx.Client, change: dict[str, Any], status: int
) -> None:
    """The framework reads a body without a content type too; the short way leaves that to it."""
    made = call_api(f"{server.url}/api/tables", {"game": "sandlot", "opponent": "both"})
    path, token = f"/api/tables/{made['table']}", {"authorization": f"Bearer {made['token']}"}
    asked = client.get(path, headers=token).json()["request"]
    body = {"sequence": asked["sequence"], "seat": asked["seat"], "key": asked["options"][0]["key"], **change}
    request = client.build_request("POST", f"{path}/answers", headers=token, json=body)
    short = client.send(request)
    bare = client.build_request("POST", f"{path}/answers", headers=token, content=request.content)
    long = client.send(bare)
    assert "content-type" not in bare.headers
    assert (short.status_code, short.json()) == (long.status_code, long.json())
    assert short.status_code == status and short.headers["content-type"] == long.headers["content-type"]


def test_an_answer_is_replied_to_in_the_same_form_by_both_ways(server: Server, client: httpx.Client) -> None:
    made = call_api(f"{server.url}/api/tables", {"game": "sandlot", "opponent": "both"})
    path, token = f"/api/tables/{made['table']}", {"authorization": f"Bearer {made['token']}"}
    forms = []
    for kind in ({"content-type": "application/json"}, {}):
        asked = client.get(path, headers=token).json()["request"]
        body = {"sequence": asked["sequence"], "seat": asked["seat"], "key": asked["options"][0]["key"]}
        content = httpx.Request("POST", server.url, json=body).content
        reply = client.post(f"{path}/answers", headers={**token, **kind}, content=content)
        assert reply.status_code == 201
        state = client.get(f"{path}?seat={asked['seat']}&after={1_000_000}", headers=token).json()
        assert reply.json()["tag"] == state["tag"] and reply.json()["state"]["view"] == state["view"]
        forms.append((sorted(reply.json()), sorted(reply.json()["state"]), reply.headers["content-type"]))
    assert forms[0] == forms[1]


def test_another_site_has_no_short_way_with_a_cookie(server: Server, client: httpx.Client) -> None:
    """The guard stands before both ways."""
    made = call_api(f"{server.url}/api/tables", {"game": "sandlot", "opponent": "both"})
    headers = {"cookie": f"fieldhouse={made['token']}", "origin": "https://elsewhere.example"}
    body = {"sequence": 0, "seat": 0, "key": "RUN"}
    reply = client.post(f"/api/tables/{made['table']}/answers", headers=headers, json=body)
    assert reply.status_code == 403
    ours = {**headers, "origin": server.url}
    assert client.get(f"/api/tables/{made['table']}", headers=ours).json()["seat"] is not None
