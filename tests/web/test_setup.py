"""The set-up page: a sentence on each team, and the one chosen below its field."""

from __future__ import annotations

import tomllib

import pytest
from playwright.sync_api import expect
from tests.web.conftest import Server
from tests.web.playing import PHONE, Visitors

from fieldhouse.games.thegrid.teams.creation import GRADES, grade
from fieldhouse.games.thegrid.teams.players import read_team

BEARS = "1985 Chicago Bears, 15-1, PF 456, PA 198; "


def test_every_team_has_a_sentence_without_script(server: Server) -> None:
    with server.client() as client:
        grid, drive = (client.get(f"/play/{game}").text for game in ("thegrid", "fastdrive"))
        assert grid.count("Bari ") >= 2 and '<option value="world-bari">Bari' in grid
        assert len(drive.encode()) < 150_000 and 'href="/play/fastdrive/teams"' in drive
        assert BEARS in client.get("/play/fastdrive/teams", params={"q": "bears 1985"}).text
        assert len(client.get("/play/fastdrive/teams").content) < 150_000
        assert client.get("/play/fastdrive/teams.json").json()["chicago-1985"].startswith(BEARS)
        assert drive.count('<output class="told"') == 2 == grid.count('<output class="told"')
        assert "told" not in client.get("/play/squares").text


@pytest.mark.needs_chromium
def test_the_sentence_follows_the_choice(visitors: Visitors, server: Server) -> None:
    page = visitors.come(moving=True)
    page.goto(f"{server.url}/play/fastdrive")
    page.click("text=Game options")
    line = page.locator('output[for="o-away"]')
    expect(line).to_contain_text(BEARS)
    page.fill("#o-away", "cleveland-1970")
    expect(line).to_contain_text("1970 Cleveland Browns, 7-7, ")
    page.fill("#o-away", "nobody")
    expect(line).to_be_empty()
    page.fill("#o-away", "")
    expect(line).to_contain_text(BEARS)
    page.goto(f"{server.url}/play/thegrid")
    page.click("text=Game options")
    page.select_option("#o-home", "tidewolves")
    expect(page.locator('output[for="o-home"]')).to_contain_text("Bremen Tidewolves")
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page.faults == []  # type: ignore[attr-defined]


@pytest.mark.needs_chromium
def test_teams_are_rolled_into_the_form_and_played_with(visitors: Visitors, server: Server) -> None:
    """DC-6: what was filled in stays, both teams can be rolled, and the table plays with them."""
    page = visitors.come(PHONE, moving=True)
    page.goto(f"{server.url}/play/fastdrive")
    expect(page.get_by_role("button", name="Roll a random home team")).to_have_count(0)
    page.goto(f"{server.url}/play/thegrid")
    page.click("text=Game options")
    page.fill("#o-half_cards", "20")
    for side in ("home", "away"):
        page.click(f"text=Roll a random {side} team")
        expect(page.locator("#chart-home")).to_be_visible()
    texts = [page.input_value(f"#chart-{side}") for side in ("home", "visitor")]
    teams = [read_team(tomllib.loads(text)) for text in texts]
    assert all(sum(map(grade, team.players)) in GRADES for team in teams)
    assert page.input_value("#o-half_cards") == "20"
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.get_by_role("button", name="Start game", exact=True).click()
    expect(page.locator("main")).to_contain_text(teams[0].name)
    assert page.faults == []  # type: ignore[attr-defined]
