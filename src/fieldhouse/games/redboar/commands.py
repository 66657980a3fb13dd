"""`fieldhouse redboar solve`: build the win probability tables of the All-Pro coach."""

from __future__ import annotations

import click


@click.command()
@click.option(
    "--mode",
    type=click.Choice(["cards", "dice"]),
    multiple=True,
    help="Build only this mode (default: both).",
)
@click.option("--again", is_flag=True, help="Rebuild a table that already exists.")
@click.option(
    "--shelf", is_flag=True, help="For developers: write the compressed tables that ship with the package."
)
def solve(mode: tuple[str, ...], again: bool, shelf: bool) -> None:
    """Calculate the All-Pro coach's win probability tables for Gridiron."""
    import time

    from fieldhouse.games.redboar.coaches import win_table
    from fieldhouse.games.redboar.rules.game import GridironGame
    from fieldhouse.kernel.registry import find

    for name in mode or ("dice", "cards"):
        game = find("redboar").open({"mode": name})
        assert isinstance(game, GridironGame)
        path = win_table.table_path(game)
        if path.exists() and not again and not shelf:
            click.echo(f"{name}: {path} already exists")
            continue
        began = time.perf_counter()
        path = win_table.build_table(game, shelf=shelf)
        size = path.stat().st_size / 1e6
        click.echo(f"{name}: {path}, {size:.1f} MB, {time.perf_counter() - began:.0f} s")


COMMANDS = {"solve": solve}
