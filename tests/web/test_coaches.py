"""Coaches think in processes of their own; one that crashes, sleeps or lies is replaced in the open."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.web.conftest import SANDLOT, Server
from tests.web.forms import Page, press, start, table_id

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
        began = time.monotonic()
        answers = 0
        while answers < 2 and page.state == "live" and time.monotonic() - began < 60:
            if page.my_turn:
                page = press(ann, page, page.keys[0])
                answers += 1
            else:
                assert ann.get("/healthz").status_code == 200, "the server answers meanwhile"
                time.sleep(0.1)
                page = Page(ann.get(f"/t/{table_id(page)}"))
        assert answers == 2 or page.state == "over"
        for _ in range(200):
            page = Page(ann.get(f"/t/{table_id(page)}?log=all"))
            if "could not answer and was replaced" in page.text:
                break
            time.sleep(0.1)
        assert f"The coach {level} of Skins could not answer and was replaced for this one." in page.text


def test_a_record_with_replaced_coaches_still_verifies(stubborn: Server) -> None:
    with stubborn.client() as ann:
        page = start(ann, "stubborn", opponent="coach:raising", length="tiny")
        for _ in range(600):
            if page.state == "over":
                break
            if page.my_turn:
                page = press(ann, page, page.keys[0])
            else:
                time.sleep(0.05)
                page = Page(ann.get(f"/t/{table_id(page)}"))
        assert "No fault found" in ann.get(f"/t/{table_id(page)}/verify").text


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
        for _ in range(400):
            page = Page(ann.get(f"/t/{table_id(page)}"))
            if page.my_turn and "replaced" in page.text:
                break
            time.sleep(0.1)
        assert "could not answer and was replaced" in page.text


def test_a_torn_title_page_does_not_close_the_lobby(stubborn: Server) -> None:
    """`shelf/torn` cannot be imported; the other games are offered all the same."""
    with stubborn.client() as ann:
        lobby = ann.get("/")
        assert lobby.status_code == 200 and "Stubborn" in lobby.text and "torn" not in lobby.text
        assert {game["name"] for game in ann.get("/api/games").json()} >= {"stubborn", "sandlot"}
