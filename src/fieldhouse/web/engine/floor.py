"""The floor: what goes on by itself. Coaches answer, deadlines pass, pages are told that a table changed."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import logging
import time
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from fieldhouse.kernel.coaches import RandomCoach, seen_by
from fieldhouse.kernel.errors import FieldhouseError, NotYourTurn, StaleAnswer
from fieldhouse.kernel.game import Game
from fieldhouse.kernel.requests import Seat
from fieldhouse.lab.advice.sampled import Advice
from fieldhouse.lab.extras import has_lab
from fieldhouse.lab.players import LEARNED
from fieldhouse.lab.win_probability.estimator import Judge
from fieldhouse.store import server_clock
from fieldhouse.store.charts import prune_charts
from fieldhouse.store.daily import save_daily_result
from fieldhouse.store.database import CHANNEL
from fieldhouse.store.prune import prune
from fieldhouse.store.server_clock import NOTED_EVERY
from fieldhouse.web.engine import autopick
from fieldhouse.web.engine.daily_drive import counts_for_day, daily_result
from fieldhouse.web.engine.learned_policies import policies_for
from fieldhouse.web.engine.live_table import LiveTable
from fieldhouse.web.engine.table_service import FOR_LEAGUE, TableService
from fieldhouse.web.engine.threads import in_thread
from fieldhouse.web.engine.worker_pool import (
    ADVICE,
    BuildEstimator,
    CoachFailed,
    CoachQuestion,
    ReviewGame,
    WorkerPool,
    portable,
)
from fieldhouse.web.replay.review_cache import load_review, save_review

log = logging.getLogger("fieldhouse.floor")
ANY = "any"
"""The level below all others: any legal answer. It stands in when a game's own coaches fail."""
SWEEP = 2.0
"""Seconds between two looks of the clock at what is due."""
NOTE_EVERY = int(NOTED_EVERY / SWEEP)
"""Sweeps between two notes of the time."""
PRUNE_EVERY = 150
"""Sweeps between two looks for tables that everybody has forgotten."""
NEWS_EVERY = 1.0
"""Seconds between two pictures of a room while managers bid among themselves."""
VALUES_SECONDS = 600.0
"""Values that take longer to make are given up."""
SLOW_NICE = 10
"""How far what nobody waits for stands back."""
MOST_HINTS = 8
"""People who may wait for a hint at once."""


class TooManyListen(FieldhouseError):
    """No room for one more page that waits for news."""


class Floor:
    """Runs beside the pages on the event loop of one server process."""

    def __init__(self, house: TableService) -> None:
        self.house = house
        self.thinkers = WorkerPool(house.settings.workers)
        self.slow = WorkerPool(1, nice=SLOW_NICE)
        """One process for what takes long and nobody waits for: values, the story of a finished game."""
        self._working: dict[str, asyncio.Task[None]] = {}
        self._ears: dict[str, set[asyncio.Event]] = defaultdict(set)
        self._from: Counter[str] = Counter()
        self._driving: dict[str, asyncio.Task[None]] = {}
        self._told_at: dict[str, float] = {}
        self._closing = False
        self._asking: set[tuple[str, Seat]] = set()
        self._one_hint = asyncio.Semaphore(1)
        house.league_moved = lambda league_id: self.changed(f"{FOR_LEAGUE}{league_id}")

    # Telling pages

    def listened(self, prefix: str) -> list[str]:
        """What pages listen to whose names begin so; the names without it."""
        return [name.removeprefix(prefix) for name in self._ears if name.startswith(prefix)]

    def check_room(self, where: str) -> None:
        """May one more from this address listen? TooManyListen if not."""
        limits = self.house.settings
        if self.listeners >= limits.max_streams or self._from[where] >= limits.max_streams_per_address:
            raise TooManyListen("too many pages and programs listen already; look again without waiting")

    @asynccontextmanager
    async def listening(self, table_id: str, where: str) -> AsyncIterator[asyncio.Event]:
        """An event that is set whenever the table changed, for somebody at this address."""
        ear = asyncio.Event()
        self._ears[table_id].add(ear)
        self._from[where] += 1
        try:
            yield ear
        finally:
            self._from[where] -= 1
            if self._from[where] <= 0:
                del self._from[where]
            self._ears[table_id].discard(ear)
            if not self._ears[table_id]:
                del self._ears[table_id]

    def changed(self, table_id: str) -> None:
        """Wake everybody who listens to this table."""
        for ear in self._ears.get(table_id, ()):
            ear.set()

    def _news(self, live: LiveTable) -> None:
        """Wake them after a coach's answer; in a room, where managers bid by the hundred, now and then."""
        now = time.monotonic()
        if live.room and live.waiting_coaches() and now - self._told_at.get(live.id, 0.0) < NEWS_EVERY:
            return
        self._told_at[live.id] = now
        self.changed(live.id)

    @property
    def closing(self) -> bool:
        """True once the server goes down: streams and long polls end."""
        return self._closing

    def hang_up(self) -> None:
        """The server goes down: wake everybody who listens, so that they let go."""
        self._closing = True
        for table_id in list(self._ears):
            self.changed(table_id)

    @property
    def listeners(self) -> int:
        """How many pages listen."""
        return self._from.total()

    # Letting coaches answer

    def drive(self, live: LiveTable) -> asyncio.Task[None] | None:
        """The table changed: tell the pages and let coaches answer until a person is asked."""
        self.changed(live.id)
        self._tell_day(live)
        if not live.row.coach_due or self._closing:
            return self._driving.get(live.id)
        task = self._driving.get(live.id)
        if task is None or task.done():
            task = asyncio.create_task(self._drive(live.id))
            self._driving[live.id] = task
            task.add_done_callback(lambda done: self._driven(live.id, done))
        return task

    def _driven(self, table_id: str, task: asyncio.Task[None]) -> None:
        if self._driving.get(table_id) is task:
            del self._driving[table_id]
        self._told_at.pop(table_id, None)
        self.changed(table_id)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("coach loop failed", extra={"table": table_id, "error": repr(error)})

    async def _drive(self, table_id: str) -> None:
        while not self._closing:
            live = await self.house.look(table_id)
            seats = live.waiting_coaches()
            if not seats:
                self._tell_day(live)
                return
            chair = live.seats[seats[0]]
            if chair.kind == "coach":
                await self._coach_answers(live, chair.seat, chair.level)
            else:
                await self._stand_in(live, chair.seat)

    async def _stand_in(self, live: LiveTable, seat: Seat, line: str | None = None) -> None:
        """One answer for a person: by the list of wishes, else by the game's sensible coach."""
        wished = autopick.answer_from_queue(live, seat)
        if wished is not None:
            sequence = live.started.sequence(seat)
            try:
                await self.house.answer(live.id, seat, [wished], sequence, line)
            except (NotYourTurn, StaleAnswer):  # somebody was faster, or the table is paused
                return
            self._news(live)
            return
        levels = live.game.meta.levels
        level = "starter" if "starter" in levels else levels[0]
        await self._coach_answers(live, seat, level, line)

    async def _coach_answers(self, live: LiveTable, seat: Seat, level: str, line: str | None = None) -> None:
        """One answer by a coach. Whatever happens to the coach, somebody answers."""
        fallback = [name for name in ("starter",) if name in live.game.meta.levels and name != level]
        for number, name in enumerate([level, *fallback, ANY]):
            try:
                sequence, answers = await self.think(live, seat, name)
                live = await self.house.answer(live.id, seat, answers, sequence, line)
                break
            except CoachFailed as failed:
                line = self._replaced(live, seat, name, str(failed))
            except FieldhouseError as refused:
                table = live.table
                if table is None or seat not in table.waiting or live.row.paused is not None:
                    return  # somebody was faster
                line = self._replaced(live, seat, name, f"gave an answer that was refused ({refused})")
                if number == len(fallback) + 1:
                    raise
        self._news(live)

    def _replaced(self, live: LiveTable, seat: Seat, level: str, why: str) -> str:
        log.warning("coach replaced", extra={"table": live.id, "seat": seat, "coach": level, "why": why})
        side = live.started.head().teams[seat]
        return f"The coach {level} of {side} could not answer and was replaced for this one."

    async def think(self, live: LiveTable, seat: Seat, level: str) -> tuple[int, Sequence[str]]:
        """The seat's sequence number and what the coach would answer to what it is asked now."""
        settings = self.house.settings
        sequence, question = self._question(live, seat, level)
        if question is None:
            return sequence, ["decline"]
        if level == ANY:
            return sequence, [RandomCoach(question.seed).answer(question.request, question.seen)]
        answers = await self.thinkers.ask(question, settings.patience_seconds)
        return (sequence, answers) if answers is not None else await self.think(live, seat, level)

    @asynccontextmanager
    async def _hinting(self, live: LiveTable, seat: Seat) -> AsyncIterator[None]:
        """Hints come one at a time and one to a seat, so that coaches at other tables need not wait.

        The other side at the table is not told that somebody asks.
        """
        if (live.id, seat) in self._asking or len(self._asking) >= MOST_HINTS:
            raise CoachFailed("it is still at work on the question before; try again in a moment")
        self._asking.add((live.id, seat))
        try:
            async with self._one_hint:
                yield
        finally:
            self._asking.discard((live.id, seat))

    async def hint(self, live: LiveTable, seat: Seat, level: str) -> Sequence[str]:
        """What a coach would answer for a person who asks."""
        async with self._hinting(live, seat):
            _, answers = await self.think(live, seat, level)
            return answers

    async def chances(self, live: LiveTable, seat: Seat) -> Advice:
        """What each option is worth by the lab; CoachFailed where it has nothing to say in time."""
        await self.values(live)
        _, question = self._question(live, seat, ADVICE)
        if question is None:
            raise CoachFailed("the lab does not judge tie offers")
        settings = self.house.settings
        question.seconds = settings.advice_seconds
        async with self._hinting(live, seat):
            return await self.thinkers.advice(question, settings.patience_seconds)

    async def values(self, live: LiveTable) -> None:
        """Find out who knows what this game's whistles are worth; where nobody does, it is made meanwhile."""
        if live.judge is not None or live.table is None or live.room or not has_lab():
            return
        live.judge = await in_thread(_known_values, live.game)
        makes = self.house.settings.lab_seconds > 0 and live.folder.part("features") is not None
        if live.judge is None and makes and live.row.setup not in self._working:
            self._working[live.row.setup] = asyncio.create_task(self._make_values(live))

    async def _make_values(self, live: LiveTable) -> None:
        body = self.house.setups.known(live.folder, live.row.setup).body
        wanted = BuildEstimator(live.row.game, live.row.setup, body)
        try:
            await self.slow.work(wanted, VALUES_SECONDS, live.judged_so_far)
        except CoachFailed as failed:
            log.warning("no values", extra={"table": live.id, "why": str(failed)})
            return
        live.judge = await in_thread(_known_values, live.game)
        self.changed(live.id)

    async def aftermath(self, live: LiveTable) -> None:
        """How the finished game was won: read again if it is kept, else worked out while nobody waits."""
        seconds = self.house.settings.lab_seconds
        if live.story.settled() or live.row.status != "over" or live.room:
            return
        if len(live.seats) != 2:
            return
        live.story.found = await in_thread(load_review, live.story.place(live.row.revision, live.looked_back))
        await self._score(live)
        if not live.story.settled() and seconds and has_lab():
            live.story.begun = True
            self._working[live.id] = asyncio.create_task(self._tell_story(live, live.looked_back(), seconds))

    async def _tell_story(self, live: LiveTable, whole: bytes, seconds: float) -> None:
        try:
            live.story.found = await self.slow.work(
                ReviewGame(whole, seconds), VALUES_SECONDS, live.story.told
            )
        except CoachFailed as failed:
            log.warning("no story", extra={"table": live.id, "why": str(failed)})
            live.story.failed = True
        else:
            await in_thread(save_review, whole, live.story.found)
            await self._score(live)
        self.changed(live.id)

    def _tell_day(self, live: LiveTable) -> None:
        """A try of the daily drive is over: its line in the table of the day waits for nobody to look."""
        name = f"day of {live.id}"
        if live.row.status == "over" and counts_for_day(live.row) and name not in self._working:
            self._working[name] = asyncio.create_task(self.aftermath(live))

    async def _score(self, live: LiveTable) -> None:
        """A try of the daily drive is over, or its decisions are known: the table of the day hears of it."""
        result = daily_result(live)
        if result is not None and live.story.scored != (result.decisions, result.luck):
            live.story.scored = (result.decisions, result.luck)
            await self.house.writer.do(lambda store: save_daily_result(store, result))

    def _question(self, live: LiveTable, seat: Seat, level: str) -> tuple[int, CoachQuestion | None]:
        table = live.started
        sequence = table.sequence(seat)
        if table.tie_offer is not None:
            return sequence, None  # a coach plays on
        asked = table.asked(seat)
        if asked is None:
            raise FieldhouseError(f"nothing is asked of {live.seat_name(seat)} now")
        player = self._player(live, level)
        bare = self.thinkers.reads_state(live.row.setup, player)
        world = level != ANY and level not in live.folder.meta.onlookers
        about = f"coach/{seat}/{sequence}/{level}"
        seed = hmac.new(live.row.secret.encode(), about.encode(), hashlib.sha256).digest()
        question = CoachQuestion(
            live.row.game,
            live.row.setup,
            self.house.setups.known(live.folder, live.row.setup).body,
            player,
            int.from_bytes(seed[:8], "big"),
            self.house.settings.think_seconds,
            portable(asked),
            seen_by(table, seat, world=world, view=not bare),
            bare,
        )
        return sequence, question

    def _player(self, live: LiveTable, level: str) -> str:
        """Who thinks: the level itself, or for a guest the file that the operator named."""
        path = policies_for(self.house.settings.policies, live.row.game).get(level)
        return level if path is None else f"{LEARNED}{path}"

    # The clock

    async def run(self) -> None:
        """Forever: tables where a coach is due after a restart, deadlines, and what other processes did."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self._sweep())
            if self.house.store.postgres:
                group.create_task(self._hear_others())

    async def _sweep(self) -> None:
        swept = 0
        while True:
            try:
                await self.sweep_once()
                if swept % NOTE_EVERY == 0:
                    await self.house.writer.do(lambda store: store.note_time())
                if swept % PRUNE_EVERY == 0:
                    await self.prune()
            except (FieldhouseError, SQLAlchemyError, OSError) as error:  # the store may be away for a while
                log.warning("the clock missed a beat", extra={"error": repr(error)})
            swept += 1
            await asyncio.sleep(SWEEP)

    async def prune(self) -> int:
        """Delete what everybody has forgotten; returns how many tables."""
        expiry = self.house.settings.expiry
        gone = await self.house.writer.do(lambda store: prune(store, expiry, server_clock.now()))
        await self.house.writer.do(lambda store: prune_charts(store, server_clock.now()))
        for table_id in gone:
            self.house.forget(table_id)
            self.changed(table_id)
        self.house.count = await in_thread(self.house.store.count)
        return len(gone)

    async def sweep_once(self) -> None:
        """Let overdue coaches answer, and a coach for people whose deadline has passed."""
        coach, late = await in_thread(self.house.store.due, server_clock.now())
        for table_id in coach:
            with suppress(FieldhouseError):
                self.drive(await self.house.look(table_id))
        for table_id in late:
            with suppress(FieldhouseError):
                await self._answer_for_the_absent(table_id)

    async def _answer_for_the_absent(self, table_id: str) -> None:
        live = await self.house.look(table_id)
        passed = live.row.deadline_at is not None and live.row.deadline_at < server_clock.now()
        people = live.waiting_people()
        if not passed or not people:
            return
        for seat in people:
            if live.row.pace:
                line = f"Time is up for {live.seat_name(seat)}: the manager answers."
            else:
                line = f"The deadline passed: a coach answered for {live.seat_name(seat)}."
            await self._stand_in(live, seat, line)
        self.drive(await self.house.look(table_id))

    async def _hear_others(self) -> None:
        """What other processes did, for the pages that listen here; through every restart of the database."""
        import psycopg

        address = self.house.store.url.set(drivername="postgresql").render_as_string(hide_password=False)
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(address, autocommit=True) as line:
                    await line.execute(f"LISTEN {CHANNEL}")
                    for table_id in list(self._ears):  # what was said while nobody heard
                        self.changed(table_id)
                    async for said in line.notifies():
                        if (name := self.house.store.heard(said.payload)) is not None:
                            self.changed(name)
            except (psycopg.Error, OSError) as error:
                log.warning("the database is silent", extra={"error": repr(error)})
            await asyncio.sleep(1)

    async def close(self) -> None:
        """Let go of coaches and listeners."""
        self.hang_up()
        for task in list(self._driving.values()):
            task.cancel()
        for task in self._working.values():
            task.cancel()
        self.thinkers.close()
        self.slow.close()


def _known_values(game: Game[Any]) -> Judge | None:
    """In a thread: a file may have to be read."""
    from fieldhouse.lab.win_probability.files import values_of

    return values_of(game)
