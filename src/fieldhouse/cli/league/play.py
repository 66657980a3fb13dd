"""`fieldhouse league play`, `simulate`."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, TextIO

import click

from fieldhouse.cli.league.common import fixture_text, league_options, open_league

if TYPE_CHECKING:
    from fieldhouse.football.competition.format import Fixture
    from fieldhouse.league.journal.league_journal import LeagueJournal


@click.command()
@click.option("--week", is_flag=True, help="Only the current week or round.")
@click.option(
    "--game", "--fixture", "fixture", metavar="GAME", help="Only this game; part of its name will do."
)
@click.option("--people", is_flag=True, help="Managers' games, too: computer coaches play for them.")
@click.option("--overdue", is_flag=True, help="Managers' games that are past their deadline, too.")
@click.option("--quiet", is_flag=True, help="Don't print the games.")
@league_options
def simulate(
    database: str | None, league: str | None, week: bool, fixture: str | None, **given: bool
) -> None:
    """Simulate the games between computer coaches, through the end of the season unless you set a limit.

    Several of these can run at once: every game is played once.
    """
    from fieldhouse.league.service.deadlines import DeadlineService
    from fieldhouse.league.service.derive import update_derived
    from fieldhouse.league.service.permissions import require_running
    from fieldhouse.league.service.simulator import Simulator, any_open_game, coaches_only, league_digest
    from fieldhouse.league.text import stage_name

    with open_league(database, league) as (service, journal):
        if not journal.over:
            require_running(journal)
        late = {f.id for f in DeadlineService(service, journal).overdue()} if given["overdue"] else set()

        def wanted(now: LeagueJournal, game: Fixture) -> bool:
            return coaches_only(now, game) or (game.id in late and any_open_game(now, game))

        simulator = Simulator(service, journal, first=os.getpid() * 7919)
        which = any_open_game if given["people"] else wanted
        if fixture is not None:
            game = journal.fixture(fixture)
            kept = [game] if simulator.one(game) else []
            update_derived(service, journal)
        else:
            kept = simulator.week(which) if week else simulator.all(which)
        if not given["quiet"]:
            for game in kept:
                click.echo(f"{stage_name(game.stage)}: {fixture_text(journal, game)}")
        click.echo(f"Games simulated: {len(kept)}; {_waits(journal)}")
        click.echo(f"digest {league_digest(service, journal)}")


def _waits(journal: LeagueJournal) -> str:
    if journal.champion is not None:
        return f"champions: {journal.league.names[journal.champion]}"
    people = [
        f for f in journal.season().waiting if any(journal.managers[t].person for t in (f.home, f.visitor))
    ]
    return f"waiting for managers: {len(people)}" if people else "nothing left to simulate"


@click.command()
@click.argument("fixture", metavar="[GAME]", required=False)
@click.option("--team", help="Your team; by default the only one with a manager.")
@click.option(
    "--script", type=click.File(encoding="utf-8"), metavar="FILE", help="Take your answers from FILE."
)
@league_options
def play(
    database: str | None, league: str | None, fixture: str | None, team: str | None, script: TextIO | None
) -> None:
    """Play this week's game here in the terminal, against the other team's computer coach.

    You can stop and resume later. The dice are the league's own.
    """
    from fieldhouse.cli.terminal.league_game import own_fixture, play_here
    from fieldhouse.league.service.permissions import require_running
    from fieldhouse.league.text import stage_name

    with open_league(database, league) as (service, journal):
        require_running(journal)
        service.draw_lots(journal)
        game, mine = own_fixture(journal, fixture, team)
        if play_here(service, journal, game, mine, script):
            click.echo(f"{stage_name(game.stage)}: {fixture_text(journal, game)}")


VERBS = [play, simulate]
