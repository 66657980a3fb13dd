"""The line score: the points of both sides by period."""

from __future__ import annotations

from collections.abc import Sequence

from fieldhouse.football.events import Scored
from fieldhouse.kernel.events import Event

Line = tuple[str, list[int], int]
"""A side's name, its points in each period, and all of them."""


def line_score(teams: Sequence[str], events: Sequence[Event]) -> tuple[list[str], list[Line]]:
    """The periods in the game's own words, and a line for each side; points count where their play began."""
    periods: dict[str, list[int]] = {}
    for event in events:
        if event.moment is not None and event.moment.period:
            points = periods.setdefault(event.moment.period, [0] * len(teams))
            if isinstance(event, Scored):
                points[event.side] += event.points
    lines = [
        (
            team,
            [points[side] for points in periods.values()],
            sum(points[side] for points in periods.values()),
        )
        for side, team in enumerate(teams)
    ]
    return list(periods), lines
