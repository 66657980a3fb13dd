"""A draft and an auction in the browser: four coaches, cards as buttons, limits and refusals."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, expect
from tests.web import forms
from tests.web.conftest import Server
from tests.web.test_browser import MINE, choose, keys, watched

pytestmark = pytest.mark.needs_chromium


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    found = browser.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
    found.set_default_timeout(60_000)
    yield found
    found.close()


def test_a_player_is_picked_by_his_card_or_from_the_list(context: BrowserContext, server: Server) -> None:
    """TG-4.5: twelve cards, and everybody else in a list; the pick stands in one's team."""
    page = watched(context)
    page.goto(f"{server.url}/play/thegrid-draft")
    page.click("button.main.big")
    page.locator(MINE).first.wait_for()
    assert page.locator("#ask button.pcard").count() == 12
    assert len(keys(page)) > 50
    for nth in (0, 20):  # a card, then one of the list
        choose(page, keys(page)[nth])
        page.locator(MINE).first.wait_for()
        expect(page.locator("#score")).to_contain_text("Canton")
    expect(page.locator("#beside")).to_contain_text("Your team, 2 of 15")
    assert page.faults == []  # type: ignore[attr-defined]


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
        assert "limit $" in page.text
        refused = client.post(form.action, data={**form.fields, "key": "999"})
        assert refused.status_code == 422
        assert "other empty places leaves" in refused.text
        page = forms.press(client, forms.Page(client.get(str(page.reply.url))), "pass")
        assert page.state == "live"
