"""`fieldhouse backup`: all tables of a server in one file."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import click


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--database", help="The store (or FIELDHOUSE_DATABASE); the default SQLite file otherwise.")
def command(file: Path, database: str | None) -> None:
    """Write the whole store to FILE. The server may run meanwhile."""
    from fieldhouse.store.backup import backup
    from fieldhouse.store.store import Store
    from fieldhouse.web.settings import from_environment

    with closing(Store(from_environment(database=database).database_url)) as store:
        count = backup(store, file)
    click.echo(f"{count} rows are in {file}")
