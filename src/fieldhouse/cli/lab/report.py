"""`fieldhouse report`: balance and realism of a game, as text and as a page."""

from __future__ import annotations

import click

from fieldhouse.cli.completion import complete_game


@click.command()
@click.argument("game", shell_complete=complete_game)
@click.option(
    "-n", "--games", type=click.IntRange(1), default=500, show_default=True, help="Number of games."
)
@click.option("--levels", metavar="A,B", help="Coaches by seat; default: `starter` everywhere.")
@click.option("--seed", type=int, default=0, show_default=True)
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help="Processes.")
@click.option("--exact", is_flag=True, help="Add exact win probabilities, where the game has exact tables.")
@click.option("--html", metavar="FILE", help="Also save the report as a web page.")
@click.option("--length", metavar="NAME", help="A length of the game: full, short, tiny.")
@click.option("-o", "--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game.")
@click.option(
    "--charts", multiple=True, metavar="NAME=FILE", help="Your own chart, compared to the default one."
)
def command(
    game: str,
    games: int,
    levels: str | None,
    seed: int,
    jobs: int,
    exact: bool,
    html: str | None,
    length: str | None,
    options: tuple[str, ...],
    charts: tuple[str, ...],
) -> None:
    """Play GAME and report who wins, how games end, and how its football compares to the NFL."""
    from fieldhouse.cli.terminal.common import find_game, open_rules, write_text
    from fieldhouse.lab.report import make_report

    opened = open_rules(find_game(game), options, charts, length)
    seated = levels.split(",") if levels else None
    found = make_report(opened, games=games, levels=seated, seed=seed, jobs=jobs, exact=exact)
    click.echo(found.text(), nl=False)
    if html:
        write_text(html, found.html())
