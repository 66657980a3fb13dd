"""What worker processes are asked to do. Jobs and their results are pickled: they hold data only."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any, TypeAlias

import msgspec

from fieldhouse.kernel.coaches import CoachView
from fieldhouse.kernel.requests import Choose, Menu

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
