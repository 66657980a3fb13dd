"""Coaches think in processes of their own, with a clock; the event loop never waits for one.

A worker that crashes or does not answer in time is killed and replaced: `CoachFailed` says why. (The
standard process pool cannot stop one slow call without stopping all, hence these few lines.)
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import pickle
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any, TypeAlias

import msgspec

from fieldhouse.kernel import record, registry
from fieldhouse.kernel.coaches import Coach, CoachView, reads_state
from fieldhouse.kernel.errors import FieldhouseError, NoOtherWorld
from fieldhouse.kernel.game import Game, Setup
from fieldhouse.kernel.requests import Choose, Menu
from fieldhouse.lab.advice.samples import Advice
from fieldhouse.lab.players import LEARNED, make_coach
from fieldhouse.web.engine.worker_fork import Forked, Stable, can_fork

ADVICE = "@advice"
"""In place of a coach's level: the lab's chances for every option."""
START_SECONDS = 60.0
"""How long a worker may take to start."""


class CoachFailed(FieldhouseError):
    """The coach crashed or was too slow."""


class CoachQuestion(msgspec.Struct):
    """All that a coach is given: the rules in use, its seat, what it is asked, what it has seen, and a world.

    The world was dealt here, where the real position lives; that never leaves.
    """

    game: str
    setup_name: str
    setup: bytes
    level: str
    seed: int
    seconds: float
    request: Choose
    seen: CoachView
    bare: bool = False
    """Was what only others than readers of the state look at left out?"""


class CoachAnswer(msgspec.Struct):
    """What a coach answers; nothing where it looks at more than it was sent."""

    keys: str | list[str] | None
    reads_state: bool


class BuildEstimator(msgspec.Struct):
    """Make the values of a game's whistles and keep them in the cache."""

    game: str
    setup_name: str
    setup: bytes


class ReviewGame(msgspec.Struct):
    """Tell the story of a finished game: its chances, its luck, its costliest decisions."""

    record: bytes
    seconds: float


class CompareCharts(msgspec.Struct):
    """Play a game with its old charts and with new ones, two set-ups as the store keeps them."""

    game: str
    old: bytes
    new: bytes
    seconds: float


class BuildReport(msgspec.Struct):
    """Play a game for a while and report its balance and its football."""

    game: str
    setup: bytes
    seconds: float


class CallFunction(msgspec.Struct):
    """Any function of a module with its arguments; where it refuses, the refusal is its reply."""

    work: Callable[..., Any]
    args: tuple[Any, ...]


def portable(request: Choose) -> Choose:
    """The request, with its menu made plain where it could not cross to another process as it is."""
    try:
        pickle.dumps(request)
        return request
    except (pickle.PickleError, AttributeError, TypeError):
        menu = request.menu
    plain = Menu(menu.options(), menu.refusals(), [key for key in menu.keys if menu.binds(key)])
    return Choose(
        request.seat,
        request.what,
        plain,
        request.prompt,
        rule=request.rule,
        help=request.help,
        sees=request.sees,
        facts=request.facts,
        hides=request.hides,
        passes=request.passes,
    )


Slow: TypeAlias = BuildEstimator | ReviewGame | CompareCharts | BuildReport | CallFunction
Job: TypeAlias = CoachQuestion | Slow
Told: TypeAlias = Callable[[float], None]
"""Hears which share of the work is done."""
MOST_READERS = 1_000
"""Set-ups and levels of which it is remembered that they read the state alone."""
MOST_REPORTED = 4_000
"""Games that a report is made of at most."""
TELL_EVERY = 0.25
"""Seconds between two words on how far a slow work is."""


class WorkerPool:
    """A few worker processes, started when first needed."""

    def __init__(self, count: int, nice: int = 0) -> None:
        self.count = count
        self.waiting = 0
        self._threads = ThreadPoolExecutor(count, thread_name_prefix="coach")
        self._idle: asyncio.Queue[_Worker] = asyncio.Queue()
        self._readers: set[tuple[str, str]] = set()
        self._all = [_Worker(nice) for _ in range(count)]
        for worker in self._all:
            self._idle.put_nowait(worker)

    async def ask(self, question: CoachQuestion, patience: float) -> list[str] | None:
        """The coach's answer; CoachFailed after `patience` seconds or when the coach breaks down.

        None where it looks at more than a question with `bare` holds: it must be asked once more in full.
        """
        found: CoachAnswer = await self._ask(question, patience)
        of = question.setup_name, question.level
        if not found.reads_state:
            self._readers.discard(of)
        elif len(self._readers) < MOST_READERS:
            self._readers.add(of)
        return [found.keys] if isinstance(found.keys, str) else found.keys

    def reads_state(self, setup_name: str, level: str) -> bool:
        """Did that coach, when it was last asked, read the state alone? Then it is sent no more."""
        return (setup_name, level) in self._readers

    async def advice(self, question: CoachQuestion, patience: float) -> Advice:
        """The lab's figures for every option, best first."""
        found = await self._ask(question, patience)
        assert isinstance(found, Advice)
        return found

    async def run(self, job: Slow, patience: float, told: Told | None = None) -> Any:
        """Something slow that nobody waits for. `told` is called in a thread."""
        return await self._ask(job, patience, told)

    async def _ask(self, question: Job, patience: float, told: Told | None = None) -> Any:
        self.waiting += 1
        try:
            worker = await self._idle.get()
        finally:
            self.waiting -= 1
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._threads, worker.ask, question, patience, told)
        finally:
            self._idle.put_nowait(worker)

    @property
    def at_work(self) -> int:
        """Workers that think now."""
        return self.count - self._idle.qsize()

    def close(self) -> None:
        """End the workers."""
        for worker in self._all:
            worker.stop()
        self._threads.shutdown(wait=False, cancel_futures=True)


class _Worker:
    """One process that answers questions one after another."""

    def __init__(self, nice: int = 0) -> None:
        self._nice = nice
        self._process: Any = None
        self._pipe: Connection | None = None

    def ask(self, question: Job, patience: float, told: Told | None = None) -> Any:
        try:
            pipe = self._pipe or self._start()
            pipe.send_bytes(pickle.dumps(question))
            until, ok = time.monotonic() + patience, None
            while ok is None:  # words on how far it is come first
                if not pipe.poll(max(0.0, until - time.monotonic())):
                    self.stop()
                    raise CoachFailed(f"took longer than {patience:g} seconds")
                ok, reply = pickle.loads(pipe.recv_bytes())
                if ok is None and told is not None:
                    told(reply)
        except (OSError, EOFError, pickle.PickleError):
            self.stop()
            raise CoachFailed("broke down") from None
        if not ok:
            raise CoachFailed(str(reply))
        return reply

    def _start(self) -> Connection:
        self._pipe = pipe = self._forked() or self._spawned()
        if not pipe.poll(START_SECONDS):  # importing the games is not the coach's time
            raise EOFError
        number = int(pipe.recv_bytes())
        if self._process is None:
            self._process = Forked(number)
        return pipe

    def _forked(self) -> Connection | None:
        with suppress(OSError):  # a stable that is gone is done without
            return _STABLE[0].start(self._nice) if _STABLE else None
        return None

    def _spawned(self) -> Connection:
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs, self._nice), daemon=True)
        self._process.start()
        theirs.close()
        return ours

    def stop(self) -> None:
        """Kill the process; the next question starts another. May be called from two threads at once."""
        pipe, self._pipe = self._pipe, None
        process, self._process = self._process, None
        with suppress(OSError, ValueError):
            if process is not None:
                process.kill()
                process.join(2)
                process.close()
            if pipe is not None:
                pipe.close()


_STABLE: list[Stable] = []
"""The one there is, once it is open."""


def open_stable() -> None:
    """From now on coaches' processes start at once, here and in every process forked from this one.

    Call it when the games are loaded, and before there are threads and secrets.
    """
    if not _STABLE and can_fork():
        _STABLE.append(Stable(_serve))


# In the worker


def _serve(pipe: Connection, nice: int) -> None:
    """Answer until the server goes away."""
    if nice and hasattr(os, "nice"):
        os.nice(nice)
    with suppress(Exception):
        for folder in registry.list_games().values():
            _ = folder.game
    pipe.send_bytes(str(os.getpid()).encode())
    opened: dict[str, Game[Any]] = {}
    with suppress(EOFError, OSError, KeyboardInterrupt):
        while True:
            question = pickle.loads(pipe.recv_bytes())
            try:
                reply: tuple[bool, Any] = (True, _think(question, opened, _teller(pipe)))
            except Exception as error:
                reply = (False, f"{type(error).__name__}: {error}")
            pipe.send_bytes(pickle.dumps(reply))


def _teller(pipe: Connection) -> Told:
    """Sends the share of the work that is done, now and then."""
    last = time.monotonic()

    def tell(share: float) -> None:
        nonlocal last
        if time.monotonic() - last > TELL_EVERY:
            last = time.monotonic()
            pipe.send_bytes(pickle.dumps((None, share)))

    return tell


def _think(question: Job, opened: dict[str, Game[Any]], tell: Told) -> Any:
    if isinstance(question, CallFunction):
        try:
            return question.work(*question.args)
        except FieldhouseError as refused:
            return refused
    if isinstance(question, CompareCharts):
        from fieldhouse.lab.chart_comparison import compare_charts

        pair = (_opened(question.game, body) for body in (question.old, question.new))
        return compare_charts(*pair, seconds=question.seconds, progress=tell)
    if isinstance(question, BuildReport):
        from fieldhouse.lab.report import make_report

        game = _opened(question.game, question.setup)
        return make_report(game, games=MOST_REPORTED, seconds=question.seconds, progress=tell)
    if isinstance(question, ReviewGame):
        from fieldhouse.lab.review.analysis import review_game
        from fieldhouse.lab.win_probability.build import ensure_estimator

        whole = record.parse_record(question.record.decode())
        ensure_estimator(record.record_game(whole))
        return review_game(whole, seconds=question.seconds, progress=lambda _, share: tell(share))
    folder = registry.find(question.game)
    if question.setup_name not in opened:
        if len(opened) > 32:
            opened.clear()
        opened[question.setup_name] = _opened(question.game, question.setup)
    game = opened[question.setup_name]
    if isinstance(question, BuildEstimator):
        from fieldhouse.lab.win_probability.build import ensure_estimator

        ensure_estimator(game, lambda _, share: tell(share))
        return True
    if question.level == ADVICE:
        return _advise(question)
    if question.level.startswith(
        LEARNED
    ):  # the operator's file (`learned_policies`); no client's word gets here
        coach: Coach = make_coach(game, question.level, question.seen.seat, question.seed)
    else:
        coach = folder.coach(question.level, game, question.seen.seat, question.seed, question.seconds)
    reader = reads_state(coach)
    if question.bare and not reader:
        return CoachAnswer(None, reader)
    reply = coach.answer(question.request, question.seen)
    return CoachAnswer(reply if isinstance(reply, str) else [str(key) for key in reply], reader)


def _opened(name: str, body: bytes) -> Game[Any]:
    """The game of a set-up as the store keeps it."""
    _, setup = msgspec.json.decode(body, type=tuple[str, Setup])
    return registry.find(name).open(setup.options, setup.materials, edition=setup.edition)


def _advise(question: CoachQuestion) -> Advice:
    """The lab's figures for the decision at hand, in the world that was dealt for the seat."""
    from fieldhouse.lab.advice.adviser import advise_in

    world = question.seen.world
    if world is None:
        raise NoOtherWorld("no world was found that this seat could be in")
    return advise_in(
        world, question.request, why=3, seconds=question.seconds, seed=question.seed % 2**31, ready=True
    )
