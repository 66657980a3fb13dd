"""The question whether to stop the clock: a plain question without script, a button for a moment with it."""

from __future__ import annotations

import httpx
from playwright.sync_api import Browser, expect
from tests.web.conftest import Server
from tests.web.forms import Page, press, start, table_id


def clock_question(client: httpx.Client) -> Page:
    """TG-22.3: play The Grid for both sides until the defense may stop the clock early in a half."""
    page = start(client, "thegrid", opponent="both", length="full")
    for _ in range(200):
        if "data-passes" in page.text:
            return page
        wanted = [key for key in page.keys if key in ("ready", "play", "one", "keep")]
        page = press(client, page, (wanted or page.keys)[0])
    raise AssertionError("the clock never ran")


def test_the_clock_runs_on_by_itself_for_who_wants_to_be_asked_late_only(
    server: Server, browser: Browser
) -> None:
    """Pressed or not, the answer is an ordinary one; who wants to be asked every time is."""
    with server.client() as client:
        asked = clock_question(client)
        assert {"run-on", "time-out"} <= set(asked.keys), "without script it is a plain question"
        context = browser.new_context(viewport={"width": 390, "height": 844})
        context.add_cookies(
            [
                {"name": cookie.name, "value": cookie.value or "", "url": server.url}
                for cookie in client.cookies.jar
            ]
        )
        context.add_init_script("localStorage.getItem('asked') ?? localStorage.setItem('asked', 'always')")
        page = context.new_page()
        page.goto(f"{server.url}/t/{table_id(asked)}")
        expect(page.get_by_role("button", name="Timeout")).to_be_visible()
        expect(page.locator(".passing.burning")).to_have_count(0)
        page.get_by_label("Ask me").select_option("late")
        expect(page.locator("form[data-passes]")).to_have_count(0)
        after = Page(client.get(f"/t/{table_id(asked)}"))
        assert "data-passes" not in after.text and after.my_turn
        assert page.evaluate("localStorage.getItem('asked')") == "late"
        context.close()
