"""`fieldhouse check`: run the conformance checks on a game, for people who write one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from fieldhouse.cli.completion import complete_game

FAILED = 1


@click.command("check")
@click.argument("game", metavar="GAME", shell_complete=complete_game)
@click.option(
    "--seeds", type=click.IntRange(1), default=2, show_default=True, help="Random games for each check."
)
@click.option("--only", multiple=True, metavar="CHECK", help="Run only this check (can be repeated).")
def command(game: str, seeds: int, only: tuple[str, ...]) -> None:
    """Run the conformance checks on GAME: an installed game, or the folder of your own.

    Every check plays random games of the shortest length. Exit code 1 if a check fails.
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
        click.echo(f"{'ok  ' if fault is None else 'FAIL'}  {name.replace('_', ' ')}")
        if fault is not None:
            click.echo(f"      {fault}")
    said = f"{faults} of {len(only or CHECKS)} checks failed" if faults else "all checks passed"
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
        raise UnknownGame(f"{game} is not the folder of a game: it has no meta.py")
    return game
