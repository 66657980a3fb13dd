"""The lab's results as tables for the terminal."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from rich.table import Table as Grid

if TYPE_CHECKING:
    from fieldhouse.lab.arena import Result
    from fieldhouse.lab.elo import Interval


def grid(title: str, *columns: str) -> Grid:
    """An empty table whose first column is words and whose others are numbers."""
    table = Grid(title=title)
    for place, name in enumerate(columns):
        table.add_column(name, justify="left" if place == 0 else "right")
    return table


def number(value: float, digits: int = 0) -> str:
    """A number for a cell; infinite ends of an interval are shown as such."""
    if math.isinf(value):
        return "+inf" if value > 0 else "-inf"
    return f"{value:+.{digits}f}"


def between(interval: Interval, digits: int = 0) -> str:
    """An interval for a cell."""
    return f"{number(interval.low, digits)} to {number(interval.high, digits)}"


def meetings(result: Result) -> Grid:
    """Every pairing with its games, mean score, Elo difference and thinking time."""
    table = grid(
        f"{result.game}: pairings",
        "pairing", "games", "won-tied-lost", "score", "Elo", "95 %, any look", "ms/answer", "stopped",
    )  # fmt: skip
    for meeting in result.meetings:
        won, tied, lost = meeting.results
        thought = " / ".join(f"{meeting.seconds_per_decision(n) * 1000:.3g}" for n in (0, 1))
        table.add_row(
            f"{meeting.a} - {meeting.b}",
            str(2 * len(meeting.pairs)),
            f"{won}-{tied}-{lost}",
            f"{meeting.score.value:.3f}",
            number(meeting.difference.value),
            between(meeting.difference),
            thought,
            meeting.stopped,
        )
    return table


def ratings(result: Result) -> Grid:
    """Elo of everybody, best first."""
    table = grid(f"{result.game}: Elo (mean 0)", "coach", "Elo", "95 %")
    for name, row in sorted(result.ratings.items(), key=lambda item: -item[1].value):
        table.add_row(name, number(row.value), between(row))
    return table
