"""What follows by itself: lots, what a correction brought down, the champion; and making it all again.

Anyone who comes by does it, and it is the same whoever does.
"""

from __future__ import annotations

import msgspec

from fieldhouse.football.competition.format import Fixture
from fieldhouse.league.journal.acts import LeagueOver
from fieldhouse.league.journal.league_journal import LeagueJournal
from fieldhouse.league.service.league_service import JournalUpdate, LeagueService, fixture_row
from fieldhouse.league.service.record_result import StatRows, stat_rows_of_result
from fieldhouse.store.league_schema import FixtureRow, LineRow
from fieldhouse.store.leagues import LeagueConflict


def update_derived(service: LeagueService, journal: LeagueJournal) -> None:
    """Lots are drawn; results that no longer stand leave the sums; where nothing is left to play the champion
    is named and the secret told. A correction in a league that is over may name another champion."""
    while True:
        service.draw_lots(journal)
        rebuild_league(service, journal, whole=False)
        season = journal.season()
        champion = season.progress.champion if season.over else None
        if champion is None or champion == journal.champion:
            return
        secret = service.store.leagues.row(journal.id).secret
        try:
            service.write(
                journal, JournalUpdate([LeagueOver(champion, secret)], status="over", whole_league=True)
            )
        except LeagueConflict:
            service.refresh(journal)


def rebuild_league(service: LeagueService, journal: LeagueJournal, *, whole: bool = True) -> list[str]:
    """Make fixtures and lines again from journal and records; what was not as it should be, by fixture.

    The record is the only source, so in a sound store this changes nothing. Without `whole` lines are made
    again only where the fixture does not stand as the journal says: what hung on a correction.
    """
    rows = service.store.leagues.fixtures(journal.id)
    kept: dict[str, list[LineRow]] = {}
    for name, line in service.store.leagues.stat_lines(journal.id) if whole else ():
        kept.setdefault(name, []).append(line)
    changed: list[str] = []
    for fixture in _touched(journal):
        due, row = fixture_row(journal, fixture), rows.get(fixture.id)
        same = row is not None and _standing_of(row) == _standing_of(due)
        if same and not whole:
            continue
        result = journal.result(fixture)
        made = StatRows([], []) if result is None else stat_rows_of_result(service, journal, fixture, result)
        waits = result is None and same and row is not None  # a game whose result could not be taken yet
        due.faults = row.faults if waits and row is not None else made.faults
        if row == due and sorted_rows(made.lines) == sorted_rows(kept.get(fixture.id, [])):
            continue
        if service.store.leagues.replace_fixture(journal.id, due, made.lines, made.players):
            changed.append(fixture.id)
    return changed


def _touched(journal: LeagueJournal) -> list[Fixture]:
    """Every fixture that anything has happened to, as it is paired now; one that the form does not ask for
    now, as it was."""
    games = journal.fixtures()
    found = []
    for name in journal.revisions:
        last = journal.attempts[name][-1] if journal.attempts[name] else None
        if name in games:
            found.append(games[name])
        elif last is not None:  # nobody is in it: no result of it counts
            found.append(Fixture(name, "", -1, -1))
    return found


def _standing_of(row: FixtureRow) -> FixtureRow:
    """What the journal says of a fixture, without what is read from records or from the form."""
    return msgspec.structs.replace(row, faults="", stage="", week=0)


def sorted_rows(lines: list[LineRow]) -> list[tuple[int, str, str, float]]:
    """Lines in one order, to be compared."""
    return sorted(
        (line.team, line.player, line.what, float("-inf") if line.value is None else line.value)
        for line in lines
    )
