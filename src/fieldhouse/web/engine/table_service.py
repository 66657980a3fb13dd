"""Tables in memory, loaded from the store and changed only through `Table.answer`.

On SQLite the table in memory is current. On PostgreSQL, where other processes write too, `get` compares
the revision first. A change is made in memory, handed to the writer, and shown and acknowledged when it is
durable. If it cannot be saved, the table is loaded again.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from fieldhouse.kernel.concession import result_text
from fieldhouse.kernel.entries import Entry
from fieldhouse.kernel.errors import FieldhouseError, IllegalAnswer, NotYourTurn, StaleAnswer
from fieldhouse.kernel.events import HouseNote
from fieldhouse.kernel.requests import Seat
from fieldhouse.kernel.session.verbs import CONCEDE, UNDO, VERBS
from fieldhouse.kernel.standing_answer import is_standing_key
from fieldhouse.league.service.derive import update_derived
from fieldhouse.league.service.league_service import LeagueService
from fieldhouse.league.service.record_result import FinishedTable, league_change
from fieldhouse.store import server_clock
from fieldhouse.store.league_schema import LeagueChange
from fieldhouse.store.leagues import LeagueConflict
from fieldhouse.store.schema import FOR_LEAGUE, SeatRow
from fieldhouse.store.store import Store
from fieldhouse.store.tables import StoredTable, TableChange, TableConflict
from fieldhouse.web.engine import deadlines, table_loader
from fieldhouse.web.engine.live_table import (
    MOST_ENTRIES,
    LiveTable,
    NoSuchTable,
    OutdatedTable,
    deal_typed_cards,
    undo_typed_roll,
)
from fieldhouse.web.engine.standing_answers import give_unasked_answers, save_standing_key
from fieldhouse.web.engine.store_access import RevisionBatcher, Writer
from fieldhouse.web.engine.table_loader import SetupCache
from fieldhouse.web.engine.threads import compute_in_thread, in_thread
from fieldhouse.web.engine.visitor_tokens import VisitorTokens
from fieldhouse.web.settings import Settings

log = logging.getLogger("fieldhouse.tables")
TRIES = 5
"""How often a change is retried after another process was first."""
LONG_LOG = 500
"""Entries of a log that is replayed in turn with other work that computes for long."""


class ChangeResult(msgspec.Struct):
    """What a change did besides answering: a line for the play-by-play, seats, header values."""

    line: str | None = None
    chairs: Sequence[SeatRow] = ()
    values: Mapping[str, Any] = {}


ChangeFunction = Callable[[LiveTable], ChangeResult]


class TableService:
    """All tables of the server. It lives on the event loop."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store = store
        self.settings = settings
        self.secret = store.value("secret", secrets.token_hex(32))
        self.tokens = VisitorTokens(store, self.secret)
        self.setups = SetupCache(store)
        self.writer = Writer(store)
        self._stamps = RevisionBatcher(store)
        self.count = store.tables.count()
        """The number of tables; on PostgreSQL as of the last sweep."""
        self._open: OrderedDict[str, LiveTable] = OrderedDict()
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._well = 0.0
        self.league_moved: Callable[[str], None] = lambda league_id: None
        """Called when a table has entered a result in its league."""

    def close(self) -> None:
        """Save what is still queued."""
        self.writer.close()

    async def check_store(self) -> None:
        """Raise if nothing can be saved now; it checks at most once a second."""
        if time.monotonic() - self._well > 1:
            async with asyncio.timeout(5):
                await self.writer.do(lambda store: store.note_time())
            self._well = time.monotonic()

    @property
    def in_memory(self) -> int:
        """Tables open in memory."""
        return len(self._open)

    # Opening

    async def get(self, table_id: str, *, fresh: bool = True) -> LiveTable:
        """The table in its saved state; NoSuchTable if there is none.

        With `fresh=False` it may lack what another process saved just now.
        """
        while True:
            live = self._open.get(table_id)
            if live is None:
                live = await self._load(table_id)
            elif live.pending is None and fresh and self.store.postgres:
                await self._refresh(live)
            if live.pending is not None:
                await asyncio.wait([live.pending])
            elif self._open.get(table_id) is live:
                self._open.move_to_end(table_id)
                live.used_at = time.monotonic()
                return live

    async def _load(self, table_id: str) -> LiveTable:
        task = self._loading.get(table_id)
        if task is None:
            task = self._loading[table_id] = asyncio.create_task(self._load_once(table_id))
            task.add_done_callback(lambda _: self._loading.pop(table_id, None))
        return await asyncio.shield(task)

    async def _load_once(self, table_id: str) -> LiveTable:
        kept = await in_thread(self.store.tables.load, table_id)
        if kept is None:
            raise NoSuchTable("There is no such table. It may have been deleted.")
        run = compute_in_thread if kept.row.size > LONG_LOG else in_thread
        live = await run(self._opened, kept)
        self.admit(live)
        return live

    def admit(self, live: LiveTable) -> None:
        """Keep the table in memory; the least recently used one makes room."""
        self._open[live.id] = live
        if len(self._open) > self.settings.in_memory:
            idle = next((name for name, one in self._open.items() if one.pending is None), live.id)
            del self._open[idle]

    def put_away(self, now: float) -> int:
        """Drop from memory what nobody has used for a while; how many. The next look loads it again."""
        if not self.settings.rest_minutes:
            return 0
        limit, tables = now - 60 * self.settings.rest_minutes, []
        for name, live in self._open.items():  # those not used for the longest time come first
            if live.used_at > limit:
                break
            if live.may_rest:
                tables.append(name)
        for name in tables:
            del self._open[name]
        return len(tables)

    def _opened(self, kept: StoredTable) -> LiveTable:
        """Replay the table, in a thread: nobody else has it yet."""
        try:
            folder = self.setups.folder(kept.row.game)
        except FieldhouseError as error:
            raise OutdatedTable(str(error)) from None
        live = LiveTable(kept, folder, self.setups.stored_game(folder, kept.row.setup).game)
        if kept.row.status != "open":
            table_loader.replay_log(live, kept, self.store)
        return live

    async def _refresh(self, live: LiveTable) -> bool:
        """Take over what other processes saved; True if they did."""
        seen = live.row.revision
        if await self._stamps.revision(live.id) == seen:
            return False
        try:
            newer = await in_thread(self.store.tables.load_newer, live.id, seen, live.row.size)
        except KeyError:
            self.forget(live.id)
            raise NoSuchTable("This table was deleted.") from None
        if newer is None or live.pending is not None or live.row.revision != seen:
            return newer is not None
        try:
            table_loader.catch_up(live, newer, self.store)
        except BaseException:
            self.forget(live.id)
            raise
        return True

    def forget(self, table_id: str) -> None:
        """Drop the table from memory, not from the store."""
        self._open.pop(table_id, None)

    # Changing

    async def change(self, table_id: str, act: ChangeFunction) -> LiveTable:
        """Change the table by `act` and save the change; retry if another process was first.

        An error that `act` raises leaves the table as it was.
        """
        for _ in range(TRIES):
            live = await self.get(table_id, fresh=False)
            waited = live.waiting_people()
            try:
                done = act(live)
                deal_typed_cards(live)
                if chairs := give_unasked_answers(live):
                    done = msgspec.structs.replace(done, chairs=[*done.chairs, *chairs])
                deal_typed_cards(live)
            except FieldhouseError:  # a refusal leaves the table as it was
                if self.store.postgres and await self._refresh(live):
                    continue  # perhaps it was we who were behind
                raise
            except BaseException:  # a fault in the rules may leave half an answer: read it anew
                self.forget(live.id)
                raise
            try:
                await self._keep(live, waited, done)
                return live
            except TableConflict:
                continue
        raise StaleAnswer("Somebody else answered first. Reload the page.")

    async def _keep(self, live: LiveTable, waited: tuple[Seat, ...], done: ChangeResult) -> None:
        """Save what happened and wait until it is durable; nobody sees the table meanwhile."""
        added: Sequence[Entry] = ()
        values, chairs = dict(done.values), list(done.chairs)
        if live.table is not None:
            added = live.table.entries[live.row.size :]
        if live.table is not None and (added or chairs or live.row.status == "open"):
            if added:
                chairs += deadlines.spend_reserve(live, waited)
            values = {**self.header(live, waited), "receipt": table_loader.current_receipt(live), **values}
        change = TableChange(live.row, values, added, done.line, chairs)
        ended = self._finished_table(live) if added else None
        saved: asyncio.Future[None]
        if ended is None:
            saved = self.writer.keep(change)
        else:
            saved = asyncio.ensure_future(self._keep_with_result(change, ended))
            saved.add_done_callback(partial(self._result_saved, live.row.kept_for))
        live.pending = saved
        saved.add_done_callback(partial(self._settle, live, done.line))
        await asyncio.shield(saved)

    def _finished_table(self, live: LiveTable) -> FinishedTable | None:
        """All that a league needs of a game that is over; None at other tables."""
        table = live.game_table
        if not live.row.kept_for.startswith(FOR_LEAGUE) or table.outcome is None:
            return None
        return FinishedTable(live.id, live.game, live.record_for(None), tuple(table.events), table.outcome)

    async def _keep_with_result(self, change: TableChange, ended: FinishedTable) -> None:
        """Keep the last answer of a league's game together with its result.

        If the league cannot take the result, the answer is kept and the fixture is marked.
        """
        try:
            change.league = await in_thread(league_change, LeagueService(self.store), ended)
        except SQLAlchemyError:  # the store itself: nothing can be kept now
            raise
        except Exception as error:
            change.without_league(error)
        await self.writer.keep(change)

    async def take_result(self, table_id: str) -> None:
        """Enter a result in its league that the league could not take when the game ended."""
        live = await self.get(table_id)
        ended = self._finished_table(live)
        if ended is None:
            raise NotYourTurn("The game at this table isn't over yet.")
        for _ in range(TRIES):
            change = await in_thread(league_change, LeagueService(self.store), ended)
            try:
                if change is not None:
                    await self.writer.do(partial(_write_league, change))
                break
            except LeagueConflict:
                continue
        self._result_entered(live.row.kept_for)

    def _result_saved(self, kept_for: str, saved: asyncio.Future[None]) -> None:
        if not saved.cancelled() and saved.exception() is None:
            self._result_entered(kept_for)

    def _result_entered(self, kept_for: str) -> None:
        """A league's game is over: do what follows from it, and notify the league's pages."""
        league_id = kept_for.removeprefix(FOR_LEAGUE)

        def follow(store: Store) -> None:
            service = LeagueService(store)
            update_derived(service, service.journal(league_id))

        followed = self.writer.do(follow)
        self._aside(followed)
        followed.add_done_callback(lambda _: self.league_moved(league_id))

    def _settle(self, live: LiveTable, line: str | None, kept: asyncio.Future[None]) -> None:
        """After a write: the table in memory is current again, or dropped if the write failed."""
        live.pending = None
        if kept.cancelled() or kept.exception() is not None:
            self.forget(live.id)
            return
        if live.table is None:
            return
        if line is not None:
            live.table.say(HouseNote(line=line))
            live.notes_told += 1
        if (whistle := table_loader.snapshot_if_due(live)) is not None:
            live.snapshot_at = whistle[0]
            self._aside(self.writer.do(lambda store: store.records.save_snapshot(live.id, *whistle)))

    def _aside(self, work: asyncio.Future[None]) -> None:
        """Log a failure of work that nobody waits for."""

        def done(future: asyncio.Future[None]) -> None:
            if not future.cancelled() and (error := future.exception()) is not None:
                log.warning("could not be kept", extra={"error": repr(error)})

        work.add_done_callback(done)

    def header(self, live: LiveTable, waited: tuple[Seat, ...] = ()) -> dict[str, Any]:
        """The header values of a game in this position: public facts only."""
        table, row = live.game_table, live.row
        restarts = deadlines.clock_restarts(live, waited)
        return {
            "updated": server_clock.now() if restarts else row.updated,  # lists show no change of mind either
            "status": "over" if table.outcome is not None else "live",
            "coach_due": bool(live.waiting_coaches()),
            "deadline_at": deadlines.next_deadline(live, waited),
            "summary": msgspec.json.encode(summary(live)).decode(),
        }

    async def answer(
        self,
        table_id: str,
        seat: Seat,
        answers: Sequence[str],
        sequence: int | None,
        line: str | None = None,
    ) -> LiveTable:
        """Answer for a seat, with one key or with several that count all or not at all."""

        def act(live: LiveTable) -> ChangeResult:
            table = live.game_table
            _in_play(live)
            whistle = table.last_frame.entries
            if len(answers) == 1 and not live.room and is_standing_key(table, seat, answers[0]):
                chairs = save_standing_key(live, seat, answers[0])
                return ChangeResult(chairs=chairs, values={"updated": live.row.updated})
            if answers[0] == UNDO and len(table.entries) >= MOST_ENTRIES:
                raise NotYourTurn("This game is too long for another undo.")
            if answers[0] == UNDO and table.can_undo_roll(seat):
                undo_typed_roll(live, seat, sequence)
            elif len(answers) == 1:
                table.answer(seat, answers[0], sequence)
            else:
                with live.news.unchanged_on_error():
                    table.answer_all(seat, list(answers), sequence)
            return ChangeResult(line, live.use_once(seat, whistle))

        if not answers or any(not isinstance(key, str) for key in answers):
            raise IllegalAnswer("", "an answer must be the key of an option")
        if len(answers) > 1 and any(key in VERBS for key in answers):
            raise IllegalAnswer(str(answers[0]), "undo, concede and tie offers can't be part of a batch")
        return await self.change(table_id, act)

    async def roll(self, table_id: str, seat: Seat, keys: Sequence[str], tag: str) -> LiveTable:
        """Enter what a player's own dice or cards gave; the cards of a hand wait until each is due."""

        def act(live: LiveTable) -> ChangeResult:
            table = live.game_table
            _in_play(live)
            chance = table.chance
            if live.row.dice != "typed" or chance is None:
                raise NotYourTurn("No roll or draw is waiting to be entered.")
            if chance.sees is not None and seat not in chance.sees:
                raise NotYourTurn("Only your opponent may see this roll or draw.")
            if tag != live.tag(seat):
                raise StaleAnswer("The game has moved on. Reload the page.")
            live.typed_ahead.enter(table, seat, keys)
            return ChangeResult()

        return await self.change(table_id, act)

    async def stop(self, table_id: str, line: str) -> None:
        """Stop a league's game for good: nobody can answer, and the play-by-play says why."""
        await self.change(table_id, lambda live: ChangeResult(line=line, values={"paused": 0.0}))

    async def claim(self, table_id: str, seat: Seat) -> LiveTable:
        """Claim the game for a seat whose opponent let the deadline pass."""

        def act(live: LiveTable) -> ChangeResult:
            table, row = live.game_table, live.row
            late = [other for other in live.waiting_people() if other != seat]
            passed = row.deadline_at is not None and row.deadline_at < server_clock.now()
            if row.on_deadline != "claim" or not passed or not late or seat in table.pending_seats:
                raise NotYourTurn("You can't claim the game: your opponent still has time.")
            table.answer(late[0], CONCEDE)
            return ChangeResult(f"{live.seat_name(seat)} claims the game because the deadline passed.")

        return await self.change(table_id, act)


def _write_league(change: LeagueChange, store: Store) -> None:
    store.leagues.write(change)


def _in_play(live: LiveTable) -> None:
    if live.row.paused is not None and live.row.league_id:
        raise NotYourTurn("The commissioner stopped this game. The reason is in the play-by-play.")
    if live.row.paused is not None:
        raise NotYourTurn("The commissioner paused the draft. Wait until it resumes.")


def summary(live: LiveTable) -> dict[str, Any]:
    """The summary of a table for lists: public facts only."""
    table = live.game_table
    head = table.scoreboard(None)
    return {
        "scores": list(head.scores),
        "status": head.status,
        "waiting": list(table.pending_seats),
        "outcome": result_text(table),
        "winner": table.outcome.winner if table.outcome is not None else None,
        "seats": [live.seat_name(seat) for seat in range(len(live.seats))],
        "teams": list(head.teams),
    }
