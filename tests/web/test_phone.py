"""On a phone: no letter too small to read, the first answer in sight, few answers all in sight.

On a desk the letters are read as well.
"""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Page
from tests.web.conftest import Server
from tests.web.playing import DESK, PHONE, Visitors, choose, keys, my_turn
from tests.web.seating import seated

from fieldhouse.football.shapes import SMALLEST
from fieldhouse.kernel import registry

pytestmark = pytest.mark.needs_chromium

LOOK = """() => {
  let smallest = 99, words = '';
  const note = (px, text) => { if (px < smallest) [smallest, words] = [px, text.trim().slice(0, 40)]; };
  const letters = (one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
  for (const one of document.querySelectorAll('#table *')) {
    if (one.closest('.sr') || !one.checkVisibility() || !letters(one)) continue;
    const size = parseFloat(getComputedStyle(one).fontSize), drawn = one.getScreenCTM?.();
    if (one.tagName !== 'title') note(drawn ? size * Math.hypot(drawn.a, drawn.b) : size, one.textContent);
  }
  const kinds = ['button', 'label.pcard', 'select'].map((kind) => `#ask .options ${kind}`).join();
  const answers = [...document.querySelectorAll(kinds)].filter((one) => one.checkVisibility());
  const seen = (one) => {
    const box = one.getBoundingClientRect();
    return box.top >= 0 && box.bottom <= innerHeight + 1;
  };
  const cut = [...document.querySelectorAll('#ask svg text, #last svg text')].filter((one) => {
    const box = one.getBoundingClientRect(), card = one.ownerSVGElement.getBoundingClientRect();
    return one.checkVisibility() && box.width > 0 && (box.right > card.right + 1 || box.left < card.left - 1);
  }).map((one) => one.textContent);
  for (const one of document.querySelectorAll('#score .name, #score .who, #score .mid')) {
    const over = one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 2;
    if (over) cut.push(one.textContent.trim());
  }
  const drawn = [...document.querySelectorAll('#last svg text, #last svg .f-die')].filter((one) => {
    return one.checkVisibility() && one.getBoundingClientRect().width > 0;
  });
  const apart = (a, b) => Math.min(a.right - b.left, b.right - a.left, a.bottom - b.top, b.bottom - a.top);
  const within = (a, b) => a.left >= b.left && a.right <= b.right && a.top >= b.top && a.bottom <= b.bottom;
  const dice = drawn.filter((one) => one.tagName !== 'text').map((one) => one.getBoundingClientRect());
  const texts = drawn.filter((one) => one.tagName === 'text');
  for (const [place, one] of texts.entries()) {
    const box = one.getBoundingClientRect(), near = (other) => apart(box, other) > 2.5;
    const over = texts.slice(place + 1).find((other) => near(other.getBoundingClientRect()));
    if (over) cut.push(`${one.textContent} over ${over.textContent}`);
    if (!dice.some((die) => within(box, die)) && dice.some(near)) cut.push(`${one.textContent} over a die`);
  }
  const first = answers.length > 0 && seen(answers[0]);
  return { smallest, words, cut, first, few: answers.length > 6 || answers.every(seen) };
}"""
LEAST = SMALLEST - 0.01
"""A card in a row of the tray is drawn to a fraction of a pixel."""
LEAST_ON_A_LOW_BOARD = 9.8
"""Card Bowl's whole table shares a phone's height with its question."""


@pytest.mark.parametrize("game", sorted(registry.list_games()))
def test_every_question_is_shown_in_letters_that_can_be_read(
    visitors: Visitors, server: Server, game: str
) -> None:
    """On a phone and on a desk. No script asks for the width (`test_access`): one game shows both."""
    rng = random.Random(4)
    page = visitors.come(PHONE)
    seated(page, server, game, "both")
    for _ in range(12):
        if not my_turn(page):
            break
        question = page.locator("#ask-h").inner_text()
        for place, size in (("desk", DESK), ("phone", PHONE)):
            page.set_viewport_size(size)
            look = page.evaluate(LOOK)
            assert look["smallest"] >= (LEAST_ON_A_LOW_BOARD if game == "cardbowl" else LEAST), (
                f"{place}, {question}: {look['words']} in {look['smallest']:.1f} px"
            )
            assert look["cut"] == [], f"{place}, {question}: cut off"
        assert look["first"], f"{question}: the first answer is out of sight"
        assert look["few"], f"{question}: few answers, and not all in sight"
        go_on(page, rng)
    assert page.faults == []  # type: ignore[attr-defined]


def go_on(page: Page, rng: random.Random) -> None:
    """Any answer, and a quick way through long set-ups."""
    options = keys(page)
    quick: list[str] = [key for key in ("scrimmage", "end-turn") if key in options]
    quick += [key for key in ("fill", "ready") if key in options and rng.random() < 0.5]
    choose(page, quick[0] if quick else rng.choice(options))
