"""Own dice and cards in the browser: a pad for each die, a card picker, whole hands, undo of a roll."""

from __future__ import annotations

import re
from random import Random

import pytest
from playwright.sync_api import Page, ViewportSize, expect
from tests.web import forms
from tests.web.conftest import Server
from tests.web.playing import SIZES, Visitors, choose, keys, my_turn, sensible, when

from fieldhouse.kernel import registry

pytestmark = pytest.mark.needs_chromium

GAMES = sorted({*registry.list_games()} - {"sandlot"})
SIZED = list(zip(GAMES, [*SIZES, SIZES[0]], strict=True))
MOST = 60


def sit(page: Page, server: Server, game: str) -> None:
    """A table with own dice for one person who plays both teams."""
    with server.client() as client:
        table = forms.start(client, game, opponent="both", length="tiny", dice="typed")
        page.context.add_cookies(
            [{"name": one.name, "value": one.value or "", "url": server.url} for one in client.cookies.jar]
        )
    page.goto(f"{server.url}/t/{forms.table_id(table)}")


def answered(page: Page) -> int:
    return int(page.locator("#table").get_attribute("data-answers") or 0)


def tap(page: Page, what: str, nth: int = 0) -> None:
    page.locator(what).nth(nth).click()


def pick_hand(page: Page, used: set[str]) -> None:
    """Pick a hand of cards, none of which is in use, and enter it."""
    due = int(page.locator("#ask .rolls").get_attribute("data-due") or 1)
    ranks = page.locator('#ask input[name="rank"]').evaluate_all("all => all.map((one) => one.value)")
    suits = page.locator('#ask input[name="suit"]').evaluate_all("all => all.map((one) => one.value)")
    pack = (page.locator("#ask .rolls").get_attribute("data-pack") or "").split()
    every = [(rank, suit) for rank in range(len(ranks)) for suit in range(len(suits))]
    free = [(r, s) for r, s in every if ranks[r] + suits[s] in pack or not pack]
    free = [(r, s) for r, s in free if ranks[r] + suits[s] not in used]
    for rank, suit in free[:due]:
        used.add(ranks[rank] + suits[suit])
        tap(page, '#ask [data-pad]:has([name="rank"]) label', rank)
        tap(page, '#ask [data-pad]:has([name="suit"]) label', suit)
    if due > 1:
        expect(page.locator("#ask .enter")).to_have_text(f"Enter {due} of {due} cards")
        tap(page, "#ask .enter")


def enter(page: Page, rng: Random, used: set[str]) -> None:
    """Enter the roll or the cards that are due, one tap a die."""
    before = answered(page)
    pads = page.locator("#ask [data-pad]")
    if page.locator('#ask input[name="rank"]').count():
        pick_hand(page, used)
    elif pads.count():
        for pad in range(pads.count()):
            faces = pads.nth(pad).locator("label")
            faces.nth(rng.randrange(faces.count())).click()
    else:
        buttons = page.locator("#ask .rolls .choice button")
        buttons.nth(rng.randrange(buttons.count())).click()
    when(page, f'#table[data-answers="{before + 1}"]')


@pytest.mark.parametrize(("game", "size"), SIZED, ids=GAMES)
def test_every_roll_and_draw_is_picked_and_can_be_undone(
    visitors: Visitors, server: Server, game: str, size: ViewportSize
) -> None:
    """No list to scroll and nothing to type; the last roll can be undone until somebody decides."""
    page, rng = visitors.come(size), Random(4)
    sit(page, server, game)
    used: set[str] = set()
    rolls = undone = 0
    for _ in range(MOST):
        if not my_turn(page) or rolls > 12:
            break
        if not page.locator("#ask .rolls").count():
            choose(page, sensible(rng, keys(page)))
            used.clear()  # another deal
            continue
        assert page.locator('#ask .rolls :is(select, input[type="text"], input:not([type]))').count() == 0
        if page.locator("#ask .rolls .choice button, #ask [data-pad] label").count() > 1:
            expect(
                page.locator("#ask .rolls :is(.choice button, [data-pad] label)").first
            ).to_be_in_viewport()
        asked = page.locator("#ask-h").text_content()
        enter(page, rng, used)
        rolls += 1
        undo = page.locator('#ask [data-shortcut="u"]:has-text("Undo last roll")')
        if undone < 2 and undo.count():
            before = answered(page)
            undo.click()
            when(page, f'#table[data-answers="{before + 1}"]')
            undone += 1
            if not page.locator('#ask input[name="rank"]').count():
                assert page.locator("#ask-h").text_content() == asked
            used.clear()
    assert rolls and undone
    assert page.faults == []  # type: ignore[attr-defined]


def test_three_dice_take_three_digits(visitors: Visitors, server: Server) -> None:
    """FD-10.1: 4, 2, 6 on the keyboard is black 4, white 2, red 6."""
    page = visitors.come()
    sit(page, server, "fastdrive")
    rng = Random(1)
    while page.locator("#ask [data-pad]").count() != 3:
        my_turn(page)
        if page.locator("#ask .rolls").count():
            if page.locator("#ask [data-pad]").count() != 3:
                enter(page, rng, set())
        else:
            choose(page, sensible(rng, keys(page)))
    before = answered(page)
    page.locator("#ask-h").focus()
    for digit in "42":
        page.keyboard.press(digit)
    with page.expect_request("**/roll") as sent:
        page.keyboard.press("6")
    when(page, f'#table[data-answers="{before + 1}"]')
    assert all(f"die-{n}={face}" in (sent.value.post_data or "") for n, face in ((1, 4), (2, 2), (3, 6)))
    assert page.faults == []  # type: ignore[attr-defined]


def test_a_coach_gets_its_cards_from_the_server(server: Server) -> None:
    """A person who typed in the coach's hand would know it: only the own hand is asked for."""
    with server.client() as client:
        page = forms.start(client, "cardbowl", opponent="coach:rookie", length="tiny", dice="typed")
        for number in range(40):
            page = forms.after(client, page)
            form = page.form("/roll")
            if form is None:
                page = forms.press(client, page, page.keys[0])
                continue
            if "For " in page.text and 'data-due="1"' not in page.text:
                break
            card = (
                {"key": "heads"} if "coin" in page.text else {"card": f"{number % 8 + 2}{'SHDC'[number % 4]}"}
            )
            page = forms.Page(client.post(form.action, data={**form.fields, **card}))
        form = page.form("/roll")
        assert form is not None
        due = int(page.text.partition('data-due="')[2].partition('"')[0])
        every = [f"{rank}{suit}" for suit in "HDC" for rank in (*"AKQJ", *map(str, range(2, 11)))]
        for start in range(len(every) - due):  # the coach may hold one of them
            entered = client.post(form.action, data={**form.fields, "card": every[start : start + due]})
            if entered.status_code == 200:
                break
        assert due > 10 and entered.status_code == 200
        later = forms.after(client, forms.Page(entered)).text  # a longer hand gets its last cards at the end
        assert set(re.findall(r"Draw: a card for (\w+)", later)) <= {"Red"}
