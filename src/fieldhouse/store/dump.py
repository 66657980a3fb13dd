"""All rows of a database as gzipped JSON lines: the format of backups."""

from __future__ import annotations

import base64
import gzip
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa

from fieldhouse.kernel.files import atomic_write
from fieldhouse.store.schema import ALEMBIC_VERSION


class BackupHead(msgspec.Struct):
    """The first line of a backup."""

    format: int = msgspec.field(name="fieldhouse-backup")
    layout: int


def dump_rows(db: sa.Connection, path: Path, layout: int) -> int:
    """Write every row that this transaction sees, whatever the database's version; the number of rows."""
    count = 0
    with atomic_write(path) as file, gzip.open(file, "wb") as out:
        out.write(msgspec.json.encode(BackupHead(1, layout)) + b"\n")
        for table in reflect_tables(db).sorted_tables:
            for row in db.execute(sa.select(table)).mappings():
                out.write(msgspec.json.encode([str(table.name), _plain(row)]) + b"\n")
                count += 1
    return count


def reflect_tables(db: sa.Connection) -> sa.MetaData:
    """The tables that are in the database, whatever its version."""
    found = sa.MetaData()
    found.reflect(db, only=lambda name, _: name != ALEMBIC_VERSION.name)
    return found


def _plain(row: Any) -> dict[str, Any]:
    """Bytes as base64; everything else is JSON already."""
    return {
        str(name): {"b64": base64.b64encode(value).decode()}
        if isinstance(value, bytes | memoryview)
        else value
        for name, value in row.items()
    }
