"""An older page never takes the place of a newer one, and the page notices by itself when it is behind."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import Page, Route, expect
from tests.web.conftest import Server
from tests.web.playing import FIRST, MINE, Visitors, choose, keys, my_turn, tab_to
from tests.web.seating import seated

pytestmark = pytest.mark.needs_chromium

LOOKS = re.compile(r"/t/[\w-]+\?")

SLOW_CALLBACKS = """
  const late = (work) => setTimeout(work, 1500);
  if (document.startViewTransition) {
    const real = document.startViewTransition.bind(document);
    document.startViewTransition = (change) =>
      real(() => new Promise((done) => late(() => { change(); done(); })));
  }
  const frame = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (work) => late(() => frame(work));
"""
"""Whatever the page leaves to the browser's own time comes a second and a half late."""


LOST = """
  window.lost = [];
  addEventListener('DOMContentLoaded', () => {
    const table = document.querySelector('#table');
    if (!table) return;
    let held = false;
    document.addEventListener('focusin', () => { held = true; });
    const look = () => { if (held && document.activeElement === document.body) lost.push(table.outerHTML); };
    new MutationObserver(look).observe(table, { attributes: true });
  });
"""
"""Remembers every page that was put in place and left the keyboard nowhere."""

RUNNING = """document.getAnimations().filter(
  (one) => one.playState === 'running' && one.effect.target.closest('#board, #last')).length"""


def stamp(page: Page) -> int:
    return int(page.locator("#table").get_attribute("data-stamp") or 0)


def settled(page: Page) -> None:
    """Nothing is being played any more."""
    page.locator("html:not([data-beats])").wait_for()


def test_with_late_callbacks_and_a_fast_coach_it_is_always_my_turn_again(
    visitors: Visitors, server: Server
) -> None:
    """Nine of twelve answers hung when a late callback put the page before over the page after."""
    page = visitors.come(moving=True, script=SLOW_CALLBACKS)
    seated(page, server, "sandlot", "coach:rookie")
    rng = random.Random(4)
    last = 0
    for _ in range(12):
        if not my_turn(page):
            break
        assert stamp(page) > last
        last = stamp(page)
        choose(page, rng.choice(keys(page)))
    my_turn(page)
    assert page.faults == []  # type: ignore[attr-defined]


def test_a_reply_that_comes_late_does_not_put_the_page_back(visitors: Visitors, server: Server) -> None:
    """A slow network: my answer's reply arrives after the coach's answer was shown."""
    page = visitors.come(moving=True)
    seated(page, server, "sandlot", "coach:rookie")
    held: list[tuple[Route, str]] = []

    def hold(route: Route) -> None:
        held.append((route, route.fetch().text()))  # the server has answered; the reply is on its way

    my_turn(page)
    before = stamp(page)
    page.route("**/answer", hold)
    page.locator('#ask .options button[name="key"]').first.click()
    page.locator(f'#table:not([data-stamp="{before}"])').wait_for()
    my_turn(page)
    newer, asked = stamp(page), page.locator("#ask-h").inner_text()
    assert held, "the reply is still under way"
    route, text = held[0]
    found = re.search(r'data-stamp="(\d+)"', text)
    assert found is not None and int(found.group(1)) <= newer
    route.fulfill(body=text, content_type="text/html")
    page.locator('#table[data-answers="1"]').wait_for()
    page.unroute("**/answer")
    assert stamp(page) == newer and page.locator("#ask-h").inner_text() == asked
    choose(page, keys(page)[0])
    my_turn(page)
    assert page.faults == []  # type: ignore[attr-defined]


def test_both_sides_at_one_screen_go_on_although_their_stamps_differ(
    visitors: Visitors, server: Server
) -> None:
    """A stamp is a seat's own: the other side's page may be older than mine and still be the next one."""
    page = visitors.come(moving=True)
    seated(page, server, "sandlot", "both")
    my_turn(page)
    mine = page.locator("#table").get_attribute("data-seat")

    def aged(route: Route) -> None:
        reply = route.fetch()
        route.fulfill(response=reply, body=re.sub(r'data-stamp="\d+"', 'data-stamp="1"', reply.text()))

    page.route(re.compile(r"/t/[\w-]+(/answer|\?)"), aged)
    choose(page, keys(page)[0])
    page.locator(f'#table:not([data-seat="{mine}"])').wait_for()
    page.unroute_all(behavior="ignoreErrors")
    assert page.faults == []  # type: ignore[attr-defined]


def test_a_page_that_missed_a_change_finds_it_by_itself(visitors: Visitors, server: Server) -> None:
    """The look that should have shown the coach's answer is lost: the page looks again."""
    page = visitors.come(moving=True)
    seated(page, server, "sandlot", "coach:rookie")
    my_turn(page)
    lost: list[str] = []

    def lose(route: Route) -> None:
        if len(lost) < 2:
            lost.append(route.request.url)
            route.abort()
        else:
            route.continue_()

    page.route(LOOKS, lose)
    for _ in range(6):
        choose(page, keys(page)[0])
        if not my_turn(page) or lost:
            break
    page.unroute(LOOKS)
    assert lost, "at least one look was lost on the way"
    my_turn(page)


def test_a_click_skips_what_is_being_played_and_reduced_motion_plays_nothing(
    visitors: Visitors, server: Server
) -> None:
    page = visitors.come(moving=True)
    seated(page, server, "redboar", "both")
    seen = False
    for _ in range(40):
        my_turn(page)
        options = keys(page)
        choose(page, next((key for key in options if key.startswith('["play"')), options[0]))
        if page.locator("html[data-beats]").count():
            seen = True
            page.keyboard.press("Escape")
            settled(page)
            break
    assert seen, "a play was played"
    assert page.evaluate(RUNNING) == 0, "skipped: the settled state stands"
    still = visitors.come()
    still.goto(page.url)
    expect(still.locator("#score")).to_be_visible()
    assert still.evaluate("document.getAnimations().length") == 0
    assert page.faults == [] == still.faults  # type: ignore[attr-defined]


def lost(page: Page) -> list[str]:
    found: list[str] = page.evaluate("window.lost")
    return found


@pytest.mark.parametrize("late", [False, True], ids=["a fast coach", "late callbacks"])
def test_the_keyboard_is_never_left_on_nothing(visitors: Visitors, server: Server, late: bool) -> None:
    """My answer, then a coach's right behind it: the focus stays at the question."""
    page = visitors.come(moving=True, script=LOST + SLOW_CALLBACKS if late else LOST)
    seated(page, server, "sandlot", "coach:rookie")
    for _ in range(4):
        if not my_turn(page):
            break
        tab_to(page, FIRST)
        tag = page.locator("#table").get_attribute("data-tag")
        page.keyboard.press("Enter")
        page.locator(f'#table:not([data-tag="{tag}"])').wait_for()
        my_turn(page)
        expect(page.locator("#ask:focus-within")).to_have_count(1)
    assert lost(page) == []
    assert page.faults == []  # type: ignore[attr-defined]


def test_the_keyboard_finds_the_question_where_its_own_button_is_folded_away(
    visitors: Visitors, server: Server
) -> None:
    """An answer from the folded list of `squares`, a drawer beside the table, and the curtain."""
    page = visitors.come(moving=True, script=LOST)
    seated(page, server, "squares", "both")
    my_turn(page)
    while not page.locator("#ask .as-list button").count():
        choose(page, keys(page)[0])
    for _ in range(2):
        my_turn(page)
        for folded in page.locator("#ask .as-list, #ask .as-list details").all():
            folded.evaluate("one => { one.open = true; }")
        tab_to(page, "#ask .as-list button")
        before = stamp(page)
        page.keyboard.press("Enter")
        page.locator(f'#table:not([data-stamp="{before}"])').wait_for()
        expect(page.locator("#ask:focus-within")).to_have_count(1)
    page.locator("#tools summary").first.focus()
    page.locator("#ask-h").evaluate("() => document.querySelector('#ask form.options button').click()")
    page.locator(f'#table:not([data-stamp="{stamp(page)}"])').or_(page.locator(MINE)).first.wait_for()
    expect(page.locator("#tools summary").first).to_be_focused()
    assert lost(page) == []
    seated(page, server, "sandlot", "hotseat")
    page.click("button:has-text('show my turn')")
    my_turn(page)
    tab_to(page, FIRST)
    page.keyboard.press("Enter")
    page.locator('#ask:has-text("show my turn")').wait_for()
    expect(page.locator("#ask:focus-within")).to_have_count(1)
    assert lost(page) == []
    assert page.faults == []  # type: ignore[attr-defined]
