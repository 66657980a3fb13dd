"""Bringing a store of any earlier layout up to date: a backup first, then one transaction, by Alembic.

Layout n is the migration `migrations/versions/layout_<n>.py`. Stores of layout 1 come from before there
were migrations: they say so in the table `house`.
"""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa

from fieldhouse.kernel.errors import FieldhouseError
from fieldhouse.store.league_schema import leagues
from fieldhouse.store.schema import SCHEMA_VERSION

HERE = Path(__file__).parent / "migrations"
STAMP = sa.table("alembic_version", sa.column("version_num"))


class BadStore(FieldhouseError):
    """The store cannot be used; the message says why."""


def layout_of(db: sa.Connection) -> int:
    """The layout of the store, 0 for an empty database; BadStore if it is something else."""
    found = set(sa.inspect(db).get_table_names())
    if STAMP.name in found:
        stamp = str(db.scalar(sa.select(STAMP.c.version_num)) or 0)
        if not stamp.isdecimal() or not {"house", "tables"} <= found:
            raise BadStore("it belongs to another program")
        return int(stamp)
    if not found:
        return 0
    if {"house", "tables", "entries"} <= found:
        return 1
    raise BadStore("it belongs to another program: it holds " + ", ".join(sorted(found)[:5]))


def migrate_to_latest(db: sa.Connection, backups: Path, name: str) -> None:
    """In the transaction `db`: from whatever layout to ours, after writing a backup into `backups`."""
    from fieldhouse.store.backup import dump

    if db.dialect.name == "postgresql":  # servers that start together do this one after another
        db.execute(sa.text("SELECT pg_advisory_xact_lock(20261116)"))
    layout = layout_of(db)
    if layout == SCHEMA_VERSION:
        return
    if layout > SCHEMA_VERSION:
        raise BadStore(
            f"it has layout {layout}, and this Fieldhouse knows layouts up to {SCHEMA_VERSION}: update it"
        )
    if layout:
        dump(db, backups / f"{name}.layout-{layout}.backup.gz", layout)
    upgrade(db, layout, SCHEMA_VERSION)


def upgrade(db: sa.Connection, layout: int, wanted: int) -> None:
    """From one layout to a later one, in the open transaction."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(HERE).replace("%", "%%"))
    config.attributes["connection"] = db
    if layout == 1 and STAMP.name not in sa.inspect(db).get_table_names():
        command.stamp(config, "1")
    command.upgrade(config, str(wanted))


def clear(db: sa.Connection) -> None:
    """Drop everything of ours, so that another layout can be laid down."""
    leagues.metadata.drop_all(db)
    db.execute(sa.text("DROP TABLE IF EXISTS alembic_version"))
