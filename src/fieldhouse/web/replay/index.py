"""The index of a finished game: replayed once, with a copy every few entries, so that any step is near."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from fieldhouse.football.events import Scored
from fieldhouse.kernel import record, verify
from fieldhouse.kernel.entries import (
    Chosen,
    Conceded,
    Entry,
    Rolled,
    RollUndone,
    TieAnswered,
    TieOffered,
    Undone,
)
from fieldhouse.kernel.game import Game
from fieldhouse.kernel.record import Record
from fieldhouse.kernel.requests import Seat
from fieldhouse.kernel.scoreboard import Scoreboard, team_with_verb
from fieldhouse.kernel.table import Table
from fieldhouse.web.filters import card_text

EVERY = 48
"""Entries between the moments that are kept."""
MOST_VERDICTS = 8


class Jump(msgspec.Struct):
    """An entry to jump to: points, or a change of possession."""

    entry: int
    events: int
    words: str


class Moment(NamedTuple):
    """The table at a moment, the number of events its seat was told before, and the last entry in words."""

    table: Table[Any]
    told: int
    words: str


VERBS = {
    Undone: ("undoes the last choice", "undo the last choice"),
    RollUndone: ("undoes the last roll", "undo the last roll"),
    Conceded: ("concedes", "concede"),
    TieOffered: ("offers a tie", "offer a tie"),
}


def entry_text(table: Table[Any], entry: Entry) -> str:
    """What happens next at this table, as people say it: the question's own words, never a key."""
    teams = table.scoreboard().teams
    match entry:
        case Rolled():
            label = table.chance.label if table.chance is not None else entry.stream
            if entry.sees is not None:  # a hand is seen in its own view
                return f"{label[:1].upper()}{label[1:]}"
            label = label.partition(":")[0]  # what the dice are said to be stands there for who rolls them
            return f"{label[:1].upper()}{label[1:]}: {card_text(entry.key)}"
        case Chosen():
            asked = table.request_for(entry.seat)
            label = asked.menu.option(entry.key).label if asked is not None else entry.key
            return f"{teams[entry.seat]}: {label}"
        case TieAnswered():
            verb = "accept" if entry.accept else "decline"
            return team_with_verb(teams[entry.seat], f"{verb}s the tie", f"{verb} the tie")
    return team_with_verb(teams[entry.seat], *VERBS[type(entry)])


class ReplayIndex:
    """One finished game. Make it in a thread; afterwards it is only read."""

    def __init__(self, game: Game[Any], whole: Record) -> None:
        self.whole = whole
        self._kept: list[Table[Any]] = []
        self.telling: list[int] = []
        """The entries at which something was told: the steps of who just watches."""
        self.plays: list[int] = []
        """The entries with which a play ended."""
        table: Table[Any] = Table(game)
        self.jumps = find_jumps(table, whole.entries, self._kept, self.telling, self.plays)
        self._verdicts: dict[tuple[str, ...], verify.Verdict] = {}

    def at(self, entry: int, seat: Seat | None) -> Moment:
        """The table after that many entries, with what the last of them was."""
        start = max(0, entry - 1) // EVERY
        table = self._kept[start].copy()
        record.apply_entries(table, self.whole.entries[start * EVERY : max(0, entry - 1)])
        told = len(table.events_for(seat)) if entry else 0
        words = entry_text(table, self.whole.entries[entry - 1]) if entry else "The start"
        record.apply_entries(table, self.whole.entries[max(0, entry - 1) : entry])
        return Moment(table, told, words)

    def verdict(self, receipts: Sequence[str]) -> verify.Verdict:
        """What verifying the record gives, with these receipts."""
        asked = tuple(receipts)
        if asked not in self._verdicts:
            if len(self._verdicts) >= MOST_VERDICTS:
                self._verdicts.clear()
            self._verdicts[asked] = verify.verify(self.whole, asked)
        return self._verdicts[asked]


SHORT = {"touchdown": "TD", "field goal": "FG", "extra point": "extra point"}


def jump_name(before: Scoreboard, after: Scoreboard, event: Scored) -> str:
    """`Q2 Bears TD pass 18-0`: when, who, what, how, and the score after it."""
    score = "-".join(map(str, event.scores if any(event.scores) else after.scores))
    parts = [before.period, before.teams[event.side], SHORT.get(event.what, event.what), event.how, score]
    return " ".join(filter(None, parts))


def find_jumps(
    table: Table[Any],
    log: Sequence[Entry],
    kept: list[Table[Any]] | None = None,
    telling: list[int] | None = None,
    plays: list[int] | None = None,
) -> list[Jump]:
    """Points as the football events tell them, and each change of the ball as the headline has it.

    The table is copied into `kept` before every EVERY-th entry; `telling` takes the entries that told a line,
    `plays` those that ended a play in which something was told.
    """
    told_at_whistle = 0
    found: list[Jump] = []
    before = table.scoreboard()
    told = len(table.events_for(None))
    if kept is not None:
        kept.append(table.copy())
    for n, entry in enumerate(log, start=1):
        record.apply_entry(table, entry)
        if kept is not None and n % EVERY == 0:
            kept.append(table.copy())
        head, events = table.scoreboard(), table.events_for(None)
        if telling is not None and len(events) > told:
            telling.append(n)
        if plays is not None and table.last_frame.entries == n and len(events) > told_at_whistle:
            plays.append(n)
            told_at_whistle = len(events)
        while found and found[-1].events > len(events):  # taken back
            found.pop()
        scored = [jump_name(before, head, event) for event in events[told:] if isinstance(event, Scored)]
        if not scored and head.scores != before.scores:  # a game that tells points in words of its own
            scored = [" ".join(filter(None, [before.period, "points", "-".join(map(str, head.scores))]))]
        found += [Jump(n, len(events), words) for words in scored]
        if head.ball is not None and head.ball != before.ball:
            where = f" at {head.place}" if head.place else ""
            words = f"{team_with_verb(head.teams[head.ball], 'has', 'have')} the ball{where}"
            found.append(Jump(n, len(events), " ".join(filter(None, [head.period, words]))))
        before, told = head, len(events)
    return found
