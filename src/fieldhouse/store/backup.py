"""Backup and restore of a whole database in one file, the same for SQLite and PostgreSQL.

A backup reads in one transaction, so it is consistent while the server runs. A backup of an earlier version
is restored as it was and then migrated.
"""

from __future__ import annotations

import base64
import gzip
from collections.abc import Iterator
from itertools import groupby, islice
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa

from fieldhouse.kernel.errors import FieldhouseError
from fieldhouse.store.database import Database
from fieldhouse.store.dump import BackupHead, dump_rows, reflect_tables
from fieldhouse.store.migrate import clear, upgrade_schema
from fieldhouse.store.schema import SCHEMA_VERSION

AT_ONCE = 500
"""Rows given to the database at a time."""


_UNREADABLE = (OSError, EOFError, KeyError, ValueError, msgspec.MsgspecError, sa.exc.SQLAlchemyError)


def backup(store: Database, path: Path) -> int:
    """Write all rows to a file, which appears only when it is complete; the number of rows."""
    with store.one_moment() as db:
        return dump_rows(db, path, SCHEMA_VERSION)


def _back(row: dict[str, Any]) -> dict[str, Any]:
    return {
        name: base64.b64decode(value["b64"]) if isinstance(value, dict) else value
        for name, value in row.items()
    }


def restore(store: Database, path: Path) -> int:
    """Fill an empty database from a backup, all of it or nothing; the number of rows."""
    with store.write_transaction() as db:
        filled = reflect_tables(db).tables
        if any(
            db.scalar(sa.select(sa.func.count()).select_from(filled[name]))
            for name in ("tables", "setups", "leagues")
        ):
            raise FieldhouseError("the database is not empty. Restore into a new file")
        try:
            with gzip.open(path, "rb") as lines:
                head = msgspec.json.decode(next(lines, b"{}"), type=BackupHead)
                if head.format != 1 or not 1 <= head.layout <= SCHEMA_VERSION:
                    raise FieldhouseError(
                        f"{path} is a backup of version {head.layout}, but this Fieldhouse "
                        f"knows up to {SCHEMA_VERSION}. Update Fieldhouse"
                    )
                clear(db)
                upgrade_schema(db, 0, head.layout)
                count = _fill(db, lines)
            upgrade_schema(db, head.layout, SCHEMA_VERSION)
        except (
            OSError,
            EOFError,
            KeyError,
            msgspec.MsgspecError,
            ValueError,
            sa.exc.SQLAlchemyError,
        ) as error:
            raise FieldhouseError(f"{path} is not a Fieldhouse backup, or it is damaged: {error}") from None
    return count


def _fill(db: sa.Connection, lines: Iterator[bytes]) -> int:
    tables = reflect_tables(db).tables
    count = 0
    rows = (msgspec.json.decode(line, type=tuple[str, dict[str, Any]]) for line in lines)
    for name, group in groupby(rows, key=lambda row: row[0]):
        while some := [_back(row) for _, row in islice(group, AT_ONCE)]:
            db.execute(tables[name].insert(), some)
            count += len(some)
    return count
