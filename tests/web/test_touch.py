"""A finger on the board: a drag from a player moves that player and never the page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.web import forms
from tests.web.conftest import Server
from tests.web.playing import my_turn, watched
from tests.web.seating import first_answers, first_of, seated

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


PHONE = {"has_touch": True, "is_mobile": True, "reduced_motion": "reduce"}
TAPS = """() => {
  window.taps = 0;
  addEventListener('pointerup', (event) => { window.taps += Number(event.pointerType === 'touch'); }, true);
}"""


ANSWERED = "() => Number(document.querySelector('#table').dataset.answers ?? 0)"


def tap(page: Page, what: str) -> None:
    """A finger on the middle of it."""
    target = page.locator(what).first
    target.scroll_into_view_if_needed()
    box = target.bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def on_a_phone(browser: Browser) -> Page:
    """Somebody with a finger."""
    page = watched(browser.new_context(viewport={"width": 390, "height": 664}, **PHONE))  # type: ignore[arg-type]
    page.set_default_timeout(60_000)
    return page


def until_the_call(table: forms.Page) -> str | None:
    """Answer until the line is revealed and a play may be called."""
    if any(key.startswith("pass:W") for key in table.keys):
        return None
    return first_of("scrimmage", "fill", "done", "fill-blocking", "ready")(table)


def test_a_finger_on_a_place_that_is_an_answer_sees_the_answer_first(
    browser: Browser, server: Server
) -> None:
    """CB-24.3: one touch names a pass, with Cancel beside it; the second touch, or the button, calls it."""
    page = on_a_phone(browser)
    seated(page, server, "cardbowl", "both", ahead=until_the_call)
    my_turn(page)
    receiver = (page.locator('#ask button[value^="pass:W"]').first.get_attribute("value") or "")[5:]
    cancel = page.locator("#ask [data-cancel]")
    place = f'#board [data-square="{receiver}"]'
    expect(cancel).to_be_hidden()
    tap(page, place)
    expect(page.locator("#ask .choice:visible button")).to_have_count(2)
    tap(page, "#ask [data-cancel]")
    expect(cancel).to_be_hidden()
    expect(page.locator('#ask button[value="go"]')).to_be_visible()
    back = page.locator('#ask button[value^="rush:"]').first.get_attribute("value") or ""
    tap(page, f'#board [data-square="{back.split(":")[1]}"]')
    expect(page.locator("#ask .choice:visible button")).to_have_count(2)  # a pass to him, and Cancel
    tap(page, f'#board [data-square="{back.split(":")[2]}"]')
    expect(page.locator('#ask .choice:visible button[name="key"]')).to_have_count(3)  # run, screen or lateral
    tap(page, "#ask [data-cancel]")
    assert page.locator("#table").get_attribute("data-answers") in {None, "0"}
    tap(page, place)
    tap(page, place)
    page.locator('#table[data-answers="1"]').wait_for(state="attached")
    assert page.faults == []  # type: ignore[attr-defined]
    page.context.close()


def first_call(table: forms.Page) -> str | None:
    """Answer until a play may be declared or a defense called."""
    return None if "half-2" in table.text and "ready" not in table.keys else first_of("ready")(table)


def test_a_play_of_the_grid_takes_three_taps(browser: Browser, server: Server) -> None:
    """TG-10.1, TG-10.2, TG-18.1: play, ball carrier, clock (six taps before); the defense's call is two."""
    page = on_a_phone(browser)
    seated(page, server, "thegrid", "coach:rookie", "half", ahead=first_call)
    page.evaluate(TAPS)
    counted: dict[str, list[int]] = {}
    for _ in range(40):
        my_turn(page)
        asked, answered = page.locator("#ask-h").inner_text(), page.evaluate(ANSWERED)
        before = page.evaluate("window.taps")
        if page.locator("#ask .halves").count() and "lineup" not in asked:
            tap(page, '#ask label.pcard:has([value="FP"])')
            tap(page, '#ask label.pcard:has([value="HB"])')
        elif page.locator("#ask .choice").count():
            tap(page, "#ask .choice button")
        else:  # who comes in for an injured player: one tap lifts the card, one plays it
            tap(page, "#ask .pcard")
            tap(page, "#ask .pcard")
        page.wait_for_function(f"(before) => ({ANSWERED})() > before", arg=answered)
        words = asked.partition("?")[0].split("\n")[-1]
        counted.setdefault(words, []).append(page.evaluate("window.taps") - before)
        if {"Run a play or kick a field goal", "Run the clock: one card, two, or a timeout"} < set(counted):
            break
    calls = {words: set(taps) for words, taps in counted.items()}
    assert calls["Run a play or kick a field goal"] == {2}
    assert calls["Run the clock: one card, two, or a timeout"] == {1}
    page.context.close()


@pytest.mark.parametrize("sheet", STYLES, ids=lambda sheet: sheet.name)
def test_a_finger_leaves_no_hover_behind(sheet: Path) -> None:
    """What only a pointer over it changes stands in `@media (hover: hover)`; a link may underline itself."""
    text = re.sub(r"/\*.*?\*/", "", sheet.read_text(encoding="utf-8"), flags=re.DOTALL)
    hovering = re.compile(r"@media \(hover: hover\)[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}")
    left = re.findall(r"[^{}]*:hover[^{}]*\{([^{}]*)\}", hovering.sub("", text))
    assert [body.strip() for body in left if "text-decoration: underline" not in body] == []
