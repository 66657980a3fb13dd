"""Inserts and updates of many rows in few statements, for SQLite.

Python's threads take turns at every statement, so that one statement a row would cost a busy server as many
turns. Here a group of answers takes two or three.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import sqlalchemy as sa

MOST_VALUES = 900
"""Values in one statement: every SQLite takes 999."""


def insert_rows(
    db: sa.Connection, table: sa.Table, names: Sequence[str], rows: Sequence[Sequence[Any]]
) -> None:
    """Insert rows of these columns."""
    for some in _portions(rows, len(names)):
        statement = f"INSERT INTO {table.name} ({', '.join(names)}) VALUES {_places(len(some), len(names))}"
        db.exec_driver_sql(statement, _flat(some))


def update_revisions(
    db: sa.Connection, table: sa.Table, names: Sequence[str], rows: Sequence[Sequence[Any]]
) -> int:
    """Update these columns where `id` and `revision` equal a row's first two values; the rows changed."""
    fitted = 0
    for some in _portions(rows, 2 + len(names)):
        db.exec_driver_sql(_move(table.name, tuple(names), len(some)), _flat(some))
        fitted += db.exec_driver_sql("SELECT changes()").scalar_one()  # sqlite3 does not count after WITH
    return fitted


@cache
def _move(table: str, names: tuple[str, ...], count: int) -> str:
    given = ", ".join(f"new_{name}" for name in names)
    return (
        f"WITH given (this, seen, {given}) AS (VALUES {_places(count, 2 + len(names))}) "
        f"UPDATE {table} SET ({', '.join(names)}) = (SELECT {given} FROM given WHERE this = {table}.id) "
        f"WHERE id IN (SELECT this FROM given) "
        f"AND revision = (SELECT seen FROM given WHERE this = {table}.id)"
    )


def _portions(rows: Sequence[Sequence[Any]], width: int) -> Iterator[Sequence[Sequence[Any]]]:
    step = MOST_VALUES // width
    return (rows[at : at + step] for at in range(0, len(rows), step))


@cache
def _places(rows: int, width: int) -> str:
    return ", ".join([f"({', '.join('?' * width)})"] * rows)


def _flat(rows: Sequence[Sequence[Any]]) -> tuple[Any, ...]:
    return tuple(value for row in rows for value in row)
