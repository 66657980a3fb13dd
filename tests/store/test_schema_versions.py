"""A store of every earlier layout is brought up to date; what cannot be used is refused in one sentence."""

from __future__ import annotations

import gzip
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from fieldhouse.kernel.errors import FieldhouseError
from fieldhouse.store.backup import backup, restore
from fieldhouse.store.database import database_url
from fieldhouse.store.migrate import HERE, BadStore
from fieldhouse.store.schema import SCHEMA_VERSION, metadata, tables
from fieldhouse.store.store import Store
from fieldhouse.web.settings import Settings

STORES = Path(__file__).parents[1] / "stores"
EARLIER = [int(path.stem.rpartition("-")[2]) for path in sorted(STORES.glob("layout-*.db"))]


def opened(path: Path) -> Store:
    return Store(f"sqlite:///{path}")


def rows(store: Store) -> dict[str, int]:
    with store.read_connection() as db:
        return {
            t.name: db.scalar(sa.select(sa.func.count()).select_from(t)) or 0 for t in metadata.sorted_tables
        }


def test_every_earlier_layout_is_kept_for_these_tests() -> None:
    assert list(range(1, SCHEMA_VERSION)) == EARLIER
    assert len(list((HERE / "versions").glob("layout_*.py"))) == SCHEMA_VERSION


def test_the_migrations_lead_to_the_layout_that_the_code_knows(tmp_path: Path) -> None:
    store = opened(tmp_path / "new.db")
    with store.read_connection() as db:
        assert compare_metadata(MigrationContext.configure(db), metadata) == []
    store.close()


@pytest.mark.parametrize("layout", EARLIER)
def test_an_earlier_store_is_brought_up_to_date_after_a_backup(tmp_path: Path, layout: int) -> None:
    """Nothing is lost, and the backup made on the way holds every row as it was."""
    place = tmp_path / "tables.db"
    shutil.copy(STORES / f"layout-{layout}.db", place)
    with closing(sqlite3.connect(place)) as db, db:
        before = {name: n for name, n in _counts(db).items() if name != "alembic_version"}
    store = opened(place)
    with store.read_connection() as found:
        assert compare_metadata(MigrationContext.configure(found), metadata) == []
        counted = sa.select(tables.c.mode, sa.func.count(tables.c.owner)).group_by("mode")
        owners = {row.mode: row[1] for row in found.execute(counted)}
    assert owners == {"both": 2, "coach": 1, "link": 1}, (
        "one person alone owns the table; of two nobody knows"
    )
    after = rows(store)
    assert {name: after[name] for name in before if name != "house"} == {
        name: n for name, n in before.items() if name != "house"
    }
    store.close()
    kept = tmp_path / f"tables.db.layout-{layout}.backup.gz"
    with gzip.open(kept) as lines:
        assert msgspec.json.decode(next(lines)) == {"fieldhouse-backup": 1, "layout": layout}
        assert sum(1 for _ in lines) == sum(before.values())
    kept.unlink()
    opened(place).close()
    assert not kept.exists(), "a store that is up to date is left alone"


def _counts(db: sqlite3.Connection) -> dict[str, int]:
    names = [row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    return {name: db.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in names}


@pytest.mark.parametrize("layout", EARLIER)
def test_a_backup_of_an_earlier_layout_can_be_restored(tmp_path: Path, layout: int) -> None:
    store = opened(tmp_path / "new.db")
    restore(store, STORES / f"layout-{layout}.backup.gz")
    shutil.copy(STORES / f"layout-{layout}.db", tmp_path / "old.db")
    other = opened(tmp_path / "old.db")
    assert rows(store) == rows(other)
    count = backup(store, tmp_path / "again.gz")
    third = opened(tmp_path / "third.db")
    assert restore(third, tmp_path / "again.gz") == count
    for one in (store, other, third):
        one.close()


def test_a_migration_that_fails_changes_nothing(tmp_path: Path) -> None:
    """The second step of the way cannot be taken: the store is still of its old layout, whole."""
    place = tmp_path / "tables.db"
    shutil.copy(STORES / "layout-1.db", place)
    with closing(sqlite3.connect(place)) as db, db:
        db.execute("ALTER TABLE tables ADD COLUMN receipt TEXT")  # in the way of layout 2
        before = list(db.iterdump())
    with pytest.raises(BadStore, match="duplicate column"):
        opened(place)
    with closing(sqlite3.connect(place)) as db, db:
        assert list(db.iterdump()) == before


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"no database at all, but long enough to be read as one" * 40, "damaged or not an SQLite"),
        (None, "another program and has the tables recipes"),
    ],
)
def test_a_foreign_or_damaged_file_is_refused_and_left_alone(
    tmp_path: Path, content: bytes | None, words: str
) -> None:
    place = tmp_path / "tables.db"
    if content is None:
        with closing(sqlite3.connect(place)) as db, db:
            db.execute("CREATE TABLE recipes (name TEXT)")
        content = place.read_bytes()
    else:
        place.write_bytes(content)
    with pytest.raises(BadStore, match=words) as refused:
        opened(place)
    assert str(place) in str(refused.value) and "\n" not in str(refused.value)
    with closing(sqlite3.connect(f"file:{place}?mode=ro", uri=True)) as db, db:
        if words.startswith("another"):
            assert _counts(db) == {"recipes": 0}


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("sqlite:////nowhere/at/all/tables.db", "there is no folder /nowhere/at/all"),
        ("sqlite://", "sqlite:///<file>"),
        ("oracle://x", "not a database that Fieldhouse can use"),
        ("rubbish", "not a database that Fieldhouse can use"),
        ("postgresql+psycopg://nobody@127.0.0.1:1/x", "cannot use the database .*: connection failed"),
    ],
)
def test_an_address_that_leads_nowhere_is_refused_in_a_sentence(url: str, words: str) -> None:
    with pytest.raises(BadStore, match=words):
        Store(url)


def test_a_plain_path_is_a_place_for_a_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert database_url("games.db") == f"sqlite:///{tmp_path / 'games.db'}"
    assert database_url("sqlite:///games.db") == "sqlite:///games.db"
    assert database_url("postgresql+psycopg://me@here/games") == "postgresql+psycopg://me@here/games"
    assert Settings(database="games.db").database_url == database_url("games.db")
    Store(database_url("games.db")).close()
    assert (tmp_path / "games.db").is_file()


def test_a_store_of_the_future_is_refused(tmp_path: Path) -> None:
    opened(tmp_path / "a.db").close()
    with closing(sqlite3.connect(tmp_path / "a.db")) as db, db:
        db.execute("UPDATE alembic_version SET version_num = '99'")
    with pytest.raises(BadStore, match="version 99"):
        opened(tmp_path / "a.db")
    head = msgspec.json.encode({"fieldhouse-backup": 1, "layout": 99})
    (tmp_path / "new.gz").write_bytes(gzip.compress(head + b"\n"))
    store = opened(tmp_path / "b.db")
    with pytest.raises(FieldhouseError, match="version 99"):
        restore(store, tmp_path / "new.gz")
    store.close()


def test_one_server_at_a_time_has_an_sqlite_store(tmp_path: Path) -> None:
    first, second = opened(tmp_path / "a.db"), opened(tmp_path / "a.db")
    first.claim()
    with pytest.raises(BadStore, match="another server is using"):
        second.claim()
    first.close()
    third = opened(tmp_path / "a.db")
    third.claim()
    third.close()
