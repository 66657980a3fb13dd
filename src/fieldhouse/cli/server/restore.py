"""`fieldhouse restore`: fill an empty store from a backup."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import click


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--database", help="The store (or FIELDHOUSE_DATABASE); the default SQLite file otherwise.")
def command(file: Path, database: str | None) -> None:
    """Fill an empty store from FILE, whole or not at all."""
    from fieldhouse.store.backup import restore
    from fieldhouse.store.store import Store
    from fieldhouse.web.settings import from_environment

    with closing(Store(from_environment(database=database).database_url)) as store:
        count = restore(store, file)
    click.echo(f"{count} rows are back")
