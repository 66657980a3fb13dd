"""The jobs of worker processes, and the code of such a process.

It does one job after another until the server is gone. Jobs and their results are pickled: they hold data
only.
"""

from __future__ import annotations

import os
import pickle
import resource
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import parent_process
from multiprocessing.connection import Connection, wait
from typing import Any, TypeAlias

import msgspec

from fieldhouse.kernel import record, registry
from fieldhouse.kernel.budget import time_limit
from fieldhouse.kernel.coaches import Coach, CoachView, reads_state
from fieldhouse.kernel.errors import FieldhouseError, NoOtherWorld, NotYourTurn
from fieldhouse.kernel.game import Game, Setup
from fieldhouse.kernel.requests import Choose, Menu
from fieldhouse.lab.advice.result import Advice
from fieldhouse.lab.players import LEARNED, make_coach

ADVICE = "@advice"
"""In place of a coach's level: the win probability of every option."""


class CoachQuestion(msgspec.Struct):
    """Everything a coach gets: the rules, its seat, the request, what it has observed, and a world.

    The world is determinized in the server process; the real state never leaves it.
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
    """Does the question leave out what coaches that read only the state don't need?"""
    first: str = ""
    """For advice: this answer is given, and the question after it is the one to look at."""
    limit: float | None = None
    """Seconds on the clock after which a hint has to be there; None where a game depends on the answer."""


class CoachAnswer(msgspec.Struct):
    """A coach's answer; no keys if it needs more than a bare question holds."""

    keys: str | list[str] | None
    reads_state: bool
    seconds: float = 0.0
    """How long it took."""


class BuildEstimator(msgspec.Struct):
    """Build the win probability estimator of a game and cache it."""

    game: str
    setup_name: str
    setup: bytes


class ReviewGame(msgspec.Struct):
    """Review a finished game: win probability, luck, costliest decisions."""

    record: bytes
    seconds: float


class CompareCharts(msgspec.Struct):
    """Compare a game with old and with new charts, two setups as the store keeps them."""

    game: str
    old: bytes
    new: bytes
    seconds: float


class BuildReport(msgspec.Struct):
    """Play a game for some time and report its balance and realism."""

    game: str
    setup: bytes
    seconds: float


class CallFunction(msgspec.Struct):
    """Call a module's function; a FieldhouseError that it raises is returned."""

    work: Callable[..., Any]
    args: tuple[Any, ...]
    reports: bool = False
    """Does it take a function as its last argument, to report its progress?"""


class WorkerLimits(msgspec.Struct, frozen=True):
    """How a worker process is held: its niceness, and the MiB of memory it may take (0: any)."""

    nice: int = 0
    memory: int = 0


def portable(request: Choose) -> Choose:
    """The request, with a plain menu if its own cannot be pickled."""
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
        ahead=request.ahead,
    )


BackgroundJob: TypeAlias = BuildEstimator | ReviewGame | CompareCharts | BuildReport | CallFunction
Job: TypeAlias = CoachQuestion | BackgroundJob
Progress: TypeAlias = Callable[[float], None]
"""Called with the share of the work that is done."""


MAX_REPORT_GAMES = 4_000
"""Games that a report plays at most."""
PROGRESS_SECONDS = 0.25
"""Seconds between two reports of progress."""
MIB = 2**20


def serve(pipe: Connection, limits: WorkerLimits) -> None:
    """Do the jobs that come through the pipe until its other end is closed."""
    if limits.nice and hasattr(os, "nice"):
        os.nice(limits.nice)
    threading.Thread(target=_end_with_server, daemon=True).start()
    load_games()
    _limit_memory(limits.memory)
    pipe.send_bytes(b"ready")
    opened: dict[str, Game[Any]] = {}
    with suppress(EOFError, OSError, KeyboardInterrupt):
        while True:
            job, seconds = pickle.loads(pipe.recv_bytes())
            _limit_processor(seconds)
            try:
                reply: tuple[bool, Any] = (True, _run(job, opened, _progress_sender(pipe)))
            except MemoryError:
                reply = (False, f"needs more than {limits.memory} MiB of memory")
            except Exception as error:
                reply = (False, f"{type(error).__name__}: {error}")
            pipe.send_bytes(pickle.dumps((*reply, _is_grown(limits.memory))))


def _end_with_server() -> None:
    """End the process when the server is gone, even in the middle of a job."""
    server = parent_process()
    if server is not None:
        wait([server.sentinel])
        os._exit(1)


def _limit_memory(most: int) -> None:
    """Let the process have so many MiB of its own; 0: no limit. What it shares with others is not counted."""
    if most and sys.platform == "linux":
        resource.setrlimit(resource.RLIMIT_DATA, (most * MIB, most * MIB))


def _limit_processor(seconds: float) -> None:
    """Let the system stop a job that takes twice its time, should the server be unable to."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    most = int(used.ru_utime + used.ru_stime + 2 * seconds) + 10
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_CPU, (most, resource.getrlimit(resource.RLIMIT_CPU)[1]))


def _is_grown(most: int) -> bool:
    """Has the process taken so much memory that a new one shall do the next job?"""
    unit = 1 if sys.platform == "darwin" else 1024
    return bool(most) and resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit > most * MIB / 3


def load_games() -> None:
    """Import every installed game; one that cannot be imported fails when it is asked for."""
    with suppress(Exception):
        for folder in registry.list_games().values():
            _ = folder.game


def _progress_sender(pipe: Connection) -> Progress:
    last = time.monotonic()

    def send(share: float) -> None:
        nonlocal last
        if time.monotonic() - last > PROGRESS_SECONDS:
            last = time.monotonic()
            pipe.send_bytes(pickle.dumps((None, share)))

    return send


def _run(job: Job, opened: dict[str, Game[Any]], progress: Progress) -> Any:
    if isinstance(job, CallFunction):
        try:
            return job.work(*job.args, progress) if job.reports else job.work(*job.args)
        except FieldhouseError as refused:
            return refused
    if isinstance(job, CompareCharts):
        from fieldhouse.lab.chart_comparison import compare_charts

        pair = (_open_game(job.game, body) for body in (job.old, job.new))
        return compare_charts(*pair, seconds=job.seconds, progress=progress)
    if isinstance(job, BuildReport):
        from fieldhouse.lab.report import make_report

        game = _open_game(job.game, job.setup)
        return make_report(game, games=MAX_REPORT_GAMES, seconds=job.seconds, progress=progress)
    if isinstance(job, ReviewGame):
        from fieldhouse.lab.review.analysis import review_game
        from fieldhouse.lab.win_probability.build import ensure_estimator
        from fieldhouse.lab.win_probability.estimator import is_judged_by_turns

        whole = record.parse_record(job.record.decode())
        if not is_judged_by_turns(whole.game):
            ensure_estimator(record.record_game(whole))
        return review_game(whole, seconds=job.seconds, progress=lambda _, share: progress(share))
    if job.setup_name not in opened:
        if len(opened) > 32:
            opened.clear()
        opened[job.setup_name] = _open_game(job.game, job.setup)
    game = opened[job.setup_name]
    if isinstance(job, BuildEstimator):
        from fieldhouse.lab.win_probability.build import ensure_estimator

        ensure_estimator(game, lambda _, share: progress(share))
        return True
    return _advise(job) if job.level == ADVICE else _answer(job, game)


def _answer(question: CoachQuestion, game: Game[Any]) -> CoachAnswer:
    level, seat, began = question.level, question.seen.seat, time.monotonic()
    if level.startswith(LEARNED):  # a file that the operator named (`learned_policies`), never a client
        coach: Coach = make_coach(game, level, seat, question.seed)
    else:
        folder = registry.find(question.game)
        coach = folder.coach(level, game, seat, question.seed, question.seconds)
    reader = reads_state(coach)
    if question.bare and not reader:
        return CoachAnswer(None, reader)
    with time_limit(question.limit):
        reply = coach.answer(question.request, question.seen)
    keys = reply if isinstance(reply, str) else [str(key) for key in reply]
    return CoachAnswer(keys, reader, time.monotonic() - began)


def _open_game(name: str, body: bytes) -> Game[Any]:
    """The game of a setup as the store keeps it."""
    _, setup = msgspec.json.decode(body, type=tuple[str, Setup])
    return registry.find(name).open(setup.options, setup.materials, edition=setup.edition)


def _advise(question: CoachQuestion) -> Advice:
    """The win probability of every option, in the world that was dealt for the seat."""
    from fieldhouse.lab.advice.adviser import advise_in

    world, asked = question.seen.world, question.request
    if world is None:
        raise NoOtherWorld("no world was found that this seat could be in")
    if question.first:
        world = world.copy()
        world.give(question.first)
        due = [one for one in world.due if one.seat == question.seen.seat]
        if not due:
            raise NotYourTurn(f"nothing is asked right after {question.first!r}")
        asked = due[0]
    return advise_in(world, asked, why=3, seconds=question.seconds, seed=question.seed % 2**31, ready=True)
