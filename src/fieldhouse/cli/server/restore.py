"""`fieldhouse restore`: fill an empty database from a backup."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import click

from fieldhouse.cli.server import database_option


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@database_option
def command(file: Path, database: str | None) -> None:
    """Restore a backup FILE into an empty database, all of it or nothing."""
    from fieldhouse.store.backup import restore
    from fieldhouse.store.store import Store
    from fieldhouse.web.settings import from_environment

    with closing(Store(from_environment(database=database).database_url)) as store:
        count = restore(store, file)
    click.echo(f"Restored {count:,} rows.")
