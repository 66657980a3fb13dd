"""Small signs by which the other side could tell that somebody thinks again: heartbeats, hints, clocks."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from tests.web.conftest import WORD
from tests.web.seeded import same_dice
from tests.web.test_secrets import pairs

from fieldhouse.store.store import Store
from fieldhouse.web import table_routes
from fieldhouse.web.engine.coach_driver import CoachDriver
from fieldhouse.web.engine.engine import Engine
from fieldhouse.web.engine.live_table import token_hash
from fieldhouse.web.engine.table_service import TableService
from fieldhouse.web.engine.worker_pool import CoachFailed
from fieldhouse.web.settings import Settings
from fieldhouse.web.setup import create_table, dice_commitment, join
from fieldhouse.web.setup.table_request import TableRequest


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TableService]:
    same_dice(WORD, "1", monkeypatch.setattr)
    settings = Settings(database=f"sqlite:///{tmp_path / 'tables.db'}")
    found = TableService(Store(settings.database_url), settings)
    yield found
    found.close()
    found.store.close()


async def table_by_link(
    house: TableService,
    game: str = "sandlot",
    deadline: int = 0,
    options: dict[str, bool | int | str] | None = None,
) -> str:
    """Ann and Bob at one table."""
    token, _ = dice_commitment.issue_token(house)
    wish = TableRequest(
        game=game, opponent="link", length="tiny", options=options or {}, token=token, deadline=deadline
    )
    made = await create_table.create_table(house, wish, token_hash("ann"))
    await join.join_table(house, made.invites[1], token_hash("bob"), "Bob", "")
    return made.id


def test_a_heartbeat_comes_at_its_time_whatever_happens_unseen(
    house: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A secret change woke the stream, which then waited anew: the others could count the changes."""
    monkeypatch.setattr(table_routes, "PING", 0.3)

    async def listen() -> None:
        table = await table_by_link(house)
        engine = Engine(house)
        ear, staying = asyncio.Event(), asyncio.create_task(asyncio.Event().wait())
        changes = table_routes._changes(house, engine.notifier, table, None, ear, staying)  # type: ignore[arg-type]
        assert b"changed" in await anext(changes)
        waiting = asyncio.ensure_future(anext(changes))
        for _ in range(1200):  # somebody changes his mind all the time, up to a minute
            ear.set()
            await asyncio.sleep(0.05)
            if waiting.done():
                break
        assert b"still here" in await waiting
        staying.cancel()
        engine.close()

    asyncio.run(listen())


def test_who_asks_for_a_hint_does_not_learn_that_the_other_side_asks(house: TableService) -> None:
    async def ask() -> None:
        live = await house.get(await table_by_link(house))
        engine = Engine(house)
        with engine.coaches._hint_slot(live, 0):
            with (
                pytest.raises(CoachFailed, match="still working"),
                engine.coaches._hint_slot(live, 0),
            ):
                pass
            other = asyncio.create_task(_hinted(engine.coaches, live))
            await asyncio.sleep(0)
        assert await other, "the other side waits for its turn and gets its hint"
        engine.close()

    async def _hinted(coaches: CoachDriver, live: object) -> bool:
        with coaches._hint_slot(live, 1):  # type: ignore[arg-type]
            return True

    asyncio.run(ask())


@pytest.mark.parametrize("game", pairs())
def test_who_takes_an_answer_back_has_the_time_that_was_his_and_no_more(
    house: TableService, game: str
) -> None:
    """Every answer that can be taken back: the clock and the place in the lists are what they were."""

    rng = Random(3)

    async def play() -> int:
        table, tried = await table_by_link(house, game, deadline=60), 0
        for turn in range(40):
            live = await house.get(table)
            if live.game_table.outcome is not None:
                break
            seat = live.game_table.pending_seats[turn % len(live.game_table.pending_seats)]
            asked = live.game_table.request_for(seat)
            assert asked is not None
            before = live.row.deadline_at
            assert before is not None
            chosen = rng.choice(asked.keys)
            await house.answer(table, seat, [chosen], None)
            if chosen != "end-turn" and live.game_table.outcome is None and live.game_table.can_undo(seat):
                await house.answer(table, seat, ["undo"], None)
                again = live.game_table.request_for(seat)
                if again is None or (again.what, list(again.keys)) != (asked.what, list(asked.keys)):
                    continue  # it went back further, over questions with one answer
                assert live.row.deadline_at == before, f"{asked.what} answered and taken back"
                tried += 1
                await house.answer(table, seat, [asked.keys[0]], None)
        return tried

    assert any(asyncio.run(play()) for _ in range(8)), "nothing could be taken back at eight tables"
