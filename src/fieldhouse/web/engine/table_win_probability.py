"""The win probability at a table, at every question: the same for everybody who looks."""

from __future__ import annotations

from typing import Any, NamedTuple

from fieldhouse.kernel.requests import Seat
from fieldhouse.kernel.table import Table
from fieldhouse.lab.win_probability.estimator import Estimator, is_accurate
from fieldhouse.lab.win_probability.open_question import question_win_probability


class ShownFigure(NamedTuple):
    """What the bar of a seat shows: the figure, the figure shown before it, and how much was told by then."""

    told: int
    percent: int
    before: int


class TableWinProbability:
    """Seat 0's win probability, once an estimator for the game was found."""

    def __init__(self) -> None:
        self.estimator: Estimator | None = None
        self.progress = 0.0
        """The share of the estimator that is built, while it is being built."""
        self._found: tuple[int, float] | None = None
        self._shown: dict[Seat | None, ShownFigure] = {}

    def set_progress(self, share: float) -> None:
        """Note how much of the estimator is built. Called in a thread: one float is set."""
        self.progress = share

    @property
    def method(self) -> str:
        """How the probabilities are made, in words."""
        return self.estimator.how if self.estimator is not None else ""

    @property
    def lacks_games(self) -> bool:
        """Is there an estimator that is not good enough to be shown?"""
        return self.estimator is not None and not is_accurate(self.estimator)

    def current(self, table: Table[Any]) -> float | None:
        """The probability at the present question; None if it is not known, here or at all.

        It depends on public facts alone, so it is the same in every world that a seat could be in.
        """
        if self.estimator is None or self.lacks_games:
            return None
        here = len(table.entries)
        if self._found is None or self._found[0] != here:
            chance = question_win_probability(table, self.estimator)
            if chance is None:
                return None
            self._found = here, chance
        return self._found[1]

    def show(self, table: Table[Any], seat: Seat | None, percent: int | None) -> ShownFigure | None:
        """Note the figure on this seat's bar; where there is none, the last one stays.

        The arrow goes when something was told since: events that everybody sees, so that it tells no secret.
        """
        last = self._shown.get(seat)
        told = len(table.events_for(None))
        if percent is None or (last is not None and (last.told, last.percent) == (told, percent)):
            return last
        found = ShownFigure(told, percent, percent if last is None else last.percent)
        self._shown[seat] = found
        return found
