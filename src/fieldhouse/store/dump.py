"""All rows of a database as gzipped JSON lines: the format of backups."""

from __future__ import annotations

import base64
import gzip
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa

from fieldhouse.kernel.files import atomic_write
from fieldhouse.store.schema import ALEMBIC_VERSION, PER_TABLE, setups, tables


class BackupHead(msgspec.Struct):
    """The first line of a backup."""

    format: int = msgspec.field(name="fieldhouse-backup")
    layout: int


def dump_rows(db: sa.Connection, path: Path, layout: int) -> int:
    """Write every row that this transaction sees, whatever the database's version; the number of rows."""
    return _write(db, path, layout, [sa.select(table) for table in reflect_tables(db).sorted_tables])


def dump_tables(db: sa.Connection, path: Path, layout: int, ids: Collection[str]) -> int:
    """Write the rows of some tables and the set-ups they were played with; the number of rows."""
    setup = sa.select(tables.c.setup).where(tables.c.id.in_(ids))
    of_tables = [sa.select(table).where(table.c.table_id.in_(ids)) for table in PER_TABLE]
    wanted = [
        sa.select(setups).where(setups.c.hash.in_(setup)),
        sa.select(tables).where(tables.c.id.in_(ids)),
    ]
    return _write(db, path, layout, [*wanted, *of_tables])


def _write(db: sa.Connection, path: Path, layout: int, queries: Sequence[sa.Select[Any]]) -> int:
    count = 0
    with atomic_write(path, private=True) as file, gzip.open(file, "wb") as out:
        out.write(msgspec.json.encode(BackupHead(1, layout)) + b"\n")
        for query in queries:
            name = str(query.get_final_froms()[0].name)  # type: ignore[attr-defined]
            for row in db.execute(query).mappings():
                out.write(msgspec.json.encode([name, _plain(row)]) + b"\n")
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
