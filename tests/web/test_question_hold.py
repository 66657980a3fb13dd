"""While a play is shown the next question waits: nobody sees it, no key and no second tap answers it.

For every game, in a real browser that moves: result first, question after.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page
from tests.web.conftest import Server, until
from tests.web.playing import Visitors, choose, keys, my_turn, sensible, when
from tests.web.seating import seated

from fieldhouse.kernel import registry

pytestmark = pytest.mark.needs_chromium

WATCH = """
window.shows = [];
window.posts = 0;
const fetched = window.fetch;
window.fetch = (address, options) => {
  if (options?.method === 'POST') window.posts += 1;
  return fetched(address, options);
};
const all = (query) => [...document.querySelectorAll(query)];
const text = (query) => all(query).map((one) => one.textContent.trim()).join(' | ');
const isPlaying = () => document.documentElement.dataset.beats !== undefined;
const says = () => ({
  question: text('#ask-h'),
  score: text('#score .mid > :not(:has([data-clock]), [data-clock])'), // the clock runs with the beats
  bar: text('#bar'),
  readOut: text('#live'),
});
const points = () => text('#score [data-points]');
const type = (key) => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
let calm = {}, calmPoints = '', frames = 0;
const look = () => {
  frames += 1;
  const posts = window.posts;
  for (const key of ['1', '2', 'Enter', 'u', 'h']) type(key);
  for (const form of all('#ask form')) form.requestSubmit();
  const children = all('#ask > :not(.pace)'), [table] = all('#table');
  return {
    ...says(),
    isInert: children.every((one) => one.inert),
    isHeld: table.dataset.held === 'shown' || table.dataset.held === 'hidden',
    answered: window.posts - posts,
  };
};
new MutationObserver((changes) => {
  const root = document.documentElement;
  if (!isPlaying() || !changes.some(({ target }) => target === root)) return;
  window.shows.push({ calm, calmPoints, points: points(), event: text('#event'), seen: [look()] });
}).observe(document, { attributes: true, attributeFilter: ['data-beats'], subtree: true });
const frame = () => {
  requestAnimationFrame(frame);
  if (!document.querySelector('#ask')) return;
  if (!isPlaying()) { calm = { ...says(), event: text('#event') }; calmPoints = points(); }
  else if (frames < 4000 && window.shows.length) window.shows.at(-1).seen.push(look());
};
requestAnimationFrame(frame);
"""
"""Before everything that is played, and in each of its frames: what the page says; what keys and forms do."""
MOST = 60
"""Answers after which every game has shown something."""
PLAYED = "html:not([data-beats]) #table:not([data-held])"


@pytest.mark.parametrize("opponent", ["both", "coach:rookie"])
@pytest.mark.parametrize("game", sorted({*registry.list_games()} - {"sandlot"}))
def test_result_first_question_after(visitors: Visitors, server: Server, game: str, opponent: str) -> None:
    """In no frame of what is played does the page ask, or tell by score line or bar, how it ends."""
    page = visitors.come(moving=True, script=WATCH)
    seated(page, server, game, opponent)
    shown, rng = 0, Random(3)
    for _ in range(MOST):
        if not my_turn(page) or shown >= 2:
            break
        before = page.evaluate("window.shows.length")
        choose(page, sensible(rng, keys(page)))
        page.locator(PLAYED).wait_for(state="attached")
        for play in page.evaluate("window.shows")[before:]:
            shown += 1
            check(play)
    assert shown, "nothing was played"
    assert page.faults == []  # type: ignore[attr-defined]


def check(play: dict[str, Any]) -> None:
    """Nothing of what was played was told ahead, and nothing was answered."""
    for seen in play["seen"]:
        assert seen.pop("isInert") and seen.pop("isHeld") and not seen.pop("answered"), seen
        assert seen == {name: play["calm"][name] for name in seen}, "it tells how the play ends"
    if play["event"] == play["calm"]["event"]:
        assert play["points"] == play["calmPoints"], "the score changes before the play is told"


def test_the_tap_that_skips_answers_nothing(visitors: Visitors, server: Server) -> None:
    """Nor does a second tap right after it; a moment later the question takes answers."""
    page = visitors.come(moving=True, script=WATCH)
    seated(page, server, "redboar", "both")
    tap_through(page)
    posts = page.evaluate("window.posts")
    for _ in range(2):
        page.mouse.click(*middle(page))
    when(page, '#table[data-turn="yes"]:not([data-held])')
    assert page.evaluate("window.posts") == posts
    choose(page, keys(page)[0])
    assert page.faults == []  # type: ignore[attr-defined]


def tap_through(page: Page) -> None:
    """Answer until something is played."""
    for _ in range(MOST):
        my_turn(page)
        asked = page.evaluate("window.shows.length")
        choose(page, keys(page)[0])
        if page.evaluate("window.shows.length") > asked:
            return
    raise AssertionError("nothing was played")


def middle(page: Page) -> tuple[float, float]:
    """Where the first answer lies, now or in a moment."""
    answer = page.locator("#ask .options :is(button, label)").last
    box = until("there is a button", answer.bounding_box)
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
