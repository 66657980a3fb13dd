"""`fieldhouse prune`: delete tables that everybody has forgotten."""

from __future__ import annotations

import click


@click.command()
@click.option("--database", help="The store (or FIELDHOUSE_DATABASE); the default SQLite file otherwise.")
@click.option("--dry-run", is_flag=True, help="Only say how many there are.")
def command(database: str | None, dry_run: bool) -> None:
    """Delete unplayed tables, and finished and idle games after their time (FIELDHOUSE_EXPIRE_...).

    A running server does the same by itself, now and then.
    """
    from fieldhouse.store import server_clock
    from fieldhouse.store.prune import expired, prune
    from fieldhouse.store.store import Store
    from fieldhouse.web.settings import from_environment

    settings = from_environment(database=database)
    store = Store(settings.database_url)
    if dry_run:
        count = len(expired(store, settings.expiry, server_clock.now(), 1_000_000))
        click.echo(f"{count} tables would be deleted")
    else:
        store.claim()  # on SQLite a running server holds its tables in memory: let it prune by itself
        count = len(prune(store, settings.expiry, server_clock.now(), 1_000_000))
        click.echo(f"{count} tables are deleted")
    store.close()
