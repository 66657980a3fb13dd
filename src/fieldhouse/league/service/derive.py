"""What follows by itself: lots, what a correction brought down, the champion; and making it all again.

Whoever comes by does it, and it is the same whoever does.
"""

from __future__ import annotations

import msgspec

from fieldhouse.football.competition.format import Fixture
from fieldhouse.league.journal.acts import LeagueOver
from fieldhouse.league.journal.league_journal import LeagueBook
from fieldhouse.league.service.league_service import LeagueDesk, row_of
from fieldhouse.league.service.record_result import GameLines, lines_of_result
from fieldhouse.store.league_schema import FixtureRow, LineRow
from fieldhouse.store.leagues import LeagueConflict


def tidy(desk: LeagueDesk, book: LeagueBook) -> None:
    """Lots are drawn; results that no longer stand leave the sums; where nothing is left to play the champion
    is named and the secret told. A correction in a league that is over may name another champion."""
    while True:
        desk.draw_lots(book)
        rebuild(desk, book, whole=False)
        season = book.season()
        champion = season.course.champion if season.over else None
        if champion is None or champion == book.champion:
            return
        secret = desk.store.league_row(book.id).secret
        try:
            desk.write(book, [LeagueOver(champion, secret)], status="over", on_the_whole=True)
        except LeagueConflict:
            desk.refresh(book)


def rebuild(desk: LeagueDesk, book: LeagueBook, *, whole: bool = True) -> list[str]:
    """Make fixtures and lines again from journal and records; what was not as it should be, by fixture.

    The record is the only source, so in a sound store this changes nothing. Without `whole` lines are made
    again only where the fixture does not stand as the journal says: what hung on a correction.
    """
    rows = desk.store.fixture_rows(book.id)
    kept: dict[str, list[LineRow]] = {}
    for name, line in desk.store.lines(book.id) if whole else ():
        kept.setdefault(name, []).append(line)
    changed: list[str] = []
    for fixture in _touched(book):
        due, row = row_of(book, fixture), rows.get(fixture.id)
        same = row is not None and _standing_of(row) == _standing_of(due)
        if same and not whole:
            continue
        result = book.result(fixture)
        made = GameLines([], []) if result is None else lines_of_result(desk, book, fixture, result)
        waits = result is None and same and row is not None  # a game whose result could not be taken yet
        due.faults = row.faults if waits and row is not None else made.faults
        if row == due and sorted_lines(made.lines) == sorted_lines(kept.get(fixture.id, [])):
            continue
        if desk.store.rebuild_fixture(book.id, due, made.lines, made.players):
            changed.append(fixture.id)
    return changed


def _touched(book: LeagueBook) -> list[Fixture]:
    """Every fixture that anything has happened to, as it is paired now; one that the form does not ask for
    now, as it was."""
    games = book.fixtures()
    found = []
    for name in book.revisions:
        last = book.attempts[name][-1] if book.attempts[name] else None
        if name in games:
            found.append(games[name])
        elif last is not None:  # nobody is in it: no result of it counts
            found.append(Fixture(name, "", -1, -1))
    return found


def _standing_of(row: FixtureRow) -> FixtureRow:
    """What the journal says of a fixture, without what is read from records or from the form."""
    return msgspec.structs.replace(row, faults="", stage="", week=0)


def sorted_lines(lines: list[LineRow]) -> list[tuple[int, str, str, float]]:
    """Lines in one order, to be compared."""
    return sorted(
        (line.team, line.player, line.what, float("-inf") if line.value is None else line.value)
        for line in lines
    )
