"""`fieldhouse league`: leagues of any game, over weeks: played, simulated, typed, corrected, audited."""

from __future__ import annotations

import copy

import click

from fieldhouse.cli.league import audit, create, files, members, odds, play, results


class LeagueCommands(click.Group):
    """The subcommands in the order a commissioner needs them."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)


@click.group(cls=LeagueCommands)
def command() -> None:
    """Create and run leagues: schedules, results, standings, playoffs and odds.

    Leagues live in the server's database (--database), so changes made here show up in the browser. If there
    is only one league, you can leave out -l LEAGUE.
    """


for _module in (create, play, results, members, audit, odds, files):
    for _verb in _module.VERBS:
        command.add_command(_verb)

_old_manager = copy.copy(members.manager)
_old_manager.hidden = True
command.add_command(_old_manager, "chair")  # the command's name before November 2026
