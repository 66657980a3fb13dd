"""Python's search for rubbish, at moments when nobody waits.

A full search looks at every object of every table. With 200 tables it held the server up for a quarter of a
second, every few seconds, and found next to nothing: what a table drops is free at once, without a search.
"""

from __future__ import annotations

import gc
from collections.abc import Callable

QUIET = 2.0
"""Seconds without a request after which nobody is kept waiting."""
LATEST = 900.0
"""Seconds after which a house that is never quiet is searched all the same."""
YOUNG, MIDDLE, NEVER = 5_000, 20, 1_000_000_000
"""New objects before the newest are searched, such searches before the next older; the old ones by `tick`."""


class GcPolicy:
    """Says when this process is searched; made once everything that stays is loaded."""

    def __init__(self, now: float, search: Callable[[], object] = gc.collect) -> None:
        self._search = search
        self._requests = self._at_search = 0
        self._asked = self._searched = now

    def begin(self) -> None:
        """What is loaded now stays and is never looked at again; the old wait for a quiet moment."""
        self._search()
        gc.freeze()
        gc.set_threshold(YOUNG, MIDDLE, NEVER)

    def tick(self, requests: int, now: float) -> None:
        """So many requests were replied to until now: search if it is time."""
        if requests != self._requests:
            self._requests, self._asked = requests, now
        if requests == self._at_search:
            self._searched = now
        elif now - self._asked >= QUIET or now - self._searched >= LATEST:
            self._search()
            self._at_search, self._searched = requests, now
