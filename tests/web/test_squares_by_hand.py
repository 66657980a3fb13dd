"""Squares by hand: refusals that say why, blocks chosen on the board, arrow keys, and a whole turn typed."""

from __future__ import annotations

import re
from functools import partial

import pytest
from playwright.sync_api import Page, expect
from tests.web.conftest import Server, until
from tests.web.playing import Visitors, choose, keys, my_turn, when
from tests.web.seating import seated
from tests.web.test_end_turn import offense_acts

pytestmark = pytest.mark.needs_chromium


@pytest.fixture
def page(visitors: Visitors, server: Server) -> Page:
    """The first turn of the funnel: Qf4 d5 e4 f7 g4 h5 against e9 e11 f8 f11 g9 g11."""
    page = visitors.come()
    seated(page, server, "squares", "both", ahead=offense_acts)
    my_turn(page)
    return page


def square(page: Page, name: str) -> None:
    page.click(f'#board [data-square="{name}"]')


def nothing_played(page: Page) -> bool:
    return "runs to" not in page.locator("#log").inner_text()


def test_touching_a_square_that_is_no_answer_says_why(page: Page) -> None:
    """SQ-11.2: with the rule, for moves and passes, and nothing is played."""
    square(page, "f4")
    square(page, "a12")
    expect(page.locator("#ask .alert")).to_contain_text("a12 is not reachable in four steps from f4")
    expect(page.locator("#ask .alert a")).to_have_text("SQ-5.1")
    square(page, "f4")
    square(page, "f11")
    expect(page.locator("#ask .alert")).to_contain_text("the QB cannot block")
    assert nothing_played(page)
    assert page.faults == []  # type: ignore[attr-defined]


def test_a_block_is_chosen_on_the_board(page: Page) -> None:
    """SQ-8.1: who, whom, and from which side; only one or two squares are a question of words."""
    square(page, "f7")
    square(page, "f8")
    for stand in ("e8", "g8", "f7"):
        expect(page.locator(f'#board [data-square="{stand}"].lit')).to_have_count(1)
    expect(page.locator("#ask.offers")).to_have_count(0)
    square(page, "e8")
    when(page, '#table[data-answers="1"]')
    expect(page.locator("#log .ev").first).to_contain_text(re.compile("runs to e8 and blocks .* to g8"))
    page.click('#ask [data-shortcut="u"]')
    when(page, '#table[data-answers="2"]')
    square(page, "f7")
    square(page, "f8")
    square(page, "f7")
    expect(page.locator("#ask.offers .choice:not([hidden]) button[name='key']")).to_have_count(2)
    assert page.faults == []  # type: ignore[attr-defined]


def test_arrows_move_on_the_board(page: Page) -> None:
    """The first arrow shows the cursor on a player; Space picks, arrows go on, Space plays."""
    page.keyboard.press("ArrowUp")
    cursor = page.locator("#board .spot.cursor")
    expect(cursor).to_have_count(1)
    start = str(cursor.get_attribute("data-square"))
    page.keyboard.press("Space")
    expect(page.locator(f'#board .spot.from[data-square="{start}"]')).to_have_count(1)
    page.keyboard.press("ArrowUp")
    end = f"{start[0]}{int(start[1:]) + 1}"
    expect(page.locator(f'#board .spot.cursor[data-square="{end}"]')).to_have_count(1)
    page.keyboard.press("Space")
    when(page, '#table[data-answers="1"]')
    expect(page.locator("#log .ev").first).to_contain_text(f"runs to {end}")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Escape")
    expect(page.locator("#board .spot.cursor")).to_have_count(0)
    assert page.faults == []  # type: ignore[attr-defined]


def test_the_list_of_a_players_moves_begins_with_the_furthest_forward(page: Page) -> None:
    for group in page.locator("#ask .as-list details.group").all():
        keys = group.locator('button[name="key"]').evaluate_all("all => all.map(one => one.value)")
        ranks = [int(re.findall(r"[a-k](\d+)", key)[-1]) for key in keys]
        assert ranks == sorted(ranks, reverse=True), keys


def test_a_whole_turn_can_be_typed(page: Page) -> None:
    """SQ-11.6: the actions and end-turn as one answer; a refusal names the action."""
    page.click("#as-text summary")
    page.fill("#typed", "f4-f5 e4-e9 end-turn")
    page.keyboard.press("Enter")
    expect(page.locator("#ask .alert")).to_contain_text("action 2")
    assert nothing_played(page)
    if not page.locator("#typed").is_visible():
        page.click("#as-text summary")
    page.fill("#typed", "f4-f5 e4-e5 end-turn")
    page.keyboard.press("Enter")
    when(page, '#table[data-answers="2"]')
    expect(page.locator("#log")).to_contain_text("runs to e5")
    assert page.faults == []  # type: ignore[attr-defined]


CORNER = """() => [...document.querySelectorAll('#board [data-square]')]
  .map((one) => [one, one.getBoundingClientRect()])
  .sort(([, a], [, b]) => a.x + a.y - b.x - b.y)[0][0].dataset.square"""


def top_left(page: Page) -> str | None:
    """The name of the square in the upper left corner of the board."""
    corner: str | None = page.evaluate(CORNER)
    return corner


def is_turned(page: Page, corner: str) -> bool:
    """Is this square in the upper left corner?"""
    return top_left(page) == corner


def test_a_shared_board_turns_only_if_that_is_wanted(page: Page) -> None:
    """One browser plays both: the board stays as it is, until somebody wants it to turn with each team."""
    first = page.locator("#table").get_attribute("data-seat")
    assert top_left(page) == "a14"
    choose(page, "end-turn")
    my_turn(page)
    assert page.locator("#table").get_attribute("data-seat") != first
    assert top_left(page) == "a14"
    for value, corner in (("on", "k1"), ("off", "a14")):
        page.click("#more > summary")
        page.click(f'#more button[name="facing"][value="{value}"]')
        until(f"{corner} is in the corner", partial(is_turned, page, corner))
    assert page.faults == []  # type: ignore[attr-defined]


def test_the_coachs_turn_is_shown_again(visitors: Visitors, server: Server) -> None:
    """On the board as it was before; nothing is sent, and the page is the same afterwards."""
    page = visitors.come(moving=True)
    seated(page, server, "squares", "coach:starter")
    my_turn(page)
    for _ in range(4):
        if page.locator("#last .turn-again").count():
            break
        choose(page, next((key for key in ("player-2", "end-turn") if key in keys(page)), keys(page)[0]))
        page.locator("html:not([data-beats]) #table:not([data-held])").wait_for(state="attached")
        my_turn(page)
    before = page.locator("#board").inner_html(), page.locator("#event").inner_text()
    page.click("#last .turn-again")
    page.locator("#board .past").wait_for(state="attached")
    page.locator("html:not([data-beats])").wait_for(state="attached")
    assert (page.locator("#board").inner_html(), page.locator("#event").inner_text()) == before
    page.click("#last .turn-again")
    page.locator("#board .past").wait_for(state="attached")
    page.mouse.click(5, 5)
    page.locator("#board .past").wait_for(state="detached")
    assert page.faults == []  # type: ignore[attr-defined]
