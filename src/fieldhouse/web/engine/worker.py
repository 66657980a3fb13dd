"""The code of a worker process: it answers one job after another until the server is gone."""

from __future__ import annotations

import os
import pickle
import time
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any

import msgspec

from fieldhouse.kernel import record, registry
from fieldhouse.kernel.budget import time_limit
from fieldhouse.kernel.coaches import Coach, reads_state
from fieldhouse.kernel.errors import FieldhouseError, NoOtherWorld, NotYourTurn
from fieldhouse.kernel.game import Game, Setup
from fieldhouse.lab.advice.result import Advice
from fieldhouse.lab.players import LEARNED, make_coach
from fieldhouse.web.engine.worker_jobs import (
    ADVICE,
    BuildEstimator,
    BuildReport,
    CallFunction,
    CoachAnswer,
    CoachQuestion,
    CompareCharts,
    Job,
    Progress,
    ReviewGame,
)

MAX_REPORT_GAMES = 4_000
"""Games that a report plays at most."""
PROGRESS_SECONDS = 0.25
"""Seconds between two reports of progress."""


def serve(pipe: Connection, nice: int) -> None:
    """Do the jobs that come through the pipe until its other end is closed."""
    if nice and hasattr(os, "nice"):
        os.nice(nice)
    load_games()
    pipe.send_bytes(b"ready")
    opened: dict[str, Game[Any]] = {}
    with suppress(EOFError, OSError, KeyboardInterrupt):
        while True:
            job = pickle.loads(pipe.recv_bytes())
            try:
                reply: tuple[bool, Any] = (True, _run(job, opened, _progress_sender(pipe)))
            except Exception as error:
                reply = (False, f"{type(error).__name__}: {error}")
            pipe.send_bytes(pickle.dumps(reply))


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
            return job.work(*job.args)
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

        whole = record.parse_record(job.record.decode())
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
    level, seat = question.level, question.seen.seat
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
    return CoachAnswer(reply if isinstance(reply, str) else [str(key) for key in reply], reader)


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
