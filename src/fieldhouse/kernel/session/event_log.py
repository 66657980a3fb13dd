"""The events of a table in order, and for every seat a running list of those it may see."""

from __future__ import annotations

import hashlib
from bisect import bisect_left
from collections.abc import Iterable, Sequence

from fieldhouse.kernel.events import Event, render, visible
from fieldhouse.kernel.requests import Seat


class _Seen:
    """What one seat has seen: its events, the place of each among all, and a running digest of the words."""

    __slots__ = ("events", "marks", "places", "upto")

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.places: list[int] = []
        self.marks: list[bytes] = []
        self.upto = 0

    def truncate(self, count: int) -> None:
        keep = bisect_left(self.places, count)
        del self.events[keep:], self.places[keep:], self.marks[keep:]
        self.upto = min(self.upto, count)

    def copy(self) -> _Seen:
        other = _Seen()
        other.events, other.places, other.marks = self.events[:], self.places[:], self.marks[:]
        other.upto = self.upto
        return other


class EventLog:
    """Events in order. Add with `events.append`; they are removed from the end only (`truncate`)."""

    __slots__ = ("_seen", "events")

    def __init__(self, events: Iterable[Event] = ()) -> None:
        self.events = list(events)
        self._seen: dict[Seat | None, _Seen] = {}

    def copy(self) -> EventLog:
        """Copy the log; the events themselves never change and are shared."""
        other = object.__new__(EventLog)
        other.events = self.events[:]
        other._seen = {seat: seen.copy() for seat, seen in self._seen.items()} if self._seen else {}
        return other

    def truncate(self, count: int) -> None:
        """Keep only the first `count` events."""
        del self.events[count:]
        for seen in self._seen.values():
            seen.truncate(count)

    def visible_to(self, seat: Seat | None) -> Sequence[Event]:
        """The events that this seat (None: a spectator) may see. The list keeps growing; do not change it."""
        return self._caught_up(seat).events

    def visible_before(self, seat: Seat | None, count: int) -> list[Event]:
        """Those of the first `count` events that the seat may see."""
        seen = self._caught_up(seat)
        return seen.events[: bisect_left(seen.places, count)]

    def digest(self, seat: Seat | None) -> str:
        """A digest of all the words that the seat has seen: equal where they are."""
        seen = self._caught_up(seat)
        last = seen.marks[-1] if seen.marks else b""
        for event in seen.events[len(seen.marks) :]:
            last = hashlib.sha256(last + render(event).encode()).digest()
            seen.marks.append(last)
        return f"{len(seen.events)}:{last.hex()}"

    def _caught_up(self, seat: Seat | None) -> _Seen:
        seen = self._seen.get(seat)
        if seen is None:
            seen = self._seen[seat] = _Seen()
        for place in range(seen.upto, len(self.events)):
            event = self.events[place]
            if event.sees is None or visible(event, seat):
                seen.events.append(event)
                seen.places.append(place)
        seen.upto = len(self.events)
        return seen
