"""A fixture of a season or league, played by a person at the terminal against the house."""

from __future__ import annotations

from pathlib import Path
from typing import TextIO

import click

from fieldhouse.cli.terminal.common import make_console
from fieldhouse.cli.terminal.input import open_lines
from fieldhouse.cli.terminal.saved_games import GameFile, resume_game
from fieldhouse.cli.terminal.screen import Screen
from fieldhouse.cli.terminal.seats import PERSON, SeatPlayer, make_coaches
from fieldhouse.cli.terminal.session import Leave, Session
from fieldhouse.cli.terminal.start import show_welcome
from fieldhouse.football.competition.format import Fixture
from fieldhouse.kernel.concession import result_text
from fieldhouse.kernel.table import Table
from fieldhouse.league.dice import LeagueDice
from fieldhouse.league.standings import FinalScore
from fieldhouse.league.teams import GameTeams


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
