"""The server's clock: it never goes back, and setting the machine's time doesn't move it.

Deadlines, expiry and the order of pages use it. It starts with the machine's time, or with the time last
saved if that is later, and continues by a monotonic clock: nobody loses a game because somebody set the time.
"""

from __future__ import annotations

import time
from datetime import UTC, date, datetime

NOTED_EVERY = 60.0
"""Seconds between two notes of the time in the store."""


def steady() -> float:
    """Seconds of a monotonic clock; it counts while the machine sleeps, where the system supports that."""
    kind = getattr(time, "CLOCK_BOOTTIME", None)
    return time.clock_gettime(kind) if kind is not None else time.monotonic()


class Clock:
    """The clock of a server process."""

    def __init__(self) -> None:
        self._began = time.time() - steady()

    def now(self) -> float:
        """Seconds since 1970 by this clock."""
        return self._began + steady()

    def not_before(self, noted: float) -> None:
        """Continue from this saved time if it is later."""
        if noted > self.now():
            self._began += noted + NOTED_EVERY - self.now()


_CLOCK = Clock()
now = _CLOCK.now
not_before = _CLOCK.not_before


def day_at(moment: float) -> date:
    """The UTC day of this moment."""
    return datetime.fromtimestamp(moment, UTC).date()


def today() -> date:
    """The current UTC day."""
    return day_at(now())
