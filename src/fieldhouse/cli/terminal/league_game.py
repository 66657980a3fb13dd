"""A fixture of a season or league, played by a person at the terminal against the house."""

from __future__ import annotations

from pathlib import Path
from typing import TextIO

import click

from fieldhouse.cli.terminal.common import make_console
from fieldhouse.cli.terminal.input import open_lines
from fieldhouse.cli.terminal.saved_games import GameFile, load_record, resume_game
from fieldhouse.cli.terminal.screen import Screen
from fieldhouse.cli.terminal.seats import PERSON, SeatPlayer, make_coaches
from fieldhouse.cli.terminal.session import Leave, Session
from fieldhouse.cli.terminal.start import show_welcome
from fieldhouse.football.competition.format import Fixture
from fieldhouse.kernel.concession import result_text
from fieldhouse.kernel.errors import BadOptions
from fieldhouse.kernel.scoreboard import team_with_verb
from fieldhouse.kernel.table import Table
from fieldhouse.league.dice import LeagueDice
from fieldhouse.league.journal.acts import GameBegun
from fieldhouse.league.journal.league_journal import LeagueJournal
from fieldhouse.league.journal.results import TERMINAL
from fieldhouse.league.season_replay import slugify
from fieldhouse.league.service.league_service import JournalUpdate, LeagueService, fixture_row
from fieldhouse.league.service.members import MemberService
from fieldhouse.league.service.results import ResultService
from fieldhouse.league.service.teams import LeagueTeams
from fieldhouse.league.standings import FinalScore
from fieldhouse.league.teams import GameTeams
from fieldhouse.league.text import stage_name


def play_league_game(
    teams: GameTeams,
    fixture: Fixture,
    dice: LeagueDice,
    mine: int,
    record: str,
    script: TextIO | None,
    attempt: int = 1,
) -> FinalScore | None:
    """The score, or None if the person left; the game is kept in `record` and taken up there again."""
    seat = teams.home_seat if fixture.home == mine else 1 - teams.home_seat
    level = teams.level_of(fixture.visitor if fixture.home == mine else fixture.home)
    players = [SeatPlayer(PERSON if n == seat else level) for n in (0, 1)]
    if Path(record).exists():
        kept, table = resume_game(record)
        game_file = GameFile(players, own=record, salt=kept.salt)
    else:
        table = Table(teams.open(fixture))
        game_file = GameFile(players, record)
    if table.outcome is None:
        screen = make_console()
        session = Session(
            teams.folder,
            table,
            players,
            make_coaches(table.game, players, dice.seed(fixture.id, attempt)),
            Screen(teams.folder, screen),
            open_lines(script, screen),
            game_file,
            dice=table.dice or dice.fair(fixture.id, attempt),
        )
        try:
            show_welcome(session)
            session.run()
        except Leave:
            return None
        except EOFError:
            click.echo(
                f"fieldhouse: the input ended before the game did; the game is saved in {record}", err=True
            )
            return None
        finally:
            session.close()
    assert table.outcome is not None
    click.echo(result_text(table))
    home, visitor = table.outcome.scores[teams.home_seat], table.outcome.scores[1 - teams.home_seat]
    return FinalScore(home, visitor)


def own_fixture(journal: LeagueJournal, fixture: str | None, team: str | None) -> tuple[Fixture, int]:
    """The game to play and the franchise it is played for; BadOptions where that is not clear."""
    managed = [n for n, chair in enumerate(journal.managers) if chair.person]
    if team is not None:
        mine = MemberService.franchise_of(journal, team)
    elif len(managed) == 1:
        mine = managed[0]
    else:
        raise BadOptions("which team do you play? Add --team NAME")
    if fixture is not None:
        game = journal.fixture(fixture)
    else:
        own = [f for f in journal.season().waiting if mine in (f.home, f.visitor)]
        if not own:
            raise BadOptions(
                f"{team_with_verb(journal.league.names[mine], 'has', 'have')} no game to play right now"
            )
        game = own[0]
    if mine not in (game.home, game.visitor):
        raise BadOptions(f"{journal.league.names[mine]} does not play in {game.id}")
    return game, mine


def play_here(
    service: LeagueService, journal: LeagueJournal, fixture: Fixture, mine: int, script: TextIO | None
) -> bool:
    """Play the game to its end and enter it; False if the person left."""
    attempt = journal.current(fixture)
    if attempt is None:
        row = fixture_row(journal, fixture)
        row.status, row.table_id = "live", TERMINAL
        begun = GameBegun(fixture.id, row.attempt, fixture.home, fixture.visitor, TERMINAL)
        service.write(journal, JournalUpdate([begun], fixture=row))
    elif (attempt.status, attempt.table) != ("live", TERMINAL):
        raise BadOptions(f"{fixture.id} is being played elsewhere or is over")
    number = journal.next_attempt(fixture)
    teams = LeagueTeams(journal)  # a saved lineup is for simulated games: here it would be seen
    names = journal.league.names
    click.echo(f"{stage_name(fixture.stage)}: {names[fixture.visitor]} at {names[fixture.home]}")
    name = f"league-{slugify(journal.league.title)}-{slugify(fixture.id)}-{number}.json"
    record = str(service.store.path.parent / name)
    score = play_league_game(teams, fixture, service.dice(journal), mine, record, script, number)
    if score is None:
        return False
    ResultService(service, journal).record_game(fixture, load_record(record))
    Path(record).unlink()  # the store has it now
    return True
