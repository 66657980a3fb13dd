"""What everybody has forgotten is deleted after its time, and nothing else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa

from fieldhouse.kernel.entries import Chosen, Entry, Rolled
from fieldhouse.store.prune import DAY, Expiry, expired_tables, prune
from fieldhouse.store.schema import SeatRow, TableRow, commitments, entries, setups
from fieldhouse.store.store import Store
from fieldhouse.store.tables import TableCreation

NOW = 1_800_000_000.0
HOUR = 3600.0


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(f"sqlite:///{tmp_path / 'tables.db'}")


def keep(store: Store, name: str, status: str, idle: float, log: tuple[Entry, ...] = (), **more: Any) -> None:
    """A table last touched `idle` seconds ago: a person at seat 0, a coach at seat 1."""
    row = TableRow(id=name, game="g", setup=f"set-up of {name}", mode="coach", status=status, **more)
    row.created = row.updated = NOW - idle
    row.size = len(log)
    chairs = [SeatRow(seat=0, holder="ann"), SeatRow(seat=1, kind="coach")]
    store.tables.write(TableCreation(row, chairs, log, name, b"{}"))


COIN, MINE, COACHS = Rolled("toss", "heads"), Chosen(0, "call", "run"), Chosen(1, "call", "run")


def test_unplayed_tables_go_after_a_day_and_played_ones_do_not(store: Store) -> None:
    """A coach's answer is no play: somebody set the table up and left."""
    keep(store, "waiting", "open", 25 * HOUR)
    keep(store, "waiting still", "open", 23 * HOUR)
    keep(store, "left at once", "live", 25 * HOUR, (COIN, COACHS))
    keep(store, "one answer", "live", 25 * HOUR, (COIN, COACHS, MINE))
    assert expired_tables(store, Expiry(), NOW) == ["waiting", "left at once"]
    assert expired_tables(store, Expiry(unplayed_hours=0), NOW) == []
    store.close()


def test_a_running_game_is_never_deleted_before_four_weeks(store: Store) -> None:
    """Whatever the operator says."""
    keep(store, "three weeks", "live", 21 * DAY, (MINE,))
    keep(store, "five weeks", "live", 35 * DAY, (MINE,))
    keep(store, "a league's", "live", 900 * DAY, (MINE,), kept_for="league:1")
    assert expired_tables(store, Expiry(idle_days=1), NOW) == ["five weeks"]
    assert expired_tables(store, Expiry(), NOW) == []
    store.close()


def test_pruning_takes_everything_of_a_table_and_leaves_the_others_whole(store: Store) -> None:
    keep(store, "old", "over", 100 * DAY, (COIN, MINE))
    keep(store, "new", "over", 10 * DAY, (COIN, MINE))
    assert prune(store, Expiry(), NOW) == ["old"]
    assert store.tables.load("old") is None and store.tables.count() == 1
    kept = store.tables.load("new")
    assert kept is not None and kept.entries == [COIN, MINE] and len(kept.seats) == 2
    with store.read_connection() as db:
        assert set(db.scalars(sa.select(setups.c.hash))) == {"set-up of new"}
        assert set(db.scalars(sa.select(entries.c.table_id))) == {"new"}
        assert set(db.scalars(sa.select(commitments.c.hash))) == set(), "both are older than a week"
    store.close()


def test_the_store_keeps_answers_in_the_words_that_pruning_reads(store: Store) -> None:
    assert msgspec.json.encode(MINE).startswith(b'{"t":"choose","seat":0,')
    store.close()
