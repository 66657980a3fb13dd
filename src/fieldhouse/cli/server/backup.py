"""`fieldhouse backup`: the whole database in one file."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import click

from fieldhouse.cli.server import database_option
from fieldhouse.kernel.errors import FieldhouseError


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@database_option
def command(file: Path, database: str | None) -> None:
    """Back up the whole database to FILE. The server may keep running."""
    from fieldhouse.store.backup import backup
    from fieldhouse.store.store import Store
    from fieldhouse.web.settings import from_environment

    if not file.parent.is_dir():
        raise FieldhouseError(f"there is no folder {file.parent} to write {file.name} to")
    with closing(Store(from_environment(database=database).database_url, create=False)) as store:
        count = backup(store, file)
    click.echo(f"Saved {count:,} rows to {file}.")
