"""`fieldhouse check`: does a game keep the promises of the house? For those who write one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

FAILED = 1


@click.command("check")
@click.argument("game", metavar="GAME")
@click.option("--seeds", type=click.IntRange(1), default=2, show_default=True, help="Random games a check.")
@click.option("--only", multiple=True, metavar="CHECK", help="Only this check (may be given more than once).")
def command(game: str, seeds: int, only: tuple[str, ...]) -> None:
    """Run the conformance suite on GAME: a game on the shelf, or the folder of one of your own.

    Every check plays random games of the shortest length. Exit code 1 if one of them finds a fault.
    """
    from fieldhouse.cli.terminal.common import find_game
    from fieldhouse.kernel.conformance.checks import CHECKS
    from fieldhouse.kernel.errors import BadOptions

    unknown = sorted(set(only) - set(CHECKS))
    if unknown:
        raise BadOptions(f"no check {unknown[0]!r}; the checks are: {', '.join(CHECKS)}")
    folder = find_game(game_name(game))
    faults = 0
    for name in only or CHECKS:
        fault = first_fault(CHECKS[name], folder, seeds)
        faults += fault is not None
        click.echo(f"{'holds' if fault is None else 'FAULT'}  {name.replace('_', ' ')}")
        if fault is not None:
            click.echo(f"       {fault}")
    said = f"{faults} of the promises are not kept" if faults else "every promise is kept"
    click.echo(f"{folder.meta.title}: {said}")
    if faults:
        raise click.exceptions.Exit(FAILED)


def first_fault(check: Callable[[Any, int], None], folder: Any, seeds: int) -> str | None:
    """What the check finds with the first seed that finds anything; a game under work may fail anyhow."""
    for seed in range(1, seeds + 1):
        try:
            check(folder, seed)
        except AssertionError as broken:
            return f"seed {seed}: {broken}"
        except Exception as error:
            return f"seed {seed}: {error!r}"
    return None


def game_name(game: str) -> str:
    """The game's name; a folder given by its path joins the shelf first."""
    from fieldhouse.kernel.errors import UnknownGame
    from fieldhouse.kernel.registry import add_games_folder

    path = Path(game).resolve()
    if (path / "meta.py").exists():
        add_games_folder(path.parent)
        return path.name
    if path.exists():
        raise UnknownGame(f"{game} is no game's folder: it has no meta.py")
    return game
