"""The designer's page: a cell is changed, its consequences seen, its fault named; kept, and played with."""

from __future__ import annotations

import re
import signal
from collections.abc import Callable, Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.web.conftest import Server, until
from tests.web.playing import Visitors

from fieldhouse.kernel.coaches import level_label
from fieldhouse.lab.arena_table import shipped_arena_table

FIELD_GOALS = "/design/redboar/special_teams"


@pytest.fixture(scope="module")
def designers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that plays trials for a moment only."""
    folder = tmp_path_factory.mktemp("design")
    found = Server(f"sqlite:///{folder / 'tables.db'}", lab_seconds="0.5")
    yield found
    found.kill(signal.SIGTERM)


@pytest.fixture
def page(visitors: Visitors) -> Page:
    """A visitor of his own."""
    return visitors.come(moving=True)


def cell(page: str, label: str) -> str:
    """The name of the field with this label."""
    found = re.search(rf'<input name="(c\d+)"[^>]*aria-label="{re.escape(label)}"', page)
    assert found, label
    return found.group(1)


def fields(page: str) -> dict[str, str]:
    """The form of the sheet as a browser without script sends it."""
    form = page[page.index('<form method="post" action="/design') :]
    found = {
        name: unescape(value)
        for name, value in re.findall(r'<input[^>]*name="([^"]+)"[^>]* value="([^"]*)"', form)
    }
    text = re.search(r"<textarea[^>]*>(.*?)</textarea>", form, re.DOTALL)
    assert text
    return {**found, "text": unescape(text.group(1)).replace("\n", "\r\n")}


def test_a_cell_is_changed_and_its_consequences_are_seen(designers: Server, page: Page) -> None:
    page.goto(f"{designers.url}/play/redboar")
    page.get_by_role("link", name="Chart editor").click()
    page.get_by_role("link", name="Special teams").click()
    label = "Field goal: total needed, by yards to the goal line 30"
    page.get_by_label(label).fill("12")
    page.get_by_text("Test settings").click()
    page.locator("select[name=length]").select_option("tiny")
    page.locator("select[name='o.mode']").select_option("dice")
    page.get_by_role("button", name="Test changes").click()
    trial = page.locator("#trial")
    expect(trial).to_contain_text("1 cell changed")
    expect(trial).to_contain_text("5 to 12")
    first = trial.locator("tbody tr").first
    expect(first).to_contain_text("Total points", timeout=240_000)  # a slow process, on a busy machine
    expect(trial).to_contain_text("Starter on both sides")
    expect(page.get_by_label(label)).to_have_value("12")


def test_a_fault_is_named_at_its_cell_and_nothing_is_kept(designers: Server, page: Page) -> None:
    page.goto(designers.url + FIELD_GOALS)
    label = "Field goal: total needed, by yards to the goal line 30"
    page.get_by_label(label).fill("x")
    page.get_by_role("button", name="Test changes").click()
    field = page.get_by_label(label)
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_role("alert")).to_contain_text("is not a whole number from 2 to 12")
    expect(field).to_have_value("x")


def test_it_is_kept_under_a_name_downloaded_and_played_with(server: Server, page: Page) -> None:
    # at a table of the designers' server the lab would make values of these charts
    page.goto(server.url + FIELD_GOALS)
    page.get_by_label("Field goal: total needed, by yards to the goal line 30").fill("9")
    page.get_by_label("Chart name").fill("Hard kicks")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Hard kicks")
    with page.expect_download() as coming:
        page.get_by_role("link", name="Download").click()
    text = Path(coming.value.path()).read_text()
    assert "30 = 9\n" in text
    page.get_by_role("link", name="Chart editor", exact=True).click()
    page.get_by_role("link", name="Hard kicks").click()
    page.get_by_role("button", name="Play with this chart").click()
    expect(page.locator("#table")).to_be_visible()


def test_the_page_works_without_script_and_a_strangers_chart_is_not_his_to_change(designers: Server) -> None:
    with designers.client() as me:
        page = me.get("/design/fastdrive/charts").text
        form = fields(page)
        name = cell(page, "1-1-3, 2nd")
        assert form[name] == "FUMBLE dot"
        bad = me.post("/design/fastdrive/charts/keep", data={**form, name: "PUMT", "title": "Mine"})
        assert bad.status_code == 400
        assert "&#39;PUMT&#39; isn&#39;t a result of drive" in bad.text
        assert 'aria-invalid="true"' in bad.text
        kept = me.post("/design/fastdrive/charts/keep", data={**form, name: "PUNT dot", "title": "Mine"})
        assert kept.status_code == 200
        where = kept.url.path
        file = me.get(where + "/file")
        assert "1-1-3 | GREAT? FGA dot | PUNT dot\n" in file.text
        assert "attachment" in file.headers["content-disposition"]
    with designers.client() as other:
        seen = other.get(where).text
        assert "Delete chart" not in seen
        other.post(where + "/forget")
        assert other.get(where).status_code == 200
        form = fields(seen)
        copy = other.post("/design/fastdrive/charts/keep", data={**form, "title": "Theirs"})
        assert copy.url.path != where
        assert other.get("/design/fastdrive/charts/no-such-chart").status_code == 404


def test_the_text_itself_can_be_changed(designers: Server) -> None:
    with designers.client() as me:
        form = fields(me.get("/design/cardbowl/formations").text)
        row = 'lonely = { stance = "U", slots = ["TER", "WL1", "WR1", "BF", "BT"] }'
        form["text"] = form["text"].replace("[offense]\r\n", f"[offense]\r\n{row}\r\n")
        page = me.post("/design/cardbowl/formations", data=form)
        assert page.status_code == 200
        assert "lonely" in page.text.partition("<textarea")[0]
        form["text"] = "[offence"
        page = me.post("/design/cardbowl/formations", data=form)
        assert page.status_code == 400
        assert "Fix this before you can play" in page.text


def test_a_visitor_has_one_trial_at_a_time_and_an_address_only_so_many(serve: Callable[..., Server]) -> None:
    server = serve(lab_seconds="30", trials_an_hour="8")
    with server.client() as me:
        page = me.get("/design/squares/formation").text
        form: dict[str, Any] = fields(page)
        name = cell(page, "Offense")
        first = me.post("/design/squares/formation/try", data={**form, name: "Qf4, e4, g4, d5, h5, e6"})
        assert "data-again" in first.text
        second = me.post("/design/squares/formation/try", data={**form, name: "Qf4, e4, g4, d5, h5, g6"})
        assert second.status_code == 400
        assert "still running" in second.text
        third = me.post("/design/squares/formation/try", data=form)
        assert third.status_code == 429


def test_the_figures_of_a_game_are_worked_out_once_and_shown(designers: Server) -> None:
    with designers.client() as me:
        page = until("the report is there", lambda: _with(me.get("/design/sandlot/figures").text, "Balance"))
        assert "fieldhouse report sandlot" in page
        assert "How games end" in page


def _with(page: str, words: str) -> str:
    return page if words in page.partition("<main")[2].partition("<h2>")[2] else ""


def test_the_rows_of_the_packages_arena_stand_on_a_games_page(designers: Server) -> None:
    mine = [row for row in shipped_arena_table().pairing if row.game == "squares"]
    with designers.client() as me:
        page = me.get("/design/squares/coaches").text
        assert "fieldhouse arena squares rookie starter allpro" in page
        for row in mine:
            assert f"{level_label(row.a)} vs. {level_label(row.b)}" in page
            assert f"{row.wins}-{row.losses}-{row.ties}" in page
        assert "There are no results for this game yet" in me.get("/design/sandlot/coaches").text
