"""A league in the browser: two people and two coaches, from the auction to the champion; and its doors."""

from __future__ import annotations

import re
from collections.abc import Callable

import httpx
import pytest
from playwright.sync_api import BrowserContext, Page, expect
from tests.web import forms
from tests.web.conftest import Server, until
from tests.web.playing import Visitors

pytestmark = pytest.mark.needs_chromium


@pytest.fixture
def people(visitors: Visitors) -> list[Page]:
    """Ann and Bob, each with a browser."""
    return [visitors.come(), visitors.come()]


def hands(server: Server, context: BrowserContext) -> httpx.Client:
    """A client with somebody's own cookie: quicker than the page, and through the same door."""
    client = server.client()
    for cookie in context.cookies():
        client.cookies.set(str(cookie["name"]), str(cookie["value"]))
    return client


def hold_an_auction(ann: Page, bob: Page, server: Server) -> None:
    """Four chairs, two of them people's; managers bid for everybody, with little money."""
    ann.goto(f"{server.url}/play/thegrid-auction")
    ann.select_option("#chairs", "4")
    ann.select_option("#plan-1", "link")
    ann.click("summary:has-text('Game options')")
    ann.fill('[name="o.money"]', "20")
    ann.fill('input[name="name"]', "Ann")
    ann.click("button.main.big")
    link = ann.locator("#link1").input_value()
    ann.click("a.main.big")
    bob.goto(link)
    bob.fill('input[name="name"]', "Bob")
    bob.click("button.main.big")
    for page in (ann, bob):
        page.click('.seg [value="on"]')
    bob.goto("about:blank")  # twelve coaches and three people are watched in `test_rooms`
    ann.locator('#table[data-state="over"]').wait_for(timeout=300_000)


def play_to_the_end(client: httpx.Client, page: forms.Page) -> None:
    """The first answer there is, until the game is over."""
    for _ in range(400):
        page = forms.after(client, page)
        if page.state == "over":
            return
        page = forms.press(client, page, page.keys[0])
    raise AssertionError("the game does not end")


@pytest.mark.dice("a league of two people and two coaches")
def test_two_people_and_two_coaches_from_the_auction_to_the_champion(
    people: list[Page], server: Server
) -> None:
    """A played week, a typed and confirmed score, a simulated week, a correction, play-offs."""
    ann, bob = people
    hold_an_auction(ann, bob, server)
    ann.click("text=Create a league with these teams")
    ann.fill('[name="title"]', "Harbour League")
    ann.fill('[name="name"]', "Ann")
    ann.select_option('[name="length"]', "tiny")
    ann.click("text=Create league")
    expect(ann.locator("h1")).to_have_text("Harbour League")
    league = re.sub(r"[?#].*", "", ann.url)
    bob.goto(f"{server.url}/leagues")
    bob.click("text=Harbour League")
    expect(bob.locator(".fx.mine").first).to_contain_text("Waiting for you")

    with hands(server, ann.context) as client:  # the first week is played: Ann against a coach
        ann.click("text=Play your game")
        ann.locator("#table").wait_for()
        play_to_the_end(client, forms.Page(client.get(ann.url)))
        ann.click("text=Back to the league")
    expect(ann.locator(".fx .pair.final")).to_have_count(1)
    type_and_confirm(ann, bob, league)

    ann.goto(f"{league}/desk")  # the rest of the week, and the next one, simulated
    simulate(ann)
    bob.goto(league)
    before = bob.locator("#league").get_attribute("data-size")
    ann.select_option('[name="which"]', "all")
    simulate(ann)
    expect(bob.locator("#league")).not_to_have_attribute("data-size", str(before))  # without a reload

    ann.goto(f"{league}/schedule")  # a correction, with what hangs on it first
    ann.locator(".fx .final").first.click()
    ann.fill('form[action$="/correct"] [name="home"]', "77")
    ann.fill('form[action$="/correct"] [name="reason"]', "the second touchdown was written down twice")
    ann.click("text=Preview changes")
    expect(ann.locator("#hg")).to_be_visible()
    ann.click("button:text-is('Correct score')")
    expect(ann.locator(".versus")).to_contain_text("77")

    ann.goto(f"{league}/desk")  # to the end: semi-finals, a final, the seal opened
    ann.select_option('[name="which"]', "all")
    ann.select_option('[name="far"]', "end")
    simulate(ann)
    ann.goto(league)
    expect(ann.locator(".champ")).to_contain_text("Champions", timeout=120_000)
    for path, words in (
        ("/schedule", "Semifinal"),
        ("/audit", "verified"),
        ("/audit", "the second touchdown"),
        ("/leaders", "Points"),
        ("/records", "in a row"),
        ("/rules", "Win"),
    ):
        ann.goto(f"{league}{path}")
        expect(ann.locator("main")).to_contain_text(words, ignore_case=True)
    assert [fault for page in people for fault in page.faults] == []  # type: ignore[attr-defined]


def simulate(ann: Page) -> None:
    """Press the button, and be on the desk's next page: its address alone says nothing."""
    with ann.expect_navigation(timeout=300_000):
        ann.click("button:text-is('Simulate')")
    expect(ann.locator("button:text-is('Simulate')")).to_be_visible(timeout=300_000)  # it is done


def type_and_confirm(ann: Page, bob: Page, league: str) -> None:
    """Bob brings a score from a table at home; Ann, who commands, confirms it."""
    bob.goto(league)
    bob.locator(".fx.mine .pair").first.click()
    bob.fill('form[action$="/typed"] [name="home"]', "21")
    bob.fill('form[action$="/typed"] [name="visitor"]', "14")
    bob.click("button:text-matches('(Report|Enter) score')")
    expect(bob.locator("main")).to_contain_text("Reported:")
    ann.goto(bob.url)
    ann.click("button:text-is('Confirm score')")
    expect(ann.locator(".versus")).to_contain_text("21")


def test_nobody_acts_in_a_league_without_a_link(server: Server) -> None:
    """A visitor reads; acts are refused; a link opens a seat, a newer one shuts it."""
    with server.client() as ann, server.client() as bob:
        form = {"title": "Doors", "name": "Ann", "game": "redboar", "teams": "Ducks\nGeese", "mine": "0"}
        page = ann.post("/leagues/new", data={**form, "form": "robin", "length": "tiny"})
        assert page.status_code == 200, page.text
        league = str(page.url).split("?")[0]
        game = re.search(r'href="(/l/[^"]+/g/[0-9a-f]+)"', page.text)
        assert game is not None
        assert bob.get(league).status_code == 200
        for address in (f"{game[1]}/typed", f"{game[1]}/play", f"{league}/desk/simulate"):
            refused = bob.post(address, data={"home": "1", "visitor": "0"})
            assert refused.status_code == 403, address
        assert bob.get(f"{league}/desk").status_code == 403
        links = []
        for verb, data in (
            ("invite", {"name": "Bob", "team": "1", "role": "manager"}),
            ("link", {"member": "1"}),
        ):
            shown = ann.post(f"{league}/desk/{verb}", data=data)
            found = re.search(r'value="([^"]+/leagues/join/[^"]+)"', shown.text)
            assert found is not None, shown.text
            links.append(found[1])
        assert bob.post(links[0]).status_code == 404, "the newer link killed it"
        assert "Geese" in bob.post(links[1]).text
        typed = bob.post(f"{game[1]}/typed", data={"home": "7", "visitor": "3"})
        assert "Reported:" in typed.text
        refused = bob.post(f"{game[1]}/confirm")
        assert refused.status_code == 403, "his own score"
        assert bob.post(f"{game[1]}/void", data={"reason": "x"}).status_code == 403
        renewed = bob.post(f"{league}/desk/link", data={"member": "1"})  # a lost phone: he is shut out, too
        again = re.search(r'value="([^"]+/leagues/join/[^"]+)"', renewed.text)
        assert again is not None and bob.post(f"{game[1]}/dispute", data={"reason": "x"}).status_code == 403
        assert "New link" in bob.get(f"{bob.post(again[1]).url}/rules").text
        feed = ann.get(f"{league}/results.atom")
        assert "<feed" in feed.text and "7" in feed.text
        assert "statistic" in ann.get(f"{league}/lines.csv").text


def test_a_league_takes_team_files_of_ones_own(server: Server) -> None:
    """FD-25.17: cards pasted into the page play beside those of the house; every fault of one is named."""
    wombats, emus = (
        f'team = "{team}"\nseason = 2020\nfg = "11-61"\nxp = "11-64"' for team in ("Wombats", "Emus")
    )
    form = {"title": "Zoo", "name": "Ann", "game": "fastdrive", "teams": "chicago-1985", "form": "robin"}
    with server.client() as ann:
        assert 'name="own"' in ann.get("/leagues/new?game=fastdrive").text
        refused = ann.post("/leagues/new", data={**form, "own": f"{wombats}\n---\nteam = 7"})
        assert refused.status_code == 400
        assert "Your own team 2.toml: season is missing" in refused.text and "Wombats" in refused.text
        page = ann.post("/leagues/new", data={**form, "own": f"{wombats}\r\n---\r\n{emus}\n---\n"})
        assert page.status_code == 200, page.text
        assert all(team in page.text for team in ("Chicago Bears 1985", "Wombats 2020", "Emus 2020"))


def test_a_real_season_is_founded_with_its_teams_and_schedule(server: Server) -> None:
    """What `fieldhouse league new --season` does; a year or a team that is none is refused by name."""
    form = {"title": "Eighty-five", "name": "Ann", "game": "fastdrive", "season": "1985", "team": "bears"}
    with server.client() as ann:
        assert 'name="season"' in ann.get("/leagues/new?game=fastdrive").text
        for wrong, words in (({"season": "1885"}, "1885"), ({"team": "Geese"}, "No team matches")):
            refused = ann.post("/leagues/new", data={**form, **wrong})
            assert refused.status_code == 400 and words in refused.text
        page = ann.post("/leagues/new", data=form)
        assert page.status_code == 200, page.text
        assert "Chicago Bears" in page.text and "Waiting for <b>you</b>" in page.text
        schedule = ann.get(f"{str(page.url).split('?')[0]}/schedule").text
        assert len(re.findall(r'class="fx[ "]', schedule)) == 224


def test_one_team_of_1985_is_played_by_hand_for_a_week(serve: Callable[..., Server]) -> None:
    """The Bears' first game at a table, the other thirteen of the week simulated; the second week waits.

    On a server of its own, the game's page last: the server ends before it has worked out the game's curve.
    """
    form = {"title": "By hand", "name": "Ann", "game": "fastdrive", "season": "1985", "team": "bears"}
    with serve().client() as ann:
        league = ann.post("/leagues/new", data={**form, "length": "tiny"}).url.path
        mine = re.search(r'action="(/l/[^"]+/g/[0-9a-f]+)/play"', ann.get(league).text)
        assert mine is not None
        play_to_the_end(ann, forms.Page(ann.post(f"{mine[1]}/play")))
        service = ann.post(f"{league}/desk/simulate", data={"which": "coaches"})
        assert service.status_code == 200
        until("the week is simulated", lambda: "Simulated 13 games" in ann.get(f"{league}/desk").text)
        home = ann.get(league).text
        assert "Week 2" in home and "Waiting for <b>you</b>" in home
        schedule = ann.get(f"{league}/schedule").text
        week = schedule[schedule.index('s-week-1"') : schedule.index('s-week-2"')]
        assert (
            len(re.findall(r">Final \(simulated\)<", week)) == 13 and len(re.findall(r">Final<", week)) == 1
        )
        lines = ann.get(f"{league}/lines.csv").text
        assert len({row.split(",")[0] for row in lines.splitlines()[1:]}) == 14, "every game has its lines"
        box = ann.get(mine[1]).text
        assert "Chicago Bears" in box and "Final" in box and "Watch replay" in box
