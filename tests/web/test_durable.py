"""A killed server loses no acknowledged answer; the store holds under two writers; backups are whole."""

from __future__ import annotations

import asyncio
import shutil
import signal
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
import sqlalchemy as sa
from benchmarks.crowd import answers_given
from sqlalchemy.exc import OperationalError
from tests.web.conftest import Server

from fieldhouse.kernel import record
from fieldhouse.kernel.entries import Rolled
from fieldhouse.kernel.errors import FieldhouseError
from fieldhouse.kernel.record import apply_entries
from fieldhouse.kernel.table import Table
from fieldhouse.store.backup import backup, restore
from fieldhouse.store.schema import entries
from fieldhouse.store.schema import tables as tables_of_store
from fieldhouse.store.store import Store
from fieldhouse.store.tables import TableConflict
from fieldhouse.web.engine import table_loader
from fieldhouse.web.engine.live_table import (
    LiveTable,
    NotYourSeat,
    OutdatedTable,
    TamperedRecord,
    token_hash,
)
from fieldhouse.web.engine.table_service import TableService
from fieldhouse.web.settings import Settings, from_environment
from fieldhouse.web.setup import create_table, dice_commitment
from fieldhouse.web.setup.table_request import TableRequest


class Hall:
    """A house of the server's kind, one call at a time: each runs the event loop until it is answered."""

    def __init__(self, path: Path) -> None:
        settings = Settings(database=f"sqlite:///{path}")
        self.house = TableService(Store(settings.database_url), settings)
        self.store = self.house.store

    def look(self, table: str) -> LiveTable:
        return asyncio.run(self.house.get(table))

    def answer(self, table: str, seat: int, keys: list[str], sequence: int | None) -> LiveTable:
        return asyncio.run(self.house.answer(table, seat, keys, sequence))

    def close(self) -> None:
        self.house.close()
        self.store.close()


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Callable[..., Hall]]:
    """Open houses on a file; they are closed at the end."""
    found: list[Hall] = []

    def open_hall(name: str = "a.db") -> Hall:
        found.append(Hall(tmp_path / name))
        return found[-1]

    yield open_hall
    for one in found:
        one.close()


def table_for(hall: Hall, length: str = "tiny") -> str:
    token, _ = dice_commitment.issue_token(hall.house)
    wish = TableRequest(game="sandlot", opponent="both", length=length, token=token)
    return asyncio.run(create_table.create_table(hall.house, wish, token_hash("me"))).id


def one_answer(hall: Hall, table: str) -> None:
    live = hall.look(table)
    seat = live.game_table.pending_seats[0]
    asked = live.game_table.request_for(seat)
    assert asked is not None
    hall.answer(table, seat, [asked.keys[0]], live.game_table.sequence(seat))


@pytest.mark.slow
def test_kill_9_under_load_loses_no_acknowledged_answer(serve: Callable[..., Server]) -> None:
    """Every 201 is in the store after the server was killed, exactly once, and the game goes on."""
    server = serve()
    acknowledged: dict[str, list[tuple[int, int, str]]] = {}
    stop = threading.Event()

    def person(n: int) -> None:
        with httpx.Client(base_url=server.url, timeout=5) as client:
            made = client.post(
                "/api/tables", json={"game": "sandlot", "opponent": "hotseat", "options": {"drives": 20}}
            ).json()
            client.headers["authorization"] = f"Bearer {made['token']}"
            done = acknowledged.setdefault(made["table"], [])
            while not stop.is_set():
                try:
                    state = client.get(f"/api/tables/{made['table']}").json()
                    if state["request"] is None:
                        return
                    asked = state["request"]
                    key = asked["options"][n % len(asked["options"])]["key"]
                    body = {"sequence": asked["sequence"], "key": key, "seat": asked["seat"]}
                    reply = client.post(f"/api/tables/{made['table']}/answers", json=body)
                    if reply.status_code == 201:
                        done.append((asked["seat"], asked["sequence"], key))
                except httpx.TransportError:
                    return

    crowd = [threading.Thread(target=person, args=(n,)) for n in range(8)]
    for thread in crowd:
        thread.start()
    patience = time.monotonic() + 120
    while sum(map(len, list(acknowledged.values()))) <= 50 and time.monotonic() < patience:
        time.sleep(0.02)
    port = server.port
    server.kill()  # SIGKILL, in the middle of it all
    stop.set()
    for thread in crowd:
        thread.join(10)
    assert sum(map(len, acknowledged.values())) > 50
    store = Store(server.database)
    for table, done in acknowledged.items():
        found = answers_given(store, table)
        assert set(done) <= set(found), "an acknowledged answer is missing"
        assert len(found) - len(done) <= 1, "at most the one that was not acknowledged any more"
    store.close()
    server.start(port)
    with server.client() as client:
        table = next(iter(acknowledged))
        assert client.get(f"/t/{table}").status_code == 200


def test_a_server_that_goes_down_lets_listeners_go(serve: Callable[..., Server]) -> None:
    """SIGTERM ends open streams properly and at once; in a process that nobody prepared."""
    server = serve(cold=True)
    made = httpx.post(f"{server.url}/api/tables", json={"game": "sandlot", "opponent": "both"}).json()
    with httpx.stream("GET", f"{server.url}/t/{made['table']}/live", timeout=60) as stream:
        lines = stream.iter_lines()
        assert "changed" in next(lines)
        assert server.process is not None
        server.process.send_signal(signal.SIGTERM)
        for _ in lines:
            pass
        assert server.process.wait(60) in (0, -signal.SIGTERM), "uvicorn passes the signal on at its end"
    server.kill()


def test_what_cannot_be_kept_did_not_happen(
    hall: Callable[..., Hall], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A group that fails is the failure of every answer in it, and memory shows what the store has."""
    ours = hall()
    tables = [table_for(ours) for _ in range(3)]
    before = {table: list(ours.look(table).game_table.entries) for table in tables}

    def broken(*_: object, **__: object) -> None:
        raise OSError("disk full")

    async def together() -> list[object]:
        lives = [await ours.house.get(table) for table in tables]
        seats = [live.game_table.pending_seats[0] for live in lives]
        keys = [live.game_table.request_for(seat).keys[0] for live, seat in zip(lives, seats, strict=True)]  # type: ignore[union-attr]
        answers = [ours.house.answer(t, s, [k], None) for t, s, k in zip(tables, seats, keys, strict=True)]
        at_work, done = threading.Event(), threading.Event()
        writer = ours.house.writer

        def hold(_: Store) -> None:
            at_work.set()
            done.wait(60)

        held = writer.do(hold)
        while not at_work.is_set():
            await asyncio.sleep(0.001)
        given = [asyncio.create_task(answer) for answer in answers]
        while writer._jobs.qsize() < len(given):  # they come while the writer is at work
            await asyncio.sleep(0.001)
        done.set()
        await held
        return list(await asyncio.gather(*given, return_exceptions=True))

    monkeypatch.setattr(ours.store.tables, "write_all", broken)
    assert [str(error) for error in asyncio.run(together())] == ["disk full"] * 3
    monkeypatch.undo()
    for table in tables:
        assert ours.look(table).game_table.entries == before[table]
    assert all(isinstance(live, LiveTable) for live in asyncio.run(together()))
    made = len(tables)  # each of them was a group of its own
    assert ours.house.writer.changes - made == len(tables)
    assert ours.house.writer.groups - made == 1, "answers that come together go together"


def test_a_store_that_becomes_read_only_refuses_answers_until_it_is_not(hall: Callable[..., Hall]) -> None:
    """As after a fault of the disk, when the system lets nobody write: looking goes on, nothing is lost."""
    ours = hall()
    table = table_for(ours)
    one_answer(ours, table)
    read_only = True

    @sa.event.listens_for(ours.store.engine, "checkout")
    def on_checkout(connection: Any, *_: Any) -> None:
        connection.execute(f"PRAGMA query_only = {int(read_only)}")

    before = len(ours.look(table).game_table.entries)
    for _ in range(3):
        with pytest.raises(OperationalError, match="readonly"):
            one_answer(ours, table)
        assert len(ours.look(table).game_table.entries) == before, "what was not kept is not shown"
    with pytest.raises(OperationalError, match="readonly"):
        asyncio.run(ours.house.check_store())
    read_only = False
    asyncio.run(ours.house.check_store())
    one_answer(ours, table)
    kept = ours.store.tables.load(table)
    assert kept is not None and kept.entries == ours.look(table).game_table.entries
    assert len(kept.entries) > before


def test_a_table_that_a_league_keeps_is_not_deleted_by_its_owner(hall: Callable[..., Hall]) -> None:
    ours = hall()
    table, other = table_for(ours), table_for(ours)
    with ours.store.write_transaction() as db:
        kept = tables_of_store.update().where(tables_of_store.c.id == table)
        db.execute(kept.values(kept_for="league:7"))
    ours.house.forget(table)
    with pytest.raises(NotYourSeat, match="belongs to a league"):
        asyncio.run(create_table.delete_table(ours.house, table, token_hash("me")))
    assert ours.store.tables.load(table) is not None
    asyncio.run(create_table.delete_table(ours.house, other, token_hash("me")))
    assert ours.store.tables.load(other) is None


def test_nobody_sees_an_answer_before_it_is_kept(
    hall: Callable[..., Hall], monkeypatch: pytest.MonkeyPatch
) -> None:
    """While the writer is at work a look waits; it never shows what might still be lost."""
    ours = hall()
    table = table_for(ours)
    written = threading.Event()
    real = ours.store.tables.write_all

    def slow(changes: object) -> None:
        assert written.wait(10)
        real(changes)  # type: ignore[arg-type]

    async def look_meanwhile() -> None:
        live = await ours.house.get(table)
        seat, size = live.game_table.pending_seats[0], len(live.game_table.entries)
        asked = live.game_table.request_for(seat)
        assert asked is not None
        answering = asyncio.create_task(ours.house.answer(table, seat, [asked.keys[0]], None))
        await asyncio.sleep(0)
        assert len(live.game_table.entries) > size, "the table stands ahead of the store"
        looking = asyncio.create_task(ours.house.get(table))
        done, _ = await asyncio.wait([looking, answering], timeout=0.2)
        assert not done
        written.set()
        assert (await looking) is (await answering)

    monkeypatch.setattr(ours.store.tables, "write_all", slow)
    asyncio.run(look_meanwhile())


def test_a_long_game_opens_from_its_whistle(
    hall: Callable[..., Hall], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a kept snapshot only the entries after it are replayed, and the game is the same."""
    monkeypatch.setattr(table_loader, "SNAPSHOT_EVERY", 10)
    ours = hall()
    table = table_for(ours, "full")
    for _ in range(14):
        one_answer(ours, table)
    assert ours.store.records.snapshot(table) is not None
    other = hall()
    applied = 0
    real = record.apply_entry

    def counting(*args: Any) -> None:
        nonlocal applied
        applied += 1
        real(*args)

    monkeypatch.setattr(record, "apply_entry", counting)
    mine, theirs = ours.look(table), other.look(table)
    assert applied < len(mine.game_table.entries) / 2
    assert theirs.game_table.observation(0) == mine.game_table.observation(0)
    assert theirs.receipts.whole == mine.receipts.whole != ""  # type: ignore[union-attr]
    monkeypatch.undo()
    while other.look(table).game_table.outcome is None:
        one_answer(other, table)
    third = hall()
    assert third.look(table).game_table.entries == other.look(table).game_table.entries


def _forge(hall: Hall, table: str, n: int, body: str) -> None:
    with hall.store.write_transaction() as db:
        here = (entries.c.table_id == table) & (entries.c.n == n)
        db.execute(sa.update(entries).where(here).values(body=body))


def test_a_table_of_other_rules_says_so(hall: Callable[..., Hall]) -> None:
    """An entry that the present rules do not allow: the version changed under the table."""
    ours = hall()
    table = table_for(ours)
    _forge(ours, table, 0, '{"t":"roll","stream":"old","key":"9"}')
    with pytest.raises(OutdatedTable, match="Entry 1 of this game doesn't fit the current rules"):
        hall().look(table)


def test_a_roll_changed_in_the_store_is_noticed_and_said(hall: Callable[..., Hall]) -> None:
    """Another card would be as legal; only the receipt kept with the table tells that it was not drawn."""
    ours = hall()
    table = table_for(ours)
    log = ours.look(table).game_table.entries
    last = log[-1]
    assert isinstance(last, Rolled)
    again: Table[Any] = Table(ours.look(table).game)
    apply_entries(again, log[:-1])
    assert again.chance is not None
    other = next(key for key in again.chance.keys if key != last.key)
    forged = msgspec.structs.replace(last, key=other)
    _forge(ours, table, len(log) - 1, msgspec.json.encode(forged).decode())
    with pytest.raises(TamperedRecord, match="doesn't match its receipt"):
        hall().look(table)


def test_backup_and_restore_bring_everything_back(hall: Callable[..., Hall], tmp_path: Path) -> None:
    ours = hall()
    tables = [table_for(ours) for _ in range(3)]
    for table in tables:
        one_answer(ours, table)
    count = backup(ours.store, tmp_path / "all.jsonl.gz")
    assert count > 3
    one_answer(ours, tables[0])  # goes on meanwhile
    fresh = Store(f"sqlite:///{tmp_path / 'b.db'}")
    assert restore(fresh, tmp_path / "all.jsonl.gz") == count
    with pytest.raises(FieldhouseError, match="not empty"):
        restore(fresh, tmp_path / "all.jsonl.gz")
    fresh.close()
    again = hall("b.db")
    for table in tables[1:]:
        assert again.look(table).game_table.entries == ours.look(table).game_table.entries
    assert again.house.secret == ours.house.secret
    (tmp_path / "bad.jsonl.gz").write_bytes(b"rubbish")
    third = Store(f"sqlite:///{tmp_path / 'c.db'}")
    with pytest.raises(FieldhouseError, match="not a Fieldhouse backup"):
        restore(third, tmp_path / "bad.jsonl.gz")
    third.close()


def test_tables_of_an_earlier_layout_are_played_on(hall: Callable[..., Hall], tmp_path: Path) -> None:
    """Layout 1: finished, running from a whistle with a note, by link, waiting for a friend, with a coach."""
    shutil.copy(Path(__file__).parents[1] / "stores" / "layout-1.db", tmp_path / "a.db")
    ours = hall()
    with ours.store.read_connection() as db:
        found = db.execute(sa.select(tables_of_store.c.id, tables_of_store.c.status)).all()
    for table, status in found:
        live = ours.look(table)
        assert live.row.status == status
        if status == "live":
            before = len(live.game_table.entries)
            one_answer(ours, table)
            assert len(ours.look(table).game_table.entries) > before
            assert hall().look(table).row.receipt == ours.look(table).receipts.whole  # type: ignore[union-attr]


def test_settings_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FIELDHOUSE_RATE", "7.5")
    monkeypatch.setenv("FIELDHOUSE_ORIGIN", "https://play.example.org")
    found = from_environment(workers=3)
    assert (found.rate, found.workers, found.secure) == (7.5, 3, True)
    monkeypatch.setenv("FIELDHOUSE_BURST", "many")
    with pytest.raises(FieldhouseError, match="burst"):
        from_environment()


def test_a_lost_race_leaves_no_trace_in_memory(
    hall: Callable[..., Hall], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another writer is faster twice: the answer is made anew on what the store has, and kept once."""
    ours = hall()
    table = table_for(ours)
    before = list(ours.look(table).game_table.entries)
    real = ours.store.tables.write_all
    lost = 0

    def losing(changes: object) -> None:
        nonlocal lost
        lost += 1
        if lost < 3:
            raise TableConflict("another was faster")
        real(changes)  # type: ignore[arg-type]

    monkeypatch.setattr(ours.store.tables, "write_all", losing)
    one_answer(ours, table)
    assert lost == 3
    after = ours.look(table).game_table.entries
    assert len(after) > len(before) and after[: len(before)] == before
    kept = ours.store.tables.load(table)
    assert kept is not None and kept.entries == after
