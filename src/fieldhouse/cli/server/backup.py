"""`fieldhouse backup`: the whole database in one file."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import click


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option(
    "--database",
    help="Where games are saved: a file such as games.db, or a PostgreSQL URL. Also FIELDHOUSE_DATABASE.",
)
def command(file: Path, database: str | None) -> None:
    """Back up the whole database to FILE. The server may keep running."""
    from fieldhouse.store.backup import backup
    from fieldhouse.store.store import Store
    from fieldhouse.web.settings import from_environment

    with closing(Store(from_environment(database=database).database_url)) as store:
        count = backup(store, file)
    click.echo(f"Saved {count:,} rows to {file}.")
