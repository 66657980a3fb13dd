"""The lobby: a game in one click, pictures, and what a phone's home screen asks for."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path

from tests.web.conftest import Server
from tests.web.forms import Page, table_id

from fieldhouse.kernel import registry
from fieldhouse.web.lobby.games import quick_length


def test_play_now_starts_a_short_game_against_starter_in_one_click(server: Server) -> None:
    """The dice were committed to on the lobby's own page."""
    with server.client() as client:
        lobby = Page(client.get("/"))
        shown = re.search(r'action="/play/sandlot" data-commitment="([0-9a-f]{64})"', lobby.text)
        form = lobby.form("/play/sandlot")
        assert form is not None and shown is not None
        page = Page(client.post(form.action, data={**form.fields, "nonce": "ab" * 16}))
        assert page.state == "live" and "Starter coach" in page.text
        assert shown.group(1) in page.text, "the table is played with the dice promised in the lobby"
        assert "their own browser" in page.text
        again = Page(client.get("/"))
        assert f"/t/{table_id(page)}" in again.text, "rejoin on top"


def test_a_quick_game_is_the_whole_one_where_that_takes_minutes() -> None:
    assert quick_length(registry.find("fastdrive")) == "full"
    assert quick_length(registry.find("cardbowl")) == "short"


def test_every_game_on_the_shelf_has_a_picture_minutes_and_rules(server: Server) -> None:
    with server.client() as client:
        lobby = client.get("/").text
        for name, folder in registry.list_games().items():
            drawn = client.get(f"/play/{name}/picture.svg").text
            ET.fromstring(drawn)
            inks = set(re.findall(r'class="(f-[a-z-]+)', drawn))
            assert name == "sandlot" or "f-turf" in inks
            assert all(f".{ink}{{fill:light-dark(" in drawn for ink in inks), "by day and by night"
            guide = f"/learn/{name}/how-to-play" if folder.how_to_play else f"/rules/{name}"
            assert f"/play/{name}/picture.svg" in lobby and guide in lobby
            if folder.meta.minutes:
                assert f"about {folder.meta.minutes[quick_length(folder)]} min" in lobby
        assert len(lobby.encode()) < 150_000


def test_phone_and_robots_find_what_they_ask_for(server: Server) -> None:
    with server.client() as client:
        manifest = client.get("/manifest.webmanifest")
        assert manifest.headers["content-type"].startswith("application/manifest+json")
        for icon in manifest.json()["icons"]:
            assert client.get(icon["src"]).content.startswith(b"\x89PNG")
        social = re.search(r'property="og:image" content="([^"]+)"', client.get("/").text)
        assert social is not None and social.group(1).startswith(server.url), (
            "whoever links to us needs it whole"
        )
        assert client.get(social.group(1)).content.startswith(b"\x89PNG")
        assert client.get("/favicon.ico").content[:4] == b"\x00\x00\x01\x00"
        assert "Disallow: /t/" in client.get("/robots.txt").text


def test_the_built_site_is_shown_under_docs_and_nothing_beside_it(
    serve: Callable[..., Server], tmp_path: Path
) -> None:
    site = tmp_path / "site"
    (site / "tutorials").mkdir(parents=True)
    (site / "index.html").write_text("<h1>The site</h1>")
    (site / "tutorials" / "player.html").write_text("<h1>A first game</h1>")
    (tmp_path / "secret.txt").write_text("secret")
    server = serve(docs=str(site))
    with server.client() as client:
        assert "The site" in client.get("/docs/").text
        assert "A first game" in client.get("/docs/tutorials/player.html").text
        for beside in ("/docs/../secret.txt", "/docs/%2e%2e/secret.txt", "/docs/nothing.html"):
            found = client.get(beside)
            assert found.status_code == 404 and "secret" not in found.text.replace(beside, "")


def test_from_a_checkout_the_docs_are_shown_under_docs_and_linked_in_the_footer(server: Server) -> None:
    with server.client() as client:
        assert '<a href="/docs/">Docs</a>' in client.get("/").text
        index = client.get("/docs/")
        assert index.status_code == 200 and "toctree" not in index.text
        pages = set(re.findall(r'href="([a-z/-]+\.md)"', index.text))
        assert "guides/browser.md" in pages
        for page in pages:
            assert client.get(f"/docs/{page}").status_code == 200, page
        for beside in (
            "/docs/../pyproject.toml",
            "/docs/%2e%2e/pyproject.toml",
            "/docs/conf.py",
            "/docs/no.md",
        ):
            assert client.get(beside).status_code == 404, beside
