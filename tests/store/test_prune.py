"""What everybody has forgotten is deleted after its time, and nothing else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa

from fieldhouse.kernel.entries import Chosen, Entry, Rolled
from fieldhouse.store import server_clock
from fieldhouse.store.backup import restore
from fieldhouse.store.prune import DAY, Expiry, expired_tables, may_prune, prune, running_cutoff
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
    assert expired_tables(store, Expiry(), NOW) == [], "finished games are kept by default"
    assert prune(store, Expiry(over_days=90), NOW) == ["old"]
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


def test_only_time_in_which_the_server_ran_counts() -> None:
    gaps = [(100.0, 400.0), (500.0, 900.0)]
    assert running_cutoff(1000, 50, gaps) == 950
    assert running_cutoff(1000, 150, gaps) == 450, "100 seconds since the last gap, 50 before it"
    assert running_cutoff(1000, 250, gaps) == 50, "100 since the last, 100 between the two, 50 before"


def test_a_store_that_was_off_for_a_year_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store(f"sqlite:///{tmp_path / 'tables.db'}")
    keep(store, "idle", "live", 100 * DAY, (MINE,))
    keep(store, "long idle", "live", 200 * DAY, (MINE,))
    with monkeypatch.context() as before:
        before.setattr(server_clock, "now", lambda: NOW)
        store.note_time()
    later = NOW + 400 * DAY
    monkeypatch.setattr(server_clock, "now", lambda: later)
    store.note_time()
    assert store.gaps() == [(NOW, later)]
    assert not may_prune(store, later + DAY / 2) and may_prune(store, later + DAY * 1.01)
    assert expired_tables(store, Expiry(), later) == ["long idle"], "it was due before the gap"
    assert expired_tables(store, Expiry(), later + 81 * DAY) == ["long idle", "idle"]
    store.close()


def test_what_is_deleted_is_written_to_a_file_that_restore_takes(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    store = Store(f"sqlite:///{tmp_path / 'tables.db'}")
    keep(store, "old", "over", 100 * DAY, (COIN, MINE))
    keep(store, "new", "over", 10 * DAY, (COIN, MINE))
    assert prune(store, Expiry(over_days=90), NOW) == ["old"]
    (saved,) = (tmp_path / "tables.db.deleted").iterdir()
    assert str(saved) in str(caplog.records[-1].__dict__)
    assert saved.stat().st_mode & 0o777 == 0o600
    other = Store(f"sqlite:///{tmp_path / 'other.db'}")
    restore(other, saved)
    found = other.tables.load("old")
    assert found is not None and found.entries == [COIN, MINE] and len(found.seats) == 2
    assert other.tables.load("new") is None
    store.close()
    other.close()
