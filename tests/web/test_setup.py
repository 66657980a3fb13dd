"""The set-up page: teams and mode first, a search over many teams, rolled teams as cards."""

from __future__ import annotations

import tomllib

import pytest
from playwright.sync_api import expect
from tests.web.conftest import Server
from tests.web.playing import PHONE, Visitors

from fieldhouse.games.thegrid.teams.creation import GRADES, grade
from fieldhouse.games.thegrid.teams.players import read_team
from fieldhouse.kernel.registry import find

BEARS = "1985 Chicago Bears, 15-1, PF 456, PA 198; "


def test_teams_and_mode_come_first_and_the_rest_is_folded(server: Server) -> None:
    """In every game: what is played, against whom, how long; then details."""
    with server.client() as client:
        for game in ("cardbowl", "fastdrive", "redboar", "squares", "thegrid"):
            text = client.get(f"/play/{game}").text
            form = text[text.index('<form method="post"') :]
            first = [form.index(f'name="o.{spec.name}"') for spec in find(game).meta.options if spec.first]
            opponent, length, folded = (form.index(part) for part in ("Opponent", "Length", "<details>"))
            assert sorted(first) == first and all(place < opponent for place in first)
            assert opponent < length < form.index("Start game") < folded
            rest = [spec for spec in find(game).meta.options if not spec.first]
            assert all(form.index(f'name="o.{spec.name}"') > folded for spec in rest)


def test_every_team_can_be_found_without_script(server: Server) -> None:
    with server.client() as client:
        grid, drive = (client.get(f"/play/{game}").text for game in ("thegrid", "fastdrive"))
        assert grid.count('value="world-bari"') == 2 and grid.count("Bari") >= 2
        assert len(drive.encode()) < 150_000 and 'href="/play/fastdrive/teams"' in drive
        assert "1985 Chicago Bears" in drive
        assert BEARS in client.get("/play/fastdrive/teams", params={"q": "bears 1985"}).text
        assert len(client.get("/play/fastdrive/teams").content) < 150_000
        listed = client.get("/play/fastdrive/choices/home.json").json()
        assert len(listed) > 1600 and all(len(team) == 5 for team in listed), "every team has two colors"
        assert client.get("/play/fastdrive/choices/quarter.json").status_code == 404


@pytest.mark.needs_chromium
def test_a_team_is_found_by_name_and_year_and_played_again(visitors: Visitors, server: Server) -> None:
    """*Play now* in the lobby plays the teams of the last game."""
    page = visitors.come(PHONE, moving=True)
    page.goto(f"{server.url}/play/fastdrive")
    away = page.locator(".teamsearch").first
    away.get_by_role("searchbox").fill("browns 1970")
    away.get_by_role("button", name="1970 Cleveland Browns").click()
    expect(away.locator(".picked")).to_contain_text("1970 Cleveland Browns")
    assert page.input_value('input[name="o.away"]') == "cleveland-1970"
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.get_by_role("button", name="Start game", exact=True).click()
    expect(page.locator("main")).to_contain_text("Cleveland Browns")
    page.goto(server.url)
    expect(page.locator("main")).to_contain_text("Play now: 1970 Cleveland Browns vs. 1985 Miami Dolphins")
    page.click('form[action="/play/fastdrive"] button')
    expect(page.locator("main")).to_contain_text("Cleveland Browns")
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
        name = "home" if side == "home" else "visitor"
        expect(page.locator(f"#rolled-{name} li")).to_have_count(15)
    page.fill('input[name="title.home"]', "Ann's Fifteen")
    texts = [page.input_value(f"#chart-{side}") for side in ("home", "visitor")]
    teams = [read_team(tomllib.loads(text)) for text in texts]
    assert all(sum(map(grade, team.players)) in GRADES for team in teams)
    assert page.input_value("#o-half_cards") == "20"
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.get_by_role("button", name="Start game", exact=True).click()
    expect(page.locator("main")).to_contain_text("Ann's Fifteen")
    expect(page.locator("main")).to_contain_text(teams[1].name)
    assert page.faults == []  # type: ignore[attr-defined]


def test_the_world_tournament_fills_in_its_twelve_teams(server: Server) -> None:
    """DC-11: whoever picked another number of teams gets the twelve of the tournament."""
    with server.client() as client:
        page = client.get("/leagues/new", params={"game": "thegrid"}).text
        assert page.count(" checked") >= 4
        made = {"game": "thegrid", "title": "World", "name": "Ann", "form": "world", "length": "tiny"}
        league = client.post(
            "/leagues/new", data={**made, "club": ["world-canton", "world-bremen"], "mine": "none"}
        )
        assert league.status_code == 200 and "/l/" in str(league.url)
        assert all(town in league.text for town in ("Canton", "Perth", "Sendai", "Ibadan"))


@pytest.mark.needs_chromium
def test_a_formation_is_drawn_on_the_board_and_played(visitors: Visitors, server: Server) -> None:
    """SQ-13.1: every formation has a picture; a piece that is moved on the board stands there in the game."""
    page = visitors.come(PHONE, moving=True)
    page.goto(f"{server.url}/play/squares")
    expect(page.locator(".cardstrip .pick svg")).to_have_count(
        len(find("squares").meta.spec("formation").choices)
    )
    page.click("text=Draw your own formation")
    page.get_by_role("button", name="Offense", exact=True).click()
    page.get_by_label("f7: offense").click()
    page.get_by_label("k3: empty").click()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.get_by_role("button", name="Start game", exact=True).click()
    page.locator("#table").wait_for()
    table = page.url.rpartition("/")[2].partition("?")[0]
    drawn = page.request.get(f"{server.url}/api/tables/{table}").json()
    assert "k3" in str(drawn) or "K3" in str(drawn)
    assert page.faults == []  # type: ignore[attr-defined]
