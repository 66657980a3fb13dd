"""What every verb needs: the store, the league, scores and teams as people type them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

import click

from fieldhouse.cli.server import database_option
from fieldhouse.kernel.errors import BadOptions
from fieldhouse.kernel.scoreboard import team_with_verb

if TYPE_CHECKING:
    from fieldhouse.football.competition.format import Fixture
    from fieldhouse.league.journal.league_journal import LeagueJournal
    from fieldhouse.league.service.league_service import LeagueService
    from fieldhouse.league.standings import FinalScore

F = TypeVar("F", bound=Callable[..., Any])


def store_option(function: F) -> F:
    """`--database`, as other commands have it."""
    return database_option(function)


def league_options(function: F) -> F:
    """Add the options `--database` and `-l`, which find the league."""
    chosen = click.option("-l", "--league", "league", metavar="LEAGUE", help="The name or id of the league.")
    return store_option(chosen(function))


@contextmanager
def open_service(database: str | None) -> Iterator[LeagueService]:
    """The desk of a store."""
    from fieldhouse.league.service.league_service import LeagueService
    from fieldhouse.store.store import Store
    from fieldhouse.web.settings import from_environment

    store = Store(from_environment(database=database).database_url)
    try:
        yield LeagueService(store)
    finally:
        store.close()


@contextmanager
def open_league(database: str | None, league: str | None) -> Iterator[tuple[LeagueService, LeagueJournal]]:
    """Open the service and the journal of a league: the one named, or the only one."""
    with open_service(database) as service:
        rows = service.store.leagues.rows()
        if league is None and len(rows) == 1:
            found = rows[0]
        elif league is None and rows:
            known = ", ".join(row.title for row in rows[:8])
            raise BadOptions(f"which league? Add -l NAME; there are {known}")
        else:
            found = service.find(league or "")
        yield service, service.journal(found.id)


def parse_score(text: str) -> FinalScore:
    """`21-14`, the home team first; BadOptions if it is no score."""
    from fieldhouse.league.standings import FinalScore

    found = re.fullmatch(r"\s*(\d{1,3})\s*[-:]\s*(\d{1,3})\s*", text)
    if found is None:
        raise BadOptions(f"{text!r} is not a score; use one like 21-14, the home team first")
    return FinalScore(int(found.group(1)), int(found.group(2)))


def fixture_text(journal: LeagueJournal, fixture: Fixture) -> str:
    """`Geese 3, Ducks 7 (reported)`: the away team first; the matchup while there is no score."""
    from fieldhouse.league.journal.text import KINDS

    names, attempt = journal.league.names, journal.current(fixture)
    pair = f"{names[fixture.visitor]} at {names[fixture.home]}"
    if attempt is None:
        return pair
    if attempt.status == "live":
        return f"{pair} (live)"
    result = attempt.result
    assert result is not None
    if result.kind == "void":
        return f"{pair} (void)"
    score = f"{names[fixture.visitor]} {result.visitor_points}, {names[fixture.home]} {result.home_points}"
    if attempt.status == "typed":
        return f"{score} (reported by {names[attempt.typed_by]}, waiting for the other team)"
    if result.awarded:
        winner = names[fixture.home if result.awarded > 0 else fixture.visitor]
        return f"{score} ({KINDS[result.kind] or 'final'}: {team_with_verb(winner, 'wins', 'win')})"
    return f"{score} ({KINDS[result.kind]})" if KINDS[result.kind] else score
