"""What worker processes are asked to do. Jobs and their results are pickled: they hold data only."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any, TypeAlias

import msgspec

from fieldhouse.kernel.coaches import CoachView
from fieldhouse.kernel.requests import Choose, Menu

ADVICE = "@advice"
"""In place of a coach's level: the lab's chances for every option."""


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


BackgroundJob: TypeAlias = BuildEstimator | ReviewGame | CompareCharts | BuildReport | CallFunction
Job: TypeAlias = CoachQuestion | BackgroundJob
Progress: TypeAlias = Callable[[float], None]
"""Called with the share of the work that is done."""
