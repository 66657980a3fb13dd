"""Hostile members and clumsy commissioners: what they try is refused in words, and no league is harmed."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from tests.league.leagues import SECRET, new_desk, small_league

from fieldhouse.kernel.errors import BadOptions, FieldhouseError
from fieldhouse.kernel.files import escape_formula
from fieldhouse.league.journal.acts import DeadlineSet, RoleGiven, encode_act
from fieldhouse.league.journal.league import FranchiseManager
from fieldhouse.league.journal.league_journal import LeagueJournal
from fieldhouse.league.journal.text import journal_entry_text
from fieldhouse.league.season import BadResult
from fieldhouse.league.service.create import create_league, make_format, make_franchises, make_league
from fieldhouse.league.service.deadlines import DeadlineService
from fieldhouse.league.service.league_file import BadLeagueFile, export_league, import_league
from fieldhouse.league.service.league_service import JournalUpdate, LeagueService
from fieldhouse.league.service.members import MemberService
from fieldhouse.league.service.record_result import begin_fixture
from fieldhouse.league.service.results import ResultService
from fieldhouse.league.service.simulator import Simulator
from fieldhouse.league.service.teams import hash_token
from fieldhouse.league.standings import FinalScore
from fieldhouse.store.league_schema import journal_link
from fieldhouse.store.schema import SeatRow, TableRow
from fieldhouse.store.store import Store
from fieldhouse.store.tables import TableCreation


@pytest.fixture
def service(tmp_path: Path) -> LeagueService:
    return new_desk(tmp_path)


@pytest.fixture
def journal(service: LeagueService) -> LeagueJournal:
    found = service.journal(service.create(small_league(zone="America/New_York"), SECRET))
    people = MemberService(service, found)
    people.invite("Ann", "commissioner")
    people.invite("Bob", "manager", 0)
    return found


@pytest.mark.parametrize(
    ("names", "words"),
    [
        (["Ducks", "ducks"], "in the league twice"),
        (["=HYPERLINK(1)", "Geese"], "can't start with"),
        (["@ducks", "Geese"], "can't start with"),
        (["Ducks\u202e", "Geese"], "control character"),
        (["Du\x00cks", "Geese"], "control character"),
        (["D" * 61, "Geese"], "1 to 60 characters"),
    ],
)
def test_names_that_harm_a_page_or_a_spreadsheet_are_refused(
    service: LeagueService, names: list[str], words: str
) -> None:
    teams = make_franchises("redboar", names, None, "starter")
    form = make_format("robin", tuple(team.name for team in teams), "redboar", {})
    with pytest.raises(BadOptions, match=words):
        create_league(service, make_league("Names", "redboar", form, teams, SECRET), SECRET)
    assert service.store.leagues.rows() == []


def test_a_title_has_plain_letters_and_a_league_has_teams(service: LeagueService) -> None:
    with pytest.raises(BadOptions, match="contains the control character"):
        create_league(service, msgspec.structs.replace(small_league(), title="Pond\x00"), SECRET)
    for names in ((), ("Ducks",)):
        with pytest.raises(BadOptions, match="2 to 32 teams"):
            make_format("robin", names, "redboar", {})


def test_a_cell_is_no_formula() -> None:
    assert [escape_formula(cell) for cell in ("=1+1", "@x", "Ducks", -3)] == ["'=1+1", "'@x", "Ducks", -3]


@pytest.mark.parametrize("teams", [3, 5])
def test_an_odd_number_of_teams_rests_one_a_week(service: LeagueService, teams: int) -> None:
    names = tuple(f"Team {n}" for n in range(teams))
    journal = service.journal(
        service.create(small_league(make_format("robin", names, "redboar", {})), SECRET)
    )
    Simulator(service, journal).all()
    assert journal.over and len(journal.fixtures()) == teams * (teams - 1) // 2


def test_deadlines_lie_in_years_that_clocks_know(service: LeagueService, journal: LeagueJournal) -> None:
    """Typed in the league's zone; far ones are refused, and a far one from elsewhere bricks no league."""
    calendar = DeadlineService(service, journal)
    for far in ("9999-12-31 23:59", "0001-01-01 00:00", "0001-01-01T00:00+14:00"):
        with pytest.raises(BadOptions, match="between the years"):
            calendar.set_deadline("week 1", far)
    due = calendar.set_deadline("week 1", "2026-07-04 20:00")
    assert due.isoformat() == "2026-07-04T20:00:00-04:00"
    assert "Week 1 due Sat, Jul 4, 2026, 8:00 PM EDT" in journal_entry_text(journal, journal.entries[-1])
    service.write(journal, JournalUpdate([DeadlineSet("week 2", "9999-12-31T23:59+00:00")]))
    calendar.pause("holidays")
    calendar.resume()
    assert service.journal(journal.id).deadlines["week 2"].at.startswith("9999")


def test_reasons_and_numbers_have_bounds(service: LeagueService, journal: LeagueJournal) -> None:
    people, long = MemberService(service, journal), "x" * 301
    game = journal.fixture("week 1: Ducks - Terns")
    for tried in (
        lambda: people.transfer(1, long),
        lambda: people.assign_manager(0, FranchiseManager(), long),
        lambda: people.away(0, away=True, reason=long),
        lambda: DeadlineService(service, journal).set_deadline("week 1", "2026-07-04 20:00", long),
        lambda: ResultService(service, journal).void(game, long),
    ):
        with pytest.raises(FieldhouseError, match="300 characters"):
            tried()
    for number in (-1, 4, 999):
        with pytest.raises(BadOptions, match=f"no team {number}"):
            people.away(number, away=True, reason="x")
        with pytest.raises(BadOptions, match=f"no team {number}"):
            people.assign_manager(number, FranchiseManager())
    with pytest.raises(FieldhouseError, match="Ann is already the commissioner"):
        people.transfer(0)
    for score in (FinalScore(-1, 0), FinalScore(1000, 0)):
        with pytest.raises(BadResult, match="is not a score"):
            ResultService(service, journal).type_score(game, score)


def test_a_confirmation_counts_once(service: LeagueService, journal: LeagueJournal) -> None:
    game = journal.fixture("week 1: Ducks - Terns")
    ResultService(service, journal, 1).type_score(game, FinalScore(7, 3))
    other = service.journal(journal.id)
    ResultService(service, journal).confirm(game)
    with pytest.raises(FieldhouseError):  # a second browser that still saw it waiting
        ResultService(service, other).confirm(game)
    with pytest.raises(BadResult, match="no reported score"):
        ResultService(service, service.journal(journal.id)).confirm(game)
    assert service.journal(journal.id).season(as_it_stands=True).ledger.line(0).games == 1


def test_who_gave_a_franchise_up_plays_its_game_no_further(
    service: LeagueService, journal: LeagueJournal
) -> None:
    """His device leaves the table under way in the same transaction."""
    store = service.store
    assert isinstance(store, Store)
    phone = hash_token("Bob's phone")
    store.leagues.add_device(journal.id, 1, phone)
    game = journal.fixture("week 1: Ducks - Terns")
    row = TableRow(id="t1", game="redboar", setup="s", mode="link", kept_for=f"league:{journal.id}")
    managers = [SeatRow(seat=0, holder=phone, name="Bob"), SeatRow(seat=1, kind="coach", level="starter")]
    store.tables.write(
        TableCreation(row, managers, (), None, b"", league=begin_fixture(journal, game, 1, "t1"))
    )
    service.refresh(journal)
    MemberService(service, journal).assign_manager(0, FranchiseManager(), "he left us")
    kept = store.tables.load("t1")
    assert kept is not None and kept.seats[0].holder is None
    assert store.leagues.member_of(journal.id, phone) == 1, "he still reads"


def test_a_file_of_chained_nonsense_is_refused_by_its_line(
    service: LeagueService, journal: LeagueJournal, tmp_path: Path
) -> None:
    """Anybody can chain lines of his own: a role for a member whom there is not."""
    lines = export_league(service, journal.id, commissioner=True).splitlines()
    head = msgspec.json.decode(lines[0])
    body = encode_act(RoleGiven(99, "commissioner"))
    chain = journal_link(head["head"], journal.size, 1.0, -1, body)
    head["head"] = chain
    act = {"type": "journal", "n": journal.size, "at": 1.0, "who": -1, "body": body, "chain": chain}
    first, last = (msgspec.json.encode(line).decode() for line in (head, act))
    forged = [first, *lines[1 : journal.size + 1], last]
    (tmp_path / "other").mkdir()
    other = new_desk(tmp_path / "other")
    with pytest.raises(BadLeagueFile, match=f"line {journal.size + 2}: this entry does not match"):
        import_league(other, "\n".join(forged))
    assert other.store.leagues.rows() == []
