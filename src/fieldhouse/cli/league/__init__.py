"""`fieldhouse league`: leagues of any game, over weeks: played, simulated, typed, corrected, audited."""

from __future__ import annotations

import click

from fieldhouse.cli.league import audit, create, files, members, odds, play, results


class LeagueCommands(click.Group):
    """The subcommands in the order a commissioner needs them."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)


@click.group(cls=LeagueCommands)
def command() -> None:
    """Leagues of any game: seasons over weeks, played, simulated and typed, with an audit of everything.

    A league is kept in the store of the server (--database), so what is done here is seen there. With one
    league in the store no verb needs its name; otherwise say -l TITLE.
    """


for _module in (create, play, results, members, audit, odds, files):
    for _verb in _module.VERBS:
        command.add_command(_verb)
