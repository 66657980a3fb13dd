"""A finger on the board: a drag from a player moves that player and never the page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from tests.web.conftest import Server
from tests.web.playing import my_turn, watched
from tests.web.seating import first_answers, seated

pytestmark = pytest.mark.needs_chromium

STYLES = sorted((Path(__file__).parents[2] / "src" / "fieldhouse" / "web" / "static").glob("*.css"))
WHERE = """(square) => {
  const box = document.querySelector(`#board [data-square="${square}"]`).getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}"""
CANCELED = "() => { window.lost = 0; addEventListener('pointercancel', () => { window.lost += 1; }); }"


def test_a_drag_on_squares_moves_the_player_and_not_the_page(browser: Browser, server: Server) -> None:
    size = {"width": 390, "height": 664}
    context = browser.new_context(viewport=size, has_touch=True, is_mobile=True, reduced_motion="reduce")  # type: ignore[arg-type]
    page = watched(context)
    seated(page, server, "squares", "both", ahead=first_answers(1))
    assert my_turn(page)
    page.locator("#board .spot.can").first.wait_for(state="attached")
    page.evaluate(CANCELED)
    moves = page.locator("#ask button[data-touches]").evaluate_all(
        "all => all.map((one) => one.dataset.touches.split(' '))"
    )
    start, end = max(
        (one for one in moves if len(one) == 2), key=lambda one: abs(int(one[0][1:]) - int(one[1][1:]))
    )
    (x, y), (x2, y2) = page.evaluate(WHERE, start), page.evaluate(WHERE, end)
    touch = context.new_cdp_session(page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for step in range(1, 9):
        at = {"x": x + (x2 - x) * step / 8, "y": y + (y2 - y) * step / 8}
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [at]})
    lit = page.locator("#board .spot.from")
    assert lit.get_attribute("data-square") == start
    assert lit.evaluate("one => getComputedStyle(one).stroke") == "rgb(255, 255, 255)", (
        "the player who moves stands out"
    )
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.locator('#table[data-answers="1"]').wait_for(state="attached")
    assert page.evaluate("[window.lost, scrollY]") == [0, 0]
    assert page.faults == []  # type: ignore[attr-defined]
    context.close()


@pytest.mark.parametrize("sheet", STYLES, ids=lambda sheet: sheet.name)
def test_a_finger_leaves_no_hover_behind(sheet: Path) -> None:
    """What only a pointer over it changes stands in `@media (hover: hover)`; a link may underline itself."""
    text = re.sub(r"/\*.*?\*/", "", sheet.read_text(encoding="utf-8"), flags=re.DOTALL)
    hovering = re.compile(r"@media \(hover: hover\)[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}")
    left = re.findall(r"[^{}]*:hover[^{}]*\{([^{}]*)\}", hovering.sub("", text))
    assert [body.strip() for body in left if "text-decoration: underline" not in body] == []
