"""`fieldhouse prune`: delete expired games."""

from __future__ import annotations

import click

from fieldhouse.cli.server import database_option


@click.command()
@database_option
@click.option("--dry-run", is_flag=True, help="Only count them.")
def command(database: str | None, dry_run: bool) -> None:
    """Delete games that nobody started, and old finished or idle ones (FIELDHOUSE_EXPIRE_... settings).

    A running server does this by itself every few minutes.
    """
    from fieldhouse.store import server_clock
    from fieldhouse.store.prune import expired_tables, prune
    from fieldhouse.store.store import Store
    from fieldhouse.web.settings import from_environment

    settings = from_environment(database=database)
    store = Store(settings.database_url, create=False)
    if dry_run:
        count = len(expired_tables(store, settings.expiry, server_clock.now(), 1_000_000))
        click.echo(f"{count:,} game{'s' * (count != 1)} would be deleted.")
    else:
        store.claim()  # a running server on SQLite has its tables in memory and prunes them itself
        count = len(prune(store, settings.expiry, server_clock.now(), 1_000_000))
        click.echo(f"Deleted {count:,} game{'s' * (count != 1)}.")
    store.close()
