"""A group of answers is kept in a few statements, whole or not at all."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from fieldhouse.kernel.entries import Chosen, Entry, Rolled
from fieldhouse.store.schema import SeatRow, TableRow
from fieldhouse.store.store import Store
from fieldhouse.store.tables import TableChange, TableConflict, TableCreation

MANY = 200
"""More tables, and more log entries, than fit into one statement."""


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    found = Store(f"sqlite:///{tmp_path / 'tables.db'}")
    yield found
    found.close()


def new(n: int) -> TableCreation:
    row = TableRow(id=f"table-{n}", game="sandlot", setup="x", mode="both")
    return TableCreation(row, [SeatRow(seat=0)], [], None, b"{}")


def played(row: TableRow) -> TableChange:
    log: list[Entry] = [Chosen(0, "call", f"it's {row.id}"), *(Rolled("die", str(n)) for n in range(5))]
    values = {"status": "live", "summary": f'{{"of": "{row.id}"}}', "deadline_at": 1792188000.123456}
    return TableChange(row, values, log)


def test_a_large_group_is_kept_whole(store: Store) -> None:
    tables = [new(n) for n in range(MANY)]
    store.tables.write_all(tables)
    for _ in range(2):
        changes = [played(table.row) for table in tables]
        store.tables.write_all(changes)
    for change in changes:
        kept = store.tables.load(change.row.id)
        assert kept is not None and kept.row == change.row and kept.row.revision == 2
        assert kept.row.summary == change.values["summary"] and kept.row.deadline_at == 1792188000.123456
        assert kept.entries == [*change.log, *change.log]


def test_of_a_group_with_one_late_answer_nothing_is_kept(store: Store) -> None:
    tables = [new(n) for n in range(MANY)]
    store.tables.write_all(tables)
    late = played(TableRow(id="table-150", revision=7, game="sandlot", setup="x", mode="both"))
    group = [played(table.row) for table in tables if table.row.id != "table-150"]
    with pytest.raises(TableConflict):
        store.tables.write_all([new(MANY), *group, late])
    assert store.tables.count() == MANY
    for table in tables:
        kept = store.tables.load(table.row.id)
        assert kept is not None and kept.row.revision == 0 and kept.entries == []
        assert table.row.revision == 0, "and memory does not run ahead"


def test_a_commitment_serves_one_table_of_a_group(store: Store) -> None:
    first, second = new(1), new(2)
    first.commitment = second.commitment = "c"
    store.tables.write_all([first, second])
    assert (first.kept, second.kept) == ("table-1", "table-1") and store.tables.count() == 1
