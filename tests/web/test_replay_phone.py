"""A replay on a phone: the controls under the thumb, the board in sight, a step is a play."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tests.web.conftest import Server
from tests.web.forms import Page, after, press, start, table_id
from tests.web.playing import Visitors

pytestmark = pytest.mark.needs_chromium


@pytest.mark.parametrize("size", [{"width": 390, "height": 664}, {"width": 844, "height": 390}])
@pytest.mark.parametrize("game", ["redboar", "squares"])
def test_the_controls_are_under_the_thumb_and_step_from_play_to_play(
    game: str, size: dict[str, int], visitors: Visitors, server: Server
) -> None:
    with server.client() as client:
        found = start(client, game, opponent="both", length="tiny")
        for _ in range(12):
            if found.state == "over":
                break
            found = press(client, found, found.keys[0])
        over = found if found.state == "over" else press(client, found, "concede")
    page = visitors.come(size)  # type: ignore[arg-type]
    page.goto(f"{server.url}/t/{table_id(over)}/replay?at=0")
    controls, board = page.locator("nav.steps"), page.locator("#board, .board").first
    expect(page.locator("[data-play]")).to_be_visible()
    seen = []
    for _ in range(3):
        box, shown = controls.bounding_box(), board.bounding_box()
        assert box is not None and shown is not None
        assert box["y"] + box["height"] == pytest.approx(size["height"], abs=2)
        assert shown["y"] < box["y"] - 40, "the board is in sight above them"
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
        at = page.locator("#table").get_attribute("data-at")
        seen.append(at)
        controls.get_by_label("Next play").click()
        expect(page.locator(f'#table:not([data-at="{at}"])')).to_be_visible()
    steps = [int(at or 0) for at in seen]
    assert steps == sorted(set(steps))
    assert page.faults == []  # type: ignore[attr-defined]


def test_what_if_keeps_the_opponent_and_says_where_it_began(server: Server) -> None:
    with server.client() as client:
        page = after(client, start(client, "redboar", opponent="coach:rookie", length="tiny"))
        over = press(client, page, "concede")
        replay = client.get(f"/t/{table_id(over)}/replay?at=2").text
        offered = replay[replay.index('name="opponent"') :]
        assert offered.index("coach:rookie") < offered.index("coach:starter")
        assert offered.index("coach:rookie") < offered.index('value="both"')
        made = Page(client.post(f"/t/{table_id(over)}/branch", data={"at": "2", "opponent": "coach:rookie"}))
        assert "What if: branched from step 2 of a game between" in made.text
        assert f"/t/{table_id(over)}/replay?at=2" in made.text
