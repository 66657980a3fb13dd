"""A real browser plays: every game against a coach, two by link with a spectator, the curtain, a replay."""

from __future__ import annotations

import random
import re
import time

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from tests.web import forms
from tests.web.conftest import Server
from tests.web.playing import (
    FIRST,
    MINE,
    Visitors,
    choose,
    keys,
    my_turn,
    sensible,
    sit,
    state,
    tab_to,
    unfold,
)
from tests.web.seating import first_of, seated

from fieldhouse.kernel import registry

pytestmark = pytest.mark.needs_chromium

SLEPT = """() => {
  const then = Date.now;
  Date.now = () => then() + 60_000;
  document.dispatchEvent(new Event('visibilitychange'));
}"""
"""The lid of the laptop was closed for a minute: the page has heard nothing for long, and looks by itself."""


@pytest.fixture
def page(visitors: Visitors) -> Page:
    """A page that fails the test when its script does, or when the content policy stops something."""
    return visitors.come()


def everything() -> list[str]:
    """Every game on the shelf, and the template game."""
    return sorted({*registry.list_games(), "sandlot"})


@pytest.mark.slow
@pytest.mark.parametrize("game", everything())
def test_a_whole_game_against_a_coach(page: Page, server: Server, game: str) -> None:
    rng = random.Random(7)
    sit(page, server, game, "coach:rookie", name="Ann")
    for _ in range(600):
        if not my_turn(page):
            break
        choose(page, sensible(rng, keys(page)))
    assert state(page) == "over"
    expect(page.locator("#ask")).to_contain_text("Rematch")
    page.click("#verify summary")
    page.click("text=Verify dice")
    expect(page.locator("h1")).to_contain_text("No problems found")
    assert page.faults == []  # type: ignore[attr-defined]


def test_with_script_disabled_a_whole_game_still_plays(browser: Browser, server: Server) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    sit(page, server, "sandlot", "coach:starter")
    patience = time.monotonic() + 120
    while state(page) != "over":
        assert time.monotonic() < patience, "the game does not end"
        if page.locator("#table").get_attribute("data-turn") == "yes":
            page.locator(FIRST).first.click()
        else:
            page.reload()
    assert "the server (no JavaScript)" in page.content()
    context.close()


def test_two_browsers_by_link_and_a_spectator_see_it_live(visitors: Visitors, server: Server) -> None:
    """Nobody reloads: answers of one appear at the other and at the spectator by themselves."""
    ann, bob, eve = (visitors.come() for _ in range(3))
    sit(ann, server, "sandlot", "link", name="Ann")
    invitation, watching = (ann.locator(f"#{name}").input_value() for name in ("link1", "watch"))
    ann.click("text=Go to the table")
    expect(ann.locator("#ask-h")).to_contain_text("Waiting for Skins")
    eve.goto(watching)
    bob.goto(invitation)
    expect(bob.locator("h1")).to_contain_text("Sandlot")
    bob.fill('input[name="name"]', "Bob")
    bob.click("button.main.big")
    for player in (ann, bob):
        player.locator('#table[data-turn="yes"]').wait_for()
    expect(eve.locator("#score")).to_contain_text("Bob")
    assert eve.locator('#ask button[name="key"]').count() == 0
    for _ in range(40):
        if state(ann) == "over":
            break
        for player in (ann, bob):
            if player.locator("#table").get_attribute("data-turn") == "yes":
                choose(player, keys(player)[0])
        for player in (ann, bob):
            player.locator(f'{MINE}, #table:has-text("Waiting for")').first.wait_for()
    for player in (ann, bob, eve):
        player.locator('#table[data-state="over"]').wait_for()
    assert "their own browser" in ann.content(), "both nonces came from the browsers"
    assert [player.faults for player in (ann, bob, eve)] == [[], [], []]  # type: ignore[attr-defined]
    ann.click("text=Rematch")
    bob.locator("text=Go to the rematch").wait_for()
    bob.click("text=Go to the rematch")
    bob.click("text=Join the game")
    for player in (ann, bob):
        player.locator('#table[data-turn="yes"]').wait_for()


def test_a_hot_seat_game_with_the_curtain(page: Page, server: Server) -> None:
    seated(page, server, "sandlot", "hotseat")
    curtains = 0
    for _ in range(80):
        page.locator(f'{MINE}, #ask:has-text("show my turn")').first.wait_for()
        if state(page) == "over":
            break
        if page.locator("text=show my turn").count():
            assert page.locator(".as-cards").count() == 0, "no hand is in the page behind the curtain"
            page.click("button:has-text('show my turn')")
            curtains += 1
        my_turn(page)
        choose(page, keys(page)[0])
    assert state(page) == "over" and curtains > 4


def test_undo_then_replay_with_a_branch(page: Page, server: Server) -> None:
    seated(page, server, "sandlot", "both")
    my_turn(page)
    page.click("text=Hint")
    expect(page.locator("#ask .hint")).to_contain_text(re.compile("would choose|Quick suggestion|Mix|%"))
    expect(page.locator("#ask .hint")).to_be_in_viewport()
    slow: list[Route] = []
    page.route("**/hint", lambda route: slow.append(route))  # noqa: PLW0108 - Playwright looks into it
    with page.expect_request("**/hint"):
        page.click("text=Hint")
    before = keys(page)
    choose(page, before[0])  # a slow hint holds nobody up
    slow[0].fulfill(body="")
    tag = page.locator("#table").get_attribute("data-tag")
    page.click("text=Undo")
    page.locator(f'#table:not([data-tag="{tag}"])').wait_for()
    assert keys(page) == before
    for _ in range(80):
        if state(page) == "over":
            break
        choose(page, keys(page)[0])
    page.click("text=Replay")
    film = page.locator("#table")
    expect(film).to_have_attribute("data-at", "0")
    expect(page.locator("[data-play]")).to_be_visible()  # the script is there
    page.keyboard.press(".")  # the arrows go from play to play
    expect(film).to_have_attribute("data-at", "1")
    expect(page).to_have_url(re.compile(r"at=1$"))
    size = int(film.get_attribute("data-size") or 0)
    page.goto(page.url.replace("at=1", f"at={size - 2}"))  # a step takes its time, a whole game minutes
    expect(page.locator("[data-play]")).to_be_visible()
    page.evaluate("window.same = true")
    page.click("[data-play]")
    expect(film).to_have_attribute("data-at", film.get_attribute("data-size") or "")
    expect(page.locator("[data-play]")).to_be_disabled()
    page.click('a[aria-label="Start"]')
    expect(film).to_have_attribute("data-at", "0")
    page.click('a[aria-label="Next drive or score"]')
    expect(film).not_to_have_attribute("data-at", "0")
    assert page.evaluate("window.same"), "no page was loaded"
    page.click("text=Play from here")
    page.locator(MINE).first.wait_for()
    assert state(page) == "live"
    expect(page.locator("#log")).to_contain_text("What if: branched from step")
    assert page.faults == []  # type: ignore[attr-defined]


def test_digits_choose_the_halves_of_an_answer_and_enter_gives_it(page: Page, server: Server) -> None:
    """TG-5.1: a place and a man; until both are chosen Enter does nothing, not even `ready`."""
    seated(page, server, "thegrid", "both")
    unfold(page)
    page.locator("#ask [data-halves]").wait_for()
    expect(page.locator("#ask .call")).to_be_disabled()
    tag = page.locator("#table").get_attribute("data-tag")
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    expect(page.locator("#ask .call")).to_be_disabled()
    page.keyboard.press("1")
    expect(page.locator("#ask .call")).to_be_enabled()
    assert page.locator("#table").get_attribute("data-tag") == tag
    page.keyboard.press("Enter")
    page.locator(f'#table:not([data-tag="{tag}"])').wait_for()
    expect(page.locator("#ask-h")).to_contain_text("Set your lineup")
    page.keyboard.press("u")
    expect(page.locator('#ask [value="undo"]')).to_have_count(0)
    assert page.faults == []  # type: ignore[attr-defined]


def test_keyboard_alone_answers_and_the_focus_stays(page: Page, server: Server) -> None:
    seated(page, server, "sandlot", "coach:starter")
    page.locator('#table[data-turn="yes"]').wait_for()
    tab_to(page, FIRST)
    tag = page.locator("#table").get_attribute("data-tag")
    page.keyboard.press("Enter")
    page.locator(f'#table:not([data-tag="{tag}"])').wait_for()
    expect(page.locator("#ask:focus-within")).to_have_count(1)
    expect(page.locator("#live")).not_to_be_empty()
    page.locator('#table[data-turn="yes"]').wait_for()
    expect(page.locator("#ask:focus-within")).to_have_count(1)
    page.route("**/answer", lambda route: route.abort())
    page.locator(FIRST).first.click()
    expect(page.locator("#ask .alert")).to_contain_text("Can't reach the server")
    page.unroute("**/answer")
    choose(page, keys(page)[0])
    expect(page.locator("#ask .alert")).to_have_count(0)


def test_what_a_person_opened_stays_open_when_the_other_side_answers(
    visitors: Visitors, server: Server
) -> None:
    ann, bob = visitors.come(), visitors.come()
    sit(ann, server, "sandlot", "link", name="Ann")
    invitation = ann.locator("#link1").input_value()
    ann.click("text=Go to the table")
    bob.goto(invitation)
    bob.click("button.main.big")
    for player in (ann, bob):
        player.locator('#table[data-turn="yes"]').wait_for()
    ann.click("#more summary")
    ann.locator("#ask details[open]").wait_for()
    tag = ann.locator("#table").get_attribute("data-tag")
    choose(bob, keys(bob)[0])
    ann.locator(f'#table:not([data-tag="{tag}"])').wait_for()
    assert ann.locator("#ask details[open]").count() == 1


def moves(options: list[str]) -> list[str]:
    """The plain moves from square to square to which nothing else leads (else the page asks which)."""
    ends = [(squares[0], squares[-1]) for key in options if (squares := re.findall(r"[a-k]\d+", key))]
    plain = [key for key in options if re.fullmatch(r"[a-k]\d+-[a-k]\d+", key)]
    return [key for key in plain if ends.count((key.split("-")[0], key.split("-")[1])) == 1]


def test_squares_are_played_by_two_clicks_by_a_drag_and_by_keys(page: Page, server: Server) -> None:
    turns: list[str | None] = []

    def until_the_second_can_move(at: forms.Page) -> str | None:
        turns.append(at.attributes["table"]["data-seat"])
        return None if turns[-1] != turns[0] and moves(at.keys) else first_of("end-turn")(at)

    seated(page, server, "squares", "both", ahead=until_the_second_can_move)
    expect(page.locator(".as-list summary").first).to_contain_text("Tap the board")
    found = moves(keys(page))[0]
    start, end = found.split("-")
    page.click(f'[data-square="{start}"]')
    assert page.locator(f'[data-square="{end}"].lit').count() == 1, "reachable squares are lit"
    tag = page.locator("#table").get_attribute("data-tag")
    page.click(f'[data-square="{end}"]')
    page.locator(f'#table:not([data-tag="{tag}"])').wait_for()
    expect(page.locator("#log .ev").first).to_contain_text(f"runs to {end}")
    found = moves(keys(page))[0]
    start, end = found.split("-")
    tag = page.locator("#table").get_attribute("data-tag")
    slow: list[Route] = []  # a look of the page, held back until the drag has begun
    looks = re.compile(r"/t/[\w-]+\?")
    page.route(looks, lambda route: slow.append(route))  # noqa: PLW0108 - Playwright looks into it
    while not slow:  # a look that was on its way already is not held back, and the next one is far off
        page.evaluate(SLEPT)
        page.wait_for_timeout(20)
    places = [page.locator(f'[data-square="{name}"]').bounding_box() for name in (start, end)]
    middles = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in places if box]
    page.mouse.move(*middles[0])
    page.mouse.down()
    with page.expect_response(looks):
        slow[0].continue_()
    page.unroute(looks)
    page.wait_for_timeout(100)
    page.mouse.move(*middles[1], steps=4)  # and what it sees does not end the drag
    page.mouse.up()
    page.locator(f'#table:not([data-tag="{tag}"])').wait_for()
    expect(page.locator("#log .ev").first).to_contain_text(f"runs to {end}")
    page.locator("#ask details.group").first.wait_for(state="attached")
    page.keyboard.press("1")  # a man, and then one of his ways
    expect(page.locator("#ask.offers")).to_have_count(1)
    expect(page.locator("#board .spot.from")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator("#ask.offers, #board .spot.lit")).to_have_count(0)
    tag = page.locator("#table").get_attribute("data-tag")
    page.keyboard.press("1")
    page.keyboard.press("1")
    page.locator(f'#table:not([data-tag="{tag}"])').wait_for()
    assert page.faults == []  # type: ignore[attr-defined]
