"""Ending a turn on squares: asks when something is given up, can be undone, and counts once."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.web import forms
from tests.web.conftest import Server, until
from tests.web.playing import PHONE, Visitors, choose, keys, my_turn, state, watched, when
from tests.web.seating import first_of, seated

pytestmark = pytest.mark.needs_chromium


def offense_acts(at: forms.Page) -> str | None:
    """Up to the first turn."""
    return None if "end-turn" in at.keys else first_of("player-1")(at)


def board_order(key: str) -> list[tuple[int, str]]:
    """Sort actions by their squares, rank by rank, whatever order the page lists them in."""
    return [(int(rank), file) for file, rank in re.findall(r"([a-k])(\d+)", key)]


def asked_seat(page: Page) -> str:
    """The seat that is asked."""
    return page.locator('#ask form.options input[name="seat"]').input_value()


def test_a_double_click_ends_one_turn_and_undo_opens_it_again(visitors: Visitors, server: Server) -> None:
    """SQ-11.3: one person plays both teams, so the next End turn lies where the first one was."""
    page = visitors.come()
    seated(page, server, "squares", "both", ahead=offense_acts)
    my_turn(page)
    first = asked_seat(page)
    page.locator('#ask [value="end-turn"]').dblclick()
    when(page, '#table[data-answers="1"]')
    until("the other team is asked", lambda: asked_seat(page) != first)
    assert page.locator("#table").get_attribute("data-answers") == "1", "the other team has not answered"
    page.click('#ask [data-shortcut="u"]')
    until("the turn is open again", lambda: asked_seat(page) == first)
    assert page.faults == []  # type: ignore[attr-defined]


def test_two_taps_of_a_finger_end_one_turn(browser: Browser, server: Server) -> None:
    context = browser.new_context(viewport=PHONE, has_touch=True, reduced_motion="reduce")
    context.set_default_timeout(60_000)
    page = watched(context)
    seated(page, server, "squares", "both", ahead=offense_acts)
    my_turn(page)
    box = page.locator('#ask [value="end-turn"]').bounding_box()
    assert box
    place = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.touchscreen.tap(*place)
    when(page, '#table[data-answers="1"]')
    page.touchscreen.tap(*place)
    my_turn(page)
    assert page.locator("#table").get_attribute("data-answers") == "1"
    page.locator('#ask [value="end-turn"]').tap()
    when(page, '#table[data-answers="2"]')
    assert page.faults == []  # type: ignore[attr-defined]
    context.close()


def test_ending_a_turn_asks_when_a_touchdown_or_tackle_is_at_hand(visitors: Visitors, server: Server) -> None:
    """SQ-4.5: by pointer and by keyboard; nothing counts before the second answer."""
    page = visitors.come()
    seated(page, server, "squares", "both", ahead=offense_acts)
    for _ in range(200):
        my_turn(page)
        if page.locator("#sure-end-turn").count():
            break
        options = [key for key in keys(page) if key != "end-turn"]
        moves = [key for key in options if "x" in key or "+" in key]
        assert not moves, "it does not ask though a tackle or touchdown is at hand"
        qb = sorted((key for key in options if "*" in key or "-" in key), key=board_order)
        choose(
            page, qb[-1] if qb and page.locator("#table").get_attribute("data-seat") == "0" else "end-turn"
        )
    assert any("x" in key or "+" in key for key in keys(page))
    answered = page.locator("#table").get_attribute("data-answers")
    page.click("#sure-end-turn > summary")
    expect(page.locator("#sure-end-turn")).to_contain_text("this turn")
    page.click("#sure-end-turn > summary")
    page.locator("#ask-h").focus()
    page.keyboard.press("Enter")
    expect(page.locator('#sure-end-turn [value="end-turn"]')).to_be_focused()
    assert page.locator("#table").get_attribute("data-answers") == answered
    seat = asked_seat(page)
    page.keyboard.press("Enter")
    until("the turn is over", lambda: asked_seat(page) != seat)
    assert state(page) == "live"
    assert page.faults == []  # type: ignore[attr-defined]
