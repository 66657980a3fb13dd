"""`fieldhouse league audit`, `verify`, `rebuild`."""

from __future__ import annotations

import click

from fieldhouse.cli.league.common import league_options, open_league
from fieldhouse.kernel.errors import FieldhouseError


@click.command()
@league_options
def audit(database: str | None, league: str | None) -> None:
    """Print the league log: everything that happened, in order, and who did it."""
    from fieldhouse.league.journal.text import journal_entry_text

    with open_league(database, league) as (_, journal):
        for entry in journal.entries:
            click.echo(journal_entry_text(journal, entry))


@click.command()
@league_options
def verify(database: str | None, league: str | None) -> None:
    """Verify the log, the dice secret, the random draws and every recorded game."""
    from fieldhouse.league.service.audit import verify_league

    with open_league(database, league) as (service, journal):
        found = verify_league(service, journal.id)
        for line in found.proved:
            click.echo(f"verified: {line}")
        for line in found.unproved:
            click.echo(f"not verified: {line}")
        if found.faults:
            raise FieldhouseError("\n  ".join(["this league failed verification:", *found.faults]))


@click.command()
@league_options
def rebuild(database: str | None, league: str | None) -> None:
    """Rebuild games and stats from the log and the recorded games; an intact database stays as it is."""
    from fieldhouse.league.service.derive import rebuild_league as make_again

    with open_league(database, league) as (service, journal):
        changed = make_again(service, journal)
        for name in changed:
            click.echo(f"rebuilt: {name}")
        click.echo(f"Games changed: {len(changed)}")


VERBS = [audit, verify, rebuild]
