"""The clock of the house: it never goes back, and a clock on the wall that somebody sets does not move it.

Deadlines, expiry and the order of pages are counted by it. It starts with the wall's time (or where the house
last noted its own, if the wall has been set back since) and goes on by the machine's steady count, so that
people neither lose a game nor gain an hour because the machine's time was mended.
"""

from __future__ import annotations

import time
from datetime import UTC, date, datetime

NOTED_EVERY = 60.0
"""Seconds between two notes of the time in the store."""


def steady() -> float:
    """Seconds that nobody can set; they count while the machine sleeps, where the system tells that."""
    kind = getattr(time, "CLOCK_BOOTTIME", None)
    return time.clock_gettime(kind) if kind is not None else time.monotonic()


class Clock:
    """One for a process."""

    def __init__(self) -> None:
        self._began = time.time() - steady()

    def now(self) -> float:
        """Seconds since 1970, as this house counts them."""
        return self._began + steady()

    def not_before(self, noted: float) -> None:
        """The house was open at this time already: go on from there."""
        if noted > self.now():
            self._began += noted + NOTED_EVERY - self.now()


_CLOCK = Clock()
now = _CLOCK.now
not_before = _CLOCK.not_before


def day_at(moment: float) -> date:
    """The day of this moment in universal time."""
    return datetime.fromtimestamp(moment, UTC).date()


def today() -> date:
    """The day of the house."""
    return day_at(now())
