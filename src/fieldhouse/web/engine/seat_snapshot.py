"""What one seat can observe of a table, as it goes over the wire, and what of it is new to the seat.

A snapshot is made once for each seat and state of the table, from the seat's `Observation` and nothing
else: what is sent is what the secrecy proof covers. Its tag changes when that does.
"""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeAlias

import msgspec

from fieldhouse.kernel.events import Event, visible
from fieldhouse.kernel.observation import Observation, observe
from fieldhouse.kernel.requests import Seat
from fieldhouse.kernel.scoreboard import Scoreboard
from fieldhouse.kernel.table import Table


class OptionLine(msgspec.Struct):
    """An option of the question."""

    key: str
    label: str
    rule: str
    help: str


class RequestLine(msgspec.Struct):
    """What your seat is asked; answer with a key and this sequence number."""

    seat: int
    sequence: int
    what: str
    prompt: str
    rule: str
    options: list[OptionLine]
    refused: list[dict[str, str]]
    facts: dict[str, int]


class SeatSnapshot(msgspec.Struct):
    """A table as one seat observes it; `view` and `request` are JSON already."""

    view: Any
    head: Scoreboard
    request: Any
    verbs: tuple[str, ...]
    waiting: tuple[Seat, ...]
    outcome: dict[str, Any] | None
    events: Sequence[Event]
    tag: str


class SeatSnapshotCache:
    """The snapshots of one table, by seat."""

    def __init__(self) -> None:
        self._seen: dict[Seat | None, tuple[Any, SeatSnapshot]] = {}
        self._of = -1

    def get(self, table: Table[Any], seat: Seat | None, revision: int, about: Any) -> SeatSnapshot:
        """What the seat sees now; `about` is what everybody sees besides the game: status, chairs, and
        that its story is told, which no revision of the table says."""
        if self._of != revision:
            self._seen, self._of = {}, revision
        found = self._seen.get(seat)
        if found is None or found[0] != about:
            snapshot = make_snapshot(observe(table, seat), table.events_for(seat), seat, about)
            found = self._seen[seat] = about, snapshot
        return found[1]


def make_snapshot(seen: Observation, events: Sequence[Event], seat: Seat | None, about: Any) -> SeatSnapshot:
    """The snapshot of what a seat observes; `events` are those that the seat may see."""
    view = msgspec.json.encode(seen.view)
    line = request_line(seen, seat)
    request = msgspec.json.encode(line)
    mark = hashlib.blake2b(view, digest_size=8)
    mark.update(request)
    rest = (seen.events_digest, seen.log_digest, seen.scoreboard, seen.verbs, seen.pending_seats)
    mark.update(msgspec.json.encode([*rest, seen.outcome, seen.chance, seen.sequence, about]))
    return SeatSnapshot(
        msgspec.Raw(view),
        seen.scoreboard,
        msgspec.Raw(request) if line is not None else None,
        seen.verbs,
        seen.pending_seats,
        msgspec.to_builtins(seen.outcome) if seen.outcome is not None else None,
        events,
        mark.hexdigest(),
    )


def request_line(seen: Observation, seat: Seat | None) -> RequestLine | None:
    """The question to this seat, if there is one."""
    asked = seen.request
    if asked is None or seat is None or seen.sequence is None:
        return None
    options = [OptionLine(o.key, o.label, o.rule, o.help) for o in asked.options]
    refused = [{"key": r.key, "reason": r.reason, "rule": r.rule} for r in asked.refusals]
    return RequestLine(
        seat, seen.sequence, asked.what, asked.prompt, asked.rule, options, refused, dict(asked.facts)
    )


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
        for place in reversed(self._answers.get(seat, ())):
            if any(visible(event, seat) for event in table.events[place[0] :]):
                return place
        return self._start
