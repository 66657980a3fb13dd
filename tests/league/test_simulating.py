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
from fieldhouse.league import Cup, DoubleRoundRobin, LeagueDice, RoundRobin
from fieldhouse.league.journal.league import LeagueFormat
from fieldhouse.league.packed_record import unpack_record
from fieldhouse.league.service.audit import check_totals, verify_league
from fieldhouse.league.service.create import create_league, make_franchises, make_league
from fieldhouse.league.service.derive import rebuild_league
from fieldhouse.league.service.league_service import LeagueService
from fieldhouse.league.service.results import ResultService
from fieldhouse.league.service.simulator import Simulator, any_open_game, league_digest

FORM = DoubleRoundRobin(NAMES)
POND = "pond"
"""One league in several stores: its dice follow from its id, too."""


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> LeagueService:
    return new_desk(tmp_path_factory.mktemp("simulating"))


def founded(service: LeagueService, form: LeagueFormat = FORM, name: str = "") -> str:
    return service.create(small_league(form), SECRET, league_id=name)


@pytest.fixture(scope="module")
def played(service: LeagueService) -> str:
    """A league that one process played to its end."""
    name = founded(service, name=POND)
    Simulator(service, service.journal(name)).all()
    return name


def test_a_league_is_simulated_to_its_champion_and_proved(service: LeagueService, played: str) -> None:
    journal = service.journal(played)
    assert journal.over and journal.secret == SECRET
    assert len(journal.fixtures()) == 15
    found = verify_league(service, played)
    assert found.faults == [] and found.unproved == []
    assert "recorded games that follow the rules and match their results: 15" in found.proved


def test_the_record_of_a_simulated_game_can_be_verified_alone(service: LeagueService, played: str) -> None:
    kept = service.store.leagues.record(played, "final", service.journal(played).attempts["final"][-1].number)
    assert kept is not None
    made = unpack_record(kept, lambda names: service.store.leagues.materials(played, names), events=True)
    verdict = verify(made)
    assert verdict.ok, verdict.faults
    assert made.seats[0].kind == "coach:starter" and made.events


def test_two_leagues_with_one_secret_share_no_roll(service: LeagueService, played: str) -> None:
    """The league's id and its founder's nonce are in every derivation; the commitment is the same."""
    journal, other = service.journal(played), service.journal(founded(service))
    thrown = LeagueDice(SECRET, played, "thrown in")
    rolls = {dice.table_secret("final") for dice in (service.dice(journal), service.dice(other), thrown)}
    assert len(rolls) == 3 and service.dice(journal).commitment == thrown.commitment
    assert service.dice(journal).table_secret("final", 2) not in rolls


def test_several_processes_in_any_order_give_the_same_league(
    service: LeagueService, played: str, tmp_path: Path
) -> None:
    """Two desks with books of their own take turns, each beginning at another game."""
    whole, service = league_digest(service, service.journal(played)), new_desk(tmp_path)
    name = founded(service, name=POND)
    other = LeagueService(service.store)
    one = Simulator(service, service.journal(name), first=3)
    two = Simulator(other, other.journal(name), first=7)
    kept = 0
    while not one.journal.over:
        for simulator in (one, two):
            games = simulator.open_games(any_open_game)
            for fixture in (*games[simulator.first % max(1, len(games)) :], *games)[:2]:
                kept += simulator.one(fixture)
        kept += len(one.all()) if not one.open_games(any_open_game) else 0
    assert kept == 15, "every game once"
    assert league_digest(service, service.journal(name)) == whole


def test_a_game_that_another_process_kept_is_not_kept_twice(service: LeagueService) -> None:
    """Both saw the fixture open and both played it: the second finds it taken, and nothing is added."""
    name = founded(service)
    one, late = Simulator(service, service.journal(name)), Simulator(service, service.journal(name))
    fixture = one.open_games(any_open_game)[0]
    assert one.one(fixture)
    assert not late.one(fixture)
    assert len(service.store.leagues.journal(name)) == 2
    assert late.journal.result(fixture) == one.journal.result(fixture)


def test_one_game_more_changes_no_other(service: LeagueService, played: str, tmp_path: Path) -> None:
    """The dice of the second attempt are others; all other games are what they were."""
    before, service = service.journal(played), new_desk(tmp_path)
    name = founded(service, name=POND)
    simulator = Simulator(service, service.journal(name))
    fixture = simulator.open_games(any_open_game)[0]
    simulator.one(fixture)
    first = simulator.journal.result(fixture)
    ResultService(service, simulator.journal).replay(fixture, "the lights went out")
    simulator.week()
    second = simulator.journal.result(fixture)
    assert first is not None and second is not None and second.attempt == 2
    assert first.record != second.record
    after = simulator.journal
    for other in after.season().fixtures:
        if other.stage == fixture.stage and other.id != fixture.id:
            assert after.result(other) == before.result(other)


def test_rebuilding_changes_nothing_and_mends_what_was_lost(service: LeagueService, played: str) -> None:
    assert rebuild_league(service, service.journal(played)) == []
    before = service.store.leagues.stat_lines(played), service.store.leagues.fixtures(played)
    with closing(sqlite3.connect(service.store.path)) as db, db:
        db.execute("DELETE FROM league_lines WHERE fixture = 'final' AND team >= 0")
        db.execute("UPDATE league_fixtures SET home_points = 99 WHERE fixture = 'semi-final 1'")
    assert rebuild_league(service, service.journal(played)) == ["semi-final 1", "final"]
    assert (service.store.leagues.stat_lines(played), service.store.leagues.fixtures(played)) == before


def test_sums_that_are_not_those_of_the_records_are_found(service: LeagueService, played: str) -> None:
    """Record, events, lines, season: a line that was changed is named, and every sum that hangs on it."""
    journal = service.journal(played)
    games = [(f, r) for f in journal.fixtures().values() if (r := journal.result(f)) is not None]
    whole = check_totals(service, journal, games)
    assert whole.faults == [] and whole.games == 15 and whole.sums > 20
    with closing(sqlite3.connect(service.store.path)) as db, db:
        db.execute("UPDATE league_lines SET value = value + 1 WHERE fixture = 'final' AND what = 'points'")
    faults = check_totals(service, journal, games).faults
    assert faults[0] == "final: the saved stats don't match the recorded game"
    assert len(faults) == 3 and all("points: the database says" in fault for fault in faults[1:])
    assert set(faults) <= set(verify_league(service, played).faults)
    assert (
        rebuild_league(service, journal) == ["final"] and check_totals(service, journal, games).faults == []
    )


def test_a_changed_record_is_found(tmp_path: Path) -> None:
    service = new_desk(tmp_path)
    name = founded(service, Cup(NAMES))
    Simulator(service, service.journal(name)).all()
    with closing(sqlite3.connect(service.store.path)) as db, db:
        db.execute(
            "UPDATE league_records SET body = (SELECT body FROM league_records WHERE fixture = 'final')"
        )
    faults = verify_league(service, name).faults
    assert [fault.partition(":")[0] for fault in faults] == ["semi-final 1", "semi-final 2"]


def test_a_tied_knock_out_game_is_played_again_with_other_dice(service: LeagueService) -> None:
    """A quarter without overtime: whoever ties tries once more, and every try stands in the journal."""
    names = tuple(f"Team {n}" for n in range(1, 9))
    rules = {"mode": "dice", "quarters": 1, "minutes": 3, "overtime": "none"}
    name = service.create(small_league(Cup(names), options=rules), SECRET)
    simulator = Simulator(service, service.journal(name))
    simulator.all()
    tried = [attempts for attempts in simulator.journal.attempts.values() if len(attempts) > 1]
    assert tried, "in so short a game somebody ties"
    assert all(a.status == "annulled" for attempts in tried for a in attempts[:-1])
    assert verify_league(service, name).faults == []


def killed(url: str) -> tuple[str, int]:
    """The digest and the entries of the same league, its processes killed six times."""
    program = [sys.executable, "-m", "tests.league.killed", url]
    done = subprocess.run(program, cwd=Path(__file__).parents[2], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    name, entries = done.stdout.split()
    return name, int(entries)


def unharmed(service: LeagueService, league: str) -> tuple[str, int]:
    """The same of a league that one process played to its end."""
    return league_digest(service, service.journal(league)), len(service.store.leagues.journal(league))


def test_a_league_whose_processes_are_killed_is_the_same_league(
    service: LeagueService, played: str, tmp_path: Path
) -> None:
    """Before a game's transaction, inside it, after it: nothing is lost and nothing is there twice."""
    assert killed(f"sqlite:///{tmp_path / 'killed.db'}") == unharmed(service, played)


@pytest.mark.parametrize(
    ("game", "words"), [("thegrid", ("canton", "bremen")), ("fastdrive", ("chicago-1985", "miami-1984"))]
)
def test_a_kept_record_replays_whatever_materials_it_has(
    service: LeagueService, game: str, words: tuple[str, ...]
) -> None:
    """Charts are read in the order of their rows, which packing keeps."""
    teams = make_franchises(game, words, None, "rookie")
    options = dict(find(game).meta.lengths["tiny"])
    form = RoundRobin(tuple(team.name for team in teams))
    journal = create_league(service, make_league(game, game, form, teams, SECRET, options=options), SECRET)
    (fixture,) = Simulator(service, journal).all()
    assert verify_league(service, journal.id).faults == []
    assert rebuild_league(service, service.journal(journal.id)) == []
    assert {line.team for name, line in service.store.leagues.stat_lines(journal.id, fixture.id)} == {0, 1}
