"""Connections of a store: nobody has to close it for its file to be given back."""

from __future__ import annotations

import gc
import sqlite3
from pathlib import Path

import pytest

from fieldhouse.store import tables
from fieldhouse.store.store import Store


def test_a_store_that_is_forgotten_closes_its_connections(tmp_path: Path) -> None:
    """From Python 3.13 on whoever leaves that to the collector of garbage is told off."""
    store = Store(f"sqlite:///{tmp_path / 'tables.db'}")
    with store.read_connection() as db:
        held = db.connection.dbapi_connection
    assert isinstance(held, sqlite3.Connection) and held.execute("SELECT 1").fetchone() == (1,)
    del store
    gc.collect()
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        held.execute("SELECT 1")


def test_the_store_is_found_under_its_documented_old_name() -> None:
    with pytest.warns(DeprecationWarning, match="use fieldhouse.store.store.Store"):
        assert tables.Store is Store
