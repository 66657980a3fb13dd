"""Schema migrations by Alembic: a backup first, then all steps in one transaction.

Version n is made by `migrations/versions/layout_<n>.py`. Databases of version 1 are older than Alembic and
say so in the table `house`.
"""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

import sqlalchemy as sa

from fieldhouse.kernel.errors import FieldhouseError
from fieldhouse.store.dump import dump_rows
from fieldhouse.store.league_schema import leagues
from fieldhouse.store.schema import ALEMBIC_VERSION, SCHEMA_VERSION

HERE = Path(__file__).parent / "migrations"


class BadStore(FieldhouseError):
    """The database cannot be used; the message says why."""


def schema_version(db: sa.Connection) -> int:
    """The schema version of a database, 0 if it is empty; BadStore if it is not one of ours."""
    found = set(sa.inspect(db).get_table_names())
    if ALEMBIC_VERSION.name in found:
        stamp = str(db.scalar(sa.select(ALEMBIC_VERSION.c.version_num)) or 0)
        if not stamp.isdecimal() or not {"house", "tables"} <= found:
            raise BadStore("it belongs to another program")
        return int(stamp)
    if not found:
        return 0
    if {"house", "tables", "entries"} <= found:
        return 1
    raise BadStore("it belongs to another program and has the tables " + ", ".join(sorted(found)[:5]))


def missing_tables(found: Collection[str]) -> str:
    """What an incomplete database of the newest version lacks, as a sentence, or an empty string."""
    missing = sorted(set(leagues.metadata.tables) - set(found))
    if not missing:
        return ""
    return f"the file is damaged: {', '.join(missing)} missing. Restore a backup into a new file"


def migrate_to_latest(db: sa.Connection, backups: Path, name: str) -> None:
    """Migrate in the transaction `db`, after writing a backup into the folder `backups`."""
    if db.dialect.name == "postgresql":  # servers that start together do this one after another
        db.execute(sa.text("SELECT pg_advisory_xact_lock(20261116)"))
    layout = schema_version(db)
    if layout == SCHEMA_VERSION:
        if missing := missing_tables(sa.inspect(db).get_table_names()):
            raise BadStore(missing)
        return
    if layout > SCHEMA_VERSION:
        raise BadStore(
            f"it has version {layout}, but this Fieldhouse knows up to {SCHEMA_VERSION}. Update Fieldhouse"
        )
    if layout:
        dump_rows(db, backups / f"{name}.layout-{layout}.backup.gz", layout)
    upgrade_schema(db, layout, SCHEMA_VERSION)


def upgrade_schema(db: sa.Connection, layout: int, wanted: int) -> None:
    """Migrate from one version to a later one, in the open transaction."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(HERE).replace("%", "%%"))
    config.attributes["connection"] = db
    if layout == 1 and ALEMBIC_VERSION.name not in sa.inspect(db).get_table_names():
        command.stamp(config, "1")
    command.upgrade(config, str(wanted))


def clear(db: sa.Connection) -> None:
    """Drop all tables of ours, so that those of another version can be created."""
    leagues.metadata.drop_all(db)
    db.execute(sa.text("DROP TABLE IF EXISTS alembic_version"))
