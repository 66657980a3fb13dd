"""Lets coaches answer: in their own seats, for seats on autopick, for absent people, and as hints.

Coaches think in worker processes: a lane for quick levels, one for those that think, one for hints. Nobody
who plays against a quick coach waits for somebody else's deep thinker. Which level is quick is known from
how long it took before.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import logging
import time
from collections import OrderedDict
from collections.abc import Coroutine, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

from fieldhouse.kernel.coaches import RandomCoach, coach_name, coach_view
from fieldhouse.kernel.errors import FieldhouseError, NotYourTurn, StaleAnswer
from fieldhouse.kernel.requests import Seat
from fieldhouse.lab.advice.result import Advice
from fieldhouse.lab.players import LEARNED
from fieldhouse.store import server_clock
from fieldhouse.web.engine import drafts
from fieldhouse.web.engine.background_jobs import BackgroundJobs
from fieldhouse.web.engine.fair_queue import JobOwner, owner_of
from fieldhouse.web.engine.learned_policies import policies_for
from fieldhouse.web.engine.live_table import LiveTable
from fieldhouse.web.engine.notifier import Notifier
from fieldhouse.web.engine.table_service import TableService
from fieldhouse.web.engine.threads import in_thread
from fieldhouse.web.engine.worker import ADVICE, CoachAnswer, CoachQuestion, WorkerLimits, portable
from fieldhouse.web.engine.worker_pool import CoachFailed, WorkerPool
from fieldhouse.web.settings import Settings

QUICK = 0.25
"""Seconds that a quick level takes at most, as a rule."""
QUICK_PATIENCE = 2.0
"""Seconds after which a level that was taken for quick goes to the other lane."""
FADES = 0.9
"""What is left, after each answer, of the longest that a level took before."""
MAX_KNOWN = 1_000
"""Setups and levels that are remembered."""
MOST_HINTS = 4
"""Hints that one person may wait for at once."""


class KnownCoach:
    """What earlier answers of a level, in one setup, have shown."""

    def __init__(self) -> None:
        self.seconds: float | None = None
        """The longest that it took lately: a deep thinker finds some questions easy."""
        self.reads_state = False
        """Did it read only the state when it was last asked? Then a bare question is enough."""

    def note(self, seconds: float) -> None:
        """It took so long this time."""
        self.seconds = max(seconds, FADES * (self.seconds or 0.0))


class CoachLanes:
    """Three pools of workers, and which of them a question goes to."""

    def __init__(self, settings: Settings) -> None:
        memory = settings.worker_memory
        self.quick = WorkerPool(1, WorkerLimits(0, memory))
        self.thinkers = WorkerPool(settings.workers, WorkerLimits(5, memory))
        self.hints = WorkerPool(1, WorkerLimits(2, memory), most_per_person=MOST_HINTS)
        self.pools = {"quick coaches": self.quick, "coaches": self.thinkers, "hints": self.hints}
        self._known: OrderedDict[tuple[str, str], KnownCoach] = OrderedDict()

    def history(self, setup_name: str, level: str) -> KnownCoach:
        """What is known of the level in this setup."""
        found = self._known.setdefault((setup_name, level), KnownCoach())
        self._known.move_to_end((setup_name, level))
        while len(self._known) > MAX_KNOWN:
            self._known.popitem(last=False)
        return found

    async def ask(
        self, question: CoachQuestion, patience: float, owner: JobOwner, *, deep: bool
    ) -> list[str] | None:
        """The coach's answer; CoachFailed after `patience` seconds or when the coach crashes.

        `deep` says whether the level is expected to think, as long as nothing is known of it. None if the
        coach needs more than a `bare` question holds: ask again in full.
        """
        known = self.history(question.setup_name, question.level)
        if known.seconds is None:
            known.seconds = question.seconds if deep else 0.0
        seconds = known.seconds
        if seconds <= QUICK:
            try:
                return await self._ask(self.quick, question, min(patience, QUICK_PATIENCE), owner, QUICK)
            except CoachFailed:
                known.note(QUICK_PATIENCE)
        return await self._ask(self.thinkers, question, patience, owner, seconds)

    async def hint(self, question: CoachQuestion, patience: float, owner: JobOwner) -> list[str] | None:
        """What a coach would answer for a person."""
        return await self._ask(self.hints, question, patience, owner, question.seconds)

    async def advice(self, question: CoachQuestion, patience: float, owner: JobOwner) -> Advice:
        """The win probability of every option, best first."""
        found = await self.hints.run(question, patience, owner=owner, cost=question.seconds)
        assert isinstance(found, Advice)
        return found

    async def _ask(
        self, pool: WorkerPool, question: CoachQuestion, patience: float, owner: JobOwner, cost: float
    ) -> list[str] | None:
        found: CoachAnswer = await pool.run(question, patience, owner=owner, cost=cost)
        known = self.history(question.setup_name, question.level)
        known.reads_state = found.reads_state
        known.note(found.seconds)
        return [found.keys] if isinstance(found.keys, str) else found.keys

    def close(self) -> None:
        """Stop all workers."""
        for pool in self.pools.values():
            pool.close()


log = logging.getLogger("fieldhouse.coaches")
RANDOM = "any"
"""The level below all others, any legal answer: it answers when a game's own coaches fail."""
NOTIFY_SECONDS = 1.0
"""Seconds between two updates of a draft page while coaches pick or bid among themselves."""
USUAL_SECONDS = 1.0
"""Seconds for the quickest level's answer, where a hint did not come in time."""
LATE_SECONDS = 0.4
"""How much longer a hint may take on the clock than it was told to."""
T = TypeVar("T")


class TookTooLong(CoachFailed):
    """No result in time; the worker is still busy with it."""


async def in_time(work: Coroutine[Any, Any, T], seconds: float) -> T:
    """The result of this work, or TookTooLong after so many seconds; its worker is not stopped for that."""
    task = asyncio.ensure_future(work)
    done, _ = await asyncio.wait([task], timeout=seconds)
    if not done:
        task.add_done_callback(lambda late: late.cancelled() or late.exception())  # nobody waits any more
        raise TookTooLong("took too long")
    return task.result()


class CoachDriver:
    """Asks coaches in worker processes and gives their answers to the tables."""

    def __init__(self, tables: TableService, notifier: Notifier, jobs: BackgroundJobs) -> None:
        self.tables = tables
        self.notifier = notifier
        self.jobs = jobs
        self.lanes = CoachLanes(tables.settings)
        self._running: dict[str, asyncio.Task[None]] = {}
        self._notified_at: dict[str, float] = {}
        self._hints: set[tuple[str, Seat]] = set()

    def drive(self, live: LiveTable) -> asyncio.Task[None] | None:
        """The table changed: notify its pages, and let coaches answer until a person has to.

        Returns the task in which they do, if there is one.
        """
        self.notifier.notify(live.id)
        self.jobs.review_daily_drive(live)
        if not live.row.coach_due or self.notifier.is_closing:
            return self._running.get(live.id)
        task = self._running.get(live.id)
        if task is None or task.done():
            task = asyncio.create_task(self._drive(live.id))
            self._running[live.id] = task
            task.add_done_callback(lambda done: self._drive_ended(live.id, done))
        return task

    def _drive_ended(self, table_id: str, task: asyncio.Task[None]) -> None:
        if self._running.get(table_id) is task:
            del self._running[table_id]
        self._notified_at.pop(table_id, None)
        self.notifier.notify(table_id)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("coaches stopped at a table", extra={"table": table_id, "error": repr(error)})

    async def _drive(self, table_id: str) -> None:
        while not self.notifier.is_closing:
            live = await self.tables.get(table_id)
            seats = live.waiting_coaches()
            if not seats:
                self.jobs.review_daily_drive(live)
                return
            chair = live.seats[seats[0]]
            if chair.kind == "coach":
                await self._answer_by_coach(live, chair.seat, chair.level)
            else:
                await self._answer_for_person(live, chair.seat)

    def _notify(self, live: LiveTable) -> None:
        """Wake the table's pages after a coach's answer; while coaches draft by the hundred, now and then."""
        now = time.monotonic()
        last = self._notified_at.get(live.id, 0.0)
        if live.room and live.waiting_coaches() and now - last < NOTIFY_SECONDS:
            return
        self._notified_at[live.id] = now
        self.notifier.notify(live.id)

    async def _answer_for_person(self, live: LiveTable, seat: Seat, line: str | None = None) -> None:
        """Answer for a person: by their draft queue, else by the game's medium coach."""
        queued = drafts.answer_from_queue(live, seat)
        if queued is not None:
            sequence = live.game_table.sequence(seat)
            try:
                await self.tables.answer(live.id, seat, [queued], sequence, line)
            except (NotYourTurn, StaleAnswer):  # somebody else answered first, or the table is paused
                return
            self._notify(live)
            return
        levels = live.game.meta.levels
        level = "starter" if "starter" in levels else levels[0]
        await self._answer_by_coach(live, seat, level, line)

    async def _answer_by_coach(
        self, live: LiveTable, seat: Seat, level: str, line: str | None = None
    ) -> None:
        """One answer by a coach, or by a weaker one if it fails."""
        fallback = [name for name in ("starter",) if name in live.game.meta.levels and name != level]
        for number, name in enumerate([level, *fallback, RANDOM]):
            try:
                sequence, answers = await self.think(live, seat, name)
                live = await self.tables.answer(live.id, seat, answers, sequence, line)
                break
            except CoachFailed as failed:
                if self.notifier.is_closing:
                    return  # the next server asks again
                line = self._replaced_line(live, seat, name, str(failed))
            except FieldhouseError as refused:
                table = live.table
                if table is None or seat not in table.pending_seats or live.row.paused is not None:
                    return  # somebody else answered first
                line = self._replaced_line(live, seat, name, f"gave an answer that was refused ({refused})")
                if number == len(fallback) + 1:
                    raise
        self._notify(live)

    def _replaced_line(self, live: LiveTable, seat: Seat, level: str, why: str) -> str:
        log.warning("coach replaced", extra={"table": live.id, "seat": seat, "coach": level, "why": why})
        team = live.game_table.scoreboard().teams[seat]
        return f"The {coach_name(level)} of {team} could not answer; another coach made this call."

    async def think(
        self, live: LiveTable, seat: Seat, level: str, hint_seconds: float | None = None
    ) -> tuple[int, Sequence[str]]:
        """The seat's sequence number, and the answer of a coach of this level to its question.

        With `hint_seconds` no more work than that takes on a plain core, and no longer on the clock.
        """
        settings = self.tables.settings
        sequence, question = self._question(live, seat, level)
        if question is None:
            return sequence, ["decline"]
        if hint_seconds is not None:
            question.seconds = min(question.seconds, hint_seconds)
            question.limit = self.tables.settings.hint_clock
        if level == RANDOM:
            return sequence, [RandomCoach(question.seed).answer(question.request, question.seen)]
        owner, patience = owner_of(live.row.owner or live.id), settings.patience_seconds
        if hint_seconds is not None:
            answers = await self.lanes.hint(question, patience, owner)
        else:
            deep = level not in live.game.meta.levels[:-1]
            answers = await self.lanes.ask(question, patience, owner, deep=deep)
        if answers is None:
            return await self.think(live, seat, level, hint_seconds)
        return sequence, answers

    @contextmanager
    def _hint_slot(self, live: LiveTable, seat: Seat) -> Iterator[None]:
        """Give one hint at a time to a seat. The opponent does not learn that somebody asks."""
        if (live.id, seat) in self._hints:
            raise CoachFailed("the coach is still working on your last request; try again in a moment")
        self._hints.add((live.id, seat))
        try:
            yield
        finally:
            self._hints.discard((live.id, seat))

    async def hint(self, live: LiveTable, seat: Seat, level: str, seconds: float) -> Sequence[str]:
        """What a coach of this level would answer for a person who asks; CoachFailed where that takes longer.

        The coach works within counted work and a clock, so that it is done soon after `seconds` by itself.
        """
        limit = max(seconds, self.tables.settings.hint_clock) + LATE_SECONDS
        with self._hint_slot(live, seat):
            _, answers = await in_time(self.think(live, seat, level, seconds), limit)
            return answers

    async def usual_answer(self, live: LiveTable, seat: Seat) -> str:
        """What the quickest level would answer, for a person whose hint did not come in time."""
        limit = max(USUAL_SECONDS, self.tables.settings.hint_clock)
        _, answers = await in_time(self.think(live, seat, live.game.meta.levels[0]), limit)
        return answers[0]

    async def advise(self, live: LiveTable, seat: Seat, first: str = "", *, patient: bool = False) -> Advice:
        """The win probability of each option; CoachFailed where there is none in time for a hint.

        With `first`: of the question that the seat is asked right after this answer. Who is `patient` waits
        as long as for a coach, as a busy machine takes long to wake the lab.
        """
        await self.jobs.find_estimator(live)
        _, question = self._question(live, seat, ADVICE)
        if question is None:
            raise CoachFailed("there are no win probabilities for tie offers")
        settings = self.tables.settings
        question.seconds = settings.advice_seconds
        question.first = first
        with self._hint_slot(live, seat):
            owner = owner_of(live.row.owner or live.id)
            advice = self.lanes.advice(question, settings.patience_seconds, owner)
            clock = max(settings.advice_seconds, settings.hint_clock) + 2 * LATE_SECONDS
            return await in_time(advice, settings.patience_seconds if patient else clock)

    def _question(self, live: LiveTable, seat: Seat, level: str) -> tuple[int, CoachQuestion | None]:
        table = live.game_table
        sequence = table.sequence(seat)
        if table.tie_offer is not None:
            return sequence, None  # a coach declines
        asked = table.request_for(seat)
        if asked is None:
            raise FieldhouseError(f"It isn't {live.seat_name(seat)}'s turn.")
        player = self._player(live, level)
        bare = self.lanes.history(live.row.setup, player).reads_state
        world = level != RANDOM and level not in live.folder.meta.onlookers
        about = f"coach/{seat}/{sequence}/{level}"
        seed = hmac.new(live.row.secret.encode(), about.encode(), hashlib.sha256).digest()
        question = CoachQuestion(
            live.row.game,
            live.row.setup,
            self.tables.setups.stored_game(live.folder, live.row.setup).body,
            player,
            int.from_bytes(seed[:8], "big"),
            self.tables.settings.think_seconds,
            portable(asked),
            coach_view(table, seat, world=world, view=not bare),
            bare,
        )
        return sequence, question

    def _player(self, live: LiveTable, level: str) -> str:
        """The level itself, or the policy file that the operator gave this name."""
        path = policies_for(self.tables.settings.policies, live.row.game).get(level)
        return level if path is None else f"{LEARNED}{path}"

    async def answer_overdue(self) -> None:
        """Let overdue coaches answer, and coaches for people whose deadline has passed."""
        coach, late = await in_thread(self.tables.store.tables.overdue, server_clock.now())
        for table_id in coach:
            with suppress(FieldhouseError):
                self.drive(await self.tables.get(table_id))
        for table_id in late:
            with suppress(FieldhouseError):
                await self._answer_for_absent(table_id)

    async def _answer_for_absent(self, table_id: str) -> None:
        live = await self.tables.get(table_id)
        passed = live.row.deadline_at is not None and live.row.deadline_at < server_clock.now()
        people = live.waiting_people()
        if not passed or not people:
            return
        for seat in people:
            if live.row.pace:
                line = f"Time is up for {live.seat_name(seat)}. Autopick answered."
            else:
                line = f"The deadline passed. A coach answered for {live.seat_name(seat)}."
            await self._answer_for_person(live, seat, line)
        self.drive(await self.tables.get(table_id))

    def close(self) -> None:
        """Stop the coaches."""
        for task in list(self._running.values()):
            task.cancel()
        self.lanes.close()
