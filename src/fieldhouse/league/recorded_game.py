"""A game played out by policies with its record: entries are written down as dice and policies answer.

No table is needed, so a game costs little more than one of which only the result is kept; replayed and
verified like any other, the record says the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from fieldhouse.kernel import record
from fieldhouse.kernel.coaches import Policy
from fieldhouse.kernel.dice import Dice
from fieldhouse.kernel.entries import Chosen, Entry, Rolled
from fieldhouse.kernel.events import Event
from fieldhouse.kernel.game import Game, Outcome
from fieldhouse.kernel.playout import playout
from fieldhouse.kernel.record import Record, SeatLine
from fieldhouse.kernel.requests import Chance, Choose


class RecordedAnswers:
    """Dice and policies that write down what they answer."""

    kind = "written"

    def __init__(self, dice: Dice, policies: Sequence[Policy]) -> None:
        self.entries: list[Entry] = []
        self._dice, self._policies = dice, policies

    def outcome(self, request: Chance) -> Any:
        """Roll, and add the roll to the entries."""
        value = self._dice.outcome(request)
        self.entries.append(Rolled(request.stream, request.key(value), request.sees))
        return value

    def choose(self, request: Choose, state: Any) -> str:
        """Ask the seat's policy, and add its answer to the entries."""
        key = self._policies[request.seat](request, state)
        self.entries.append(Chosen(request.seat, request.what, key, request.sees))
        return key


class SimulatedGame(msgspec.Struct):
    """A game that is over: its record (without events, which a replay tells again), and what was told."""

    game: Game[Any]
    record: Record
    events: list[Event]
    outcome: Outcome


def play_recorded(
    game: Game[Any], policies: Sequence[Policy], dice: Dice, seats: Sequence[SeatLine], salt: str
) -> SimulatedGame:
    """From the opening to the end; everything follows from the arguments."""
    written = RecordedAnswers(dice, policies)
    events: list[Event] = []
    s = game.start()
    s.tell = events.append
    outcome = playout(game, s, written, written.choose)
    made = record.make_record(game, written.entries, outcome, seats, salt=salt, dice=dice)
    return SimulatedGame(game, made, events, outcome)
