"""`fieldhouse tournament`: cups, leagues and the World Tournament, played out by the house's coaches."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from fieldhouse.football.competition.format import Format

F = TypeVar("F", bound=Callable[..., Any])


@click.group()
def command() -> None:
    """Cups, leagues and tournaments of any game, played out by coaches.

    TEAMS are clubs of the game (Fast Drive: cards such as chicago-1985; The Grid: teams such as canton) or
    files of your own (otters.toml); in a game without clubs, coaches such as starter.
    """


def _shared(game: str) -> Callable[[F], F]:
    """Options of every form."""

    def add(function: F) -> F:
        for option in (
            click.option("--game", default=game, show_default=True),
            click.option(
                "--seed", default="1", show_default=True, help="The same seed plays the same games."
            ),
            click.option("--level", default="starter", show_default=True, help="The coaches of all clubs."),
            click.option("-o", "--option", "options", multiple=True, metavar="NAME=VALUE"),
            click.option("--charts", multiple=True, metavar="NAME=FILE", help="Your own charts."),
        ):
            function = option(function)
        return function

    return add


@command.command()
@click.argument("teams", nargs=-1, required=True)
@click.option(
    "--seeds", type=click.IntRange(0), help="So many are seeded, in the order given; the rest by lot."
)
@click.option("--bracket", is_flag=True, help="The order given is the bracket; byes to the first ones.")
@click.option("--neutral", is_flag=True, help="Neutral sites.")
@click.option("--best-of", type=int, default=1, show_default=True)
@_shared("fastdrive")
def cup(
    teams: tuple[str, ...], seeds: int | None, *, bracket: bool, neutral: bool, best_of: int, **given: Any
) -> None:
    """Knock-out rounds between 2 to 64 TEAMS, the better number at home."""
    from fieldhouse.league import Cup

    _play(
        lambda names: Cup(
            names,
            draw="list" if bracket else "seeds",
            seeds=-1 if seeds is None else seeds,
            neutral=neutral,
            best_of=best_of,
        ),
        teams,
        given,
    )


@command.command()
@click.argument("teams", nargs=-1, required=True)
@click.option("--best-of", type=int, default=1, show_default=True)
@_shared("fastdrive")
def eras(teams: tuple[str, ...], best_of: int, **given: Any) -> None:
    """A cup between TEAMS of any seasons at neutral sites, eras levelled; the order given is the
    bracket."""
    from fieldhouse.league import Cup

    _play(lambda names: Cup(names, draw="list", neutral=True, best_of=best_of), teams, given)


@command.command()
@click.argument("teams", nargs=-1, required=True)
@_shared("thegrid")
def league(teams: tuple[str, ...], **given: Any) -> None:
    """Everybody twice against everybody, then play-offs (DC-13), for 2 to 12 TEAMS."""
    from fieldhouse.league import DoubleRoundRobin

    _play(DoubleRoundRobin, teams, given)


@command.command()
@click.argument("teams", nargs=-1, required=True)
@click.option("--weeks", type=click.IntRange(1), help="So many weeks, instead of full rounds.")
@click.option("--times", type=click.IntRange(1), default=1, show_default=True, help="Full rounds.")
@_shared("fastdrive")
def robin(teams: tuple[str, ...], weeks: int | None, times: int, **given: Any) -> None:
    """Everybody against everybody, for 2 to 32 TEAMS."""
    from fieldhouse.league import RoundRobin

    _play(lambda names: RoundRobin(names, weeks=weeks or 0, times=times), teams, given)


@command.command()
@click.argument("teams", nargs=-1)
@_shared("thegrid")
def world(teams: tuple[str, ...], **given: Any) -> None:
    """A World Tournament (DC-11) of twelve TEAMS; without any, the twelve towns of The Grid."""
    from fieldhouse.kernel.errors import BadOptions
    from fieldhouse.kernel.registry import find
    from fieldhouse.league import GameFormat

    if not teams:
        part = find(given["game"]).part("clubs")
        teams = tuple(getattr(part, "WORLD", ()))
        if not teams:
            raise BadOptions(f"{given['game']} has no World Tournament of its own: name twelve teams")
    _play(lambda names: GameFormat(names, game=given["game"], kind="world"), teams, given)


def _play(
    form_of: Callable[[tuple[str, ...]], Format], teams: tuple[str, ...], given: dict[str, Any]
) -> None:
    from fieldhouse.cli.terminal.common import find_game, parse_pairs, read_materials, read_text
    from fieldhouse.league import LeagueDice, play_out
    from fieldhouse.league.teams import GameTeams, find_clubs
    from fieldhouse.league.text import season_text

    folder = find_game(given["game"])
    names, clubs = find_clubs(folder.name, teams, read_text)
    form = form_of(tuple(names))
    players = GameTeams(
        folder.name,
        clubs,
        options=parse_pairs(given["options"], "option -o", "-o quarter=6"),
        materials=read_materials(folder, given["charts"]),
        level=given["level"],
    )
    season = play_out(form, players, LeagueDice(given["seed"]))
    click.echo(season_text(season, season.known.results, names))
