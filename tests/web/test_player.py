"""The player of a record, as a saved notebook holds it: its buttons and slider in a real browser."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import expect
from tests.web.playing import Visitors

import fieldhouse
from fieldhouse.kernel import record_player
from fieldhouse.kernel.record import Record

RECORDS = Path(__file__).parents[1] / "records"


@pytest.fixture(scope="module")
def record() -> Record:
    return fieldhouse.read_record(RECORDS / "redboar" / "points-dice.json")


@pytest.fixture(scope="module")
def drawn(record: Record) -> str:
    """The record as a notebook keeps it."""
    return record._repr_html_()


@pytest.mark.parametrize("width", [390, 1280])
def test_a_record_in_a_notebook_is_played_by_its_buttons(
    visitors: Visitors, record: Record, drawn: str, width: int
) -> None:
    count = len(record_player.replay_moments(record))
    page = visitors.come({"width": width, "height": 844}, moving=True)
    page.set_content(f"<!doctype html><body>{drawn}</body>")
    player = page.frame_locator("iframe")

    def stands(number: int) -> None:
        expect(player.locator("#count")).to_have_text(f"{number} of {count}")
        expect(player.locator("#picture > svg")).to_be_visible()

    stands(count)
    player.get_by_role("button", name="To the opening").click()
    stands(1)
    player.get_by_role("button", name="One play on").click()
    stands(2)
    player.get_by_role("button", name="One play back").click()
    stands(1)
    player.get_by_role("slider").fill("6")
    stands(7)
    player.get_by_role("button", name="To the end").click()
    stands(count)
    player.get_by_role("button", name="Run or stop").click()  # from the end it begins anew
    expect(player.locator("#run")).to_have_text("Stop")
    expect(player.locator("#count")).not_to_have_text(f"{count} of {count}")
    player.get_by_role("button", name="Run or stop").click()
    expect(player.locator("#run")).to_have_text("Run")
    wide = player.locator("html").evaluate("page => page.scrollWidth - page.clientWidth")
    assert wide <= 0, "the player is wider than its frame"
    assert page.faults == []  # type: ignore[attr-defined]


@pytest.mark.parametrize(("light", "shade"), [("false", "rgb(22, 24, 15)"), ("true", "rgb(255, 255, 255)")])
def test_the_player_is_as_dark_as_the_notebook_around_it(
    visitors: Visitors, drawn: str, light: str, shade: str
) -> None:
    """Whatever the machine wishes: the theme is said around the frame, which sees only its own height."""
    machine: Literal["light", "dark"] = "light" if light == "false" else "dark"
    page = visitors.come(moving=True)
    page.emulate_media(color_scheme=machine)
    page.set_content(f'<!doctype html><body data-jp-theme-light="{light}">{drawn}</body>')
    expect(page.frame_locator("iframe").locator("body")).to_have_css("background-color", shade)
