"""What a server process does before its first request, for speed and safety.

msgspec completes a Struct's type information at its first decoding, and several threads that do so at once
can crash the process: so all decoders are built in one thread.

Python's garbage collector runs when no request waits. A full collection visits every object of every table:
with 200 tables it stopped the server for 0.25 seconds, every few seconds, and found almost nothing.
"""

from __future__ import annotations

import gc
import logging
from collections.abc import Callable
from typing import Any

import msgspec

from fieldhouse.kernel import registry
from fieldhouse.kernel.entries import Entry
from fieldhouse.kernel.events import event_from_record
from fieldhouse.kernel.game import Setup
from fieldhouse.kernel.record import Record

log = logging.getLogger("fieldhouse.web")
_DECODERS: dict[Any, Any] = {}
_OPENED: set[registry.Folder] = set()


def build_decoder(kind: Any) -> None:
    """Build the decoders of one type and of everything in it."""
    if kind not in _DECODERS:
        _DECODERS[kind] = msgspec.json.Decoder(kind), msgspec.msgpack.Decoder(kind)


def build_decoders() -> None:
    """Build the decoders of states, setups, entries, records and events of every game."""
    for kind in (Entry, Setup, tuple[str, Setup], Record):
        build_decoder(kind)
    event_from_record({"event": "Note", "text": ""})
    for name, folder in registry.list_all_games().items():
        try:
            build_decoder(folder.game.state_type)
            if folder not in _OPENED:
                folder.open()  # its charts are read now, not when somebody waits for the first table
                _OPENED.add(folder)
        except Exception as error:  # a game that cannot be loaded is left out
            log.warning("a game cannot be loaded", extra={"game": name, "error": repr(error)})


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
