"""What a seat can observe, written once.

The secrecy proof compares observations of worlds that differ in what a seat cannot know, the server sends a
seat its observation and nothing else, and a coach's world is accepted when its seat observes the same there.

`observe` gives all that a seat can observe at a table; `PlayObservation` is the part of it that the rules
alone determine, since a whistle or since the opening: for walkers, which have no log, verbs or sequence.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from fieldhouse.kernel.events import Event, render, visible
from fieldhouse.kernel.game import Game, GivenAnswer, Outcome, S, View
from fieldhouse.kernel.requests import Chance, Choose, Option, Refusal, Request, Seat
from fieldhouse.kernel.scoreboard import Scoreboard
from fieldhouse.kernel.session.table_view import TableView
from fieldhouse.kernel.session.verbs import UNDO


class ObservedRequest(msgspec.Struct, frozen=True):
    """The question to a seat with its options, as they were when it was observed."""

    what: str
    prompt: str
    help: str
    rule: str
    facts: Mapping[str, int]
    options: list[Option]
    refusals: tuple[Refusal, ...]


class ObservedChance(msgspec.Struct, frozen=True):
    """The roll or draw that is due; `keys` are its outcomes where the seat may know them."""

    stream: str
    label: str
    keys: tuple[str, ...] | None


class Observation(msgspec.Struct, frozen=True, eq=False):
    """All that a seat (None: a spectator) can observe of a table at one moment.

    Equal where the seat cannot tell two tables apart. Of events and log it holds digests, which tables keep
    running, so that a long game costs no more than a short one.
    """

    view: View
    scoreboard: Scoreboard
    events_digest: str
    log_digest: str
    request: ObservedRequest | None
    chance: ObservedChance | None
    pending_seats: tuple[Seat, ...]
    sequence: int | None
    verbs: tuple[str, ...]
    outcome: Outcome | None

    def without_undo(self) -> Observation:
        """The same without whether the seat may undo.

        A determinized world keeps nothing of the plays before it, so their answers cannot be undone there.
        """
        return msgspec.structs.replace(self, verbs=tuple(verb for verb in self.verbs if verb != UNDO))

    def differences(self, other: Observation) -> list[str]:
        """The names of the fields that differ."""
        fields = self.__struct_fields__
        return [name for name in fields if _json(getattr(self, name)) != _json(getattr(other, name))]

    def __bytes__(self) -> bytes:
        return _json(self)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Observation) and _json(self) == _json(other)

    def __ne__(self, other: object) -> bool:  # a Struct's own would compare identities
        return not self == other

    def __hash__(self) -> int:
        return hash(_json(self))


def observe(table: TableView[Any], seat: Seat | None) -> Observation:
    """Everything this seat can observe of the table now. Whatever shows a table to a seat starts here."""
    return Observation(
        table.game.view(table.state, seat),
        table.scoreboard(seat),
        table.events_digest(seat),
        table.log_digest(seat),
        _observed_request(table.request_for(seat)) if seat is not None else None,
        _observed_chance(table.chance, seat),
        table.pending_seats,
        table.sequence(seat) if seat is not None else None,
        table.verbs(seat) if seat is not None else (),
        table.outcome,
    )


def _observed_request(asked: Choose | None) -> ObservedRequest | None:
    if asked is None:
        return None
    menu = asked.menu
    return ObservedRequest(
        asked.what, asked.prompt, asked.help, asked.rule, asked.facts, menu.options(), menu.refusals()
    )


def _observed_chance(chance: Chance | None, seat: Seat | None) -> ObservedChance | None:
    if chance is None:
        return None
    shown = not chance.veiled and (chance.sees is None or (seat is not None and seat in chance.sees))
    return ObservedChance(chance.stream, chance.label, chance.keys if shown else None)


class PlayObservation:
    """What a seat observes of a stretch of the rules; equal where it cannot tell two positions apart.

    The answers it saw, the events it was told, its view, and its question with the legal keys. As bytes it is
    an information state.
    """

    __slots__ = ("_answers", "_events", "_now")

    def __init__(
        self,
        game: Game[S],
        state: S,
        asks: Request | None,
        outcome: Outcome | None,
        answers: Sequence[GivenAnswer],
        events: Sequence[Event],
        seat: Seat,
    ) -> None:
        to_act, question = None, None
        if isinstance(asks, Choose):
            to_act = asks.seat
            if to_act == seat:
                question = [asks.what, asks.prompt, asks.facts, list(asks.keys)]
        self._answers = [(given.seat, given.key) for given in answers if seat not in given.hidden_from]
        self._events = [event for event in events if event.sees is None or visible(event, seat)]
        self._now = _json([game.view(state, seat), to_act, question, outcome])

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, PlayObservation)
            and self._now == other._now
            and self._answers == other._answers
            and len(self._events) == len(other._events)
            and all(map(_say_the_same, self._events, other._events))
        )

    __hash__ = None  # type: ignore[assignment]

    def facts(self) -> bytes:
        """What it observes without the words for it: the answers, the view and the legal keys, no event.

        Texts with a space in them are left out, so a sentence may be reworded and these stay as they are.
        """
        return _SENTENCE.sub(b'""', _json(self._answers) + self._now)

    def __bytes__(self) -> bytes:
        told = [render(event) for event in self._events]
        return b"[" + _json(self._answers) + b"," + _json(told) + b"," + self._now[1:]


_SENTENCE = re.compile(rb'"(?:[^"\\ ]|\\.)* (?:[^"\\]|\\.)*"')
"""A text in JSON that holds a space. Outside of texts our JSON has none."""


def _say_the_same(one: Event, other: Event) -> bool:
    return one == other or render(one) == render(other)


def _json(plain: Any) -> bytes:
    return msgspec.json.encode(plain, order="deterministic")
