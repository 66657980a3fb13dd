"""The daily drive: the same dice for all, one try that counts, and nobody sees another's table today."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
import pytest
from litestar.handlers import HTTPRouteHandler
from litestar.router import Router
from playwright.sync_api import expect
from tests.web.conftest import Server, until
from tests.web.playing import PHONE, Visitors
from tests.web.test_access import small_letters

from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.playout import playout
from fieldhouse.kernel.requests import Choose
from fieldhouse.kernel.table import Table
from fieldhouse.store import server_clock
from fieldhouse.store.daily import DailyResult
from fieldhouse.store.schema import TableRow
from fieldhouse.store.store import Store
from fieldhouse.web import api, hints, table_routes
from fieldhouse.web.daily.drive import ME, RIVAL, daily_game, daily_week
from fieldhouse.web.daily.pages import daily_streak, rank_results
from fieldhouse.web.engine import daily_drive
from fieldhouse.web.replay import mistakes, pages

TODAY = date(2026, 11, 17)


def begun(client: httpx.Client, name: str = "") -> str:
    """To the visitor's try; the table's name."""
    reply = client.post("/daily", data={"name": name})
    assert reply.status_code == 200, reply.text
    return reply.url.path.rpartition("/")[2]


def token_of(client: httpx.Client) -> dict[str, str]:
    return {"authorization": f"Bearer {client.cookies['fieldhouse']}"}


def our_turn(client: httpx.Client, table: str) -> Any:
    """What the seat sees when it is asked something, or when the game is over."""

    def asked() -> Any:
        state = client.get(f"/api/tables/{table}", headers=token_of(client)).json()
        return state if state["outcome"] or state["request"] else None

    return until("it is our turn", asked)


def played(client: httpx.Client, table: str, key: Callable[[list[str]], str]) -> list[Any]:
    """Play it to the end through the API; every line that was told."""
    where, mine = f"/api/tables/{table}", token_of(client)
    while (state := our_turn(client, table)) and not state["outcome"]:
        answer = key([option["key"] for option in state["request"]["options"]])
        given = {"key": answer, "sequence": state["request"]["sequence"]}
        assert client.post(f"{where}/answers", headers=mine, json=given).status_code == 201
    return list(state["events"])


def listed(client: httpx.Client, name: str) -> str:
    """The page of the day once it has this name; empty before."""
    page = client.get("/daily").text
    return page if name in page else ""


def first(keys: list[str]) -> str:
    return keys[0]


def test_every_weekday_has_a_short_game_with_values_on_the_shelf() -> None:
    week = daily_week()
    assert [week[n].folder.name for n in range(7)] == [
        "redboar", "thegrid", "redboar", "cardbowl", "squares", "fastdrive", "thegrid",
    ]  # fmt: skip
    for one in week.values():
        assert (
            one.folder.open(dict(one.format.options), length=one.format.length).meta.name == one.folder.name
        )
        assert "starter" in one.folder.meta.levels
    assert [daily_game(TODAY + timedelta(days=n)) for n in range(7)] == [
        *(week[n] for n in range(1, 7)),
        week[0],
    ]


@pytest.mark.parametrize(("day", "games"), [(0, 200), (1, 150), (2, 80), (3, 100), (4, 2)])
def test_decisions_count_in_a_daily_drive(day: int, games: int) -> None:
    """Who always takes the first option does clearly worse than the starter with the same dice.

    Saturday's Fast Drive is mostly luck whatever one does; Sunday is Tuesday's game.
    """
    one = daily_week()[day]
    game = one.folder.open(dict(one.format.options), length=one.format.length)
    points = [0.0, 0.0]
    for careful in (False, True):
        for seed in range(games):
            mine, rival = (one.folder.coaches.policy("starter", game, seed + n) for n in (1000, 0))

            def choose(
                request: Choose, state: Any, mine: Any = mine, rival: Any = rival, careful: bool = careful
            ) -> str:
                if request.seat != ME:
                    return str(rival(request, state))
                return str(mine(request, state)) if careful else request.keys[0]

            outcome = playout(game, game.start(), FastDice(seed), choose)
            points[careful] += 0.5 if outcome.winner is None else outcome.winner == ME
    assert points[1] - points[0] > 0.05 * games, points


@pytest.mark.parametrize("day", range(7))
def test_on_no_weekday_the_game_is_over_before_its_player_was_asked(day: int) -> None:
    """Whatever the dice and the rival do: everybody has the same ones all day long."""
    one = daily_week()[day]
    game = one.folder.open(dict(one.format.options), length=one.format.length)
    for seed in range(300):
        table: Table[Any] = Table(game, FastDice(seed))
        rival = Random(seed)
        while table.outcome is None and ME not in table.pending_seats:
            asked = table.request_for(RIVAL)
            assert asked is not None
            table.answer(RIVAL, rival.choice(asked.keys))
        assert table.outcome is None, seed


def test_the_same_answers_meet_the_same_dice_and_the_second_try_is_practice(server: Server) -> None:
    with server.client() as ann, server.client() as bob:
        table = begun(ann, "Ann <b>")
        assert begun(ann) == table, "a second start leads back to the one try"
        early = ann.post("/daily", data={"practice": "yes"})
        assert early.status_code == 409 and "the attempt that counts" in early.text
        told = played(ann, table, first)
        other = begun(bob)
        assert other != table and played(bob, other, first) == told, "duplicate football"
        again = ann.post("/daily", data={"practice": "yes"}).url.path.rpartition("/")[2]
        assert again not in (table, other) and played(ann, again, first) == told
        page = until("both are listed", lambda: listed(ann, "Guest"))
        assert "Ann &lt;b&gt;" in page and "Practice with the same dice" in page
        assert page.count('<span class="badge">you</span>') == 1, "practice is no line of the day"
        assert len(page) < 150_000


def of_tables() -> Iterator[tuple[str, str]]:
    """Every address that names a table, with its way."""
    found: list[Any] = [
        *table_routes.HANDLERS, *hints.HANDLERS, *mistakes.HANDLERS, *pages.HANDLERS, *api.HANDLERS,
    ]  # fmt: skip
    while found:
        one = found.pop()
        if isinstance(one, Router):
            for route in one.routes:
                for handler in getattr(route, "route_handlers", ()):
                    for method in handler.http_methods:
                        yield str(method), route.path_format
        elif isinstance(one, HTTPRouteHandler):
            for path in one.paths:
                for method in one.http_methods:
                    yield str(method), re.sub(r"{(\w+):\w+}", r"{\1}", path)


def test_nobody_else_sees_a_daily_table_by_any_door(server: Server) -> None:
    """While others can still play the dice: no page, stream, picture, replay, record or state of it."""
    doors = {(method, path) for method, path in of_tables() if "{table_id}" in path}
    assert len(doors) > 20
    with server.client() as ann, server.client() as bob, server.client() as nobody:
        table = begun(ann)
        bob.post("/play/sandlot")  # somebody with a token of his own
        for ended in (False, True):
            for method, path in sorted(doors):
                for who in (bob, nobody):
                    where = path.replace("{table_id}", table)
                    reply = who.request(method, where, json={} if "/api/" in path else None)
                    assert reply.status_code in (400, 403), f"{method} {where}: {reply.status_code}"
                    assert reply.status_code == 403 or "/api/" in path, where
            if not ended:
                played(ann, table, first)


def test_a_try_is_played_without_help_and_its_dice_are_told_tomorrow(server: Server) -> None:
    with server.client() as ann:
        table = begun(ann)
        page = ann.get(f"/t/{table}").text
        assert "/hint" not in page and "one attempt that counts" in page and "winbar none" in page
        assert ann.post(f"/t/{table}/hint", data={"seat": "0"}).status_code == 409
        played(ann, table, first)
        page = ann.get(f"/t/{table}").text
        assert (
            "See today&#39;s results" in page
            and "same dice</button>" not in page
            and "Play from here" not in page
        )
        for method, where in (
            ("GET", "record.json"), ("GET", "verify"), ("POST", "branch"), ("POST", "rematch?"),
        ):  # fmt: skip
            reply = ann.request(method, f"/t/{table}/{where}", data={"dice": "same"})
            assert reply.status_code == 409 and "until midnight" in reply.text, where
        assert ann.post(f"/t/{table}/delete").status_code == 403
        assert ann.get(f"/t/{table}/replay").status_code == 200, "one's own may be looked at"
        today = ann.get("/daily").text
        assert "The secret is published at midnight UTC" in today
        yesterday = re.search(r'href="(/daily/[\d-]+)"', today)
        assert yesterday is not None and "Its secret was" in ann.get(yesterday.group(1)).text
        for odd in ("2999-01-01", "2001-01-01", "tomorrow"):
            assert ann.get(f"/daily/{odd}").status_code == 404


def test_who_gives_up_is_listed_without_a_place(server: Server) -> None:
    with server.client() as ann:
        table = begun(ann, "Quitter")
        given = {"key": "concede", "sequence": our_turn(ann, table)["request"]["sequence"]}
        ann.post(f"/api/tables/{table}/answers", headers=token_of(ann), json=given)
        wanted = r"<tr[^>]*>\s*<td>–</td>\s*<th[^>]*>Quitter.*?</tr>"
        line = until("it is listed", lambda: re.search(wanted, ann.get("/daily").text, re.S))
        assert line is not None and "conceded" in line.group()


def test_where_nobody_judges_decisions_the_score_decides(server: Server) -> None:
    """A server without the lab promises no work that nobody does."""
    with server.client() as ann:
        played(ann, begun(ann, "Scorer"), first)
        page = until("it is listed", lambda: listed(ann, "Scorer"))
        line = re.search(r"<tr[^>]*>\s*<td>(\d+)</td>\s*<th[^>]*>Scorer.*?</tr>", page, re.S)
        assert line is not None and "calculating" not in page
        assert "the best score wins" in page and "the score decides" in page


def test_the_lab_ranks_a_finished_try_by_its_decisions(serve: Callable[..., Server]) -> None:
    server = serve(lab_seconds="20")
    with server.client() as ann:
        table = begun(ann, "Ann")
        played(ann, table, first)
        until("the ledger is told", lambda: re.search(r"<td>1</td>.*?Ann", ann.get("/daily").text, re.S))


def test_a_table_is_veiled_while_its_day_lasts(monkeypatch: pytest.MonkeyPatch) -> None:
    row = TableRow(id="x", game="redboar", setup="", mode="coach", kept_for=daily_drive.kept_for_day(TODAY))
    monkeypatch.setattr(server_clock, "today", lambda: TODAY)
    assert (
        daily_drive.dice_still_secret(row)
        and daily_drive.counts_for_day(row)
        and daily_drive.hints_forbidden(row)
    )
    row.kept_for = daily_drive.kept_for_day(TODAY, practice=True)
    assert (
        daily_drive.dice_still_secret(row)
        and not daily_drive.counts_for_day(row)
        and not daily_drive.hints_forbidden(row)
    )
    monkeypatch.setattr(server_clock, "today", lambda: TODAY + timedelta(days=1))
    assert not daily_drive.dice_still_secret(row) and daily_drive.day_of(row) == TODAY
    row.kept_for = "league:x"
    assert daily_drive.daily_status(row) is None and not daily_drive.dice_still_secret(row)


@pytest.fixture
def store_url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'days.db'}"


def result(name: str, decisions: float | None, day: date = TODAY, ended: str = "won") -> DailyResult:
    return DailyResult(
        table_id=f"{name}{day}", day=f"{day}", holder=name, name=name, points=7, against=3, ended=ended,
        decisions=decisions, luck=None if decisions is None else 0.1,
    )  # fmt: skip


def test_results_are_kept_once_a_table_and_ranked_by_decisions(store_url: str) -> None:
    store = Store(store_url)
    for one in (result("b", -0.2), result("a", None), result("c", 0.0), result("d", 0.0)):
        store.daily.save_result(one)
    store.daily.save_result(result("a", -0.5))
    store.daily.save_result(result("e", None, ended="gave up"))
    for back in (1, 2, 4):
        store.daily.save_result(result("a", 0.0, TODAY - timedelta(days=back)))
    lines = rank_results(store.daily.results_on(f"{TODAY}"), "b")
    places = [(line.place, line.result.name) for line in lines]
    assert places == [(1, "c"), (1, "d"), (3, "b"), (4, "a"), (0, "e")]
    assert [line.mine for line in lines] == [False, False, True, False, False]
    scores = {"a": (0, 7), "b": (7, 7), "c": (0, 0), "d": (14, 3)}
    shuffled = [msgspec.structs.replace(result(n, None), points=p, against=q) for n, (p, q) in scores.items()]
    by_score = rank_results([result("e", None, ended="gave up"), *shuffled], None, by_score=True)
    places = [(line.place, line.result.name) for line in by_score]
    assert places == [(1, "d"), (2, "b"), (2, "c"), (4, "a"), (0, "e")]
    assert (
        daily_streak(store.daily.days_played("a"), TODAY) == 3
        and daily_streak(store.daily.days_played("e"), TODAY) == 0
    )
    assert daily_streak(store.daily.days_played("a"), TODAY + timedelta(days=2)) == 0, "a day was missed"
    store.close()


@pytest.mark.needs_chromium
def test_on_a_phone_a_daily_drive_is_played_by_clicks(visitors: Visitors, server: Server) -> None:
    tab = visitors.come(PHONE)
    tab.goto(server.url)
    tab.click("text=Play today's drive")
    assert small_letters(tab) == []
    tab.fill("#name", "Phone")
    tab.click("button:has-text('Play today')")
    expect(tab.locator(".dailynote")).to_be_visible()
    over, ask = tab.locator('#table[data-state="over"]'), tab.locator("#ask .choices button")
    while not over.count():
        expect(over.or_(ask.first).first).to_be_visible()
        if ask.count():
            tag = tab.locator("#table").get_attribute("data-tag")
            ask.first.click()
            expect(tab.locator(f'#table[data-tag="{tag}"]')).to_have_count(0)
    tab.click("text=See today's results")
    expect(tab.locator("tr.mine th")).to_contain_text("Phone")
    assert small_letters(tab) == []
    assert tab.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
