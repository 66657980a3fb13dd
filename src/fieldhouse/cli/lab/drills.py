"""`fieldhouse drills`: make a game's drills, or prove the ones it has."""

from __future__ import annotations

import click

from fieldhouse.cli.completion import complete_game


@click.command()
@click.argument("game", shell_complete=complete_game)
@click.option("-n", "count", type=click.IntRange(1, 500), help="Make this many new drills and print them.")
@click.option(
    "--seed", type=int, default=0, show_default=True, help="Seed of the games that drills are taken from."
)
def command(game: str, count: int | None, seed: int) -> None:
    """Check every drill of GAME; with -n, make new ones and print them as a drills file."""
    from fieldhouse.kernel import registry
    from fieldhouse.kernel.tutorials.drill import drills_of, drills_text
    from fieldhouse.lab.drills import make_drills, unproved_drills

    folder = registry.find(game)
    if count is not None:
        click.echo(drills_text(game, make_drills(folder, count, seed)), nl=False)
        return
    drills = drills_of(folder)
    wrong = unproved_drills(folder, drills)
    click.echo(f"{folder.meta.title}: {len(drills) - len(wrong)} of {len(drills)} drills are correct")
    if wrong:
        raise click.ClickException(f"Wrong: {', '.join(wrong)}")
