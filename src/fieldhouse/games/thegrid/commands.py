"""The Grid's own commands: advice for a saved game, the balance report, a tournament, the value table."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from fieldhouse.games.thegrid.rules.game import TheGrid


@click.group()
def thegrid() -> None:
    """The Grid: advice, reports, values and a tournament."""


def _game(plays: Path | None, **options: object) -> TheGrid:
    from fieldhouse.games.thegrid.rules.game import TheGrid
    from fieldhouse.kernel.registry import find

    materials = None
    if plays is not None:
        materials = {"plays": TheGrid.read_material("plays", plays.read_text(encoding="utf-8"))}
    game = find("thegrid").open({"lineups": "fixed", **options}, materials)
    assert isinstance(game, TheGrid)
    return game


@thegrid.command("advise")
@click.argument("record", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--seat", type=click.IntRange(0, 1), default=0, help="0 is the home coach, 1 the visitor.")
def advise_command(record: Path, seat: int) -> None:
    """Advice for a saved game of The Grid: both mixes, worths, the price of being predictable."""
    from fieldhouse.games.thegrid.advice import advise
    from fieldhouse.games.thegrid.rules.game import TheGrid
    from fieldhouse.kernel.record import read, replay

    table = replay(read(record.read_text(encoding="utf-8")))
    if not isinstance(table.game, TheGrid):
        raise click.ClickException(f"this is a record of {table.game.meta.title}, not of The Grid")
    click.echo(advise(table.game, table.view(seat), seat).text())


@thegrid.command("balance")
@click.option("--games", type=click.IntRange(1), default=2000, show_default=True, help="Games to play.")
@click.option("--seed", type=int, default=1, show_default=True)
@click.option(
    "--plays", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="Your own play cards."
)
def balance_command(games: int, seed: int, plays: Path | None) -> None:
    """The Grid's charts measured: scoring, drives, cards, and the equilibrium use of each card."""
    from fieldhouse.games.thegrid.reports.balance import report

    click.echo(report(_game(plays), games, seed))


@thegrid.command("values")
@click.option(
    "--plays", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="Your own play cards."
)
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Where to; default: your cache.")
def values_command(plays: Path | None, out: Path | None) -> None:
    """Make The Grid's table of values by backward induction (about ten minutes; needs fieldhouse[lab])."""
    from fieldhouse.games.thegrid.coaches import cache_folder
    from fieldhouse.games.thegrid.coaches.induction import make
    from fieldhouse.games.thegrid.coaches.situations import fingerprint

    used = _game(plays).setup.materials["plays"]
    where = out or cache_folder() / f"thegrid-{fingerprint(used)}.bin"
    where.parent.mkdir(parents=True, exist_ok=True)
    where.write_bytes(make(used, lambda line: click.echo(line, err=True)))
    click.echo(str(where))


@thegrid.command("tournament")
@click.option("--world", type=click.IntRange(0), default=2050, show_default=True, help="The teams' seed.")
@click.option("--seed", type=int, default=1, show_default=True, help="The draw's and the games' seed.")
@click.option("--level", type=click.Choice(["rookie", "starter"]), default="starter", show_default=True)
def tournament_command(world: int, seed: int, level: str) -> None:
    """A World Tournament of The Grid: twelve teams, four groups, quarter-finals to the final."""
    from fieldhouse.games.thegrid.tourney import report

    click.echo(report(world, seed, level))


@thegrid.command("strength")
@click.option("--pairs", type=click.IntRange(100), default=2000, show_default=True, help="Pairs of teams.")
@click.option("--seed", type=int, default=1, show_default=True)
def strength_command(pairs: int, seed: int) -> None:
    """Fit the managers' model of what a rating is worth to simulated games (needs fieldhouse[lab])."""
    from fieldhouse.games.thegrid.reports.strength import file_text, fit

    click.echo(file_text(fit(pairs, seed)), nl=False)


LEVELS = click.Choice(["rookie", "starter", "allpro", "random"])


@thegrid.command("managers")
@click.argument("one", type=LEVELS, default="allpro")
@click.argument("other", type=LEVELS, default="starter")
@click.option("--form", type=click.Choice(["draft", "auction"]), default="draft", show_default=True)
@click.option("--leagues", type=click.IntRange(2), default=40, show_default=True)
@click.option("--coaches", type=click.IntRange(2, 12), default=8, show_default=True)
@click.option("--seed", type=int, default=1, show_default=True)
def managers_command(one: str, other: str, form: str, leagues: int, coaches: int, seed: int) -> None:
    """Managers ONE against OTHER: leagues formed by half and half, then played out."""
    from fieldhouse.games.thegrid.reports.managers import compare

    score = compare(form, one, other, leagues, coaches, seed)
    click.echo(f"{one} against {other}, by {form}, {coaches} coaches: {score.text()}")


COMMANDS: dict[str, click.Command] = {"thegrid": thegrid}
