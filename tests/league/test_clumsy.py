"""Hostile members and clumsy commissioners: what they try is refused in words, and no league is harmed."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from tests.league.leagues import SECRET, new_desk, small_league

from fieldhouse.kernel.errors import BadOptions, FieldhouseError
from fieldhouse.kernel.files import escape_formula
from fieldhouse.league.journal.acts import DeadlineSet, RoleGiven
from fieldhouse.league.journal.entries import act_text
from fieldhouse.league.journal.league import FranchiseChair
from fieldhouse.league.journal.league_journal import LeagueBook
from fieldhouse.league.journal.text import entry_words
from fieldhouse.league.season import BadResult
from fieldhouse.league.service.create import agreed, found_league, franchises_of, new_form
from fieldhouse.league.service.deadlines import CalendarDesk
from fieldhouse.league.service.league_file import BadLeagueFile, export_league, import_league
from fieldhouse.league.service.league_service import LeagueDesk
from fieldhouse.league.service.members import PeopleDesk
from fieldhouse.league.service.results import ResultDesk
from fieldhouse.league.service.simulator import Simulator
from fieldhouse.league.service.table_finished import begun
from fieldhouse.league.service.teams import hashed
from fieldhouse.league.standings import FinalScore
from fieldhouse.store.chain import journal_link
from fieldhouse.store.schema import SeatRow, TableRow
from fieldhouse.store.tables import Store, TableCreation


@pytest.fixture
def desk(tmp_path: Path) -> LeagueDesk:
    return new_desk(tmp_path)


@pytest.fixture
def book(desk: LeagueDesk) -> LeagueBook:
    found = desk.book(desk.found(small_league(zone="America/New_York"), SECRET))
    people = PeopleDesk(desk, found)
    people.invite("Ann", "commissioner")
    people.invite("Bob", "manager", 0)
    return found


@pytest.mark.parametrize(
    ("names", "words"),
    [
        (["Ducks", "ducks"], "entered twice"),
        (["=HYPERLINK(1)", "Geese"], "begins with none of"),
        (["@ducks", "Geese"], "begins with none of"),
        (["Ducks\u202e", "Geese"], "plain letters"),
        (["Du\x00cks", "Geese"], "plain letters"),
        (["D" * 61, "Geese"], "at most 60 letters"),
    ],
)
def test_names_that_harm_a_page_or_a_spreadsheet_are_refused(
    desk: LeagueDesk, names: list[str], words: str
) -> None:
    teams = franchises_of("redboar", names, None, "starter")
    form = new_form("robin", tuple(team.name for team in teams), "redboar", {})
    with pytest.raises(BadOptions, match=words):
        found_league(desk, agreed("Names", "redboar", form, teams, SECRET), SECRET)
    assert desk.store.league_rows() == []


def test_a_title_has_plain_letters_and_a_league_has_teams(desk: LeagueDesk) -> None:
    with pytest.raises(BadOptions, match="a title has plain letters"):
        found_league(desk, msgspec.structs.replace(small_league(), title="Pond\x00"), SECRET)
    for names in ((), ("Ducks",)):
        with pytest.raises(BadOptions, match="2 to 32 teams"):
            new_form("robin", names, "redboar", {})


def test_a_cell_is_no_formula() -> None:
    assert [escape_formula(cell) for cell in ("=1+1", "@x", "Ducks", -3)] == ["'=1+1", "'@x", "Ducks", -3]


@pytest.mark.parametrize("teams", [3, 5])
def test_an_odd_number_of_teams_rests_one_a_week(desk: LeagueDesk, teams: int) -> None:
    names = tuple(f"Team {n}" for n in range(teams))
    book = desk.book(desk.found(small_league(new_form("robin", names, "redboar", {})), SECRET))
    Simulator(desk, book).all()
    assert book.over and len(book.fixtures()) == teams * (teams - 1) // 2


def test_deadlines_lie_in_years_that_clocks_know(desk: LeagueDesk, book: LeagueBook) -> None:
    """Typed in the league's zone; far ones are refused, and a far one from elsewhere bricks no league."""
    calendar = CalendarDesk(desk, book)
    for far in ("9999-12-31 23:59", "0001-01-01 00:00", "0001-01-01T00:00+14:00"):
        with pytest.raises(BadOptions, match="between the years"):
            calendar.set_deadline("week 1", far)
    due = calendar.set_deadline("week 1", "2026-07-04 20:00")
    assert due.isoformat() == "2026-07-04T20:00:00-04:00"
    assert "week 1 is due Sat 04 Jul 2026, 20:00 EDT" in entry_words(book, book.entries[-1])
    desk.write(book, [DeadlineSet("week 2", "9999-12-31T23:59+00:00")])
    calendar.pause("holidays")
    calendar.resume()
    assert desk.book(book.id).deadlines["week 2"].at.startswith("9999")


def test_reasons_and_numbers_have_bounds(desk: LeagueDesk, book: LeagueBook) -> None:
    people, long = PeopleDesk(desk, book), "x" * 301
    game = book.fixture("week 1: Ducks - Terns")
    for tried in (
        lambda: people.hand_over(1, long),
        lambda: people.give_chair(0, FranchiseChair(), long),
        lambda: people.away(0, away=True, reason=long),
        lambda: CalendarDesk(desk, book).set_deadline("week 1", "2026-07-04 20:00", long),
        lambda: ResultDesk(desk, book).void(game, long),
    ):
        with pytest.raises(FieldhouseError, match="300 letters"):
            tried()
    for number in (-1, 4, 999):
        with pytest.raises(BadOptions, match=f"no team {number}"):
            people.away(number, away=True, reason="x")
        with pytest.raises(BadOptions, match=f"no team {number}"):
            people.give_chair(number, FranchiseChair())
    with pytest.raises(FieldhouseError, match="Ann is the commissioner already"):
        people.hand_over(0)
    for score in (FinalScore(-1, 0), FinalScore(1000, 0)):
        with pytest.raises(BadResult, match="is no score"):
            ResultDesk(desk, book).type_score(game, score)


def test_a_confirmation_counts_once(desk: LeagueDesk, book: LeagueBook) -> None:
    game = book.fixture("week 1: Ducks - Terns")
    ResultDesk(desk, book, 1).type_score(game, FinalScore(7, 3))
    other = desk.book(book.id)
    ResultDesk(desk, book).confirm(game)
    with pytest.raises(FieldhouseError):  # a second browser that still saw it waiting
        ResultDesk(desk, other).confirm(game)
    with pytest.raises(BadResult, match="no typed score"):
        ResultDesk(desk, desk.book(book.id)).confirm(game)
    assert desk.book(book.id).season(as_it_stands=True).ledger.line(0).games == 1


def test_who_gave_a_franchise_up_plays_its_game_no_further(desk: LeagueDesk, book: LeagueBook) -> None:
    """His device leaves the table under way in the same transaction."""
    store = desk.store
    assert isinstance(store, Store)
    phone = hashed("Bob's phone")
    store.admit_device(book.id, 1, phone)
    game = book.fixture("week 1: Ducks - Terns")
    row = TableRow(id="t1", game="redboar", setup="s", mode="link", kept_for=f"league:{book.id}")
    chairs = [SeatRow(seat=0, holder=phone, name="Bob"), SeatRow(seat=1, kind="coach", level="starter")]
    store.write(TableCreation(row, chairs, (), None, b"", league=begun(book, game, 1, "t1")))
    desk.refresh(book)
    PeopleDesk(desk, book).give_chair(0, FranchiseChair(), "he left us")
    kept = store.load("t1")
    assert kept is not None and kept.seats[0].holder is None
    assert store.member_of(book.id, phone) == 1, "he still reads"


def test_a_file_of_chained_nonsense_is_refused_by_its_line(
    desk: LeagueDesk, book: LeagueBook, tmp_path: Path
) -> None:
    """Anybody can chain lines of his own: a role for a member whom there is not."""
    lines = export_league(desk, book.id, commissioner=True).splitlines()
    head = msgspec.json.decode(lines[0])
    body = act_text(RoleGiven(99, "commissioner"))
    chain = journal_link(head["head"], book.size, 1.0, -1, body)
    head["head"] = chain
    act = {"type": "journal", "n": book.size, "at": 1.0, "who": -1, "body": body, "chain": chain}
    first, last = (msgspec.json.encode(line).decode() for line in (head, act))
    forged = [first, *lines[1 : book.size + 1], last]
    (tmp_path / "other").mkdir()
    other = new_desk(tmp_path / "other")
    with pytest.raises(BadLeagueFile, match=f"line {book.size + 2}: this act cannot follow"):
        import_league(other, "\n".join(forged))
    assert other.store.league_rows() == []
