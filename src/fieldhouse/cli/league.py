"""`fieldhouse league`: leagues of any game, over weeks: played, simulated, typed, corrected, proved."""

from __future__ import annotations

import importlib
import pkgutil

import click

from fieldhouse.cli import leagueroom


class LeagueVerbs(click.Group):
    """The verbs of the modules in `leagueroom`, in the order one needs them."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)


@click.group(cls=LeagueVerbs)
def command() -> None:
    """Leagues of any game: seasons over weeks, played, simulated and typed, with an audit of everything.

    A league is kept in the store of the server (--database), so what is done here is seen there. With one
    league in the store no verb needs its name; otherwise say -l TITLE.
    """


for _module in sorted(found.name for found in pkgutil.iter_modules(leagueroom.__path__)):
    if _module[1:2] == "_":  # a_found, b_play, ...: in the order of the help; the others are no verbs
        for _verb in importlib.import_module(f"{leagueroom.__name__}.{_module}").VERBS:
            command.add_command(_verb)
