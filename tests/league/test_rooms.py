"""From a room into a league; line-ups left behind; house rules of a stage."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.league.leagues import NAMES, SECRET, new_desk, small_league

from fieldhouse.kernel.coaches import RandomCoach, play_on
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.errors import BadOptions
from fieldhouse.kernel.registry import find
from fieldhouse.kernel.table import Table
from fieldhouse.league import Cup, RoundRobin
from fieldhouse.league.packed_record import unpack_record
from fieldhouse.league.service.audit import verify_league
from fieldhouse.league.service.create import create_league, franchises_from_draft, make_league, set_rules
from fieldhouse.league.service.league_service import LeagueService
from fieldhouse.league.service.members import MemberService
from fieldhouse.league.service.permissions import NotPermitted
from fieldhouse.league.service.simulator import Simulator
from fieldhouse.league.service.teams import LeagueTeams


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> LeagueService:
    return new_desk(tmp_path_factory.mktemp("rooms"))


@pytest.fixture(scope="module")
def league(service: LeagueService) -> str:
    """A league of the three teams that a draft formed."""
    table = Table(find("thegrid-draft").open({"coaches": 3}), FastDice(1))
    with pytest.raises(BadOptions, match="the draft isn't finished"):
        franchises_from_draft(table)
    play_on(table, {seat: RandomCoach(seat) for seat in table.seats})
    game, franchises = franchises_from_draft(table)
    form = RoundRobin(tuple(team.name for team in franchises))
    tiny = dict(find(game).meta.lengths["tiny"])
    journal = create_league(
        service, make_league("Draft", game, form, franchises, SECRET, options=tiny), SECRET
    )
    people = MemberService(service, journal)
    people.invite("Ann", "commissioner", 0)
    people.invite("Bob", "manager", 1)
    return journal.id


def test_the_teams_of_a_room_are_the_franchises_of_a_league(service: LeagueService, league: str) -> None:
    journal = service.journal(league)
    assert [chair.member for chair in journal.managers] == [0, 1, -1]
    assert len(journal.league.franchises[0].club["qb"]) >= 2, "the men are those of the roster"
    with pytest.raises(BadOptions, match="doesn't build teams"):
        franchises_from_draft(Table(find("redboar").open()))


def test_a_simulated_game_begins_with_the_line_up_left_behind(service: LeagueService, league: str) -> None:
    """TG-5.1: the worst halfback was named, and he stands there; nobody else can read it."""
    journal = service.journal(league)
    club = journal.league.franchises[0].club
    other = next(
        str(row["number"]) for row in club["hbe"] if str(row["number"]) not in club["lineup"].values()
    )
    ann = MemberService(service, journal, 0)
    with pytest.raises(BadOptions, match="'HB:999': write a position and a card"):
        ann.set_lineup(0, "HB:999")
    with pytest.raises(NotPermitted):
        MemberService(service, journal, 1).set_lineup(0, f"HB:{other}")
    ann.set_lineup(0, f"HB:{other}")
    assert verify_league(service, league).faults == []
    assert f"HB:{other}" not in "".join(row.body for row in service.store.leagues.journal(league))
    fixture = next(f for f in journal.season().waiting if 0 in (f.home, f.visitor))
    simulator = Simulator(service, journal)
    assert simulator.one(fixture)
    kept = service.store.leagues.record(league, fixture.id, 1)
    assert kept is not None
    made = unpack_record(kept, lambda names: service.store.leagues.materials(league, names))
    side = "home" if fixture.home == 0 else "visitor"
    assert made.materials[side]["lineup"]["HB"] == other
    seat = LeagueTeams(journal).seat_of(fixture, 0)
    first = next(entry for entry in made.entries if getattr(entry, "seat", None) == seat)
    assert getattr(first, "key", "") == "ready", "the coach leaves it as it is"


def test_a_game_without_line_ups_says_so(tmp_path: Path) -> None:
    service = new_desk(tmp_path)
    journal = service.journal(service.create(small_league(), SECRET))
    with pytest.raises(BadOptions, match="has no lineup to set"):
        MemberService(service, journal).set_lineup(0, "HB:22")


def test_house_rules_are_fixed_while_a_stage_is_played(tmp_path: Path) -> None:
    """Between the semi-finals and the final they may be changed, with a reason."""
    service = new_desk(tmp_path)
    journal = service.journal(service.create(small_league(Cup(NAMES)), SECRET))
    simulator = Simulator(service, journal)
    simulator.one(journal.season().waiting[0])
    with pytest.raises(BadOptions, match="Semifinal 1 has already started"):
        set_rules(service, journal, {"mode": "dice"}, {}, "longer games")
    simulator.week()
    with pytest.raises(BadOptions, match="minutes"):
        set_rules(service, journal, {"minutes": 99}, {}, "longer games")
    set_rules(service, journal, {"mode": "dice", "quarters": 2}, {}, "longer games")
    simulator.all()
    kept = service.store.leagues.record(journal.id, "final", journal.attempts["final"][-1].number)
    assert kept is not None
    assert (
        unpack_record(kept, lambda names: service.store.leagues.materials(journal.id, names)).options[
            "quarters"
        ]
        == 2
    )
