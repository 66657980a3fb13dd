"""After the game in a real browser: the end page, the curve in the replay, learning from one's mistakes."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect
from tests.web.conftest import Server
from tests.web.test_access import axe, faults, fits, holding, opened

from fieldhouse.kernel import record
from fieldhouse.kernel.entries import Chosen
from fieldhouse.lab.advice.result import OptionAdvice, Prospect
from fieldhouse.lab.review.story import CostlyDecision, GameReview, TurningPoint, WinProbabilityPoint
from fieldhouse.web.replay.review_cache import TableReview, save_review

pytestmark = pytest.mark.needs_chromium
__all__ = ["axe"]

STATIC = Path(__file__).parents[2] / "src" / "fieldhouse" / "web" / "static"
RECORD = Path(__file__).parents[2] / "docs" / "games" / "redboar.json"


def story(written: bytes) -> GameReview:
    """A story of that game that needs no lab: `tests/lab/test_review.py` has the real one."""
    entries = record.parse_record(written.decode()).entries
    at = next(
        n for n, e in enumerate(entries) if isinstance(e, Chosen) and e.what == "declare" and e.seat == 0
    )
    kick = OptionAdvice("punt", "Punt", 0.47, 0, 0.53, 0.001, (Prospect(0.9, 0.48, "", (), "A punt of 40"),))
    play = OptionAdvice("play", "Run a play", 0.44, 0, 0.56, 0.001)
    return GameReview(
        0.5, 0.0, -0.45, (-0.05, 0.0), 0.0, True, "exact, with best play on both sides",
        (WinProbabilityPoint(0, 0.5), WinProbabilityPoint(60, 0.6), WinProbabilityPoint(len(entries), 0.0)),
        (TurningPoint(at, at + 3, "Q1 13:20", "Touchdown Red", 0.1),),
        (CostlyDecision(at, 0, "Q1 13:20, 4th and 15", "Play or kick?", "play", "Run a play", 0.03,
                        "Punt: 47 % against 44 % for run a play.", "exact", (kick, play)),),
        ((0, "Q1"), (200, "Q2")),
    )  # fmt: skip


@pytest.mark.parametrize(("width", "scheme"), [(390, "dark"), (1280, "light")])
def test_the_end_of_a_game_and_what_to_learn_from_it(
    browser: Browser, server: Server, axe: str, width: int, scheme: Any
) -> None:
    """Curve, luck, box score and drives; a turning point leads to the replay; a decision is made again."""
    with server.client() as client:
        brought = client.post(
            "/import", files={"file": ("game.json", RECORD.read_bytes(), "application/json")}
        )
        table = str(brought.url).removesuffix("/replay")
        written = client.get(f"{table}/record.json").content
        save_review(written, story(written))
        assert len(client.get(table).content) < 150_000
        assert client.get(f"{table}/result.svg").text.startswith("<svg")
        cookies: Any = [
            {"name": c.name, "value": c.value or "", "url": server.url} for c in client.cookies.jar
        ]
    with holding(browser, server, axe, width) as holder:
        holder.context.add_cookies(cookies)
        page = opened(holder)
        page.emulate_media(color_scheme=scheme)
        page.goto(table)
        expect(page.locator(".verdict")).to_have_text("Blue wins 30-16")
        for heading in ("Decisions and luck", "Box score", "Drive chart"):
            expect(page.get_by_role("heading", name=heading)).to_be_visible()
        assert faults(page) == [] and fits(page)
        page.get_by_role("link", name="1: Touchdown Red").click()
        expect(page.locator(".scrub .now")).to_be_attached()
        box = page.locator(".scrub svg").bounding_box()
        assert box is not None
        page.mouse.click(box["x"] + box["width"] - 4, box["y"] + box["height"] / 2)
        expect(page.locator("#table")).to_have_attribute("data-at", "602")
        expect(page.locator("#jumps")).to_contain_text("Q1 Blue TD")
        page.goto(f"{table}/learn?seat=0")
        page.get_by_role("button", name="Punt").click()
        expect(page.locator("#ask-h")).to_have_text("Good call: Punt")
        expect(page.locator(".why-words")).to_contain_text("47 % against 44 %")
        assert faults(page) == [] and fits(page)


def test_how_much_of_a_story_is_there_stands_on_the_page_while_the_lab_is_at_work() -> None:
    """None before anybody has begun, the lab's own share meanwhile, and None when it is there or failed."""
    story = TableReview()
    assert story.at_work is None and not story.is_settled()
    story.begun = True
    story.set_progress(0.4)
    assert story.at_work == 0.4 and story.is_settled()
    story.failed = True
    assert story.at_work is None


def brightness(color: str) -> float:
    """The relative luminance of WCAG."""
    parts = [int(color[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    linear = [x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in parts]
    return sum(weight * x for weight, x in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def test_the_white_names_on_the_final_score_can_be_read_on_every_sides_color() -> None:
    """4.5 to 1, by day and by night: axe looks at one game's end only."""
    sheets = "".join((STATIC / name).read_text() for name in ("app.css", "board.css", "end.css"))
    names = re.findall(r"\.over \.score \.side[.a-z]* \{ background: var\((--[a-z-]+)\)", sheets)
    assert set(names) == {"--home-solid", "--away"}
    colors = [
        color
        for name in names
        for pair in re.findall(rf" {name}: light-dark\((#\w{{6}}), (#\w{{6}})\)", sheets)
        for color in pair
    ]
    assert len(colors) >= 6
    for color in colors:
        assert 1.05 / (brightness(color) + 0.05) >= 4.5, color
