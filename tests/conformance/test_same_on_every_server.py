"""A table in memory, after a restart and on a second server tells the same, byte for byte, in every game."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from tests.web.leaguetables import FIRST, LeagueHouse

from fieldhouse.kernel.coaches import coach_view
from fieldhouse.kernel.errors import FieldhouseError
from fieldhouse.kernel.events import RecordedEvent
from fieldhouse.kernel.registry import list_all_games
from fieldhouse.kernel.session.verbs import UNDO
from fieldhouse.store.store import Store
from fieldhouse.web import api
from fieldhouse.web.engine import table_loader
from fieldhouse.web.engine.live_table import LiveTable, token_hash
from fieldhouse.web.engine.table_service import TableService
from fieldhouse.web.settings import Settings
from fieldhouse.web.setup import create_table, dice_commitment
from fieldhouse.web.setup.table_request import TableRequest
from fieldhouse.web.table_page import play_by_play
from fieldhouse.web.table_page.page import Visit, table_page

STEPS = 90


class House:
    """A server's tables, one call at a time."""

    def __init__(self, path: Path) -> None:
        settings = Settings(database=f"sqlite:///{path}")
        self.tables = TableService(Store(settings.database_url), settings)

    def create(self, game: str) -> str:
        token, _ = dice_commitment.issue_token(self.tables)
        wish = TableRequest(game=game, opponent="both", length="tiny", token=token)
        return asyncio.run(create_table.create_table(self.tables, wish, token_hash("me"))).id

    def look(self, table: str) -> LiveTable:
        return asyncio.run(self.tables.get(table))

    def follow(self, table: str) -> LiveTable:
        """Take over what another server wrote, as `TableService.get` does where several write."""
        live = self.look(table)
        newer = self.tables.store.tables.load_newer(table, live.row.revision, live.row.size)
        if newer is not None:
            table_loader.catch_up(live, newer, self.tables.store)
        return live

    def answer(self, table: str, seat: int, keys: list[str]) -> None:
        asyncio.run(self.tables.answer(table, seat, keys, None))

    def close(self) -> None:
        self.tables.close()
        self.tables.store.close()


@pytest.fixture
def open_house(tmp_path: Path) -> Iterator[Callable[[], House]]:
    found: list[House] = []

    def opened() -> House:
        found.append(House(tmp_path / "tables.db"))
        return found[-1]

    yield opened
    for one in found:
        one.close()


def everything_told(live: LiveTable) -> dict[str, Any]:
    """All that a seat or a spectator is told of the game, as it is sent."""
    found: dict[str, Any] = {"receipt": live.receipts.whole if live.receipts is not None else ""}
    table = live.game_table
    for seat in (*table.seats, None):
        lines, left_out = play_by_play.log_lines(live, seat, None)
        snapshot = live.snapshot(seat)
        parts = (
            live.receipt(seat),
            snapshot,
            [event.text() for event in snapshot.events],
            (lines, left_out, play_by_play.table_headline(live, seat, lines)),
            play_by_play.recent_rolls(live, seat),
            play_by_play.table_beats(live, seat, table.view(seat)),
            api.state(live, seat, 0),
            _page(live, (seat,) if seat is not None else ()),
            _page(live, tuple(table.seats), seat),
        )
        for number, part in enumerate(parts):
            found[f"{seat}/{number}"] = msgspec.json.encode(part, enc_hook=_plain)
    return found


def _page(live: LiveTable, held: tuple[int, ...], wanted: int | None = None) -> Any:
    """The whole page of a table, for who holds these seats, but for the moment at which it was made."""
    return msgspec.structs.replace(table_page(live, Visit(held=held, wanted=wanted, lines=None)), stamp=0)


def _plain(part: object) -> Any:
    """What the page has besides plain data: markup, and sets."""
    return sorted(part) if isinstance(part, set | frozenset) else str(part)


def next_keys(live: LiveTable, seat: int, rng: Random, coaches: list[Any]) -> list[str]:
    """A random answer, or that of a coach, which may be several at once; now and then an undo."""
    table = live.game_table
    asked = table.request_for(seat)
    assert asked is not None
    if rng.random() < 0.1 and table.can_undo(seat):
        return [UNDO]
    if rng.random() < 0.5:
        return [rng.choice(asked.keys)]
    reply = coaches[seat].answer(asked, coach_view(table, seat))
    return [reply] if isinstance(reply, str) else list(reply)


@pytest.mark.parametrize("snapshots", [False, True])
@pytest.mark.parametrize("name", sorted(list_all_games()))
def test_live_restarted_and_second_server_tell_the_same(
    name: str, snapshots: bool, open_house: Callable[[], House], monkeypatch: pytest.MonkeyPatch
) -> None:
    if snapshots:
        monkeypatch.setattr(table_loader, "SNAPSHOT_EVERY", 12)
    first = open_house()
    compare_all_along(first.create(name), name, first, open_house)


@pytest.mark.parametrize("snapshots", [False, True])
def test_a_leagues_table_is_the_same_on_every_server(
    snapshots: bool, open_house: Callable[[], House], monkeypatch: pytest.MonkeyPatch
) -> None:
    if snapshots:
        monkeypatch.setattr(table_loader, "SNAPSHOT_EVERY", 12)
    first = open_house()
    league = LeagueHouse(first.tables.store)
    table = league.table(FIRST)
    league.house.close()
    assert first.look(table).row.kept_for
    compare_all_along(table, "redboar", first, open_house)


def compare_all_along(table: str, name: str, first: House, open_house: Callable[[], House]) -> None:
    """Play with undos, and compare with a second server and a restarted one all along."""
    second, rng = open_house(), Random(7)
    folder, game = list_all_games()[name], first.look(table).game
    level = "starter" if "starter" in game.meta.levels else game.meta.levels[-1]
    coaches = [folder.coach(level, game, seat, 1, 0.01) for seat in range(2)]
    for step in range(STEPS):
        live = first.look(table)
        if live.game_table.outcome is not None:
            break
        seat = rng.choice(live.game_table.pending_seats)
        try:
            first.answer(table, seat, next_keys(live, seat, rng, coaches))
        except FieldhouseError:
            continue
        if step % 6 == 5:
            told = everything_told(first.look(table))
            assert everything_told(second.follow(table)) == told, "a second server tells it differently"
            restarted = open_house().look(table)
            assert everything_told(restarted) == told, "after a restart it is told differently"
            assert not any(isinstance(event, RecordedEvent) for event in restarted.game_table.events)
