"""While a play is shown the next question waits: nobody sees it, no key and no second tap answers it.

For every game, in a real browser that moves: result first, question after.
"""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import Page
from tests.web.conftest import Server, until
from tests.web.playing import Visitors, choose, keys, my_turn, sensible, when
from tests.web.seating import seated

from fieldhouse.kernel import registry

pytestmark = pytest.mark.needs_chromium

WATCH = """
window.seen = [];
window.posts = 0;
const fetched = window.fetch;
window.fetch = (address, options) => {
  if (options?.method === 'POST') window.posts += 1;
  return fetched(address, options);
};
window.says = () => ({
  question: document.querySelector('#ask-h')?.textContent,
  score: [...document.querySelectorAll('#score .mid > :not(:has([data-clock]), [data-clock])')]
    .map((one) => one.textContent).join(), // the clock runs with the first beat
  bar: document.querySelector('#bar')?.textContent,
  readOut: document.querySelector('#live')?.textContent,
});
const type = (key) => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
new MutationObserver((changes) => {
  const root = document.documentElement;
  if (!root.dataset.beats || !changes.some(({ target }) => target === root)) return;
  const before = window.posts;
  for (const key of ['1', '2', 'Enter', 'u', 'h']) type(key);
  for (const form of document.querySelectorAll('#ask form.options')) form.requestSubmit();
  const children = [...document.querySelectorAll('#ask > :not(.pace)')];
  const isInert = children.every((one) => one.inert);
  window.seen.push({ ...window.says(), isInert, answered: window.posts - before });
}).observe(document, { attributes: true, attributeFilter: ['data-beats'], subtree: true });
"""
"""At the beginning of everything that is played: what the page says, and what keys and forms can do."""
MOST = 60
"""Answers after which every game has shown something."""


@pytest.mark.parametrize("game", sorted({*registry.list_games()} - {"sandlot"}))
def test_result_first_question_after(visitors: Visitors, server: Server, game: str) -> None:
    page = visitors.come(moving=True, script=WATCH)
    seated(page, server, game, "both")
    shown, rng = 0, Random(3)
    for _ in range(MOST):
        if not my_turn(page) or shown == 3:
            break
        before, asked = page.evaluate("window.says()"), page.evaluate("window.seen.length")
        choose(page, sensible(rng, keys(page)))
        for seen in page.evaluate("window.seen")[asked:]:
            shown += 1
            assert seen["isInert"] and not seen["answered"], seen
            assert {name: seen[name] for name in before} == before, "it tells how the play ends"
        page.keyboard.press("Escape")
    assert shown, "nothing was played"
    assert page.faults == []  # type: ignore[attr-defined]


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
        asked = page.evaluate("window.seen.length")
        choose(page, keys(page)[0])
        if page.evaluate("window.seen.length") > asked:
            return
    raise AssertionError("nothing was played")


def middle(page: Page) -> tuple[float, float]:
    """Where the first answer lies, now or in a moment."""
    answer = page.locator("#ask .options :is(button, label)").last
    box = until("there is a button", answer.bounding_box)
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
