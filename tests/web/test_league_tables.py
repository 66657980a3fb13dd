"""The end of a league's game at a table: its result is kept with the last answer, whatever else fails."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from tests.web.conftest import Server
from tests.web.leaguetables import FIRST, SECOND, LeagueHouse

from fieldhouse.football.box_score import BoxScore
from fieldhouse.kernel.errors import FieldhouseError
from fieldhouse.kernel.fair import FairDice
from fieldhouse.kernel.table import Table
from fieldhouse.league.packed_record import RecordPacker, unpack_record
from fieldhouse.league.service import record_result
from fieldhouse.league.service.deadlines import DeadlineService
from fieldhouse.league.service.derive import rebuild_league
from fieldhouse.league.service.league_service import LeagueService
from fieldhouse.league.service.record_result import FinishedTable
from fieldhouse.league.service.results import ResultService
from fieldhouse.league.standings import FinalScore
from fieldhouse.store.leagues import LeagueStore
from fieldhouse.store.store import Store
from fieldhouse.web.engine import table_service
from fieldhouse.web.engine.live_table import LiveTable


def broken(*_: Any, **__: Any) -> Any:
    raise ZeroDivisionError("a fault of ours")


@pytest.fixture
def store_url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'tables.db'}"


@pytest.fixture
def place(store_url: str) -> Iterator[LeagueHouse]:
    found = LeagueHouse(Store(store_url))
    yield found
    found.close()


def test_the_last_answer_brings_the_result_with_its_record_and_lines(place: LeagueHouse) -> None:
    table = place.table(FIRST)
    assert place.concede(table) == []
    result = place.journal.result(place.fixture(FIRST))
    assert result is not None and (result.kind, result.awarded, bool(result.record)) == ("conceded", -1, True)
    assert place.state(table) == "over" and place.house.store.leagues.faults(place.league) == {}
    assert rebuild_league(place.service, place.journal) == []


def test_the_result_is_worked_out_before_the_write_and_from_data(
    place: LeagueHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not in the writer's thread, and without the table, which belongs to the event loop."""
    found: list[tuple[str, FinishedTable]] = []
    real = record_result.league_change

    def noted(service: LeagueService, ended: FinishedTable) -> Any:
        found.append((threading.current_thread().name, ended))
        return real(service, ended)

    monkeypatch.setattr(table_service, "league_change", noted)
    table = place.table(FIRST)
    assert place.concede(table) == []
    ((thread, ended),) = found
    assert thread != "writer" and ended.table_id == table
    kinds = {type(getattr(ended, name)) for name in ended.__struct_fields__}
    assert not kinds & {LiveTable, Table}


def test_a_game_under_way_is_played_on_while_the_league_is_paused(place: LeagueHouse) -> None:
    """A pause stops games from beginning; the table that stands plays on, and its result counts."""
    table = place.table(FIRST)
    DeadlineService(place.service, place.journal, 0).pause("two of us travel")
    with pytest.raises(FieldhouseError, match="this league is paused"):
        place.table(SECOND)
    assert place.concede(table) == [] and place.state(table) == "over"
    result = place.journal.result(place.fixture(FIRST))
    assert result is not None and (result.kind, bool(result.record)) == ("conceded", True)
    assert place.journal.paused, "and the league waits as before"
    assert rebuild_league(place.service, place.journal) == []
    DeadlineService(place.service, place.journal, 0).resume()
    assert place.concede(place.table(SECOND)) == []


def test_the_dice_of_a_table_are_those_of_the_attempt_and_nobody_adds_to_them(place: LeagueHouse) -> None:
    """A pure function of league, fixture and attempt: people's nonces stay out of a league's games."""
    table = place.table(FIRST)
    live = asyncio.run(place.house.get(table))
    due = place.service.dice(place.journal).fair(FIRST, 1)
    dice = live.fresh_dice()
    assert isinstance(dice, FairDice)
    assert (dice.secrets, dice.nonces) == (due.secrets, {}) == (due.secrets, due.nonces)
    place.concede(table)
    kept = place.service.store.leagues.record(place.league, FIRST, 1)
    assert kept is not None
    made = unpack_record(kept, lambda names: place.service.store.leagues.materials(place.league, names))
    assert (made.dice.secrets, made.dice.nonces) == (due.secrets, {})


def test_a_fault_in_the_statistics_is_a_red_mark_and_no_refusal(
    place: LeagueHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The score counts, the record is kept, and the lines are the points alone, also when made again."""
    table = place.table(FIRST)
    monkeypatch.setattr(BoxScore, "of", broken)
    assert place.concede(table) == []
    result = place.journal.result(place.fixture(FIRST))
    assert result is not None and result.record
    (mark,) = place.house.store.leagues.faults(place.league).values()
    assert "stats" in mark and "a fault of ours" in mark
    assert {line.what for _, line in place.service.store.leagues.stat_lines(place.league)} == {"points"}
    assert rebuild_league(place.service, place.journal) == []
    monkeypatch.undo()
    assert rebuild_league(place.service, place.journal) == [FIRST], "mended: the record tells the lines again"
    assert place.house.store.leagues.faults(place.league) == {}


def test_a_record_that_cannot_be_packed_costs_no_result(
    place: LeagueHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = place.table(FIRST)
    monkeypatch.setattr(RecordPacker, "pack", broken)
    assert place.concede(table) == []
    result = place.journal.result(place.fixture(FIRST))
    assert result is not None and (result.kind, result.record) == ("conceded", "")
    marks = place.house.store.leagues.faults(place.league)
    assert "record" in marks[FIRST]
    monkeypatch.undo()
    assert rebuild_league(place.service, place.journal) == [], "why there is no record stands in the journal"
    assert place.house.store.leagues.faults(place.league) == marks


@pytest.mark.parametrize("where", ["rules of the form", "the league's own rows"])
def test_a_result_that_cannot_be_taken_waits_and_harms_nobody(
    place: LeagueHouse, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    """Both games end in one group: one brings its result, the other's answer is kept with a red mark."""
    first, second = place.table(FIRST), place.table(SECOND)
    real, write = record_result.league_change, LeagueStore.write_in

    def form_fails(service: LeagueService, ended: FinishedTable) -> Any:
        if where == "rules of the form" and ended.table_id == first:
            broken()
        return real(service, ended)

    def rows_fail(store: LeagueStore, db: sa.Connection, change: Any) -> None:
        write(store, db, change)
        if where != "rules of the form" and change.fixture is not None and change.fixture.fixture == FIRST:
            raise sa.exc.IntegrityError("insert", {}, Exception("twice the same line"))

    monkeypatch.setattr(table_service, "league_change", form_fails)
    monkeypatch.setattr(LeagueStore, "write_in", rows_fail)
    assert place.concede(first, second) == []
    assert (place.state(first), place.state(second)) == ("over", "over")
    assert place.journal.result(place.fixture(FIRST)) is None
    assert place.journal.result(place.fixture(SECOND)) is not None
    assert "could not be recorded" in place.house.store.leagues.faults(place.league)[FIRST]
    monkeypatch.undo()
    asyncio.run(place.house.take_result(first))
    result = place.journal.result(place.fixture(FIRST))
    assert result is not None and result.record
    assert place.house.store.leagues.faults(place.league) == {}


def test_the_commissioner_decides_a_game_whose_result_cannot_be_taken(
    place: LeagueHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = place.table(FIRST)
    monkeypatch.setattr(record_result, "final_score", broken)
    assert place.concede(table) == []
    ResultService(place.service, place.journal, 0).type_score(place.fixture(FIRST), FinalScore(7, 3))
    assert place.house.store.leagues.faults(place.league) == {}
    monkeypatch.undo()
    asyncio.run(place.house.take_result(table))
    result = place.journal.result(place.fixture(FIRST))
    assert result is not None and result.kind == "typed", "his word stands"


def test_a_kill_leaves_the_last_answer_and_the_result_or_neither(store_url: str) -> None:
    program = [sys.executable, "-m", "tests.web.leaguetables", store_url]
    done = subprocess.run(program, cwd=Path(__file__).parents[2], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == ["inside live no result", "after over conceded"]


def test_who_opens_a_game_at_the_same_time_comes_to_the_same_table(server: Server) -> None:
    """Two managers, each pressing twice: one attempt, one table, each in his own seat."""
    with server.client() as ann, server.client() as bob:
        form = {"title": "At once", "name": "Ann", "game": "redboar", "teams": "Ducks\nGeese", "mine": "0"}
        page = ann.post("/leagues/new", data={**form, "form": "robin", "length": "tiny"})
        league = str(page.url).split("?")[0]
        game = re.search(r'href="(/l/[^"]+/g/[0-9a-f]+)"', page.text)
        invited = {"name": "Bob", "team": "1", "role": "manager"}
        link = re.search(
            r'value="([^"]+/leagues/join/[^"]+)"', ann.post(f"{league}/desk/invite", data=invited).text
        )
        assert game is not None and link is not None
        bob.post(link[1])
        with ThreadPoolExecutor(4) as crowd:
            found = list(crowd.map(lambda who: who.post(f"{game[1]}/play"), (ann, bob, ann, bob)))
        assert {reply.status_code for reply in found} == {200}, [reply.text for reply in found]
        (table,) = {str(reply.url) for reply in found}
        assert "/t/" in table
        audit = ann.get(f"{league}/audit").text
        assert audit.count("Geese started") + audit.count("Ducks started") == 1
        for who in (ann, bob):
            assert 'data-state="live"' in who.get(table).text
