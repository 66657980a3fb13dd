"""The whole store in one file: gzipped JSON lines, the same for SQLite and PostgreSQL.

Reading happens in one transaction that sees one moment, so a backup is whole while the server runs.
"""

from __future__ import annotations

import base64
import gzip
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa

from fieldhouse.kernel.errors import FieldhouseError
from fieldhouse.web.schema import SCHEMA, metadata
from fieldhouse.web.storage import Store

_HEAD = {"fieldhouse-backup": 1, "layout": SCHEMA}


def backup(store: Store, path: Path) -> int:
    """Write every row; returns how many. The file appears only when it is complete."""
    partial = path.with_name(path.name + ".part")
    count = 0
    with store.one_moment() as db, gzip.open(partial, "wb") as out:
        out.write(msgspec.json.encode(_HEAD) + b"\n")
        for table in metadata.sorted_tables:
            for row in db.execute(sa.select(table)).mappings():
                out.write(msgspec.json.encode([str(table.name), _plain(row)]) + b"\n")
                count += 1
    partial.replace(path)
    return count


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


def restore(store: Store, path: Path) -> int:
    """Fill an empty store from a backup, whole or not at all; returns the number of rows."""
    tables = {table.name: table for table in metadata.sorted_tables}
    count = 0
    with store.writing() as db:
        if any(
            db.scalar(sa.select(sa.func.count()).select_from(tables[name])) for name in ("tables", "setups")
        ):
            raise FieldhouseError("the store is not empty: restore into a new one")
        db.execute(tables["house"].delete())
        try:
            with gzip.open(path, "rb") as lines:
                if msgspec.json.decode(next(lines, b"{}")) != _HEAD:
                    raise FieldhouseError(f"{path} is not a backup of this layout")
                for line in lines:
                    name, row = msgspec.json.decode(line, type=tuple[str, dict[str, Any]])
                    db.execute(tables[name].insert(), _back(row))
                    count += 1
        except (OSError, EOFError, KeyError, msgspec.MsgspecError, ValueError) as error:
            raise FieldhouseError(f"{path} is not a backup that can be read: {error}") from None
    return count
