"""`fieldhouse charts`: list, show, copy and check the data that games are played with."""

from __future__ import annotations

from pathlib import Path

import click

from fieldhouse.cli.completion import complete_game
from fieldhouse.kernel.errors import BadChart, FieldhouseError
from fieldhouse.kernel.registry import Folder

OPTIONS = click.option(
    "-o", "--option", multiple=True, help="An option that picks the chart, such as -o home=world-perth."
)


@click.group()
def command() -> None:
    """Charts, decks and teams: list, show, copy and check them."""


@command.command("list")
@click.argument("game", shell_complete=complete_game)
def list_charts(game: str) -> None:
    """List the charts of GAME."""
    from fieldhouse.cli.terminal.common import find_game

    meta = find_game(game).meta
    for name, what in meta.materials.items():
        click.echo(f"{name:<16} {what}")
    if not meta.materials:
        click.echo(f"{meta.title} uses no charts.")


@command.command()
@click.argument("game", shell_complete=complete_game)
@click.argument("name")
@OPTIONS
def show(game: str, name: str, option: tuple[str, ...]) -> None:
    """Print a chart as a file you can edit and play with."""
    from fieldhouse.cli.terminal.common import find_game

    click.echo(_text(find_game(game), name, option), nl=False)


@command.command()
@click.argument("game", shell_complete=complete_game)
@click.argument("name")
@click.argument("file", required=False)
@OPTIONS
@click.option("--force", is_flag=True, help="Overwrite FILE.")
def copy(game: str, name: str, file: str | None, option: tuple[str, ...], *, force: bool) -> None:
    """Copy a chart to FILE (default: GAME-NAME.toml) to edit it."""
    from fieldhouse.cli.terminal.common import find_game, write_text

    folder = find_game(game)
    text = _text(folder, name, option)
    file = file or f"{folder.name}-{name}.toml"
    if Path(file).exists() and not force:
        raise FieldhouseError(f"{file} already exists; use --force to overwrite it")
    write_text(file, text)
    click.echo(f"Wrote {file}. Play with it: fieldhouse play {folder.name} --charts {name}={file}")


@command.command()
@click.argument("game", shell_complete=complete_game)
@click.argument("name")
@click.argument("file")
@click.pass_context
def check(ctx: click.Context, game: str, name: str, file: str) -> None:
    """Check your own chart and list every fault; exit code 1 if there is one."""
    from fieldhouse.cli.terminal.common import find_game, read_text

    folder = find_game(game)
    _known(folder, name)
    text = read_text(file)
    try:
        folder.open(materials={name: folder.read_material(name, text)})
    except BadChart as bad:
        for fault in bad.faults:
            click.echo(f"{file}: {fault}", err=True)
        ctx.exit(1)
    click.echo(f"{file} is a valid {name} for {folder.meta.title}.")


def _known(folder: Folder, name: str) -> None:
    if name not in folder.meta.materials:
        known = ", ".join(folder.meta.materials) or "none"
        raise BadChart([f"{folder.meta.title} has no chart {name!r}; it has: {known}"])


def _text(folder: Folder, name: str, option: tuple[str, ...]) -> str:
    from fieldhouse.cli.terminal.common import parse_pairs

    _known(folder, name)
    if not option:
        return folder.game.material_text(name)
    return folder.game.chosen_text(
        name, folder.meta.read_options(parse_pairs(option, "-o", "home=world-perth"))
    )
