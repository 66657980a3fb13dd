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


def test_a_lone_person_is_not_asked_what_has_one_answer(server: Server) -> None:
    """CB-16.4, CB-16.11: no joker to trade and one way to discard; two players at one device are asked."""
    with server.client() as client:
        page = start(client, "cardbowl", opponent="both", length="short")
        for _ in range(40):
            assert len(page.keys) > 1, page.text
            page = press(client, page, page.keys[-1] if "fill" in page.keys else page.keys[0])
        shared = start(client, "cardbowl", opponent="hotseat", length="short")
        for _ in range(12):
            if "show my turn" in shared.text:
                break
            shared = press(client, shared, shared.keys[0])
        assert "show my turn" in shared.text, "the deal is secret"


def test_pass_and_play_has_no_curtain_for_open_questions(server: Server) -> None:
    """CB-1.15: the deal and the cards placed are secret; what both may hear is asked in the open."""
    with server.client() as client:
        page = start(client, "cardbowl", opponent="hotseat", length="short")
        curtains, opened = 0, []
        for _ in range(60):
            if "2nd &amp;" in page.text or page.state == "over":
                break
            if "show my turn" in page.text:
                curtains += 1
                form = next(form for form in page.forms if form.method == "get" and "seat" in form.fields)
                page = Page(client.get(form.action, params=form.fields))
            shared = "Look at my cards" in page.text
            if shared:
                opened.append(page.attributes["table"]["data-seat"])
            key = next(
                (
                    key
                    for key in ("always:place", "play:pass-block", "play:hold")
                    if f'value="{key}"' in page.text
                ),
                "",
            )
            page = press(client, page, key or page.keys[0])
            if shared and "show my turn" not in page.text and "Look at my cards" not in page.text:
                assert 'name="shared"' not in page.text
        assert opened and set(opened) == {""}, "who is asked in the open shows no cards"
        assert curtains <= 5
