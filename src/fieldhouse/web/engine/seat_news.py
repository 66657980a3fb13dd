"""What is new to a seat: the events since its last answer."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeAlias

from fieldhouse.kernel.events import visible
from fieldhouse.kernel.requests import Seat
from fieldhouse.kernel.table import Table

Place: TypeAlias = tuple[int, int]
"""A place in a game: the number of events and of log entries before it."""
MAX_PLACES = 16
"""Answers of a seat that are remembered."""


class SeatNews:
    """Where each seat, and the spectators (None), last answered."""

    def __init__(self) -> None:
        self._answers: dict[Seat | None, deque[Place]] = {}
        self._start: Place = (0, 0)

    def add_answer(self, table: Table[Any], who: Seat | None, place: Place) -> None:
        """The seat (None: any of them) answered at this place: what comes after is news to it.

        A place after which there was nothing to see is left out: it would push others out, and their number
        would tell how often somebody answered in secret.
        """
        places = self._answers.setdefault(who, deque(maxlen=MAX_PLACES))
        if not places or any(visible(event, who) for event in table.events[places[-1][0] : place[0]]):
            places.append(place)

    @contextmanager
    def unchanged_on_error(self) -> Iterator[None]:
        """Forget the answers of a batch that is refused."""
        before = {who: places.copy() for who, places in self._answers.items()}
        try:
            yield
        except BaseException:
            self._answers = before
            raise

    def places_before(self, events: int) -> list[tuple[Seat | None, list[Place]]]:
        """The answers before so many events, to be kept with a snapshot."""
        return [
            (who, [place for place in places if place[0] <= events]) for who, places in self._answers.items()
        ]

    def restore(self, kept: Sequence[tuple[Seat | None, Sequence[Place]]], start: Place) -> None:
        """Take over what was kept with the snapshot at `start`; where nothing was, all after it is news."""
        self._answers = {
            who: deque(((events, entries) for events, entries in places), maxlen=MAX_PLACES)
            for who, places in kept
        }
        self._start = start if not kept else (0, 0)

    def since_last_answer(self, table: Table[Any], seat: Seat | None) -> Place:
        """The place of the seat's last answer that something it can see came after."""
        seen = {id(event) for event in table.events_for(seat)}
        for place in reversed(self._answers.get(seat, ())):
            if any(id(event) in seen for event in table.events[place[0] :]):
                return place
        return self._start
