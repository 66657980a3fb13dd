"""Results that people bring, the commissioner's acts, people and their links."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from tests.league.leagues import NAMES, SECRET, new_desk, small_league

from fieldhouse.football.competition.format import Fixture
from fieldhouse.kernel.errors import BadOptions, FieldhouseError
from fieldhouse.league import Cup
from fieldhouse.league.journal.league_journal import LeagueJournal
from fieldhouse.league.journal.text import journal_entry_text
from fieldhouse.league.season import BadResult
from fieldhouse.league.service.create import make_franchises
from fieldhouse.league.service.deadlines import DeadlineService, parse_moment
from fieldhouse.league.service.derive import rebuild_league
from fieldhouse.league.service.league_service import LeagueService
from fieldhouse.league.service.members import MemberService, find_franchise
from fieldhouse.league.service.permissions import NotPermitted
from fieldhouse.league.service.record_result import begin_fixture
from fieldhouse.league.service.results import ResultService
from fieldhouse.league.service.simulator import Simulator, any_open_game, coaches_only
from fieldhouse.league.service.teams import hash_token
from fieldhouse.league.standings import FinalScore
from fieldhouse.store.schema import SeatRow, TableRow
from fieldhouse.store.store import Store
from fieldhouse.store.tables import TableCreation

ANN, BOB, CID, DOT = 0, 1, 2, 3
"""The commissioner, the managers of Ducks and Terns, and a reader."""
DUCKS, GEESE, SWANS, TERNS = range(4)


@pytest.fixture
def service(tmp_path: Path) -> LeagueService:
    return new_desk(tmp_path)


@pytest.fixture
def journal(service: LeagueService) -> LeagueJournal:
    found = service.journal(service.create(small_league(), SECRET))
    people = MemberService(service, found)
    people.invite("Ann", "commissioner")
    people.invite("Bob", "manager", DUCKS)
    people.invite("Cid", "manager", TERNS)
    people.invite("Dot", "reader")
    return found


@pytest.fixture
def game(journal: LeagueJournal) -> Fixture:
    return journal.fixture("week 1: Ducks - Terns")


def record_of(journal: LeagueJournal, team: int) -> str:
    return journal.season(as_it_stands=True).ledger.line(team).record


def test_a_typed_score_counts_when_the_other_side_confirms_it(
    service: LeagueService, journal: LeagueJournal, game: Fixture
) -> None:
    ResultService(service, journal, BOB).type_score(game, FinalScore(21, 14))
    assert record_of(journal, DUCKS) == "0-0"
    for nobody in (BOB, DOT):
        with pytest.raises(NotPermitted, match="only the manager of Terns"):
            ResultService(service, journal, nobody).confirm(game)
    with pytest.raises(BadResult, match="waiting for confirmation"):
        ResultService(service, journal, CID).type_score(game, FinalScore(14, 21))
    ResultService(service, journal, CID).confirm(game)
    assert (record_of(journal, DUCKS), record_of(journal, TERNS)) == ("1-0", "0-1")
    assert [(line.team, line.value) for _, line in service.store.leagues.stat_lines(journal.id)] == [
        (0, 21.0),
        (3, 14.0),
    ]


def test_a_disputed_score_leaves_the_game_open(
    service: LeagueService, journal: LeagueJournal, game: Fixture
) -> None:
    ResultService(service, journal, BOB).type_score(game, FinalScore(21, 14))
    with pytest.raises(FieldhouseError, match="give a reason"):
        ResultService(service, journal, CID).dispute(game, " ")
    ResultService(service, journal, CID).dispute(game, "it was the other way round")
    assert journal.current(game) is None and journal.next_attempt(game) == 1
    ResultService(service, journal, CID).type_score(game, FinalScore(14, 21))
    ResultService(service, journal, ANN).confirm(game)
    assert record_of(journal, TERNS) == "1-0"


def test_only_those_who_play_or_command_bring_a_result(
    service: LeagueService, journal: LeagueJournal, game: Fixture
) -> None:
    with pytest.raises(NotPermitted, match="only the manager of Ducks"):
        ResultService(service, journal, DOT).type_score(game, FinalScore(1, 0))
    with pytest.raises(BadResult, match="0-1000 is not a score"):
        ResultService(service, journal, BOB).type_score(game, FinalScore(1000, 0))
    for act in ("void", "replay"):
        with pytest.raises(NotPermitted, match="only the commissioner"):
            getattr(ResultService(service, journal, BOB), act)(game, "I lost")
    ResultService(service, journal, ANN).type_score(game, FinalScore(3, 0))
    assert record_of(journal, DUCKS) == "1-0", "what the commissioner types counts at once"


def test_who_concedes_loses_and_who_does_not_come_loses_by_the_leagues_score(
    service: LeagueService, journal: LeagueJournal, game: Fixture
) -> None:
    ResultService(service, journal, BOB).concede(game, DUCKS, FinalScore(17, 3))
    assert (record_of(journal, DUCKS), record_of(journal, TERNS)) == ("0-1", "1-0")
    assert service.store.leagues.fixtures(journal.id)[game.id].awarded == -1
    other = journal.fixture("week 1: Geese - Swans")
    with pytest.raises(BadResult, match="Terns does not play in"):
        ResultService(service, journal, ANN).forfeit(other, TERNS, "nobody came")
    ResultService(service, journal, ANN).forfeit(other, GEESE, "nobody came")
    line = journal.season(as_it_stands=True).ledger.line(SWANS)
    assert (line.record, line.scored) == ("1-0", 2)


def begin(service: LeagueService, journal: LeagueJournal, game: Fixture, holder: str = "bob's phone") -> str:
    """Begin the game at a table of the server; its id."""
    seats = [SeatRow(seat=0, holder=holder), SeatRow(seat=1, holder="cid's phone")]
    row = TableRow(id="table", game="redboar", setup="setup", mode="link", kept_for=f"league:{journal.id}")
    begun = begin_fixture(journal, game, BOB, "table")
    service.store.tables.write(TableCreation(row, seats, (), None, b"", league=begun))
    service.refresh(journal)
    return row.id


def test_a_concession_before_kickoff_scores_as_a_forfeit(
    service: LeagueService, journal: LeagueJournal, game: Fixture
) -> None:
    ResultService(service, journal, BOB).concede(game, DUCKS)
    result = journal.result(game)
    assert result is not None and result.kind == "conceded"
    assert (result.home_points, result.visitor_points) == (0, 2), "the league's score for a forfeit"


def test_the_commissioner_does_not_type_over_a_game_that_is_being_played(
    service: LeagueService, journal: LeagueJournal, game: Fixture
) -> None:
    begin(service, journal, game)
    with pytest.raises(BadResult, match="discard that game first"):
        ResultService(service, journal, ANN).type_score(game, FinalScore(3, 0))
    ResultService(service, journal, ANN).replay(game, "power cut")
    ResultService(service, journal, ANN).type_score(game, FinalScore(3, 0))
    assert record_of(journal, DUCKS) == "1-0"


def test_an_invitation_to_a_team_with_a_manager_unseats_that_manager(
    service: LeagueService, journal: LeagueJournal, game: Fixture
) -> None:
    """Also at the table of a game under way, as assigning another manager does."""
    people = MemberService(service, journal, ANN)
    service.store.leagues.add_device(journal.id, BOB, "bob's phone")
    table = begin(service, journal, game)
    people.invite("Eve", "manager", DUCKS)
    kept = service.store.tables.load(table)
    assert kept is not None and kept.seats[0].holder != "bob's phone"
    assert journal.managers[DUCKS].member == 4


def test_a_league_has_as_many_commissioners_as_it_likes_and_never_none(
    service: LeagueService, journal: LeagueJournal
) -> None:
    people = MemberService(service, journal, ANN)
    with pytest.raises(FieldhouseError, match="needs a commissioner"):
        people.step_down(ANN)
    people.add_commissioner(BOB)
    DeadlineService(service, journal, BOB).pause("both may")
    DeadlineService(service, journal, ANN).resume()
    MemberService(service, journal, BOB).step_down(ANN)
    assert journal.members[ANN].role == "reader"
    with pytest.raises(NotPermitted):
        people.add_commissioner(CID)
    bob = MemberService(service, journal, BOB)
    bob.add_commissioner(CID)
    bob.transfer(DOT)
    assert [member.role for member in journal.members] == ["reader", "manager", "manager", "commissioner"]


def test_the_log_names_who_simulated_a_game(
    service: LeagueService, journal: LeagueJournal, game: Fixture
) -> None:
    Simulator(service, journal, who=ANN).one(game)
    assert ", Ann: Week 1" in journal_entry_text(journal, journal.entries[-1])


def test_a_typed_record_is_a_game_of_this_fixture(
    service: LeagueService, journal: LeagueJournal, game: Fixture
) -> None:
    from fieldhouse.league.service.teams import LeagueTeams

    teams = LeagueTeams(journal)
    made = teams.play_with_record(game, service.dice(journal), 9).record
    wrong = msgspec.structs.replace(made, options={**made.options, "quarters": 4})
    with pytest.raises(BadResult, match="a different game or options"):
        ResultService(service, journal, BOB).type_record(game, wrong)
    ResultService(service, journal, BOB).type_record(game, made)
    ResultService(service, journal, CID).confirm(game)
    result = journal.result(game)
    assert result is not None and result.record == made.receipt and made.outcome is not None
    assert (result.home_points, result.visitor_points) == made.outcome.scores
    assert len(service.store.leagues.stat_lines(journal.id)) > 2, "yards and downs are known, too"
    assert rebuild_league(service, journal) == []


def test_what_hangs_on_a_correction_is_told_before_and_leaves_the_sums(service: LeagueService) -> None:
    """A semi-final is corrected: the final is not between those two, and its lines are gone."""
    journal = service.journal(service.create(small_league(Cup(NAMES)), SECRET))
    Simulator(service, journal).all()
    semi, final = journal.fixture("semi-final 1"), journal.fixture("final")
    result = journal.result(semi)
    assert result is not None and journal.over
    loser = semi.visitor if final.home == semi.home or final.visitor == semi.home else semi.home
    turned = FinalScore(0, 50) if loser == semi.visitor else FinalScore(50, 0)
    pen = ResultService(service, journal)
    hangs = pen.hangs(semi, turned)
    assert hangs[0].startswith("Final: ") and "no longer counts" in hangs[0]
    assert hangs[-1].startswith("Champion: ")
    pen.correct(semi, turned, "the scorer slept")
    assert not journal.over and [f.id for f in journal.season().waiting] == ["final"]
    kept = service.store.leagues.stat_lines(journal.id)
    assert {name for name, _ in kept} == {
        "semi-final 1",
        "semi-final 2",
    }
    assert service.store.leagues.fixtures(journal.id)["final"].status == "open"
    pen.correct(semi, result.score, "he did not")
    assert journal.over, "the old pairing is back, and so is its result"
    assert rebuild_league(service, journal) == []
    assert "Score corrected: Semifinal 1" in "\n".join(
        journal_entry_text(journal, entry) for entry in journal.entries
    )


def test_a_knock_out_game_cannot_be_void_and_needs_a_winner(service: LeagueService) -> None:
    journal = service.journal(service.create(small_league(Cup(NAMES)), SECRET))
    pen, game = ResultService(service, journal), journal.fixture("semi-final 1")
    with pytest.raises(BadResult, match="needs a winner"):
        pen.type_score(game, FinalScore(7, 7))
    with pytest.raises(BadResult, match="replay it or record a forfeit"):
        pen.void(game, "rain")


# People


def test_a_new_link_shuts_out_the_lost_phone(service: LeagueService, journal: LeagueJournal) -> None:
    people = MemberService(service, journal)
    token = people.new_link(BOB)
    assert people.follow(token, hash_token("phone")) == people.follow(token, hash_token("laptop")) == BOB
    again = MemberService(service, journal, BOB).new_link(BOB)
    assert service.store.leagues.member_of(journal.id, hash_token("phone")) is None
    assert people.follow(token, hash_token("phone")) is None
    assert people.follow(again, hash_token("laptop")) == BOB
    with pytest.raises(NotPermitted):
        MemberService(service, journal, CID).new_link(BOB)
    told = "\n".join(row.body for row in service.store.leagues.journal(journal.id))
    assert token not in told and hash_token(token) not in told, "no link stands in the journal"


def test_a_lost_phone_is_shut_out_of_the_game_under_way(
    service: LeagueService, journal: LeagueJournal, game: Fixture, tmp_path: Path
) -> None:
    """Bob's seat at the table of his fixture is nobody's until his new device comes; Cid's is as it was."""
    store = Store(f"sqlite:///{tmp_path / 'leagues.db'}")
    people = MemberService(service, journal)
    people.follow(people.new_link(BOB), hash_token("phone"))
    managers = [SeatRow(seat=0, holder=hash_token("phone")), SeatRow(seat=1, holder=hash_token("cid"))]
    row = TableRow(id="table", game="redboar", setup="setup", mode="link", kept_for=f"league:{journal.id}")
    store.tables.write(
        TableCreation(row, managers, (), None, b"", league=begin_fixture(journal, game, BOB, "table"))
    )
    store.tables.add_key(hash_token("phone"), "table", 0)
    service.refresh(journal)
    people.new_link(BOB)
    kept = store.tables.load("table")
    assert kept is not None and (kept.keys, kept.row.revision) == ([], 1)
    assert [chair.holder for chair in kept.seats] == [None, hash_token("cid")]
    store.close()


def test_a_franchise_lives_on_when_its_manager_changes(
    service: LeagueService, journal: LeagueJournal, game: Fixture
) -> None:
    ResultService(service, journal, ANN).type_score(game, FinalScore(7, 0))
    people = MemberService(service, journal, ANN)
    people.assign_manager(DUCKS, msgspec.structs.replace(journal.managers[DUCKS], member=DOT), "Bob moved")
    assert journal.members[DOT].role == "manager" and journal.franchises_of(BOB) == []
    assert record_of(journal, DUCKS) == "1-0"
    with pytest.raises(BadOptions, match="no level 'genius'"):
        people.assign_manager(DUCKS, msgspec.structs.replace(journal.managers[DUCKS], level="genius"))


def test_a_stand_in_plays_while_the_manager_is_away(
    service: LeagueService, journal: LeagueJournal, game: Fixture
) -> None:
    assert not coaches_only(journal, game)
    MemberService(service, journal, BOB).away(DUCKS, away=True)
    with pytest.raises(FieldhouseError, match="give a reason"):
        MemberService(service, journal, ANN).away(TERNS, away=True)
    MemberService(service, journal, ANN).away(TERNS, away=True, reason="not heard of for weeks")
    assert coaches_only(journal, game)
    MemberService(service, journal, BOB).away(DUCKS, away=False)
    assert not coaches_only(journal, game)


def test_the_league_is_handed_over(service: LeagueService, journal: LeagueJournal) -> None:
    MemberService(service, journal, ANN).transfer(BOB)
    assert [member.role for member in journal.members] == ["reader", "commissioner", "manager", "reader"]
    with pytest.raises(NotPermitted):
        MemberService(service, journal, ANN).invite("Eve")
    MemberService(service, journal, BOB).invite("Eve", "commissioner")
    assert [member.name for member in journal.members if member.role == "commissioner"] == ["Bob", "Eve"]


# The calendar


def test_a_deadline_is_a_moment_with_a_zone() -> None:
    assert parse_moment("2026-07-01 20:00", "Europe/Berlin").isoformat() == "2026-07-01T20:00:00+02:00"
    assert parse_moment("2026-07-01T20:00-04:00", "UTC").isoformat() == "2026-07-01T20:00:00-04:00"
    with pytest.raises(BadOptions, match="does not exist in Europe/Berlin"):
        parse_moment("2026-03-29 02:30", "Europe/Berlin")
    with pytest.raises(BadOptions, match="is not a date and time"):
        parse_moment("tomorrow", "UTC")


def test_what_is_overdue_is_told_and_a_moved_deadline_has_a_reason(
    service: LeagueService, journal: LeagueJournal
) -> None:
    calendar = DeadlineService(service, journal, ANN)
    calendar.set_deadline("week 1", "2020-01-01 20:00")
    assert [fixture.stage for fixture in calendar.overdue()] == ["week 1", "week 1"]
    with pytest.raises(FieldhouseError, match="give a reason"):
        calendar.set_deadline("week 1", "2999-01-01 20:00")
    calendar.set_deadline("week 1", "2999-01-01 20:00", "snow")
    assert calendar.overdue() == []
    with pytest.raises(FieldhouseError, match="no game matches"):
        calendar.set_deadline("week 99", "2999-01-01 20:00")


def test_in_a_paused_league_nothing_is_played_and_deadlines_wait(
    service: LeagueService, journal: LeagueJournal, game: Fixture
) -> None:
    calendar = DeadlineService(service, journal, ANN)
    calendar.set_deadline("week 1", "2999-01-01 20:00")
    calendar.pause("summer")
    with pytest.raises(FieldhouseError, match="paused"):
        ResultService(service, journal, BOB).type_score(game, FinalScore(7, 0))
    assert service.store.leagues.row(journal.id).status == "paused"
    calendar.resume()
    assert [n.at for n in journal.deadlines.values()] == ["2999-01-01T20:00+00:00"]
    assert Simulator(service, journal).week(any_open_game)


@pytest.mark.parametrize("words", ["Chicago Bears 1985", "chicago-1985", "bears", "1"])
def test_a_franchise_is_found_by_what_people_call_it(words: str) -> None:
    """Cards of Fast Drive are called as people say them, and found by their short names as before."""
    names = [
        one.name for one in make_franchises("fastdrive", ["chicago-1985", "miami-1985"], None, "starter")
    ]
    assert names == ["Chicago Bears 1985", "Miami Dolphins 1985"]
    assert find_franchise(names, words) == 0
    with pytest.raises(BadOptions, match="more than one"):
        find_franchise(names, "1985")
