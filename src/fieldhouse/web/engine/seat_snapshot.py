"""What one seat perceives of a table, as it goes over the wire, and the tag that changes when that does.

Made once for each seat and state of the table; the kernel keeps a running mark of what a seat was told, so
that a long game costs no more than a short one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

import msgspec

from fieldhouse.kernel.events import Event
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
    """The present moment for one seat; `view` and `request` are JSON already."""

    view: Any
    head: Scoreboard
    request: Any
    verbs: tuple[str, ...]
    waiting: tuple[Seat, ...]
    outcome: dict[str, Any] | None
    events: Sequence[Event]
    tag: str


class SeatSnapshotCache:
    """What every seat sees of one table."""

    def __init__(self) -> None:
        self._seen: dict[Seat | None, tuple[Any, SeatSnapshot]] = {}
        self._of = -1

    def look(self, table: Table[Any], seat: Seat | None, revision: int, about: Any) -> SeatSnapshot:
        """What the seat sees now; `about` is what everybody sees besides the game: status, chairs, and
        that its story is told, which no revision of the table says."""
        if self._of != revision:
            self._seen, self._of = {}, revision
        found = self._seen.get(seat)
        if found is None or found[0] != about:
            found = self._seen[seat] = about, self._make(table, seat, about)
        return found[1]

    def _make(self, table: Table[Any], seat: Seat | None, about: Any) -> SeatSnapshot:
        events = table.events_for(seat)
        view = msgspec.json.encode(table.game.view(table.state, seat))
        line = request_line(table, seat)
        request = msgspec.json.encode(line)
        verbs = table.verbs(seat) if seat is not None else ()
        waiting, head = table.pending_seats, table.scoreboard(seat)
        outcome = msgspec.to_builtins(table.outcome) if table.outcome is not None else None
        mark = hashlib.blake2b(view, digest_size=8)
        mark.update(request)
        chance = table.chance
        rolling = None
        if chance is not None:
            shown = not chance.veiled and (chance.sees is None or (seat is not None and seat in chance.sees))
            rolling = [chance.stream, chance.label, list(chance.keys) if shown else None]
        sequence = table.sequence(seat) if seat is not None else None
        told: list[Any] = [table.events_digest(seat), table.log_digest(seat)]
        mark.update(msgspec.json.encode([*told, head, verbs, waiting, outcome, rolling, sequence, about]))
        return SeatSnapshot(
            msgspec.Raw(view),
            head,
            msgspec.Raw(request) if line is not None else None,
            verbs,
            waiting,
            outcome,
            events,
            mark.hexdigest(),
        )


def request_line(table: Table[Any], seat: Seat | None) -> RequestLine | None:
    """The question to this seat, if there is one."""
    asked = table.request_for(seat) if seat is not None else None
    if asked is None or seat is None:
        return None
    options = [OptionLine(o.key, o.label, o.rule, o.help) for o in asked.menu.options()]
    refused = [{"key": r.key, "reason": r.reason, "rule": r.rule} for r in asked.menu.refusals()]
    facts = dict(asked.facts)
    return RequestLine(
        seat, table.sequence(seat), asked.what, asked.prompt, asked.rule, options, refused, facts
    )
