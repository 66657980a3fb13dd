"""Every game's table page stays small, however long the game has been going on."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from tests.web import forms
from tests.web.conftest import Server

from fieldhouse.kernel import registry

MOST = 140_000
"""Bytes of a page; the promise is 150,000."""
ANSWERS, EVERY = 90, 10


@pytest.mark.parametrize("name", sorted({*registry.list_games()} - {"sandlot"}))
def test_the_page_of_a_game_that_has_gone_on_for_long_is_small(server: Server, name: str) -> None:
    """Both seats by one person, through the API; the page is weighed on the way and where it ends."""
    with server.client() as client:
        table = forms.table_id(forms.start(client, name, opponent="both", length="short"))
        mine, rng = {"authorization": f"Bearer {client.cookies['fieldhouse']}"}, Random(7)
        where, weights = f"/api/tables/{table}", [0]
        for number in range(ANSWERS):
            state: Any = None
            for seat in (0, 1):
                state = client.get(where, headers=mine, params={"seat": seat, "after": 100_000}).json()
                if state["request"]:
                    keys = [option["key"] for option in state["request"]["options"]]
                    quick = [key for key in ("fill", "ready", "scrimmage", "play") if key in keys]
                    given = {
                        "key": quick[0] if quick else rng.choice(keys),
                        "sequence": state["request"]["sequence"],
                        "seat": seat,
                    }
                    assert client.post(f"{where}/answers", headers=mine, json=given).status_code == 201
                    break
            if number % EVERY == 0 or state["outcome"]:
                weights += [len(client.get(f"/t/{table}?seat={seat}").content) for seat in (0, 1)]
            if state["outcome"]:
                break
        assert max(weights) < MOST
