"""`fieldhouse tournament`: cups, round robins and other tournaments between computer coaches."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from fieldhouse.football.competition.format import Format

F = TypeVar("F", bound=Callable[..., Any])


@click.group()
def command() -> None:
    """Play cups and round robins of any game, coached by the computer.

    TEAMS are the game's own teams (such as chicago-1985 or canton) or your own files (otters.toml); in a game
    without teams of its own, coaches such as starter.
    """


def default_game(tournament: str) -> str:
    """The first game whose clubs play this kind of tournament (`TOURNAMENTS` of its `clubs` part)."""
    from fieldhouse.kernel import registry

    for folder in registry.list_games().values():
        part = folder.part("clubs")
        if part is not None and tournament in getattr(part, "TOURNAMENTS", ()):
            return folder.name
    return next(iter(registry.list_games()))


def _shared(tournament: str) -> Callable[[F], F]:
    """Options of every tournament."""

    def add(function: F) -> F:
        for option in (
            click.option(
                "--game",
                help="The game to play; by default one that has such tournaments.",
                callback=lambda _, __, value: value or default_game(tournament),
            ),
            click.option(
                "--seed", default="1", show_default=True, help="The same seed plays the same games."
            ),
            click.option(
                "--level", default="starter", show_default=True, help="Level of the computer coaches."
            ),
            click.option("-o", "--option", "options", multiple=True, metavar="NAME=VALUE"),
            click.option("--charts", multiple=True, metavar="NAME=FILE", help="Your own charts."),
        ):
            function = option(function)
        return function

    return add


@command.command()
@click.argument("teams", nargs=-1, required=True)
@click.option(
    "--seeds",
    type=click.IntRange(0),
    help="How many teams are seeded, in the order given; the rest are drawn.",
)
@click.option("--bracket", is_flag=True, help="The order given is the bracket; byes go to the first teams.")
@click.option("--neutral", is_flag=True, help="Neutral sites.")
@click.option("--best-of", type=int, default=1, show_default=True)
@_shared("cup")
def cup(
    teams: tuple[str, ...], seeds: int | None, *, bracket: bool, neutral: bool, best_of: int, **given: Any
) -> None:
    """A single-elimination cup for 2 to 64 TEAMS; the better seed is at home."""
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
@_shared("eras")
def eras(teams: tuple[str, ...], best_of: int, **given: Any) -> None:
    """A cup between TEAMS of any seasons at neutral sites, adjusted for era; the order given is the
    bracket."""
    from fieldhouse.league import Cup

    _play(lambda names: Cup(names, draw="list", neutral=True, best_of=best_of), teams, given)


@command.command()
@click.argument("teams", nargs=-1, required=True)
@_shared("league")
def league(teams: tuple[str, ...], **given: Any) -> None:
    """A double round robin with playoffs for 2 to 12 TEAMS."""
    from fieldhouse.league import DoubleRoundRobin

    _play(DoubleRoundRobin, teams, given)


@command.command()
@click.argument("teams", nargs=-1, required=True)
@click.option("--weeks", type=click.IntRange(1), help="Number of weeks, instead of full rounds.")
@click.option("--times", type=click.IntRange(1), default=1, show_default=True, help="Full rounds.")
@_shared("robin")
def robin(teams: tuple[str, ...], weeks: int | None, times: int, **given: Any) -> None:
    """A round robin for 2 to 32 TEAMS."""
    from fieldhouse.league import RoundRobin

    _play(lambda names: RoundRobin(names, weeks=weeks or 0, times=times), teams, given)


@command.command()
@click.argument("teams", nargs=-1)
@_shared("world")
def world(teams: tuple[str, ...], **given: Any) -> None:
    """A World Tournament of twelve TEAMS; by default the game's own twelve."""
    from fieldhouse.kernel.errors import BadOptions
    from fieldhouse.kernel.registry import find
    from fieldhouse.league import GameFormat

    if not teams:
        part = find(given["game"]).part("clubs")
        teams = tuple(getattr(part, "WORLD", ()))
        if not teams:
            raise BadOptions(f"{given['game']} has no World Tournament teams of its own; name twelve")
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
