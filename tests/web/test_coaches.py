"""Coaches think in processes of their own; one that crashes, sleeps or lies is replaced in the open."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import numpy as np
import pytest
from tests.web.conftest import SANDLOT, Server, until
from tests.web.forms import Page, after, press, start, table_id

from fieldhouse.kernel.action_space import action_space_of
from fieldhouse.kernel.registry import open_game
from fieldhouse.lab.network_coach import Net

SHELF = str(Path(__file__).parent / "shelf")


@pytest.fixture(scope="module")
def stubborn(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    place = tmp_path_factory.mktemp("store") / "tables.db"
    found = Server(f"sqlite:///{place}", games=os.pathsep.join([SANDLOT, SHELF]), patience_seconds="0.7")
    yield found
    found.kill(signal.SIGTERM)


@pytest.mark.parametrize("level", ["sleepy", "crashing", "raising", "lying"])
def test_a_failing_coach_is_replaced_and_the_game_goes_on(stubborn: Server, level: str) -> None:
    with stubborn.client() as ann:
        page = start(ann, "stubborn", opponent=f"coach:{level}", length="tiny")
        for _ in range(2):
            page = after(ann, page)
            if page.my_turn:
                page = press(ann, page, page.keys[0])
            assert ann.get("/healthz").status_code == 200, "the server answers meanwhile"
        said = f"The {level} coach of Skins could not answer; another coach made this call."
        log = f"/t/{table_id(page)}?log=all"
        until("the coach is replaced", lambda: said in ann.get(log).text)


def test_a_record_with_replaced_coaches_still_verifies(stubborn: Server) -> None:
    with stubborn.client() as ann:
        page = start(ann, "stubborn", opponent="coach:raising", length="tiny")
        while (page := after(ann, page)).state != "over":
            page = press(ann, page, page.keys[0])
        assert "No problems found" in ann.get(f"/t/{table_id(page)}/verify").text


def test_a_coach_that_looks_at_more_than_it_was_sent_is_asked_once_more(stubborn: Server) -> None:
    """It was sent little because it had read the state alone before; nobody replaces it."""
    with stubborn.client() as ann:
        page = start(ann, "stubborn", opponent="coach:moody", length="tiny")
        while (page := after(ann, page)).state != "over":
            page = press(ann, page, page.keys[0])
        assert "another coach made this call" not in ann.get(f"/t/{table_id(page)}?log=all").text


def test_a_coach_goes_on_after_a_restart(serve: Callable[..., Server]) -> None:
    """A coach was due when the server died: the next one lets it answer."""
    server = serve(games=os.pathsep.join([SANDLOT, SHELF]), patience_seconds="60")
    with server.client() as ann:
        page = start(ann, "stubborn", opponent="coach:sleepy", length="tiny")
        if page.my_turn:
            page = press(ann, page, page.keys[0])
        cookies, port = ann.cookies, server.port
    server.kill()
    server.settings["patience_seconds"] = "0.5"
    server.start(port)
    with server.client() as ann:
        ann.cookies = cookies
        page = Page(ann.get(f"/t/{table_id(page)}"))
        after(ann, page, lambda found: found.my_turn and "could not answer; another coach" in found.text)


def test_a_torn_title_page_does_not_close_the_lobby(stubborn: Server) -> None:
    """`shelf/torn` cannot be imported; the other games are offered all the same."""
    with stubborn.client() as ann:
        lobby = ann.get("/")
        assert lobby.status_code == 200 and "Stubborn" in lobby.text and "torn" not in lobby.text
        assert {game["name"] for game in ann.get("/api/games").json()} >= {"stubborn", "sandlot"}


def test_a_learned_player_sits_down_by_its_name_and_no_file_of_a_client_does(
    serve: Callable[..., Server], tmp_path: Path
) -> None:
    """The operator names the file; a client that names one, or another guest, is refused."""
    game = open_game("redboar", length="tiny")
    file = tmp_path / "ann.npz"
    Net.fresh(action_space_of(game), 8, np.random.default_rng(1)).save(file)
    server = serve(policies=f"redboar/ann={file}")
    with server.client() as bob:
        assert "A trained coach" in bob.get("/play/redboar").text
        page = start(bob, "redboar", opponent="coach:ann", length="tiny")
        while (page := after(bob, page)).state != "over":
            page = press(bob, page, page.keys[0])
        log = bob.get(f"/t/{table_id(page)}?log=all").text
        assert "another coach made this call" not in log
        for name in ("policy:ann.npz", "/srv/ann.npz", "bob"):
            body = {"game": "redboar", "length": "tiny", "opponent": f"coach:{name}"}
            asked = httpx.post(f"{server.url}/api/tables", json=body)
            assert asked.status_code == 400 and "has no coach" in asked.text, asked.text
