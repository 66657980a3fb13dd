"""Conceding at a table: asked once, the menu closes, the banner says who conceded and who won."""

from __future__ import annotations

import pytest
from playwright.sync_api import ViewportSize, expect
from tests.web.conftest import Server
from tests.web.playing import SIZES, Visitors, my_turn, state
from tests.web.seating import seated

from fieldhouse.kernel import registry

pytestmark = pytest.mark.needs_chromium

SIZED = list(zip(sorted({*registry.list_games()} - {"sandlot"}), [*SIZES, SIZES[0]], strict=True))


@pytest.mark.parametrize(("game", "size"), SIZED, ids=[game for game, _ in SIZED])
def test_conceding_asks_once_and_names_who_conceded_and_who_won(
    visitors: Visitors, server: Server, game: str, size: ViewportSize
) -> None:
    page = visitors.come(size)
    seated(page, server, game, "both")
    my_turn(page)
    names = page.locator("#score .name").all_text_contents()
    page.click("#more > summary")
    page.click("#sure-concede > summary")
    sure = page.locator('#sure-concede button[value="concede"]')
    expect(sure).to_be_in_viewport(ratio=1)
    expect(page.locator("#sure-concede")).to_contain_text("Concede for")
    page.click("#sure-concede [data-close]")
    expect(page.locator("details.confirm[open]")).to_have_count(0)
    assert state(page) == "live", "nothing has happened yet"
    page.click("#more > summary")
    page.click("#sure-concede > summary")
    sure.click()
    expect(page.locator(".verdict")).to_be_in_viewport()
    expect(page.locator("#more")).to_have_count(0)
    said = page.locator(".verdict").text_content() or ""
    conceded, won = said.split(": ")
    assert sorted([conceded.rsplit(" ", 1)[0], won.rsplit(" ", 1)[0]]) == sorted(names)
    assert page.faults == []  # type: ignore[attr-defined]


def test_offering_a_tie_closes_the_menu(visitors: Visitors, server: Server) -> None:
    page = visitors.come()
    seated(page, server, "squares", "both")
    my_turn(page)
    page.click("#more > summary")
    page.click('#more [value="offer-tie"]')
    expect(page.locator("#ask-h")).to_contain_text("tie")
    expect(page.locator("details.confirm[open]")).to_have_count(0)
    assert page.faults == []  # type: ignore[attr-defined]
