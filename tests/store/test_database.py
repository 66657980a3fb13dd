"""Connections of a store: nobody has to close it for its file to be given back."""

from __future__ import annotations

import gc
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa
from click.testing import CliRunner

from fieldhouse.cli import main
from fieldhouse.store import tables
from fieldhouse.store.backup import backup
from fieldhouse.store.migrate import BadStore
from fieldhouse.store.schema import server_values
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


def filled(path: Path) -> Store:
    """A store with enough rows to fill several pages of its file."""
    store = Store(f"sqlite:///{path}")
    with store.write_transaction() as db:
        for n in range(200):
            db.execute(server_values.insert(), {"name": f"n{n}", "value": "x" * 500})
    return store


def test_a_store_and_its_backups_can_be_read_by_their_owner_alone(tmp_path: Path) -> None:
    store = filled(tmp_path / "tables.db")
    backup(store, tmp_path / "a.backup.gz")
    store.close()
    for name in ("tables.db", "a.backup.gz"):
        assert (tmp_path / name).stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("kind", ["a page overwritten", "cut off", "a table missing", "another program's"])
def test_a_store_that_cannot_be_served_is_refused_and_left_as_it_is(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "tables.db"
    if kind == "another program's":
        with closing(sqlite3.connect(path)) as other:
            other.execute("CREATE TABLE recipes (name TEXT)")
    else:
        store = filled(path)
        if kind == "a table missing":
            with store.write_transaction() as db:
                db.execute(sa.text("DROP TABLE entries"))
        store.close()
        with closing(sqlite3.connect(path)) as db:
            db.execute("PRAGMA journal_mode=DELETE")
        body = bytearray(path.read_bytes())
        if kind == "a page overwritten":
            body[-60_000:-30_000] = b"\xff" * 30_000
        if kind == "cut off":
            del body[len(body) // 2 :]
        path.write_bytes(body)
    before = path.read_bytes()
    with pytest.raises(BadStore, match=r"damaged|another program"):
        Store(f"sqlite:///{path}")
    assert path.read_bytes() == before


def test_a_backup_of_a_store_that_is_not_there_is_refused(tmp_path: Path) -> None:
    run = CliRunner().invoke(
        main, ["backup", "--database", str(tmp_path / "mistyped.db"), str(tmp_path / "b")]
    )
    assert run.exit_code == 2 and "there is no database" in run.output
    assert list(tmp_path.iterdir()) == []
    Store(f"sqlite:///{tmp_path / 'tables.db'}").close()
    where = str(tmp_path / "nowhere" / "b.gz")
    run = CliRunner().invoke(main, ["backup", "--database", str(tmp_path / "tables.db"), where])
    assert run.exit_code == 2 and "there is no folder" in run.output
