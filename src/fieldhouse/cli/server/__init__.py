"""Commands to run a server, or to play at one with a program."""

from __future__ import annotations

import click

database_option = click.option(
    "--database",
    metavar="FILE",
    help="Where games are saved: a file such as games.db, or a PostgreSQL URL. Also FIELDHOUSE_DATABASE.",
)
