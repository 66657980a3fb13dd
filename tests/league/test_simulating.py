"""Exactly once: simulated games follow from secret, fixture and attempt, and are kept on condition."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from tests.league.leagues import NAMES, SECRET, new_desk, small_league

from fieldhouse.kernel.registry import find
from fieldhouse.kernel.verify import verify
from fieldhouse.league import Cup, DoubleRoundAndPlayOff, LeagueDice, RoundRobin
from fieldhouse.league.journal.league import LeagueForm
from fieldhouse.league.packed_record import unpack
from fieldhouse.league.service.audit import reconciled, verify_league
from fieldhouse.league.service.create import agreed, found_league, franchises_of
from fieldhouse.league.service.derive import rebuild
from fieldhouse.league.service.league_service import LeagueDesk
from fieldhouse.league.service.results import ResultDesk
from fieldhouse.league.service.simulator import Simulator, digest, everything

FORM = DoubleRoundAndPlayOff(NAMES)
POND = "pond"
"""One league in several stores: its dice follow from its id, too."""


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> LeagueDesk:
    return new_desk(tmp_path_factory.mktemp("simulating"))


def founded(desk: LeagueDesk, form: LeagueForm = FORM, name: str = "") -> str:
    return desk.found(small_league(form), SECRET, league_id=name)


@pytest.fixture(scope="module")
def played(desk: LeagueDesk) -> str:
    """A league that one process played to its end."""
    name = founded(desk, name=POND)
    Simulator(desk, desk.book(name)).all()
    return name


def test_a_league_is_simulated_to_its_champion_and_proved(desk: LeagueDesk, played: str) -> None:
    book = desk.book(played)
    assert book.over and book.secret == SECRET
    assert len(book.fixtures()) == 15
    found = verify_league(desk, played)
    assert found.faults == [] and found.unproved == []
    assert "records that follow the rules and give the results that stand: 15" in found.proved


def test_the_record_of_a_simulated_game_can_be_verified_alone(desk: LeagueDesk, played: str) -> None:
    kept = desk.store.league_record(played, "final", desk.book(played).attempts["final"][-1].number)
    assert kept is not None
    made = unpack(kept, lambda names: desk.store.league_materials(played, names), events=True)
    verdict = verify(made)
    assert verdict.ok, verdict.faults
    assert made.seats[0].kind == "coach:starter" and made.events


def test_two_leagues_with_one_secret_share_no_roll(desk: LeagueDesk, played: str) -> None:
    """The league's id and its founder's nonce are in every derivation; the commitment is the same."""
    book, other = desk.book(played), desk.book(founded(desk))
    thrown = LeagueDice(SECRET, played, "thrown in")
    rolls = {dice.table_secret("final") for dice in (desk.dice(book), desk.dice(other), thrown)}
    assert len(rolls) == 3 and desk.dice(book).commitment == thrown.commitment
    assert desk.dice(book).table_secret("final", 2) not in rolls


def test_several_processes_in_any_order_give_the_same_league(
    desk: LeagueDesk, played: str, tmp_path: Path
) -> None:
    """Two desks with books of their own take turns, each beginning at another game."""
    whole, desk = digest(desk, desk.book(played)), new_desk(tmp_path)
    name = founded(desk, name=POND)
    other = LeagueDesk(desk.store)
    one = Simulator(desk, desk.book(name), first=3)
    two = Simulator(other, other.book(name), first=7)
    kept = 0
    while not one.book.over:
        for simulator in (one, two):
            games = simulator.waiting(everything)
            for fixture in (*games[simulator.first % max(1, len(games)) :], *games)[:2]:
                kept += simulator.one(fixture)
        kept += len(one.all()) if not one.waiting(everything) else 0
    assert kept == 15, "every game once"
    assert digest(desk, desk.book(name)) == whole


def test_a_game_that_another_process_kept_is_not_kept_twice(desk: LeagueDesk) -> None:
    """Both saw the fixture open and both played it: the second finds it taken, and nothing is added."""
    name = founded(desk)
    one, late = Simulator(desk, desk.book(name)), Simulator(desk, desk.book(name))
    fixture = one.waiting(everything)[0]
    assert one.one(fixture)
    assert not late.one(fixture)
    assert len(desk.store.journal(name)) == 2
    assert late.book.result(fixture) == one.book.result(fixture)


def test_one_game_more_changes_no_other(desk: LeagueDesk, played: str, tmp_path: Path) -> None:
    """The dice of the second attempt are others; all other games are what they were."""
    before, desk = desk.book(played), new_desk(tmp_path)
    name = founded(desk, name=POND)
    simulator = Simulator(desk, desk.book(name))
    fixture = simulator.waiting(everything)[0]
    simulator.one(fixture)
    first = simulator.book.result(fixture)
    ResultDesk(desk, simulator.book).replay(fixture, "the lights went out")
    simulator.week()
    second = simulator.book.result(fixture)
    assert first is not None and second is not None and second.attempt == 2
    assert first.record != second.record
    after = simulator.book
    for other in after.season().fixtures:
        if other.stage == fixture.stage and other.id != fixture.id:
            assert after.result(other) == before.result(other)


def test_rebuilding_changes_nothing_and_mends_what_was_lost(desk: LeagueDesk, played: str) -> None:
    assert rebuild(desk, desk.book(played)) == []
    before = desk.store.lines(played), desk.store.fixture_rows(played)
    with closing(sqlite3.connect(desk.store.path)) as db, db:
        db.execute("DELETE FROM league_lines WHERE fixture = 'final' AND team >= 0")
        db.execute("UPDATE league_fixtures SET home_points = 99 WHERE fixture = 'semi-final 1'")
    assert rebuild(desk, desk.book(played)) == ["semi-final 1", "final"]
    assert (desk.store.lines(played), desk.store.fixture_rows(played)) == before


def test_sums_that_are_not_those_of_the_records_are_found(desk: LeagueDesk, played: str) -> None:
    """Record, events, lines, season: a line that was changed is named, and every sum that hangs on it."""
    book = desk.book(played)
    games = [(f, r) for f in book.fixtures().values() if (r := book.result(f)) is not None]
    whole = reconciled(desk, book, games)
    assert whole.faults == [] and whole.games == 15 and whole.sums > 20
    with closing(sqlite3.connect(desk.store.path)) as db, db:
        db.execute("UPDATE league_lines SET value = value + 1 WHERE fixture = 'final' AND what = 'points'")
    faults = reconciled(desk, book, games).faults
    assert faults[0] == "final: the lines that are kept are not those of its record"
    assert len(faults) == 3 and all("points: the store says" in fault for fault in faults[1:])
    assert set(faults) <= set(verify_league(desk, played).faults)
    assert rebuild(desk, book) == ["final"] and reconciled(desk, book, games).faults == []


def test_a_changed_record_is_found(tmp_path: Path) -> None:
    desk = new_desk(tmp_path)
    name = founded(desk, Cup(NAMES))
    Simulator(desk, desk.book(name)).all()
    with closing(sqlite3.connect(desk.store.path)) as db, db:
        db.execute(
            "UPDATE league_records SET body = (SELECT body FROM league_records WHERE fixture = 'final')"
        )
    faults = verify_league(desk, name).faults
    assert [fault.partition(":")[0] for fault in faults] == ["semi-final 1", "semi-final 2"]


def test_a_tied_knock_out_game_is_played_again_with_other_dice(desk: LeagueDesk) -> None:
    """A quarter without overtime: whoever ties tries once more, and every try stands in the journal."""
    names = tuple(f"Team {n}" for n in range(1, 9))
    rules = {"mode": "dice", "quarters": 1, "minutes": 3, "overtime": "none"}
    name = desk.found(small_league(Cup(names), options=rules), SECRET)
    simulator = Simulator(desk, desk.book(name))
    simulator.all()
    tried = [attempts for attempts in simulator.book.attempts.values() if len(attempts) > 1]
    assert tried, "in so short a game somebody ties"
    assert all(a.status == "annulled" for attempts in tried for a in attempts[:-1])
    assert verify_league(desk, name).faults == []


def killed(url: str) -> tuple[str, int]:
    """The digest and the entries of the same league, its processes killed six times."""
    program = [sys.executable, "-m", "tests.league.killed", url]
    done = subprocess.run(program, cwd=Path(__file__).parents[2], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    name, entries = done.stdout.split()
    return name, int(entries)


def unharmed(desk: LeagueDesk, league: str) -> tuple[str, int]:
    """The same of a league that one process played to its end."""
    return digest(desk, desk.book(league)), len(desk.store.journal(league))


def test_a_league_whose_processes_are_killed_is_the_same_league(
    desk: LeagueDesk, played: str, tmp_path: Path
) -> None:
    """Before a game's transaction, inside it, after it: nothing is lost and nothing is there twice."""
    assert killed(f"sqlite:///{tmp_path / 'killed.db'}") == unharmed(desk, played)


@pytest.mark.parametrize(
    ("game", "words"), [("thegrid", ("canton", "bremen")), ("fastdrive", ("chicago-1985", "miami-1984"))]
)
def test_a_kept_record_replays_whatever_materials_it_has(
    desk: LeagueDesk, game: str, words: tuple[str, ...]
) -> None:
    """Charts are read in the order of their rows, which packing keeps."""
    teams = franchises_of(game, words, None, "rookie")
    options = dict(find(game).meta.lengths["tiny"])
    form = RoundRobin(tuple(team.name for team in teams))
    book = found_league(desk, agreed(game, game, form, teams, SECRET, options=options), SECRET)
    (fixture,) = Simulator(desk, book).all()
    assert verify_league(desk, book.id).faults == []
    assert rebuild(desk, desk.book(book.id)) == []
    assert {line.team for name, line in desk.store.lines(book.id, fixture.id)} == {0, 1}
