"""How much a coach may think, counted in work and not in time.

A busy machine must not change the play, so a decision's budget is a number of steps (positions looked at,
playouts): the same seed and budget give the same answer everywhere. `seconds` given to a coach are what the
work takes on a plain core. A live table that must not wait longer keeps a clock of its own and asks a
quicker coach when it runs out. A hint, on which no game depends, may also be bound to a clock (`time_limit`).
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar


class Budget:
    """The work left in a decision, of `whole` at first."""

    __slots__ = ("left", "whole")

    def __init__(self, work: float) -> None:
        self.whole = self.left = work

    def until(self, share: float = 1.0) -> Limit:
        """The point at which this share of the whole is used up."""
        return Limit(self, self.whole * (1.0 - share))


class Limit:
    """A point in a budget: spend until it is `over`."""

    __slots__ = ("_budget", "_floor")

    def __init__(self, budget: Budget, floor: float) -> None:
        self._budget = budget
        self._floor = floor

    def spend(self, work: float = 1.0) -> None:
        """Count this much work as done."""
        self._budget.left -= work

    @property
    def rest(self) -> float:
        """The work left up to this point."""
        return self._budget.left - self._floor

    @property
    def over(self) -> bool:
        """Is the work up to this point used up?"""
        return self._budget.left <= self._floor or is_time_up()


_stop_at: ContextVar[float | None] = ContextVar("_stop_at", default=None)


def is_time_up() -> bool:
    """Is the time of an enclosing `time_limit` over? False without one."""
    stop_at = _stop_at.get()
    return stop_at is not None and time.monotonic() >= stop_at


@contextmanager
def time_limit(seconds: float | None) -> Iterator[None]:
    """Within it every budget is over after so many seconds on the clock; None: no such limit."""
    before = _stop_at.set(None if seconds is None else time.monotonic() + seconds)
    try:
        yield
    finally:
        _stop_at.reset(before)


UNLIMITED = Limit(Budget(0.0), float("-inf"))
"""No bound at all."""
