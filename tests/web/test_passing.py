"""The timeout of the defense: a standing button early in a half, a question late in it."""

from __future__ import annotations

import httpx
from tests.web.conftest import Server
from tests.web.forms import Page, press, start


def next_key(page: Page) -> str:
    """An answer that keeps the game going: a play rather than a kick."""
    return next((key for key in page.keys if not key.startswith(("kick:", "LP", "time-out"))), page.keys[0])


def play_until(client: httpx.Client, page: Page, key: str) -> Page:
    """TG-22.3: play The Grid for both sides until that answer is offered."""
    for _ in range(300):
        if key in page.keys:
            return page
        page = press(client, page, next_key(page))
    raise AssertionError(f"{key} was never offered")


def test_a_timeout_called_ahead_is_given_when_the_clock_runs(server: Server) -> None:
    """TG-22.2, TG-22.3: nobody is asked early in a half; the standing button calls the timeout."""
    with server.client() as client:
        page = play_until(client, start(client, "thegrid", opponent="both", length="full"), "kick:HB")
        assert 'value="time-out"' in page.text and "Timeout after this play" in page.text
        pressed = press(client, page, "time-out")
        assert 'aria-pressed="true"' in pressed.text and 'value="cancel:time-out"' in pressed.text
        undone = press(client, pressed, "cancel:time-out")
        assert 'aria-pressed="true"' not in undone.text
        again = press(client, undone, "time-out")
        for _ in range(40):
            if "Timeout by" in again.text:
                break
            again = press(client, again, next_key(again))
            assert "run-on" not in again.keys
        assert "Timeout by" in again.text
        assert 'aria-pressed="true"' not in again.text


def test_late_in_a_half_the_defense_is_asked(server: Server) -> None:
    """TG-22.3: in the last eighth of the half's cards the question comes."""
    with server.client() as client:
        page = start(client, "thegrid", opponent="both", length="short")
        assert "time-out" in play_until(client, page, "run-on").keys
