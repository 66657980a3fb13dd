"""`fieldhouse league play`, `simulate`."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, TextIO

import click

from fieldhouse.cli.league.shared import book_of, league_options, result_words

if TYPE_CHECKING:
    from fieldhouse.football.competition.format import Fixture
    from fieldhouse.league.journal.league_journal import LeagueBook


@click.command()
@click.option("--week", is_flag=True, help="Only the week (or round) that waits now.")
@click.option("--fixture", help="Only this game.")
@click.option("--people", is_flag=True, help="Games of people, too: their stand-ins play.")
@click.option("--overdue", is_flag=True, help="Games of people whose deadline has passed, too.")
@click.option("--quiet", is_flag=True, help="Do not print the games.")
@league_options
def simulate(
    database: str | None, league: str | None, week: bool, fixture: str | None, **given: bool
) -> None:
    """Simulate the games for which nobody has to be there; to the end of the season, unless told less.

    Several of these may run at once: every game is played once.
    """
    from fieldhouse.league.service.deadlines import CalendarDesk
    from fieldhouse.league.service.derive import tidy
    from fieldhouse.league.service.permissions import must_run
    from fieldhouse.league.service.simulator import Simulator, digest, everything, without_people

    with book_of(database, league) as (desk, book):
        if not book.over:
            must_run(book)
        late = {f.id for f in CalendarDesk(desk, book).overdue()} if given["overdue"] else set()

        def wanted(now: LeagueBook, game: Fixture) -> bool:
            return without_people(now, game) or (game.id in late and everything(now, game))

        simulator = Simulator(desk, book, first=os.getpid() * 7919)
        which = everything if given["people"] else wanted
        if fixture is not None:
            game = book.fixture(fixture)
            kept = [game] if simulator.one(game) else []
            tidy(desk, book)
        else:
            kept = simulator.week(which) if week else simulator.all(which)
        if not given["quiet"]:
            for game in kept:
                click.echo(f"{game.id}: {result_words(book, game)}")
        click.echo(f"Games simulated: {len(kept)}; {_waits(book)}")
        click.echo(f"digest {digest(desk, book)}")


def _waits(book: LeagueBook) -> str:
    if book.champion is not None:
        return f"champions: {book.league.names[book.champion]}"
    people = [f for f in book.season().waiting if any(book.chairs[t].person for t in (f.home, f.visitor))]
    return f"waiting for people: {len(people)}" if people else "nothing waits"


@click.command()
@click.argument("fixture", required=False)
@click.option("--team", help="Your franchise; the only one with a manager otherwise.")
@click.option(
    "--script", type=click.File(encoding="utf-8"), metavar="FILE", help="Take your answers from FILE."
)
@league_options
def play(
    database: str | None, league: str | None, fixture: str | None, team: str | None, script: TextIO | None
) -> None:
    """Play your game of the week here, at the terminal, against the other side's coach.

    A game you leave is kept beside the store and taken up again. Its dice are those of the league.
    """
    from fieldhouse.cli.league.own_game import own_fixture, play_here
    from fieldhouse.league.service.permissions import must_run

    with book_of(database, league) as (desk, book):
        must_run(book)
        desk.draw_lots(book)
        game, mine = own_fixture(book, fixture, team)
        if play_here(desk, book, game, mine, script):
            click.echo(f"{game.id}: {result_words(book, game)}")


VERBS = [play, simulate]
