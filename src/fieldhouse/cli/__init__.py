"""The `fieldhouse` command.

Every module or package beside this one, or in a folder of `ROOMS`, that defines `command` is a subcommand,
named like it. A game's own commands stand in `games/<name>/commands.py` (COMMANDS), called by its name:
`fieldhouse redboar solve`. No command is listed here, and a module is imported only when its command is asked
for (or listed by `--help`).
"""

from __future__ import annotations

import errno
import importlib
import importlib.util
import pkgutil
import sys
from functools import cache

import click

from fieldhouse.kernel.errors import BadChart, FieldhouseError

ROOMS = ("lab", "server")
"""Folders beside this module that hold commands too."""


NOT_WRITTEN = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS, errno.EACCES, errno.EPERM)
"""Errors of a file system that are no fault of the program: full, read-only, somebody else's."""


class RefusedCommand(click.ClickException):
    """A refusal, printed as one line on stderr; exit code 2."""

    exit_code = 2

    def show(self, file: object = None) -> None:
        click.echo(f"fieldhouse: {self.message}", err=True)


class Commands(click.Group):
    """The group that finds its commands by itself and turns refusals into one clear line."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        own = [name for name in _own_names() if _own(name) is not None]
        return sorted({*own, *_games_with_commands()})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name in _own_names() and (found := _own(cmd_name)) is not None:
            return found
        return _of_game(cmd_name)

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except BadChart as error:
            raise RefusedCommand(
                "\n  ".join(error.faults) if len(error.faults) > 1 else str(error)
            ) from error
        except FieldhouseError as error:
            raise RefusedCommand(str(error)) from error
        except UnicodeDecodeError as error:
            raise RefusedCommand(f"not a text file in UTF-8: {error.reason} at byte {error.start}") from error
        except OSError as error:
            if error.errno not in NOT_WRITTEN:
                raise
            where = f" {error.filename}" if error.filename else ""
            raise RefusedCommand(f"cannot write{where}: {error.strerror}") from error


@cache
def _own_names() -> dict[str, str]:
    """The names that may be commands, and the modules they would be in."""
    here = [(path, __name__) for path in __path__]
    rooms = [(f"{path}/{room}", f"{__name__}.{room}") for path in __path__ for room in ROOMS]
    return {
        module.name.replace("_", "-"): f"{package}.{module.name}"
        for path, package in here + rooms
        for module in pkgutil.iter_modules([path])
    }


def _own(name: str) -> click.Command | None:
    command = getattr(importlib.import_module(_own_names()[name]), "command", None)
    return command if isinstance(command, click.Command) else None


def _games_with_commands() -> list[str]:
    from fieldhouse.kernel import registry

    return [name for name, folder in registry.list_games().items() if folder.has("commands")]


def _of_game(name: str) -> click.Group | None:
    """A game's own commands as one group; None, with a line on stderr, where they cannot be loaded."""
    from fieldhouse.kernel import registry

    folder = registry.list_games().get(name)
    try:
        module = folder.part("commands") if folder is not None else None
    except Exception as error:  # whatever is wrong with one game, the others still play
        click.echo(f"fieldhouse: the commands of {name} cannot be loaded: {error}", err=True)
        return None
    if folder is None or module is None:
        return None
    return click.Group(name, module.COMMANDS, help=f"Commands of {folder.meta.title}.")


@click.command(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="fieldhouse")
def main() -> None:
    """Tabletop American-football games, played exactly as their rulebooks say."""
    for stream in (sys.stdout, sys.stderr):
        if (stream.encoding or "").lower().replace("-", "") != "utf8" and hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
