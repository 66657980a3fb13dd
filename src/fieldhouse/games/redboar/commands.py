"""`fieldhouse redboar solve`: build allpro's win-chance tables: the package brings those of its charts."""

from __future__ import annotations

import click


@click.command()
@click.option(
    "--mode", type=click.Choice(["cards", "dice"]), multiple=True, help="Only this mode; default both."
)
@click.option("--again", is_flag=True, help="Build even where a table is there.")
@click.option("--shelf", is_flag=True, help="For developers: the packed tables that the package brings.")
def solve(mode: tuple[str, ...], again: bool, shelf: bool) -> None:
    """Solve Gridiron backwards from its end and keep the win chances for the allpro coach."""
    import time

    from fieldhouse.games.redboar.coaches import win_table
    from fieldhouse.games.redboar.rules.game import GridironGame
    from fieldhouse.kernel.registry import find

    for name in mode or ("dice", "cards"):
        game = find("redboar").open({"mode": name})
        assert isinstance(game, GridironGame)
        path = win_table.table_path(game)
        if path.exists() and not again and not shelf:
            click.echo(f"{name}: {path} is there")
            continue
        began = time.perf_counter()
        path = win_table.build_table(game, shelf=shelf)
        size = path.stat().st_size / 1e6
        click.echo(f"{name}: {path}, {size:.1f} MB, {time.perf_counter() - began:.0f} s")


COMMANDS = {"solve": solve}
