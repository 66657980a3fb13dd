"""Looks ask in groups what other processes wrote, and none of them sees less than was there when it came."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from fieldhouse.store.schema import SeatRow, TableRow
from fieldhouse.store.store import Store
from fieldhouse.store.tables import TableChange, TableCreation
from fieldhouse.web.engine.store_access import RevisionBatcher


def opened(folder: Path, names: Sequence[str]) -> tuple[Store, list[TableRow]]:
    """A store with these tables in it."""
    store = Store(f"sqlite:///{folder / 'tables.db'}")
    rows = [TableRow(id=name, game="g", setup="s", mode="link", status="live") for name in names]
    for row in rows:
        store.tables.write(TableCreation(row, [SeatRow(seat=0)], (), None, b"{}"))
    return store, rows


def test_looks_that_come_together_are_one_question_or_two(tmp_path: Path) -> None:
    names = [f"table {n}" for n in range(30)]
    store, _ = opened(tmp_path, names)
    stamps = RevisionBatcher(store)

    async def everybody() -> list[int | None]:
        return await asyncio.gather(*(stamps.revision(name) for name in [*names, *names, "gone"]))

    found = asyncio.run(everybody())
    assert found[:30] == found[30:60] == [0] * 30
    assert found[-1] is None
    assert stamps.questions <= 2
    store.close()


def test_a_look_knows_what_was_written_before_it_came(tmp_path: Path) -> None:
    """A look that comes while an older question is under way is not given that one's answer."""
    store, (row,) = opened(tmp_path, ["t"])
    stamps = RevisionBatcher(store)

    async def play() -> None:
        for _ in range(10):
            earlier = asyncio.create_task(stamps.revision("t"))
            await asyncio.sleep(0)  # its question is under way
            store.tables.write(TableChange(row, {"updated": 1.0}))
            assert await stamps.revision("t") == row.revision
            assert await earlier in (row.revision - 1, row.revision)

    asyncio.run(play())
    assert row.revision == 10
    store.close()


def test_a_store_that_is_away_is_told_to_each_and_asked_again(tmp_path: Path) -> None:
    store, _ = opened(tmp_path, ["t"])
    stamps = RevisionBatcher(store)
    with closing(sqlite3.connect(tmp_path / "tables.db")) as db, db:
        db.execute("ALTER TABLE tables RENAME TO hidden")

    async def twice() -> Sequence[int | BaseException | None]:
        return await asyncio.gather(stamps.revision("t"), stamps.revision("t"), return_exceptions=True)

    assert all("no such table" in str(error) for error in asyncio.run(twice()))
    with closing(sqlite3.connect(tmp_path / "tables.db")) as db, db:
        db.execute("ALTER TABLE hidden RENAME TO tables")
    assert asyncio.run(stamps.revision("t")) == 0
    with pytest.raises(KeyError):
        store.tables.load_newer("gone", 0, 0)
    store.close()
