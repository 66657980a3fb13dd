"""`fieldhouse games`: the installed games, and the options of one."""

from __future__ import annotations

import click

from fieldhouse.cli.completion import complete_game


@click.command()
@click.argument("name", required=False, shell_complete=complete_game)
def command(name: str | None) -> None:
    """List the games, or show the options of one."""
    from fieldhouse.cli.terminal.common import find_game, make_console
    from fieldhouse.cli.terminal.game_list import game_text, games_text

    width = min(make_console().width, 100)
    click.echo(games_text(width) if name is None else game_text(find_game(name).meta, width))
