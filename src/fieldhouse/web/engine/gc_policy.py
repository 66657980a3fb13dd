"""Runs Python's garbage collector when no request waits.

A full collection visits every object of every table: with 200 tables it stopped the server for 0.25 seconds,
every few seconds, and found almost nothing.
"""

from __future__ import annotations

import gc
from collections.abc import Callable

QUIET = 2.0
"""Seconds without a request after which the server is idle."""
LATEST = 900.0
"""Seconds after which a busy server collects anyway."""
YOUNG, MIDDLE, NEVER = 5_000, 20, 1_000_000_000
"""Thresholds of the three generations; the oldest is collected by `tick`."""


class GcPolicy:
    """Decides when to collect. Create it when everything that stays is loaded."""

    def __init__(self, now: float, search: Callable[[], object] = gc.collect) -> None:
        self._search = search
        self._requests = self._at_search = 0
        self._asked = self._searched = now

    def begin(self) -> None:
        """Exempt everything loaded so far, and stop automatic full collections."""
        self._search()
        gc.freeze()
        gc.set_threshold(YOUNG, MIDDLE, NEVER)

    def tick(self, requests: int, now: float) -> None:
        """Collect if it is time; `requests` is the number of requests answered so far."""
        if requests != self._requests:
            self._requests, self._asked = requests, now
        if requests == self._at_search:
            self._searched = now
        elif now - self._asked >= QUIET or now - self._searched >= LATEST:
            self._search()
            self._at_search, self._searched = requests, now
