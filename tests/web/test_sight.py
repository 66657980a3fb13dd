"""Nothing that a question speaks of is covered, cut off or beside the screen, in any game, at four sizes.

A seeded walk meets as many kinds of questions as it can; a real browser looks at each of them on a phone, on
a phone with its browser's bars, on a phone on its side and on a laptop. `scripts/contact_sheet.py` takes
pictures of the same.
"""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize
from tests.web import forms
from tests.web.conftest import Server, until
from tests.web.playing import Visitors, my_turn, when
from tests.web.questions import new_questions
from tests.web.seating import first_answers, seated

pytestmark = pytest.mark.needs_chromium

SIZES: dict[str, ViewportSize] = {
    "390x844": {"width": 390, "height": 844},
    "390x664": {"width": 390, "height": 664},
    "844x390": {"width": 844, "height": 390},
    "1280x800": {"width": 1280, "height": 800},
}
WALKS = {"thegrid": 70, "redboar": 110, "cardbowl": 110, "squares": 40, "fastdrive": 90}
"""Answers after which most kinds of questions of a game have come."""

LOOK = """() => {
  const faults = [], shown = (one) => one.checkVisibility({ visibilityProperty: true });
  const id = (one) => one.id || one.dataset.square || '';
  const name = (one) => `${one.tagName}.${one.getAttribute('class') ?? ''}#${id(one)}`;
  const inSight = (one, region) => {
    const box = one.getBoundingClientRect(), x = box.x + box.width / 2, y = box.y + box.height / 2;
    if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) return false;
    return Boolean(document.elementFromPoint(x, y)?.closest(region));
  };
  if (document.documentElement.scrollWidth > innerWidth + 1) faults.push('the page scrolls sideways');
  for (const one of document.querySelectorAll('#table .stage *, #ask *')) {
    if (!['auto', 'scroll'].includes(getComputedStyle(one).overflowX) || !shown(one)) continue;
    const isHand = one.matches('.hand') && one.querySelector('.pcard:not(.narrow, .brief)');
    if (!isHand && one.scrollWidth > one.clientWidth + 1) faults.push(`sideways: ${name(one)}`);
  }
  const isPlacing = Boolean(document.querySelector('#board .slot'));
  const pieces = ['.slot', '.spot.can', '[data-at]', '#ball', ...(isPlacing ? [] : ['[id^="card-"]'])];
  for (const one of document.querySelectorAll(pieces.map((piece) => `#board ${piece}`).join())) {
    if (!inSight(one, '#board')) faults.push(`out of sight: ${name(one)}`);
  }
  for (const one of document.querySelectorAll('#last > .part')) {
    if (!shown(one)) faults.push(`hidden: ${name(one)}`);
    else if (!inSight(one, '#last')) faults.push(`out of sight: ${name(one)}`);
  }
  for (const one of document.querySelectorAll('#ask-h, #ask .help')) {
    if (!shown(one) || !inSight(one, '#ask')) faults.push(`out of sight: ${one.textContent.trim()}`);
  }
  const within = (one, region) => {
    const box = one.getBoundingClientRect(), around = document.querySelector(region).getBoundingClientRect();
    const isCut = box.top < around.top - 1 || box.bottom > around.bottom + 1;
    if (isCut) faults.push(`cut off: ${one.textContent}`);
  };
  for (const one of document.querySelectorAll('#part-field text')) within(one, '#board');
  for (const one of document.querySelectorAll('#score :is(.name, .who, .pts, .timeouts, .clock, .down)')) {
    if (shown(one)) within(one, '#score');
    else faults.push(`hidden: ${name(one)}`);
  }
  const kinds = ['button', 'label.pcard', 'select'].map((kind) => `#ask .options ${kind}`).join();
  const answers = [...document.querySelectorAll(kinds)].filter((one) => shown(one) && !one.disabled);
  if (answers.length && !inSight(answers[0], '#ask')) faults.push('the first answer is out of sight');
  if (answers.length <= 4 && !answers.every((one) => one.matches('.pcard') || inSight(one, '#ask'))) {
    faults.push('few answers, and not all in sight');
  }
  const place = (one) => {
    const box = document.querySelector(one).getBoundingClientRect();
    return [box.x, box.width];
  };
  const board = document.querySelector('#board').matches('.tall') ? 'tall' : 'wide';
  const top = document.querySelector('#score').getBoundingClientRect().height;
  return { faults, layout: [board, top, ...place('#board'), ...place('#ask')].map(String).join(' ') };
}"""


def look(page: Page, size: str) -> dict[str, Any]:
    """What is wrong with what is in sight at this size."""
    page.set_viewport_size(SIZES[size])
    page.evaluate("scrollTo(0, 0)")
    found: dict[str, Any] = page.evaluate(LOOK)
    return found


@pytest.mark.parametrize("game", WALKS)
def test_nothing_that_a_question_speaks_of_is_covered(visitors: Visitors, server: Server, game: str) -> None:
    page, faults, layouts, met = visitors.come(), [], set(), 0
    with server.client() as client:
        for question in new_questions(client, game, WALKS[game]):
            met += 1
            cookies = [(one.name, one.value or "") for one in client.cookies.jar]
            page.context.add_cookies(
                [{"name": name, "value": value, "url": server.url} for name, value in cookies]
            )
            page.goto(server.url + question.path)
            for size in SIZES:
                found = look(page, size)
                faults += [f"{size}, {question.kind}: {fault}" for fault in found["faults"]]
            layouts.add(found["layout"])
    assert not faults, "\n".join(faults)
    assert met > 2
    assert len({one.split()[0] for one in layouts}) == len(layouts), (
        "one place for score, board and tray at 1280 px"
    )
    assert page.faults == []  # type: ignore[attr-defined]


WITH_TIMEOUTS: dict[str, dict[str, Any]] = {"thegrid": {}, "cardbowl": {"o.timing": "complex"}}
"""Games whose teams have timeouts, and the options for it."""


@pytest.mark.parametrize("game", WITH_TIMEOUTS)
def test_the_timeouts_of_both_teams_are_in_sight_at_every_question(
    visitors: Visitors, server: Server, game: str
) -> None:
    """TG-22.1, CB-2.12: who may stop the clock, and whose dice may roll again, is known to both."""
    page, met = visitors.come(), 0
    with server.client() as client:
        for question in new_questions(client, game, 60, **WITH_TIMEOUTS[game]):
            page.context.add_cookies(
                [
                    {"name": one.name, "value": one.value or "", "url": server.url}
                    for one in client.cookies.jar
                ]
            )
            page.goto(server.url + question.path)
            shown = page.locator("#score .timeouts")
            started = page.locator("#score .clock").count() > 0
            assert shown.count() == (2 if started else 0), question.kind
            met += started
    assert met > 2
    assert page.faults == []  # type: ignore[attr-defined]


def test_the_next_question_begins_at_its_top(visitors: Visitors, server: Server) -> None:
    """However far the one before was scrolled; a lineup that is changed step by step stays where it is."""
    page = visitors.come(SIZES["390x664"])
    seated(page, server, "thegrid", "both")
    my_turn(page)
    scroll = "document.querySelector('#ask').scrollTop"
    page.evaluate("document.querySelector('#ask').scrollTo(0, 300)")
    assert page.evaluate(scroll) > 0
    page.evaluate("document.querySelector('#ask button[value=ready]').click()")  # without scrolling to it
    when(page, '#table[data-answers="1"]:not([data-held])')
    assert page.evaluate(scroll) == 0
    assert page.faults == []  # type: ignore[attr-defined]


def first_of_the_kickoff(table: forms.Page) -> str | None:
    """Ready, then the first answer, until a play is declared and called by the same cards."""
    if 'name="first"' in table.text:
        return None
    return "ready" if "ready" in table.keys else table.keys[0]


ASK_AGAIN = "() => { document.dispatchEvent(new Event('visibilitychange')); }"
QUIET = """
const now = Date.now;
let ahead = 0;
Date.now = () => now() + ahead;
window.later = (ms) => { ahead += ms; };
"""
"""A page that can be told that time has passed."""


@pytest.mark.parametrize("game", WALKS)
def test_advice_fits_and_stays_until_it_is_closed(visitors: Visitors, server: Server, game: str) -> None:
    """The page looks at the table by itself after a while: the advice is still there, and so is the board."""
    page = visitors.come(SIZES["390x664"], script=QUIET)
    seated(page, server, game, "both", ahead=first_answers(2))
    my_turn(page)
    page.locator('#ask button:is([value="chances"], [value="hint"])').last.click()  # squares has hints alone
    page.locator("#ask .hint").wait_for()
    assert page.evaluate("scrollY") < 3, "the board stays where it is"
    for size in SIZES:
        found = [
            fault for fault in look(page, size)["faults"] if "answer" not in fault and "#last" not in fault
        ]
        assert [fault for fault in found if "#board" in fault or "sideways" in fault] == [], size
    words = page.locator("#ask .hint").inner_text()
    with page.expect_response(
        lambda reply: f"{server.url}/t/" in reply.url and reply.request.method == "GET"
    ):
        page.evaluate("window.later(60_000)")
        page.evaluate(ASK_AGAIN)
    until("the page that came is shown", lambda: page.evaluate("document.readyState") == "complete")
    assert page.locator("#ask .hint").inner_text() == words
    page.click("#ask .hint [data-close-hint]")
    page.locator("#ask .hint").wait_for(state="detached")
    assert page.faults == []  # type: ignore[attr-defined]


CALLED_ALONG = {"redboar": first_answers(0), "thegrid": first_of_the_kickoff}
"""Games in which a card answers the declaration and the call; how to come to a declaration."""


@pytest.mark.parametrize("game", CALLED_ALONG)
def test_the_offense_is_advised_on_its_call_along_with_the_declaration(
    visitors: Visitors, server: Server, game: str
) -> None:
    """RB-10.4, TG-10.1: a card declares the play, too, so the advice goes on to the call."""
    page = visitors.come(SIZES["390x844"])
    seated(page, server, game, "both", ahead=CALLED_ALONG[game])
    my_turn(page)
    page.click('#ask button[value="chances"]')
    page.locator("#ask .hint").wait_for()
    assert page.locator("#ask .hint .advised").count() == 2
    page.click('#ask button[value="hint"]')
    page.locator("#ask .pcard.pointed").first.wait_for()
