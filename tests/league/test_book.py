"""A league's journal is the truth: chained, only added to, and what it comes to is read from it alone."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from tests.league.leagues import NAMES, SECRET, new_desk, small_league

from fieldhouse.league import Cup
from fieldhouse.league.journal.acts import GameAnnulled, GameBegun, GameCorrected, GameEntered, LotDrawn
from fieldhouse.league.journal.entries import BrokenChain, check_chain
from fieldhouse.league.journal.league_journal import LeagueBook
from fieldhouse.league.journal.results import FixtureResult, ResultKind
from fieldhouse.league.service.league_service import LeagueDesk, row_of
from fieldhouse.store.leagues import LeagueConflict, NoSuchLeague


def result(
    book: LeagueBook, name: str, home: int, visitor: int, kind: ResultKind = "typed", awarded: int = 0
) -> FixtureResult:
    fixture = book.fixture(name)
    return FixtureResult(
        fixture=fixture.id,
        attempt=book.next_attempt(fixture),
        kind=kind,
        home=fixture.home,
        visitor=fixture.visitor,
        home_points=home,
        visitor_points=visitor,
        awarded=awarded,
    )


def enter(desk: LeagueDesk, book: LeagueBook, name: str, home: int, visitor: int, **more: int) -> None:
    row = row_of(book, book.fixture(name))
    desk.write(book, [GameEntered(result(book, name, home, visitor, **more))], fixture=row)  # type: ignore[arg-type]


@pytest.fixture
def desk(tmp_path: Path) -> LeagueDesk:
    return new_desk(tmp_path)


def test_a_league_is_read_back_from_its_journal(desk: LeagueDesk) -> None:
    name = desk.found(small_league(), SECRET)
    book = desk.book(name)
    assert book.league.title == "Pond League"
    assert [f.id for f in book.season().waiting][:2] == ["week 1: Ducks - Terns", "week 1: Geese - Swans"]
    enter(desk, book, "week 1: Ducks - Terns", 7, 3)
    again = desk.book(name)
    assert again.season(as_it_stands=True).ledger.line(0).record == "1-0"
    assert len(again.season().waiting) == 5
    with pytest.raises(NoSuchLeague, match="no league 'elsewhere'"):
        desk.book("elsewhere")


def test_a_result_counts_once_whoever_is_faster(desk: LeagueDesk) -> None:
    """Two writers saw the fixture open: the second is refused, and nothing of it is kept."""
    name = desk.found(small_league(), SECRET)
    one, other = desk.book(name), desk.book(name)
    enter(desk, one, "week 1: Ducks - Terns", 7, 3)
    with pytest.raises(LeagueConflict, match="changed by another"):
        enter(desk, other, "week 1: Ducks - Terns", 0, 9)
    enter(desk, other, "week 1: Geese - Swans", 10, 0)  # another fixture is nobody's business
    book = desk.book(name)
    assert [entry.n for entry in book.entries] == [0, 1, 2]
    assert check_chain(name, desk.store.journal(name)) == desk.store.league_row(name).head


def test_the_first_changed_entry_of_a_journal_is_named(desk: LeagueDesk) -> None:
    name = desk.found(small_league(), SECRET)
    book = desk.book(name)
    enter(desk, book, "week 1: Ducks - Terns", 7, 3)
    enter(desk, book, "week 1: Geese - Swans", 10, 0)
    with closing(sqlite3.connect(desk.store.path)) as db, db:
        db.execute("UPDATE league_journal SET body = replace(body, '\"home_points\":7', '\"home_points\":9')")
    with pytest.raises(BrokenChain, match="entry 2 of the journal: it does not fit its link"):
        check_chain(name, desk.store.journal(name))


def test_a_conceded_game_is_lost_whatever_the_score(desk: LeagueDesk) -> None:
    book = desk.book(desk.found(small_league(), SECRET))
    fixture = book.fixture("week 1: Ducks - Terns")
    act = GameEntered(result(book, fixture.id, 14, 3, kind="conceded", awarded=-1))
    desk.write(book, [act], fixture=row_of(book, fixture))
    ledger = book.season(as_it_stands=True).ledger
    assert (ledger.line(0).record, ledger.line(0).scored) == ("0-1", 14)
    assert ledger.line(3).record == "1-0"


def test_a_void_game_counts_for_nobody_and_is_not_waited_for(desk: LeagueDesk) -> None:
    book = desk.book(desk.found(small_league(), SECRET))
    fixture = book.fixture("week 1: Ducks - Terns")
    desk.write(
        book, [GameEntered(result(book, fixture.id, 0, 0, kind="void"))], fixture=row_of(book, fixture)
    )
    assert fixture.id not in [f.id for f in book.season().waiting]
    assert book.season(as_it_stands=True).ledger.line(0).games == 0
    assert book.known().struck == [fixture.id]


def test_a_correction_that_changes_a_pairing_takes_the_later_result_out(desk: LeagueDesk) -> None:
    """The final was played by the wrong team: it waits again, as its second attempt."""
    book = desk.book(desk.found(small_league(Cup(NAMES)), SECRET))
    for name, home, visitor in (("semi-final 1", 7, 3), ("semi-final 2", 7, 3), ("final", 10, 0)):
        enter(desk, book, name, home, visitor)
    assert book.season().over and book.season().course.champion == 0
    fixture = book.fixture("semi-final 1")
    changed = result(book, "semi-final 1", 3, 7)
    desk.write(book, [GameCorrected(changed, "the scorer slept")], fixture=row_of(book, fixture))
    (final,) = book.season().waiting
    assert (final.id, final.home, final.visitor) == ("final", 1, 3)
    assert book.next_attempt(final) == 2
    enter(desk, book, "final", 0, 6)
    assert book.season().course.champion == 3
    back = result(book, "semi-final 1", 7, 3)
    desk.write(book, [GameCorrected(back, "he did not")], fixture=row_of(book, fixture))
    (final,) = book.season().waiting
    assert book.next_attempt(final) == 3, "what was annulled stays so, and no dice are used twice"


def test_an_annulled_attempt_is_followed_by_the_next(desk: LeagueDesk) -> None:
    book = desk.book(desk.found(small_league(), SECRET))
    fixture = book.fixture("week 1: Ducks - Terns")
    begun = GameBegun(fixture.id, 1, fixture.home, fixture.visitor, "table1")
    desk.write(book, [begun], fixture=row_of(book, fixture))
    assert row_of(book, fixture).status == "live"
    annulled = GameAnnulled(fixture.id, 1, fixture.home, fixture.visitor, "lightning")
    desk.write(book, [annulled], fixture=row_of(book, fixture))
    assert (book.next_attempt(fixture), row_of(book, fixture).status) == (2, "open")


def test_a_lot_counts_between_those_it_was_drawn_for(desk: LeagueDesk) -> None:
    book = desk.book(desk.found(small_league(Cup(NAMES, seeds=1)), SECRET))
    desk.write(book, [LotDrawn("draw", (0, 1, 2, 3))])
    assert book.season().lot is not None, "four were drawn, but the lot is between three"
    desk.draw_lots(book)
    assert book.season().lot is None
    assert book.known().lots == {"draw": desk.dice(book).lots("draw", [1, 2, 3])}
