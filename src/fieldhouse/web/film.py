"""The film of a finished game: replayed once and kept, so that any moment of it is a few entries away."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from fieldhouse.football.events import Scored
from fieldhouse.kernel import record, verify
from fieldhouse.kernel.entries import Entry
from fieldhouse.kernel.game import Game
from fieldhouse.kernel.record import Record
from fieldhouse.kernel.requests import Seat
from fieldhouse.kernel.table import Table

EVERY = 48
"""Entries between the moments that are kept."""
MOST_VERDICTS = 8


class Jump(msgspec.Struct):
    """An entry of the log worth going to: points, or another side has the ball."""

    entry: int
    events: int
    words: str


class Film:
    """One finished game. Make it in a thread; afterwards it is only read."""

    def __init__(self, game: Game[Any], whole: Record) -> None:
        self.whole = whole
        self._kept: list[Table[Any]] = []
        table: Table[Any] = Table(game)
        self.jumps = found_jumps(table, whole.entries, self._kept)
        self._verdicts: dict[tuple[str, ...], verify.Verdict] = {}

    def at(self, entry: int, seat: Seat | None) -> tuple[Table[Any], int]:
        """The table after that many entries, and how many events the seat had been told one entry before."""
        start = max(0, entry - 1) // EVERY
        table = self._kept[start].copy()
        record.apply_all(table, self.whole.entries[start * EVERY : max(0, entry - 1)])
        told = len(table.events_for(seat)) if entry else 0
        record.apply_all(table, self.whole.entries[max(0, entry - 1) : entry])
        return table, told

    def verdict(self, receipts: Sequence[str]) -> verify.Verdict:
        """What verifying the record gives, with these receipts."""
        asked = tuple(receipts)
        if asked not in self._verdicts:
            if len(self._verdicts) >= MOST_VERDICTS:
                self._verdicts.clear()
            self._verdicts[asked] = verify.verify(self.whole, asked)
        return self._verdicts[asked]


def found_jumps(table: Table[Any], log: Sequence[Entry], kept: list[Table[Any]] | None = None) -> list[Jump]:
    """Points as the football events tell them, and each change of the ball as the headline has it.

    The table is copied into `kept` before every EVERY-th entry.
    """
    found: list[Jump] = []
    before = table.head()
    told = len(table.events_for(None))
    if kept is not None:
        kept.append(table.copy())
    for n, entry in enumerate(log, start=1):
        record.apply(table, entry)
        if kept is not None and n % EVERY == 0:
            kept.append(table.copy())
        head, events = table.head(), table.events_for(None)
        while found and found[-1].events > len(events):  # taken back
            found.pop()
        scored = [event.text() for event in events[told:] if isinstance(event, Scored)]
        if not scored and head.scores != before.scores:  # a game that tells points in words of its own
            scored = [f"Score {'-'.join(map(str, head.scores))}"]
        found += [Jump(n, len(events), words) for words in scored]
        if head.ball is not None and head.ball != before.ball:
            found.append(Jump(n, len(events), f"{head.teams[head.ball]} have the ball ({head.status})"))
        before, told = head, len(events)
    return found
