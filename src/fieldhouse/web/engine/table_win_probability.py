"""The win probability at a table, at the end of each play: the same for everybody who looks."""

from __future__ import annotations

from typing import Any

from fieldhouse.kernel.table import Table
from fieldhouse.lab.win_probability.estimator import Estimator

MAX_POINTS = 16
"""Ends of plays whose probability is remembered."""


class TableWinProbability:
    """Seat 0's win probability, once an estimator for the game was found."""

    def __init__(self) -> None:
        self.estimator: Estimator | None = None
        self.progress = 0.0
        """The share of the estimator that is built, while it is being built."""
        self._points: list[tuple[int, float]] = []

    def set_progress(self, share: float) -> None:
        """Note how much of the estimator is built. Called in a thread: one float is set."""
        self.progress = share

    @property
    def method(self) -> str:
        """How the probabilities are made, in words."""
        return self.estimator.how if self.estimator is not None else ""

    def last_two(self, table: Table[Any]) -> tuple[float, float] | None:
        """The probability after the last play and after the one before; None if it is not known yet.

        It depends on public facts alone, so it is the same in every world that a seat could be in.
        """
        if self.estimator is None:
            return None
        frame, points = table.last_frame, self._points
        while points and points[-1][0] > frame.entries:  # undone
            points.pop()
        if not points or points[-1][0] != frame.entries:
            state = table.game.load(frame.snapshot)
            inputs = self.estimator.inputs(state) if table.game.outcome(state) is None else None
            if inputs is not None:
                points.append((frame.entries, float(self.estimator.win_probabilities([inputs])[0])))
                del points[:-MAX_POINTS]
        return (points[-1][1], points[-2][1] if len(points) > 1 else points[-1][1]) if points else None
