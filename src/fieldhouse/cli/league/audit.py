"""`fieldhouse league audit`, `verify`, `rebuild`."""

from __future__ import annotations

import click

from fieldhouse.cli.league.common import league_options, open_league
from fieldhouse.kernel.errors import FieldhouseError


@click.command()
@league_options
def audit(database: str | None, league: str | None) -> None:
    """Everything that happened, in order, by whom."""
    from fieldhouse.league.journal.text import journal_entry_text

    with open_league(database, league) as (_, journal):
        for entry in journal.entries:
            click.echo(journal_entry_text(journal, entry))


@click.command()
@league_options
def verify(database: str | None, league: str | None) -> None:
    """Check the chain of the journal, the secret, the lots, and every record's rules and rolls."""
    from fieldhouse.league.service.audit import verify_league

    with open_league(database, league) as (service, journal):
        found = verify_league(service, journal.id)
        for line in found.proved:
            click.echo(f"proved: {line}")
        for line in found.unproved:
            click.echo(f"not proved: {line}")
        if found.faults:
            raise FieldhouseError("\n  ".join(["this league is not as it says:", *found.faults]))


@click.command()
@league_options
def rebuild(database: str | None, league: str | None) -> None:
    """Make fixtures and lines again from journal and records; in a sound store nothing changes."""
    from fieldhouse.league.service.derive import rebuild_league as make_again

    with open_league(database, league) as (service, journal):
        changed = make_again(service, journal)
        for name in changed:
            click.echo(f"made again: {name}")
        click.echo(f"Fixtures changed: {len(changed)}")


VERBS = [audit, verify, rebuild]
