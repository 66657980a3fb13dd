"""Results that people bring, the commissioner's acts, people and their links."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from tests.league.leagues import NAMES, SECRET, new_desk, small_league

from fieldhouse.football.competition.format import Fixture
from fieldhouse.kernel.errors import BadOptions, FieldhouseError
from fieldhouse.league import Cup
from fieldhouse.league.journal.league_journal import LeagueBook
from fieldhouse.league.journal.text import entry_words
from fieldhouse.league.season import BadResult
from fieldhouse.league.service.create import franchises_of
from fieldhouse.league.service.deadlines import CalendarDesk, moment
from fieldhouse.league.service.derive import rebuild
from fieldhouse.league.service.league_service import LeagueDesk
from fieldhouse.league.service.members import PeopleDesk, franchise_named
from fieldhouse.league.service.permissions import NotYourOffice
from fieldhouse.league.service.results import ResultDesk
from fieldhouse.league.service.simulator import Simulator, everything, without_people
from fieldhouse.league.service.table_finished import begun
from fieldhouse.league.service.teams import hashed
from fieldhouse.league.standings import FinalScore
from fieldhouse.store.schema import SeatRow, TableRow
from fieldhouse.store.tables import Store, TableCreation

ANN, BOB, CID, DOT = 0, 1, 2, 3
"""The commissioner, the managers of Ducks and Terns, and a reader."""
DUCKS, GEESE, SWANS, TERNS = range(4)


@pytest.fixture
def desk(tmp_path: Path) -> LeagueDesk:
    return new_desk(tmp_path)


@pytest.fixture
def book(desk: LeagueDesk) -> LeagueBook:
    found = desk.book(desk.found(small_league(), SECRET))
    people = PeopleDesk(desk, found)
    people.invite("Ann", "commissioner")
    people.invite("Bob", "manager", DUCKS)
    people.invite("Cid", "manager", TERNS)
    people.invite("Dot", "reader")
    return found


@pytest.fixture
def game(book: LeagueBook) -> Fixture:
    return book.fixture("week 1: Ducks - Terns")


def record_of(book: LeagueBook, team: int) -> str:
    return book.season(as_it_stands=True).ledger.line(team).record


def test_a_typed_score_counts_when_the_other_side_confirms_it(
    desk: LeagueDesk, book: LeagueBook, game: Fixture
) -> None:
    ResultDesk(desk, book, BOB).type_score(game, FinalScore(21, 14))
    assert record_of(book, DUCKS) == "0-0"
    for nobody in (BOB, DOT):
        with pytest.raises(NotYourOffice, match="only the manager of Terns"):
            ResultDesk(desk, book, nobody).confirm(game)
    with pytest.raises(BadResult, match="waits for its confirmation"):
        ResultDesk(desk, book, CID).type_score(game, FinalScore(14, 21))
    ResultDesk(desk, book, CID).confirm(game)
    assert (record_of(book, DUCKS), record_of(book, TERNS)) == ("1-0", "0-1")
    assert [(line.team, line.value) for _, line in desk.store.lines(book.id)] == [(0, 21.0), (3, 14.0)]


def test_a_disputed_score_leaves_the_game_open(desk: LeagueDesk, book: LeagueBook, game: Fixture) -> None:
    ResultDesk(desk, book, BOB).type_score(game, FinalScore(21, 14))
    with pytest.raises(FieldhouseError, match="needs a reason"):
        ResultDesk(desk, book, CID).dispute(game, " ")
    ResultDesk(desk, book, CID).dispute(game, "it was the other way round")
    assert book.current(game) is None and book.next_attempt(game) == 1
    ResultDesk(desk, book, CID).type_score(game, FinalScore(14, 21))
    ResultDesk(desk, book, ANN).confirm(game)
    assert record_of(book, TERNS) == "1-0"


def test_only_those_who_play_or_command_bring_a_result(
    desk: LeagueDesk, book: LeagueBook, game: Fixture
) -> None:
    with pytest.raises(NotYourOffice, match="only the manager of Ducks"):
        ResultDesk(desk, book, DOT).type_score(game, FinalScore(1, 0))
    with pytest.raises(BadResult, match="1000-0 is no score"):
        ResultDesk(desk, book, BOB).type_score(game, FinalScore(1000, 0))
    for act in ("void", "replay"):
        with pytest.raises(NotYourOffice, match="only the commissioner"):
            getattr(ResultDesk(desk, book, BOB), act)(game, "I lost")
    ResultDesk(desk, book, ANN).type_score(game, FinalScore(3, 0))
    assert record_of(book, DUCKS) == "1-0", "what the commissioner types counts at once"


def test_who_concedes_loses_and_who_does_not_come_loses_by_the_leagues_score(
    desk: LeagueDesk, book: LeagueBook, game: Fixture
) -> None:
    ResultDesk(desk, book, BOB).concede(game, DUCKS, FinalScore(17, 3))
    assert (record_of(book, DUCKS), record_of(book, TERNS)) == ("0-1", "1-0")
    assert desk.store.fixture_rows(book.id)[game.id].awarded == -1
    other = book.fixture("week 1: Geese - Swans")
    with pytest.raises(BadResult, match="Terns does not play in"):
        ResultDesk(desk, book, ANN).forfeit(other, TERNS, "nobody came")
    ResultDesk(desk, book, ANN).forfeit(other, GEESE, "nobody came")
    line = book.season(as_it_stands=True).ledger.line(SWANS)
    assert (line.record, line.scored) == ("1-0", 2)


def test_a_typed_record_is_a_game_of_this_fixture(desk: LeagueDesk, book: LeagueBook, game: Fixture) -> None:
    from fieldhouse.league.service.teams import LeagueTeams

    teams = LeagueTeams(book)
    made = teams.recorded(game, desk.dice(book), 9).record
    wrong = msgspec.structs.replace(made, options={**made.options, "quarters": 4})
    with pytest.raises(BadResult, match="under other options"):
        ResultDesk(desk, book, BOB).type_record(game, wrong)
    ResultDesk(desk, book, BOB).type_record(game, made)
    ResultDesk(desk, book, CID).confirm(game)
    result = book.result(game)
    assert result is not None and result.record == made.receipt and made.outcome is not None
    assert (result.home_points, result.visitor_points) == made.outcome.scores
    assert len(desk.store.lines(book.id)) > 2, "yards and downs are known, too"
    assert rebuild(desk, book) == []


def test_what_hangs_on_a_correction_is_told_before_and_leaves_the_sums(desk: LeagueDesk) -> None:
    """A semi-final is corrected: the final is not between those two, and its lines are gone."""
    book = desk.book(desk.found(small_league(Cup(NAMES)), SECRET))
    Simulator(desk, book).all()
    semi, final = book.fixture("semi-final 1"), book.fixture("final")
    result = book.result(semi)
    assert result is not None and book.over
    loser = semi.visitor if final.home == semi.home or final.visitor == semi.home else semi.home
    turned = FinalScore(0, 50) if loser == semi.visitor else FinalScore(50, 0)
    pen = ResultDesk(desk, book)
    hangs = pen.hangs(semi, turned)
    assert hangs[0].startswith("final: ") and "no longer counts" in hangs[0]
    assert hangs[-1].startswith("champions: ")
    pen.correct(semi, turned, "the scorer slept")
    assert not book.over and [f.id for f in book.season().waiting] == ["final"]
    assert {name for name, _ in desk.store.lines(book.id)} == {"semi-final 1", "semi-final 2"}
    assert desk.store.fixture_rows(book.id)["final"].status == "open"
    pen.correct(semi, result.score, "he did not")
    assert book.over, "the old pairing is back, and so is its result"
    assert rebuild(desk, book) == []
    assert "corrected: semi-final 1" in "\n".join(entry_words(book, entry) for entry in book.entries)


def test_a_knock_out_game_cannot_be_void_and_needs_a_winner(desk: LeagueDesk) -> None:
    book = desk.book(desk.found(small_league(Cup(NAMES)), SECRET))
    pen, game = ResultDesk(desk, book), book.fixture("semi-final 1")
    with pytest.raises(BadResult, match="needs a winner"):
        pen.type_score(game, FinalScore(7, 7))
    with pytest.raises(BadResult, match="can be replayed or forfeit"):
        pen.void(game, "rain")


# People


def test_a_new_link_shuts_out_the_lost_phone(desk: LeagueDesk, book: LeagueBook) -> None:
    people = PeopleDesk(desk, book)
    token = people.new_link(BOB)
    assert people.follow(token, hashed("phone")) == people.follow(token, hashed("laptop")) == BOB
    again = PeopleDesk(desk, book, BOB).new_link(BOB)
    assert desk.store.member_of(book.id, hashed("phone")) is None
    assert people.follow(token, hashed("phone")) is None
    assert people.follow(again, hashed("laptop")) == BOB
    with pytest.raises(NotYourOffice):
        PeopleDesk(desk, book, CID).new_link(BOB)
    told = "\n".join(row.body for row in desk.store.journal(book.id))
    assert token not in told and hashed(token) not in told, "no link stands in the journal"


def test_a_lost_phone_is_shut_out_of_the_game_under_way(
    desk: LeagueDesk, book: LeagueBook, game: Fixture, tmp_path: Path
) -> None:
    """Bob's seat at the table of his fixture is nobody's until his new device comes; Cid's is as it was."""
    store = Store(f"sqlite:///{tmp_path / 'leagues.db'}")
    people = PeopleDesk(desk, book)
    people.follow(people.new_link(BOB), hashed("phone"))
    chairs = [SeatRow(seat=0, holder=hashed("phone")), SeatRow(seat=1, holder=hashed("cid"))]
    row = TableRow(id="table", game="redboar", setup="setup", mode="link", kept_for=f"league:{book.id}")
    store.write(TableCreation(row, chairs, (), None, b"", league=begun(book, game, BOB, "table")))
    store.add_key(hashed("phone"), "table", 0)
    desk.refresh(book)
    people.new_link(BOB)
    kept = store.load("table")
    assert kept is not None and (kept.keys, kept.row.revision) == ([], 1)
    assert [chair.holder for chair in kept.seats] == [None, hashed("cid")]
    store.close()


def test_a_franchise_lives_on_when_its_manager_changes(
    desk: LeagueDesk, book: LeagueBook, game: Fixture
) -> None:
    ResultDesk(desk, book, ANN).type_score(game, FinalScore(7, 0))
    people = PeopleDesk(desk, book, ANN)
    people.give_chair(DUCKS, msgspec.structs.replace(book.chairs[DUCKS], member=DOT), "Bob moved")
    assert book.members[DOT].role == "manager" and book.franchises_of(BOB) == []
    assert record_of(book, DUCKS) == "1-0"
    with pytest.raises(BadOptions, match="no coach 'genius'"):
        people.give_chair(DUCKS, msgspec.structs.replace(book.chairs[DUCKS], level="genius"))


def test_a_stand_in_plays_while_the_manager_is_away(
    desk: LeagueDesk, book: LeagueBook, game: Fixture
) -> None:
    assert not without_people(book, game)
    PeopleDesk(desk, book, BOB).away(DUCKS, away=True)
    with pytest.raises(FieldhouseError, match="needs a reason"):
        PeopleDesk(desk, book, ANN).away(TERNS, away=True)
    PeopleDesk(desk, book, ANN).away(TERNS, away=True, reason="not heard of for weeks")
    assert without_people(book, game)
    PeopleDesk(desk, book, BOB).away(DUCKS, away=False)
    assert not without_people(book, game)


def test_the_league_is_handed_over(desk: LeagueDesk, book: LeagueBook) -> None:
    PeopleDesk(desk, book, ANN).hand_over(BOB)
    assert [member.role for member in book.members] == ["reader", "commissioner", "manager", "reader"]
    with pytest.raises(NotYourOffice):
        PeopleDesk(desk, book, ANN).invite("Eve")
    with pytest.raises(BadOptions, match="hand it over"):
        PeopleDesk(desk, book, BOB).invite("Eve", "commissioner")


# The calendar


def test_a_deadline_is_a_moment_with_a_zone() -> None:
    assert moment("2026-07-01 20:00", "Europe/Berlin").isoformat() == "2026-07-01T20:00:00+02:00"
    assert moment("2026-07-01T20:00-04:00", "UTC").isoformat() == "2026-07-01T20:00:00-04:00"
    with pytest.raises(BadOptions, match="does not exist in Europe/Berlin"):
        moment("2026-03-29 02:30", "Europe/Berlin")
    with pytest.raises(BadOptions, match="is no moment"):
        moment("tomorrow", "UTC")


def test_what_is_overdue_is_told_and_a_moved_deadline_has_a_reason(
    desk: LeagueDesk, book: LeagueBook
) -> None:
    calendar = CalendarDesk(desk, book, ANN)
    calendar.set_deadline("week 1", "2020-01-01 20:00")
    assert [fixture.stage for fixture in calendar.overdue()] == ["week 1", "week 1"]
    with pytest.raises(FieldhouseError, match="needs a reason"):
        calendar.set_deadline("week 1", "2999-01-01 20:00")
    calendar.set_deadline("week 1", "2999-01-01 20:00", "snow")
    assert calendar.overdue() == []
    with pytest.raises(FieldhouseError, match="no fixture of this league"):
        calendar.set_deadline("week 99", "2999-01-01 20:00")


def test_in_a_paused_league_nothing_is_played_and_deadlines_wait(
    desk: LeagueDesk, book: LeagueBook, game: Fixture
) -> None:
    calendar = CalendarDesk(desk, book, ANN)
    calendar.set_deadline("week 1", "2999-01-01 20:00")
    calendar.pause("summer")
    with pytest.raises(FieldhouseError, match="paused"):
        ResultDesk(desk, book, BOB).type_score(game, FinalScore(7, 0))
    assert desk.store.league_row(book.id).status == "paused"
    calendar.resume()
    assert [n.at for n in book.deadlines.values()] == ["2999-01-01T20:00+00:00"]
    assert Simulator(desk, book).week(everything)


@pytest.mark.parametrize("words", ["Chicago Bears 1985", "chicago-1985", "bears", "1"])
def test_a_franchise_is_found_by_what_people_call_it(words: str) -> None:
    """Cards of Fast Drive are called as people say them, and found by their short names as before."""
    names = [one.name for one in franchises_of("fastdrive", ["chicago-1985", "miami-1985"], None, "starter")]
    assert names == ["Chicago Bears 1985", "Miami Dolphins 1985"]
    assert franchise_named(names, words) == 0
    with pytest.raises(BadOptions, match="more than one"):
        franchise_named(names, "1985")
