"""The `fieldhouse` command.

Every module beside this one that defines `command` is a subcommand, named like the module; every
game on the shelf may add more in `games/<name>/commands.py` (COMMANDS). Nothing is listed here, and
a module is imported only when its command is asked for (or when `--help` lists them all).
"""

from __future__ import annotations

import importlib
import importlib.util
import pkgutil
import sys
from collections.abc import Iterator

import click

from fieldhouse.kernel.errors import BadChart, FieldhouseError


class Refused(click.ClickException):
    """What the house refuses, said in one line on stderr; exit code 2."""

    exit_code = 2

    def show(self, file: object = None) -> None:
        click.echo(f"fieldhouse: {self.message}", err=True)


class House(click.Group):
    """The group that finds its commands by itself and turns refusals into one clear line."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        own = [name for name in _own_names() if _own(name) is not None]
        return sorted({*own, *(name for name, _ in _of_games())})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name in _own_names() and (found := _own(cmd_name)) is not None:
            return found
        return next((command for name, command in _of_games() if name == cmd_name), None)

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except BadChart as error:
            raise Refused("\n  ".join(error.faults) if len(error.faults) > 1 else str(error)) from error
        except FieldhouseError as error:
            raise Refused(str(error)) from error
        except UnicodeDecodeError as error:
            raise Refused(f"not a text file in UTF-8: {error.reason} at byte {error.start}") from error


def _own_names() -> list[str]:
    return [module.name.replace("_", "-") for module in pkgutil.iter_modules(__path__) if not module.ispkg]


def _own(name: str) -> click.Command | None:
    module = importlib.import_module(f"{__name__}.{name.replace('-', '_')}")
    command = getattr(module, "command", None)
    return command if isinstance(command, click.Command) else None


def _of_games() -> Iterator[tuple[str, click.Command]]:
    """The commands that games bring; one that cannot be loaded is named and does not stop the others."""
    from fieldhouse.kernel import registry

    for folder in registry.games().values():
        try:
            module = folder.part("commands")
            yield from module.COMMANDS.items() if module is not None else ()
        except Exception as error:  # whatever is wrong with one game, the others still play
            click.echo(f"fieldhouse: the commands of {folder.name} cannot be loaded: {error}", err=True)


@click.command(cls=House, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="fieldhouse")
def main() -> None:
    """Tabletop American-football games, played exactly as their rulebooks say."""
    for stream in (sys.stdout, sys.stderr):
        if (stream.encoding or "").lower().replace("-", "") != "utf8" and hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
