"""Events: what happened, why, and who may know. One renderer turns them into words."""

from __future__ import annotations

from itertools import takewhile
from typing import Any, ClassVar, Protocol

import msgspec

from fieldhouse.kernel.requests import Seat, Sees


class Term(msgspec.Struct, frozen=True):
    """One line of the sum that led to a result: ("same play", -5)."""

    name: str
    value: int | str


class PlayMoment(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """When a play began: period and clock in the game's own words, and both scores, as its headline has them
    at the whistle before it."""

    period: str
    clock: str
    scores: tuple[int, ...]


class Event(msgspec.Struct, frozen=True, kw_only=True):
    """Base of all events. Subclasses add typed fields and `says`, a format string over them.

    `rules` are the ids of the rules that made it, `sum` the arithmetic, `sees` who may see it
    (None: everybody), `moment` that of its play, which `MomentStamp` writes, not the rules.
    A class that needs more than a format string overrides `text`.
    """

    says: ClassVar[str] = ""
    closes: ClassVar[bool] = False
    """The last line of a play: what follows stands apart from it."""
    aside: ClassVar[bool] = False
    """A line beside the play (a card of the clock, a die that hurt nobody): the words of the play stay."""

    follows: ClassVar[bool] = False
    """Comes right after a play and does not tell it again (a timeout, an injury): both are told."""

    rules: tuple[str, ...] = ()
    sum: tuple[Term, ...] = ()
    sees: Sees = None
    moment: PlayMoment | None = None

    @property
    def kind(self) -> str:
        """The event's name in records: its class name."""
        return type(self).__name__

    @property
    def quiet(self) -> bool:
        """True for a fact that other events have already told in words: screens leave it out."""
        return False

    def text(self) -> str:
        """What happened, in words, without the sum and the rule ids."""
        return self.says.format_map(msgspec.structs.asdict(self))

    def gist(self) -> str:
        """The result in words, without what was rolled: the same for all rolls with this result."""
        return self.text()


class Tell(Protocol):
    """Takes an event. (A protocol and not a Callable, which type checkers would bind as a method.)"""

    def __call__(self, event: Event, /) -> None: ...


class MomentStamp:
    """Passes on the events of a play, each stamped with the moment the play began."""

    __slots__ = ("_moment", "_tell")

    def __init__(self, tell: Tell, moment: PlayMoment) -> None:
        self._tell = unwrap_tell(tell)
        self._moment = moment

    def __call__(self, event: Event, /) -> None:
        if event.moment is None:  # nobody has it yet but the rule that made it: no copy is needed
            _set(event, "moment", self._moment)
            self._tell(event)
        else:  # a rule's constant, told before
            self._tell(msgspec.structs.replace(event, moment=self._moment))


_set = msgspec.structs.force_setattr


def unwrap_tell(tell: Tell) -> Tell:
    """The listener behind a `MomentStamp`: for lines beside the rules, which belong to no play."""
    return tell._tell if type(tell) is MomentStamp else tell


class Note(Event, frozen=True, kw_only=True):
    """A plain line of play-by-play, for what needs no type of its own."""

    says: ClassVar[str] = "{line}"
    line: str


class HouseNote(Note, frozen=True, kw_only=True):
    """A server note in the play-by-play (a deadline, a forced answer), which is not in the record."""


class RecordedEvent(Event, frozen=True, kw_only=True):
    """An event read back from a record: it can be shown even if its class no longer exists."""

    was: str
    line: str
    facts: dict[str, Any] = {}
    hushed: bool = False

    @property
    def kind(self) -> str:
        return self.was

    @property
    def quiet(self) -> bool:
        return self.hushed

    def text(self) -> str:
        return self.line


def visible(event: Event, seat: Seat | None) -> bool:
    """May this seat (None: a spectator) see the event?"""
    return event.sees is None or (seat is not None and seat in event.sees)


def sum_text(terms: tuple[Term, ...]) -> str:
    """`d20 14, same play -5 = 9`: names and values as people add them up; the last is the result."""
    if not terms:
        return ""
    shown = [_term(term, first=place == 0) for place, term in enumerate(terms)]
    if len(shown) == 1:
        return shown[0]
    result = _term(terms[-1], first=True)
    if isinstance(terms[-1].value, str) and shown[-2].endswith(f": {result}"):
        return ", ".join(shown[:-1])  # the last term has said it
    return ", ".join(shown[:-1]) + " = " + result


def _term(term: Term, *, first: bool) -> str:
    value = f"{term.value:+d}" if isinstance(term.value, int) and not first else str(term.value)
    return f"{term.name} {value}".strip()


def render(event: Event, *, sums: bool = True, rules: bool = True) -> str:
    """The one text renderer: the words, the sum in brackets, the rule ids at the end."""
    parts = [event.text()]
    if sums and event.sum:
        parts.append(f"[{sum_text(event.sum)}]")
    if rules and event.rules:
        parts.append("(" + ", ".join(event.rules) + ")")
    return " ".join(parts)


_json = msgspec.json.encode
_BASE = frozenset(Event.__struct_fields__)


def event_to_record(event: Event) -> dict[str, Any]:
    """The event as plain data, words included, as kept in a finished record."""
    fields = msgspec.to_builtins(event)
    facts = (
        event.facts
        if isinstance(event, RecordedEvent)
        else {k: v for k, v in fields.items() if k not in _BASE}
    )
    kept: dict[str, Any] = {"event": event.kind, "text": event.text()}
    if event.rules:
        kept["rules"] = list(event.rules)
    if event.sum:
        kept["sum"] = [[term.name, term.value] for term in event.sum]
    if event.sees is not None:
        kept["sees"] = list(event.sees)
    if event.moment is not None:
        kept["moment"] = [event.moment.period, event.moment.clock, list(event.moment.scores)]
    if facts:
        kept["facts"] = facts
    if event.quiet:
        kept["quiet"] = True
    return kept


class _Kept(msgspec.Struct, forbid_unknown_fields=True):
    event: str
    text: str
    rules: tuple[str, ...] = ()
    sum: tuple[tuple[str, int | str], ...] = ()
    sees: tuple[int, ...] | None = None
    moment: PlayMoment | None = None
    facts: dict[str, Any] = {}
    quiet: bool = False


def event_from_record(data: Any) -> RecordedEvent:
    """Read an event kept in a record; msgspec.ValidationError if it is not one."""
    kept = msgspec.convert(data, _Kept)
    terms = tuple(Term(name, value) for name, value in kept.sum)
    return RecordedEvent(
        was=kept.event,
        line=kept.text,
        facts=kept.facts,
        hushed=kept.quiet,
        rules=kept.rules,
        sum=terms,
        sees=kept.sees,
        moment=kept.moment,
    )


def restore_event(data: Any, near: str) -> Event:
    """Read an event kept in a record as the class that told it, if that still says the same words.

    Of several classes with its name it takes the one closest to the module `near`, the game's own.
    """
    recorded = event_from_record(data)
    known = [cls for cls in _subclasses(Event) if cls.__name__ == recorded.was]
    base = {name: getattr(recorded, name) for name in ("rules", "sum", "sees", "moment")}
    for cls in sorted(known, key=lambda cls: -_shared_parents(cls.__module__, near)):
        try:
            typed = msgspec.convert({**msgspec.to_builtins(base), **recorded.facts}, cls)
            if _json(event_to_record(typed)) == _json(event_to_record(recorded)):
                return typed
        except (msgspec.ValidationError, KeyError, ValueError, TypeError):
            continue  # its fields have changed since
    return recorded


def _subclasses(cls: type[Event]) -> list[type[Event]]:
    return [one for sub in cls.__subclasses__() for one in (sub, *_subclasses(sub))]


def _shared_parents(one: str, other: str) -> int:
    pairs = zip(one.split("."), other.split("."), strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
