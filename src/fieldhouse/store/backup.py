"""The whole store in one file: gzipped JSON lines, the same for SQLite and PostgreSQL.

Reading happens in one transaction that sees one moment, so a backup is whole while the server runs. A
backup of an earlier layout is laid down as it was and then brought up to date.
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
from fieldhouse.kernel.files import atomic_write
from fieldhouse.store.database import Database
from fieldhouse.store.migrate import STAMP, clear, upgrade
from fieldhouse.store.schema import SCHEMA_VERSION

AT_ONCE = 500
"""Rows given to the database at a time."""


_UNREADABLE = (OSError, EOFError, KeyError, ValueError, msgspec.MsgspecError, sa.exc.SQLAlchemyError)


class BackupHead(msgspec.Struct):
    """The first line of a backup."""

    format: int = msgspec.field(name="fieldhouse-backup")
    layout: int


def backup(store: Database, path: Path) -> int:
    """Write every row; returns how many. The file appears only when it is complete."""
    with store.one_moment() as db:
        return dump(db, path, SCHEMA_VERSION)


def dump(db: sa.Connection, path: Path, layout: int) -> int:
    """Every row of a store of whatever layout, as this transaction sees it."""
    count = 0
    with atomic_write(path) as file, gzip.open(file, "wb") as out:
        out.write(msgspec.json.encode(BackupHead(1, layout)) + b"\n")
        for table in _as_found(db).sorted_tables:
            for row in db.execute(sa.select(table)).mappings():
                out.write(msgspec.json.encode([str(table.name), _plain(row)]) + b"\n")
                count += 1
    return count


def _as_found(db: sa.Connection) -> sa.MetaData:
    found = sa.MetaData()
    found.reflect(db, only=lambda name, _: name != STAMP.name)
    return found


def _plain(row: Any) -> dict[str, Any]:
    """Bytes as base64; everything else is JSON already."""
    return {
        str(name): {"b64": base64.b64encode(value).decode()}
        if isinstance(value, bytes | memoryview)
        else value
        for name, value in row.items()
    }


def _back(row: dict[str, Any]) -> dict[str, Any]:
    return {
        name: base64.b64decode(value["b64"]) if isinstance(value, dict) else value
        for name, value in row.items()
    }


def restore(store: Database, path: Path) -> int:
    """Fill an empty store from a backup, whole or not at all; returns the number of rows."""
    with store.writing() as db:
        filled = _as_found(db).tables
        if any(
            db.scalar(sa.select(sa.func.count()).select_from(filled[name]))
            for name in ("tables", "setups", "leagues")
        ):
            raise FieldhouseError("the store is not empty: restore into a new one")
        try:
            with gzip.open(path, "rb") as lines:
                head = msgspec.json.decode(next(lines, b"{}"), type=BackupHead)
                if head.format != 1 or not 1 <= head.layout <= SCHEMA_VERSION:
                    raise FieldhouseError(
                        f"{path} is a backup of layout {head.layout}; "
                        f"this Fieldhouse knows up to {SCHEMA_VERSION}"
                    )
                clear(db)
                upgrade(db, 0, head.layout)
                count = _fill(db, lines)
            upgrade(db, head.layout, SCHEMA_VERSION)
        except (
            OSError,
            EOFError,
            KeyError,
            msgspec.MsgspecError,
            ValueError,
            sa.exc.SQLAlchemyError,
        ) as error:
            raise FieldhouseError(f"{path} is not a backup that can be read: {error}") from None
    return count


def _fill(db: sa.Connection, lines: Iterator[bytes]) -> int:
    tables = _as_found(db).tables
    count = 0
    rows = (msgspec.json.decode(line, type=tuple[str, dict[str, Any]]) for line in lines)
    for name, group in groupby(rows, key=lambda row: row[0]):
        while some := [_back(row) for _, row in islice(group, AT_ONCE)]:
            db.execute(tables[name].insert(), some)
            count += len(some)
    return count
