"""One's own game of a league, at the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import TextIO

import click

from fieldhouse.cli.terminal.keep import load
from fieldhouse.cli.terminal.own_game import play_own
from fieldhouse.football.competition.format import Fixture
from fieldhouse.kernel.errors import BadOptions
from fieldhouse.league.journal.acts import GameBegun
from fieldhouse.league.journal.league_journal import LeagueBook
from fieldhouse.league.journal.results import TERMINAL
from fieldhouse.league.season_replay import slug
from fieldhouse.league.service.league_service import LeagueDesk, row_of
from fieldhouse.league.service.members import PeopleDesk
from fieldhouse.league.service.results import ResultDesk
from fieldhouse.league.service.teams import LeagueTeams


def own_fixture(book: LeagueBook, fixture: str | None, team: str | None) -> tuple[Fixture, int]:
    """The game to play and the franchise it is played for; BadOptions where that is not clear."""
    managed = [n for n, chair in enumerate(book.chairs) if chair.person]
    if team is not None:
        mine = PeopleDesk.franchise_of(book, team)
    elif len(managed) == 1:
        mine = managed[0]
    else:
        raise BadOptions("which franchise do you play? --team NAME")
    if fixture is not None:
        game = book.fixture(fixture)
    else:
        own = [f for f in book.season().waiting if mine in (f.home, f.visitor)]
        if not own:
            raise BadOptions(f"no game of {book.league.names[mine]} waits now")
        game = own[0]
    if mine not in (game.home, game.visitor):
        raise BadOptions(f"{book.league.names[mine]} does not play in {game.id}")
    return game, mine


def play_here(desk: LeagueDesk, book: LeagueBook, fixture: Fixture, mine: int, script: TextIO | None) -> bool:
    """Play the game to its end and enter it; False if the person left."""
    attempt = book.current(fixture)
    if attempt is None:
        row = row_of(book, fixture)
        row.status, row.table_id = "live", TERMINAL
        begun = GameBegun(fixture.id, row.attempt, fixture.home, fixture.visitor, TERMINAL)
        desk.write(book, [begun], fixture=row)
    elif (attempt.status, attempt.table) != ("live", TERMINAL):
        raise BadOptions(f"{fixture.id} is being played elsewhere, or is over")
    number = book.next_attempt(fixture)
    teams = LeagueTeams(book)  # a line-up left behind is for simulated games: here it would lie open
    names = book.league.names
    click.echo(f"{fixture.stage}: {names[fixture.visitor]} at {names[fixture.home]}")
    name = f"league-{slug(book.league.title)}-{slug(fixture.id)}-{number}.json"
    record = str(desk.store.path.parent / name)
    score = play_own(teams, fixture, desk.dice(book), mine, record, script, number)
    if score is None:
        return False
    ResultDesk(desk, book).played(fixture, load(record))
    Path(record).unlink()  # the store has it now
    return True
