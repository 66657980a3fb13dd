"""A killed server loses no acknowledged answer; the store holds under two writers; backups are whole."""

from __future__ import annotations

import json
import signal
import threading
import time
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from tests.web.conftest import Server

from fieldhouse.kernel.errors import FieldhouseError, StaleAnswer
from fieldhouse.store.backup import backup, restore
from fieldhouse.store.tables import Store
from fieldhouse.web import house as house_module
from fieldhouse.web import live as live_module
from fieldhouse.web import opening
from fieldhouse.web.house import House
from fieldhouse.web.live import digest
from fieldhouse.web.settings import Settings, from_environment


def house_at(path: Path) -> House:
    settings = Settings(database=f"sqlite:///{path}")
    return House(Store(settings.database_url), settings)


def table_for(house: House, **choices: object) -> str:
    token, _ = opening.issue(house)
    wish = opening.Wish(game="sandlot", opponent="both", length="tiny", token=token, **choices)  # type: ignore[arg-type]
    return opening.create(house, wish, digest("me")).id


def one_answer(house: House, table: str) -> None:
    live = house.look(table)
    seat = live.started.waiting[0]
    asked = live.started.asked(seat)
    assert asked is not None
    house.answer(table, seat, [asked.keys[0]], live.started.sequence(seat))


@pytest.mark.slow
def test_kill_9_under_load_loses_no_acknowledged_answer(serve: Callable[..., Server]) -> None:
    """Every 201 is in the store after the server was killed, exactly once, and the game goes on."""
    server = serve()
    acknowledged: dict[str, list[tuple[int, int, str]]] = {}
    stop = threading.Event()

    def person(n: int) -> None:
        with httpx.Client(base_url=server.url, timeout=5) as client:
            made = client.post(
                "/api/tables", json={"game": "sandlot", "opponent": "both", "options": {"drives": 20}}
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
    time.sleep(3)
    port = server.port
    server.kill()  # SIGKILL, in the middle of it all
    stop.set()
    for thread in crowd:
        thread.join(10)
    assert sum(map(len, acknowledged.values())) > 50
    store = Store(server.database)
    for table, done in acknowledged.items():
        kept = store.load(table)
        assert kept is not None
        log = [json.loads(line) for line in (__import__("msgspec").json.encode(e) for e in kept.entries)]
        chosen = [(e["seat"], e["key"]) for e in log if e["t"] == "choose"]
        counted = [0, 0]
        in_order = []
        for seat, key in chosen:
            in_order.append((seat, counted[seat], key))
            counted[seat] += 1
        assert set(done) <= set(in_order), "an acknowledged answer is missing"
        assert len(in_order) - len(done) <= 1, "at most the one that was not acknowledged any more"
    store.close()
    server.start(port)
    with server.client() as client:
        table = next(iter(acknowledged))
        assert client.get(f"/t/{table}").status_code == 200


def test_a_server_that_goes_down_lets_listeners_go(serve: Callable[..., Server]) -> None:
    """SIGTERM ends open streams properly and at once."""
    server = serve()
    made = httpx.post(f"{server.url}/api/tables", json={"game": "sandlot", "opponent": "both"}).json()
    with httpx.stream("GET", f"{server.url}/t/{made['table']}/live", timeout=20) as stream:
        lines = stream.iter_lines()
        assert "changed" in next(lines)
        began = time.monotonic()
        assert server.process is not None
        server.process.send_signal(signal.SIGTERM)
        for _ in lines:
            pass
        assert server.process.wait(15) in (0, -signal.SIGTERM), "uvicorn passes the signal on at its end"
        assert time.monotonic() - began < 5
    server.kill()


def test_of_two_writers_one_wins_and_the_other_looks_again(tmp_path: Path) -> None:
    """Two houses (as two server processes) on one store."""
    ours, theirs = house_at(tmp_path / "a.db"), house_at(tmp_path / "a.db")
    table = table_for(ours)
    theirs.look(table)
    one_answer(ours, table)
    assert theirs.look(table).started.entries == ours.look(table).started.entries
    live = theirs.look(table)
    seat = live.started.waiting[0]
    sequence = live.started.sequence(seat)
    keys = live.started.asked(seat)
    assert keys is not None
    ours.answer(table, seat, [keys.keys[0]], sequence)
    with pytest.raises(StaleAnswer):
        theirs.answer(table, seat, [keys.keys[0]], sequence)
    assert theirs.look(table).receipts.whole == ours.look(table).receipts.whole
    while ours.look(table).started.outcome is None:
        one_answer(ours, table)
        if theirs.look(table).started.outcome is None:
            one_answer(theirs, table)
    assert ours.look(table).started.outcome == theirs.look(table).started.outcome
    assert ours.look(table).started.entries == theirs.look(table).started.entries


def test_what_cannot_be_kept_did_not_happen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    house = house_at(tmp_path / "a.db")
    table = table_for(house)
    before = list(house.look(table).started.entries)

    def broken(*_: object, **__: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(house.store, "write", broken)
    with pytest.raises(OSError, match="disk full"):
        one_answer(house, table)
    monkeypatch.undo()
    assert house.look(table).started.entries == before


def test_a_long_game_opens_from_its_whistle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a kept snapshot only the entries after it are replayed, and the game is the same."""
    monkeypatch.setattr(house_module, "SNAPSHOT_EVERY", 10)
    house = house_at(tmp_path / "a.db")
    token, _ = opening.issue(house)
    wish = opening.Wish(game="sandlot", opponent="both", length="full", token=token)
    table = opening.create(house, wish, digest("me")).id
    for _ in range(14):
        one_answer(house, table)
    assert house.store.snapshot(table) is not None
    other = house_at(tmp_path / "a.db")
    applied = 0
    real = house_module.record.apply

    def counting(*args: object) -> None:
        nonlocal applied
        applied += 1
        real(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(house_module.record, "apply", counting)
    ours, theirs = house.look(table), other.look(table)
    assert applied < len(ours.started.entries) / 2
    assert theirs.started.sight(0) == ours.started.sight(0)
    assert theirs.receipts.whole == ours.receipts.whole
    monkeypatch.undo()
    while house.look(table).started.outcome is None:
        one_answer(house, table)
    while other.look(table).started.outcome is None:
        one_answer(other, table)
    assert other.look(table).started.entries == house.look(table).started.entries


def test_a_table_of_other_rules_says_so(tmp_path: Path) -> None:
    """An entry that the present rules do not allow: the version changed under the table."""
    import sqlalchemy as sa

    from fieldhouse.store.layout import entries

    house = house_at(tmp_path / "a.db")
    table = table_for(house)
    with house.store.writing() as db:
        here = (entries.c.table_id == table) & (entries.c.n == 0)
        db.execute(sa.update(entries).where(here).values(body='{"t":"roll","stream":"old","key":"9"}'))
    with pytest.raises(live_module.Outdated, match="does not follow the present rules"):
        house_at(tmp_path / "a.db").look(table)


def test_backup_and_restore_bring_everything_back(tmp_path: Path) -> None:
    house = house_at(tmp_path / "a.db")
    tables = [table_for(house) for _ in range(3)]
    for table in tables:
        one_answer(house, table)
    count = backup(house.store, tmp_path / "all.jsonl.gz")
    assert count > 3
    one_answer(house, tables[0])  # goes on meanwhile
    fresh = Store(f"sqlite:///{tmp_path / 'b.db'}")
    assert restore(fresh, tmp_path / "all.jsonl.gz") == count
    again = House(fresh, house.settings)
    for table in tables[1:]:
        assert again.look(table).started.entries == house.look(table).started.entries
    assert again.secret == house.secret
    with pytest.raises(FieldhouseError, match="not empty"):
        restore(fresh, tmp_path / "all.jsonl.gz")
    (tmp_path / "bad.jsonl.gz").write_bytes(b"rubbish")
    with pytest.raises(FieldhouseError, match="not a backup"):
        restore(Store(f"sqlite:///{tmp_path / 'c.db'}"), tmp_path / "bad.jsonl.gz")


def test_settings_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FIELDHOUSE_RATE", "7.5")
    monkeypatch.setenv("FIELDHOUSE_ORIGIN", "https://play.example.org")
    found = from_environment(workers=3)
    assert (found.rate, found.workers, found.secure) == (7.5, 3, True)
    monkeypatch.setenv("FIELDHOUSE_BURST", "many")
    with pytest.raises(FieldhouseError, match="burst"):
        from_environment()


def test_a_lost_race_leaves_no_trace_in_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody already holds the table when its answer loses the race: they see what the store has."""
    from fieldhouse.store.tables import Conflict

    house = house_at(tmp_path / "a.db")
    table = table_for(house)
    held = house.look(table)
    before = list(held.started.entries)
    real = house.store.write
    lost = 0

    def losing(*args: object, **more: object) -> None:
        nonlocal lost
        lost += 1
        if lost < 3:
            raise Conflict("another was faster")
        real(*args, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(house.store, "write", losing)
    one_answer(house, table)
    assert lost == 3 and house.look(table) is held
    assert len(held.started.entries) > len(before) and held.started.entries[: len(before)] == before
    kept = house.store.load(table)
    assert kept is not None and kept.entries == held.started.entries
