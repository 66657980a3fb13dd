"""Habits that `fieldhouse exploit` tries against Fast Drive's coaches: decision rules by lead and time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fieldhouse.games.fastdrive.coaches.starter import lead_of
from fieldhouse.games.fastdrive.rules.state import Sheet
from fieldhouse.kernel.game import Game
from fieldhouse.kernel.habits import Habit, Pick, Situation, make_habit
from fieldhouse.kernel.requests import Choose

LATE = 6
"""Ticks left from which on a half is nearly over."""


def is_first_half(request: Choose, s: Sheet) -> bool:
    """Is it the first half?"""
    return s.half == 1


def is_late(request: Choose, s: Sheet) -> bool:
    """The second half or overtime is nearly over."""
    return s.half > 1 and s.left <= LATE


def is_far_behind(request: Choose, s: Sheet) -> bool:
    """More than one score behind."""
    return lead_of(s, request.seat) < -8


def is_far_ahead(request: Choose, s: Sheet) -> bool:
    """More than one score ahead."""
    return lead_of(s, request.seat) > 8


SITUATIONS: Mapping[str, Situation] = {
    "first-half": is_first_half,
    "late": is_late,
    "far-behind": is_far_behind,
    "far-ahead": is_far_ahead,
}
PICKS: Mapping[str, Pick] = {}


def own_habits(game: Game[Any], seed: int) -> list[Habit]:
    """Whole ways to play: all risks, none, and the clock by the score."""
    risks = make_habit(("try", "two"), ("kickoff", "onside"), ("fourth-down", "go"), ("settle", "give-up"))
    safe = make_habit(("try", "kick"), ("kickoff", "deep"), ("fourth-down", "kick"), ("settle", "kick"))
    clock = make_habit(("clock", "+1", "ahead"), ("clock", "-1", "behind"), ("clock", "0", "tied"))
    late = make_habit(("clock", "+1", "ahead"), ("clock", "-1"), ("fourth-down", "go", "behind"))
    return [risks, safe, clock, late]
