"""Somebody sets the clock of the machine: no deadline passes by it, nothing expires, no page goes back."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import fieldhouse.store
import fieldhouse.web
from fieldhouse.kernel.errors import BadOptions
from fieldhouse.store import server_clock
from fieldhouse.store.prune import Expiry, expired_tables
from fieldhouse.store.store import Store
from fieldhouse.web.engine.engine import Engine
from fieldhouse.web.engine.live_table import token_hash
from fieldhouse.web.engine.table_service import TableService
from fieldhouse.web.middleware.rate_limit import TokenBuckets
from fieldhouse.web.settings import Settings
from fieldhouse.web.setup import create_table, dice_commitment, join
from fieldhouse.web.setup.table_request import TableRequest

HOUR, DAY = 3600.0, 24 * 3600.0
Set = Callable[[float], None]


@pytest.fixture
def wall(monkeypatch: pytest.MonkeyPatch) -> Set:
    """Set the clock on the wall forward or back."""
    real = time.time

    def move(by: float) -> None:
        monkeypatch.setattr(time, "time", lambda: real() + by)

    return move


@pytest.fixture
def pass_time(monkeypatch: pytest.MonkeyPatch) -> Set:
    """Let time itself go by."""
    real = server_clock.steady

    def move(by: float) -> None:
        monkeypatch.setattr(server_clock, "steady", lambda: real() + by)

    return move


@pytest.fixture
def house(tmp_path: Path) -> Iterator[TableService]:
    settings = Settings(database=f"sqlite:///{tmp_path / 'tables.db'}")
    found = TableService(Store(settings.database_url), settings)
    yield found
    found.close()
    found.store.close()


async def by_link(house: TableService) -> str:
    """A table with an hour for each answer; both people are there."""
    wish = TableRequest(
        game="sandlot", opponent="link", deadline=60, token=dice_commitment.issue_token(house)[0]
    )
    made = await create_table.create_table(house, wish, token_hash("ann"))
    await join.join_table(house, made.invites[1], token_hash("ben"), "Ben", "")
    return made.id


async def swept(house: TableService) -> None:
    """One sweep over what is due."""
    engine = Engine(house)
    try:
        await engine.coaches.answer_overdue()
    finally:
        engine.close()


@pytest.mark.parametrize("by", [DAY, -HOUR])
def test_a_set_clock_passes_no_deadline_and_gives_no_time(
    house: TableService, wall: Set, pass_time: Set, by: float
) -> None:
    async def run() -> tuple[int, int, int]:
        table = await by_link(house)
        before = (await house.get(table)).game_table
        first = len(before.entries)
        wall(by)
        pass_time(0.9 * HOUR)
        await swept(house)
        second = len((await house.get(table)).game_table.entries)
        pass_time(1.1 * HOUR)
        await swept(house)
        return first, second, len((await house.get(table)).game_table.entries)

    first, second, third = asyncio.run(run())
    assert first == second, "nobody was answered for before the hour was over"
    assert third > second, "and after it a coach answered"


def test_a_clock_set_forward_deletes_no_table(house: TableService, wall: Set, pass_time: Set) -> None:
    """A table at which nobody has answered has a day, by the clock of the house."""
    asyncio.run(by_link(house))
    wall(400 * DAY)
    assert expired_tables(house.store, Expiry(), server_clock.now()) == []
    pass_time(1.1 * DAY)
    assert len(expired_tables(house.store, Expiry(), server_clock.now())) == 1


@pytest.mark.parametrize("by", [30 * DAY, -30 * DAY])
def test_a_set_up_page_serves_after_the_clock_was_set(
    house: TableService, wall: Set, pass_time: Set, by: float
) -> None:
    """The commitment on it is good for a week."""
    token, _ = dice_commitment.issue_token(house)
    wish = TableRequest(game="sandlot", opponent="both", token=token)
    wall(by)
    assert asyncio.run(create_table.create_table(house, wish, token_hash("ann"))).id
    pass_time(8 * DAY)
    with pytest.raises(BadOptions, match="too old"):
        asyncio.run(create_table.create_table(house, wish, token_hash("ann")))


@pytest.mark.parametrize("by", [DAY, -HOUR])
def test_a_set_clock_fills_no_bucket_and_empties_none(wall: Set, by: float) -> None:
    buckets = TokenBuckets(rate=0.001, burst=2)
    assert buckets.take("ann", 2)
    wall(by)
    assert not buckets.take("ann", 1) and buckets.take("ben", 2)


def test_a_page_is_newer_than_the_one_before_though_the_clock_was_set_back(
    house: TableService, wall: Set
) -> None:
    async def run() -> tuple[int, int]:
        table = await by_link(house)
        live = await house.get(table)
        before = live.stamp(0)
        wall(-HOUR)
        asked = live.game_table.request_for(0)
        assert asked is not None
        await house.answer(table, 0, [asked.keys[0]], live.game_table.sequence(0))
        return before, (await house.get(table)).stamp(0)

    before, after = asyncio.run(run())
    assert after > before


def test_a_house_opened_again_after_the_clock_was_set_back_goes_on_from_its_own_time(
    house: TableService, wall: Set, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else pages would wait an hour for a newer one, and coaches for their turn."""
    house.store.note_time()
    noted = server_clock.now()
    wall(-HOUR)
    again = server_clock.Clock()
    assert again.now() < noted - 0.9 * HOUR
    monkeypatch.setattr(server_clock, "not_before", again.not_before)
    Store(str(house.store.url)).close()
    assert noted < again.now() < noted + 2 * server_clock.NOTED_EVERY


def test_nothing_in_the_house_reads_the_clock_on_the_wall() -> None:
    """Only the clock itself does, once."""
    for room in (fieldhouse.store, fieldhouse.web):
        for file in Path(str(room.__file__)).parent.rglob("*.py"):
            if file != Path(server_clock.__file__):
                assert not re.search(r"\btime\.time\(|datetime\.now\(", file.read_text()), file
