"""A league's journal is the truth: chained, only added to, and what it comes to is read from it alone."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from tests.league.leagues import NAMES, SECRET, new_desk, small_league

from fieldhouse.league import Cup
from fieldhouse.league.journal.acts import (
    BrokenChain,
    GameAnnulled,
    GameBegun,
    GameCorrected,
    GameEntered,
    LotDrawn,
    check_chain,
)
from fieldhouse.league.journal.league_journal import LeagueJournal
from fieldhouse.league.journal.results import FixtureResult, ResultKind
from fieldhouse.league.service.league_service import JournalUpdate, LeagueService, fixture_row
from fieldhouse.store.leagues import LeagueConflict, NoSuchLeague


def result(
    journal: LeagueJournal, name: str, home: int, visitor: int, kind: ResultKind = "typed", awarded: int = 0
) -> FixtureResult:
    fixture = journal.fixture(name)
    return FixtureResult(
        fixture=fixture.id,
        attempt=journal.next_attempt(fixture),
        kind=kind,
        home=fixture.home,
        visitor=fixture.visitor,
        home_points=home,
        visitor_points=visitor,
        awarded=awarded,
    )


def enter(
    service: LeagueService, journal: LeagueJournal, name: str, home: int, visitor: int, **more: int
) -> None:
    row = fixture_row(journal, journal.fixture(name))
    act = GameEntered(result(journal, name, home, visitor, **more))  # type: ignore[arg-type]
    service.write(journal, JournalUpdate([act], fixture=row))


@pytest.fixture
def service(tmp_path: Path) -> LeagueService:
    return new_desk(tmp_path)


def test_a_league_is_read_back_from_its_journal(service: LeagueService) -> None:
    name = service.create(small_league(), SECRET)
    journal = service.journal(name)
    assert journal.league.title == "Pond League"
    assert [f.id for f in journal.season().waiting][:2] == ["week 1: Ducks - Terns", "week 1: Geese - Swans"]
    enter(service, journal, "week 1: Ducks - Terns", 7, 3)
    again = service.journal(name)
    assert again.season(as_it_stands=True).ledger.line(0).record == "1-0"
    assert len(again.season().waiting) == 5
    with pytest.raises(NoSuchLeague, match="no league 'elsewhere'"):
        service.journal("elsewhere")


def test_a_result_counts_once_whoever_is_faster(service: LeagueService) -> None:
    """Two writers saw the fixture open: the second is refused, and nothing of it is kept."""
    name = service.create(small_league(), SECRET)
    one, other = service.journal(name), service.journal(name)
    enter(service, one, "week 1: Ducks - Terns", 7, 3)
    with pytest.raises(LeagueConflict, match="changed by somebody else"):
        enter(service, other, "week 1: Ducks - Terns", 0, 9)
    enter(service, other, "week 1: Geese - Swans", 10, 0)  # another fixture is nobody's business
    journal = service.journal(name)
    assert [entry.n for entry in journal.entries] == [0, 1, 2]
    assert check_chain(name, service.store.leagues.journal(name)) == service.store.leagues.row(name).head


def test_the_first_changed_entry_of_a_journal_is_named(service: LeagueService) -> None:
    name = service.create(small_league(), SECRET)
    journal = service.journal(name)
    enter(service, journal, "week 1: Ducks - Terns", 7, 3)
    enter(service, journal, "week 1: Geese - Swans", 10, 0)
    with closing(sqlite3.connect(service.store.path)) as db, db:
        db.execute("UPDATE league_journal SET body = replace(body, '\"home_points\":7', '\"home_points\":9')")
    with pytest.raises(BrokenChain, match="log entry 2: its hash doesn't match"):
        check_chain(name, service.store.leagues.journal(name))


def test_a_conceded_game_is_lost_whatever_the_score(service: LeagueService) -> None:
    journal = service.journal(service.create(small_league(), SECRET))
    fixture = journal.fixture("week 1: Ducks - Terns")
    act = GameEntered(result(journal, fixture.id, 14, 3, kind="conceded", awarded=-1))
    service.write(journal, JournalUpdate([act], fixture=fixture_row(journal, fixture)))
    ledger = journal.season(as_it_stands=True).ledger
    assert (ledger.line(0).record, ledger.line(0).scored) == ("0-1", 14)
    assert ledger.line(3).record == "1-0"


def test_a_void_game_counts_for_nobody_and_is_not_waited_for(service: LeagueService) -> None:
    journal = service.journal(service.create(small_league(), SECRET))
    fixture = journal.fixture("week 1: Ducks - Terns")
    service.write(
        journal,
        JournalUpdate(
            [GameEntered(result(journal, fixture.id, 0, 0, kind="void"))],
            fixture=fixture_row(journal, fixture),
        ),
    )
    assert fixture.id not in [f.id for f in journal.season().waiting]
    assert journal.season(as_it_stands=True).ledger.line(0).games == 0
    assert journal.facts().struck == [fixture.id]


def test_a_correction_that_changes_a_pairing_takes_the_later_result_out(service: LeagueService) -> None:
    """The final was played by the wrong team: it waits again, as its second attempt."""
    journal = service.journal(service.create(small_league(Cup(NAMES)), SECRET))
    for name, home, visitor in (("semi-final 1", 7, 3), ("semi-final 2", 7, 3), ("final", 10, 0)):
        enter(service, journal, name, home, visitor)
    assert journal.season().over and journal.season().progress.champion == 0
    fixture = journal.fixture("semi-final 1")
    changed = result(journal, "semi-final 1", 3, 7)
    service.write(
        journal,
        JournalUpdate([GameCorrected(changed, "the scorer slept")], fixture=fixture_row(journal, fixture)),
    )
    (final,) = journal.season().waiting
    assert (final.id, final.home, final.visitor) == ("final", 1, 3)
    assert journal.next_attempt(final) == 2
    enter(service, journal, "final", 0, 6)
    assert journal.season().progress.champion == 3
    back = result(journal, "semi-final 1", 7, 3)
    service.write(
        journal, JournalUpdate([GameCorrected(back, "he did not")], fixture=fixture_row(journal, fixture))
    )
    (final,) = journal.season().waiting
    assert journal.next_attempt(final) == 3, "what was annulled stays so, and no dice are used twice"


def test_an_annulled_attempt_is_followed_by_the_next(service: LeagueService) -> None:
    journal = service.journal(service.create(small_league(), SECRET))
    fixture = journal.fixture("week 1: Ducks - Terns")
    begun = GameBegun(fixture.id, 1, fixture.home, fixture.visitor, "table1")
    service.write(journal, JournalUpdate([begun], fixture=fixture_row(journal, fixture)))
    assert fixture_row(journal, fixture).status == "live"
    annulled = GameAnnulled(fixture.id, 1, fixture.home, fixture.visitor, "lightning")
    service.write(journal, JournalUpdate([annulled], fixture=fixture_row(journal, fixture)))
    assert (journal.next_attempt(fixture), fixture_row(journal, fixture).status) == (2, "open")


def test_a_lot_counts_between_those_it_was_drawn_for(service: LeagueService) -> None:
    journal = service.journal(service.create(small_league(Cup(NAMES, seeds=1)), SECRET))
    service.write(journal, JournalUpdate([LotDrawn("draw", (0, 1, 2, 3))]))
    assert journal.season().lot is not None, "four were drawn, but the lot is between three"
    service.draw_lots(journal)
    assert journal.season().lot is None
    assert journal.facts().lots == {"draw": service.dice(journal).lots("draw", [1, 2, 3])}
