"""What is played of a play: a click ends it, nothing moves under reduced motion, everybody gets the same."""

from __future__ import annotations

import json
from random import Random

import pytest
from playwright.sync_api import Page, expect
from tests.web import forms
from tests.web.conftest import Server, until
from tests.web.playing import Visitors, choose, keys, my_turn
from tests.web.seating import seated

pytestmark = pytest.mark.needs_chromium

WATCH = """
window.seen = { played: 0, banners: [], skipped: null };
window.wantsSkip = false;
const running = () => document.getAnimations().filter((one) => one.playState === 'running').length;
new MutationObserver((changes) => {
  const root = document.documentElement;
  for (const change of changes) {
    for (const node of change.addedNodes) {
      const banner = node.nodeName === 'B' && change.target.matches?.('.banner');
      if (banner) window.seen.banners.push(node.textContent);
    }
    if (change.target !== root || change.attributeName !== 'data-beats' || !root.dataset.beats) continue;
    window.seen.played += 1;
    if (!window.wantsSkip) continue;
    document.body.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
    const said = document.querySelector('#event').textContent;
    window.seen.skipped = { beats: root.dataset.beats ?? '', moving: running(), said };
    window.wantsSkip = false;
  }
}).observe(document, { attributes: true, attributeFilter: ['data-beats'], childList: true, subtree: true });
"""
"""Notes when something begins to be played and every banner; skips by a click at once if wanted."""
SETTLED = """async () => {
  const text = await (await fetch(location.href)).text();
  return new DOMParser().parseFromString(text, 'text/html').querySelector('#event').textContent;
}"""


@pytest.fixture
def lively(visitors: Visitors) -> Page:
    """Somebody who wants to see things move."""
    return visitors.come(moving=True, script=WATCH)


@pytest.fixture
def still(visitors: Visitors) -> Page:
    """Somebody whom movement makes ill."""
    return visitors.come(script=WATCH)


def a_play(page: Page) -> None:
    """Answer until one more play has been played: its beat says so, whether the page shows it or not."""
    my_turn(page)
    before = plays(page)
    for _ in range(30):
        choose(page, keys(page)[0])
        my_turn(page)
        if plays(page) > before:
            return
    raise AssertionError("no play in thirty answers")


def plays(page: Page) -> int:
    """The number of the last event that begins a play, among what the server sent to be played."""
    sent = json.loads(page.locator("#table").get_attribute("data-beats") or "[]")
    return max((beat["n"] for beat in sent if "play" in beat), default=-1)


def test_a_click_skips_to_the_settled_state(lively: Page, server: Server) -> None:
    page = lively
    seated(page, server, "redboar", "both")
    my_turn(page)
    page.evaluate("window.wantsSkip = true")
    a_play(page)
    skipped = until("the click skips", lambda: page.evaluate("window.seen.skipped"))
    assert skipped == {"beats": "", "moving": 0, "said": skipped["said"]}
    assert skipped["said"] == page.evaluate(SETTLED)
    assert page.faults == []  # type: ignore[attr-defined]


def test_nothing_moves_under_reduced_motion(still: Page, server: Server) -> None:
    page = still
    seated(page, server, "redboar", "both")
    a_play(page)
    assert page.evaluate("window.seen") == {"played": 0, "banners": [], "skipped": None}
    assert page.evaluate("document.getAnimations().length") == 0
    assert page.faults == []  # type: ignore[attr-defined]


def test_a_spectator_gets_the_same_beats(lively: Page, still: Page, server: Server) -> None:
    page, other = still, lively
    seated(page, server, "redboar", "both")
    my_turn(page)
    other.goto(f"{server.url}/t/{page.locator('#table').get_attribute('data-table')}")
    expect(other.locator("#table")).to_have_attribute("data-seat", "")
    a_play(page)
    sent = page.locator("#table").get_attribute("data-beats") or ""
    expect(other.locator("#table")).to_have_attribute("data-beats", sent)
    until("the spectator sees it played", lambda: other.evaluate("window.seen.played"))
    assert other.faults == []  # type: ignore[attr-defined]


@pytest.mark.dice("a touchdown, looked back at")
def test_a_touchdown_stands_large_over_the_board_of_a_replay_too(lively: Page, server: Server) -> None:
    with server.client() as client:
        table = forms.start(client, "fastdrive", opponent="coach:rookie", length="short")
        rng = Random(1)
        while (table := forms.after(client, table)).state != "over":
            table = forms.press(client, table, rng.choice(table.keys))
        name = forms.table_id(table)
    page = lively
    page.goto(f"{server.url}/t/{name}/replay?at=0")
    touchdown = page.locator(".jumps a", has_text=" TD ").first
    at = int((touchdown.get_attribute("href") or "").split("at=")[1].split("&")[0])
    page.goto(f"{server.url}/t/{name}/replay?at={at - 1}")
    page.click('.steps [rel="next"]')
    until("the banner comes", lambda: page.evaluate("window.seen.banners.includes('Touchdown!')"))
    page.locator("html:not([data-beats])").wait_for()
    expect(page.locator("#board .banner b")).to_have_count(0)
    assert page.faults == []  # type: ignore[attr-defined]


@pytest.mark.dice("a coach's turn, man by man")
def test_on_squares_the_other_sides_men_go_one_by_one(visitors: Visitors, server: Server) -> None:
    """The board as it was lies over the new one until the last man has gone; then the settled one is seen."""
    page = visitors.come(moving=True, script=MEN)
    seated(page, server, "squares", "coach:starter")
    my_turn(page)
    for _ in range(6):
        if page.evaluate("window.gone.length"):
            break
        choose(page, next((key for key in ("player-2", "end-turn") if key in keys(page)), keys(page)[0]))
        my_turn(page)
    gone = until("men have gone", lambda: page.evaluate("window.gone"))
    assert all(before != after for before, after in gone)
    expect(page.locator(".past")).to_have_count(0)
    expect(page.locator("#log .ahead")).to_have_count(0)
    assert page.faults == []  # type: ignore[attr-defined]


MEN = """
window.gone = [];
const noted = { attributes: true, attributeFilter: ['data-at'], attributeOldValue: true, subtree: true };
new MutationObserver((changes) => {
  for (const { target, oldValue } of changes) {
    if (target.closest?.('.past')) window.gone.push([oldValue, target.dataset.at]);
  }
}).observe(document, noted);
"""
"""Notes whoever goes from place to place."""
