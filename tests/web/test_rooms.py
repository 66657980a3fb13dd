"""A draft and an auction in the browser: four coaches, cards as buttons, limits and refusals."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, ViewportSize, expect
from tests.web import forms
from tests.web.conftest import Server
from tests.web.playing import SIZES, Visitors, choose, keys, my_turn, when
from tests.web.seating import seated

pytestmark = pytest.mark.needs_chromium


def test_a_player_is_picked_by_his_card_or_from_the_list(visitors: Visitors, server: Server) -> None:
    """TG-4.5: twelve cards, and everybody else in a list; the pick stands in one's team."""
    page = visitors.come()
    page.goto(f"{server.url}/play/thegrid-draft")
    page.click("button.main.big")
    my_turn(page)
    assert page.locator("#ask button.pcard").count() == 12
    assert len(keys(page)) > 50
    for nth in (0, 20):  # a card, then one of the list
        choose(page, keys(page)[nth])
        my_turn(page)
        expect(page.locator("#score")).to_contain_text("Canton")
    expect(page.locator("#beside")).to_contain_text("Your team, 2 of 15")
    assert page.faults == []  # type: ignore[attr-defined]


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size['width']}x{size['height']}")
def test_the_button_drafts_the_card_picked_and_nothing_else_does(
    visitors: Visitors, server: Server, size: ViewportSize
) -> None:
    """TG-4.5: a card, a double click, the list and digits pick; only the button or Enter drafts."""
    page = visitors.come(size)
    seated(page, server, "thegrid-draft", "coach:starter")
    button, cards = page.locator("#ask [data-confirm]"), page.locator("#ask button.pcard")
    my_turn(page)
    expect(button).to_be_disabled()
    assert page.locator("#pickone").input_value() == ""
    cards.nth(2).dblclick()
    cards.nth(1).click()
    expect(button).to_have_text(re.compile(r"^Draft \w+"))
    page.select_option("#pickone", index=3)
    expect(page.locator("#ask .pcard.lifted")).to_have_count(0)
    page.locator("#ask-h").focus()
    page.keyboard.press("2")
    expect(page.locator("#ask .pcard.lifted")).to_have_count(1)
    assert page.locator("#pickone").input_value() == ""
    assert page.locator("#table").get_attribute("data-answers") is None, "nothing has been drafted yet"
    wanted = cards.nth(1).locator(".sr").text_content() or ""
    name = wanted.partition(":")[0]
    expect(button).to_have_text(f"Draft {name}")
    button.click()
    when(page, '#table[data-answers="1"]')
    expect(page.locator("#beside")).to_contain_text("Your team, 1 of 15")
    expect(page.locator("#log")).to_contain_text(name)
    assert page.faults == []  # type: ignore[attr-defined]


def test_a_list_in_which_nothing_is_chosen_drafts_nobody(server: Server) -> None:
    """Without script too."""
    with server.client() as client:
        page = forms.after(client, forms.start(client, "thegrid-draft", opponent="coach:starter"))
        form = page.form("/answer")
        assert form is not None
        refused = client.post(form.action, data={**form.fields, "listed": ""})
        assert refused.status_code == 422
        assert "Choose one of the options first" in refused.text


def test_a_bid_is_a_card_and_too_much_is_refused_with_the_sum(server: Server) -> None:
    """TG-4.12, TG-4.17: without script as well; nothing is lost by a refusal."""
    with server.client() as client:
        page = forms.start(client, "thegrid-auction", opponent="coach:starter")
        for _ in range(60):
            page = forms.after(client, page)
            form = page.form("/answer")
            if "pass" in page.keys:
                break
            page = forms.press(client, page, page.keys[0])
        assert form is not None
        assert "max bid $" in page.text
        refused = client.post(form.action, data={**form.fields, "key": "999"})
        assert refused.status_code == 422
        assert "other open spots" in refused.text
        page = forms.press(client, forms.Page(client.get(str(page.reply.url))), "pass")
        assert page.state == "live"


COACHES = 12
OWN = (0, 4, 8)
"""The chairs of three people; nine managers have the others."""


def set_up(page: Page, server: Server) -> list[str]:
    """Twelve chairs, two of them by link; the links to send."""
    page.goto(f"{server.url}/play/thegrid-auction")
    page.select_option("#chairs", str(COACHES))
    expect(page.locator(".chair select")).to_have_count(COACHES)
    for seat in OWN[1:]:
        page.select_option(f"#plan-{seat}", "link")
    page.click("summary:has-text('Game options')")
    page.fill('[name="o.money"]', "30")  # a house rule: shorter bidding
    page.fill('input[name="name"]', "Ann")
    page.click("button.main.big")
    page.locator("#link2").wait_for()
    links = [page.locator(f"#link{n}").input_value() for n in (1, 2)]
    page.click("a.main.big")
    return links


def bid(page: Page, dollars: int) -> None:
    """Type a bid of one's own; the page shows what came of it."""
    page.fill("#own", str(dollars))
    page.click("#ask .own button")


def until_bidding(pages: list[Page]) -> Page:
    """Put up whoever lies there, until one of the three is asked to raise or pass: that one's page."""
    for _ in range(200):
        for page in pages:
            if page.locator("#own").count() and page.locator('#ask [value="pass"]').count():
                return page
            if page.locator("#table[data-turn=yes]").count():
                page.locator('#ask button.pcard[name="key"]').first.click()
        pages[0].wait_for_timeout(50)
    raise AssertionError("nobody is asked to bid")


def test_twelve_coaches_three_people_in_three_browsers_hold_an_auction(
    visitors: Visitors, server: Server
) -> None:
    """TG-4.8 to TG-4.21: by link, with a reload, a refusal and its reason, and autopick for the rest."""
    ann, *others = pages = [visitors.come() for _ in OWN]
    for page, link in zip(others, set_up(ann, server), strict=True):
        page.goto(link)
        page.click("button.main.big")
    for page in pages:
        page.locator("#wishes").wait_for()
    asked = until_bidding(pages)
    bid(asked, 999)
    expect(asked.locator("#ask [role=alert]")).to_contain_text("other open spots")
    asked.reload()
    expect(asked.locator("#own")).to_be_visible()
    asked.click('#ask [value="pass"]')
    bob = others[0]  # his wish, with the most he would pay, is there after a reload
    bob.select_option("#wish-add", index=1)
    bob.click(".wadd button")
    bob.fill('.wishes input[name="top"]', "31")
    bob.locator('.wishes input[name="top"]').press("Tab")
    expect(bob.locator('.wishes input[name="top"]')).to_have_value("31")
    bob.reload()
    expect(bob.locator('.wishes input[name="top"]')).to_have_value("31")
    expect(ann.locator(".wishes")).to_have_count(0)
    ann.click('#ask [name="do"][value="pause"]')
    expect(bob.locator("#ask-h")).to_contain_text("paused")
    ann.click('#ask [name="do"][value="resume"]')
    for page in pages:
        page.click('.seg [value="on"]')
        expect(page.locator('.seg [value="on"]')).to_have_attribute("aria-pressed", "true")
    for page in others:  # they may as well go to bed
        page.goto("about:blank")
    ann.locator('#table[data-state="over"]').wait_for(timeout=300_000)
    for page in others:
        page.go_back()
    for page in pages:
        page.locator('#table[data-state="over"]').wait_for(timeout=300_000)
        expect(page.locator("#ask-h")).to_contain_text("All teams are complete")
        assert page.faults == []  # type: ignore[attr-defined]
