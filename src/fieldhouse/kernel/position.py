"""A position of any game: a value that is read from text, compared, drawn and played on from.

`position_text.py` describes the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Generic

import msgspec

from fieldhouse.kernel.dice import Dice
from fieldhouse.kernel.errors import BadPosition, FieldhouseError
from fieldhouse.kernel.frame import Frame
from fieldhouse.kernel.game import Game, GivenAnswer, Outcome, S
from fieldhouse.kernel.position_check import PositionCheck
from fieldhouse.kernel.position_text import (
    KEY,
    TextFault,
    TextReader,
    changed_fields,
    digest,
    materials_mark,
    position_text,
    state_fields,
)
from fieldhouse.kernel.registry import find
from fieldhouse.kernel.requests import Chance, Choose, Seat, Together
from fieldhouse.kernel.run import Run
from fieldhouse.kernel.table import Table
from fieldhouse.kernel.walker import Walker

HOW = "a position looks like 'redboar(mode=dice): quarter=2 clock=300 g=40 down=3 > play'"
_HEAD = re.compile(r"\s*([a-z][a-z0-9-]*)(?:@(\d+))?")
_MARK = re.compile(r"#([0-9a-f]{8})")


class Position(Generic[S]):
    """A game, its state at a whistle, and the answers given since. It never changes: `table` plays on."""

    def __init__(self, game: Game[S], state: S, since: tuple[GivenAnswer, ...] = ()) -> None:
        self.game = game
        self._snapshot = game.save(state)
        self.since = since

    @classmethod
    def of(cls, standing: Table[S] | Walker[S]) -> Position[S]:
        """The position of a table or a walker. An end that people agreed on is not part of it."""
        frame = standing.last_frame if isinstance(standing, Table) else standing.frame
        return cls(standing.game, standing.game.load(frame.snapshot), tuple(frame.given))

    @property
    def state(self) -> S:
        """The state at the whistle: a copy of the caller's own."""
        return self.game.load(self._snapshot)

    @property
    def outcome(self) -> Outcome | None:
        """Who has won, if the game is over here."""
        return None if self.since else self.game.outcome(self.state)

    @property
    def text(self) -> str:
        """The text that `position` reads."""
        return position_text(self.game, self._frame)

    @property
    def _frame(self) -> Frame:
        return Frame(self._snapshot, list(self.since))

    def changed_fields(self) -> Iterator[tuple[str, Any]]:
        """The fields that differ from the opening, by their paths (`decks.0.hand`)."""
        return changed_fields(self.game, self.state)

    def table(self, dice: Dice | None = None) -> Table[S]:
        """A table at this position; it has no record, since it did not begin at the opening."""
        table = Table(self.game, state=self.state)
        for given in self.since:
            assert given.key is not None
            if given.seat is None:
                table.roll(given.key)
            else:
                table.answer(given.seat, given.key)
        table.take_dice(dice)
        return table

    def walker(self) -> Walker[S]:
        """A walker at this position."""
        return Walker.at_frame(self.game, self._frame, list(self.since), [])

    def svg(self, seat: Seat | None = None) -> str:
        """The game's own picture of what that seat (None: a spectator) may see here."""
        return self.table().svg(seat)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        return f"fieldhouse.position({self.text!r})"

    def __str__(self) -> str:
        return self.text

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self._identity == other._identity

    def __hash__(self) -> int:
        return hash(self._identity)

    @property
    def _identity(self) -> tuple[Any, ...]:
        keys = tuple((given.seat, given.key) for given in self.since)
        return self.game.meta.name, digest(self.game.setup), self._snapshot, keys


Table.position = property(Position.of)
Walker.position = property(Position.of)


def position(text: str, *, materials: Mapping[str, Any] | None = None) -> Position[Any]:
    """The position that this text says: of any game, at a whistle or after some answers of a play.

    `materials` are the charts and teams, where they are not the game's own. Raises BadPosition with what is
    wrong and at which letter.

    >>> import fieldhouse
    >>> here = fieldhouse.position("redboar(mode=dice): phase=declare receiver=0 g=5 t=0 down=4")
    >>> here.table().request_for(0).keys
    ('play', 'punt', 'field-goal')
    >>> here
    fieldhouse.position('redboar(mode=dice): phase=declare receiver=0 g=5 t=0 down=4')
    """
    reader = TextReader(text)
    try:
        game = _game(reader, materials)
        state = _state(reader, game)
        since = _answers(reader, game, state)
    except TextFault as fault:
        raise BadPosition(f"letter {fault.place + 1} of {_short(text)}: {fault.what}; {HOW}") from None
    return Position(game, state, since)


def _short(text: str) -> str:
    return repr(text if len(text) <= 80 else text[:77] + "...")


# The head: game, edition, options, a mark for materials of one's own


def _game(reader: TextReader, materials: Mapping[str, Any] | None) -> Game[Any]:
    found = _HEAD.match(reader.text)
    if found is None:
        raise TextFault("it must begin with the name of a game", 0)
    reader.place = found.end()
    folder = find(found.group(1))
    given: dict[str, Any] = {}
    if reader.take("("):
        while not reader.take(")"):
            if given:
                reader.need(",", "an option")
            name = reader.word()
            reader.need("=", f"the option {name!r}")
            given[name] = reader.value()
    mark = _MARK.match(reader.text, reader.place)
    reader.place = reader.place if mark is None else mark.end()
    reader.need(":", f"the game {found.group(1)!r}")
    length = given.pop("length", None) if not _has_option(folder.meta, "length") else None
    edition = int(found.group(2)) if found.group(2) else None
    game = folder.open(given, materials, length=length, edition=edition)
    wanted = mark.group() if mark else ""
    if materials_mark(game) != wanted:
        theirs = "charts of its own" if wanted else "the game's own charts"
        raise BadPosition(f"the position was written with {theirs} ({wanted or 'no mark'}), not with these")
    return game


def _has_option(meta: Any, name: str) -> bool:
    return any(spec.name == name for spec in meta.options)


# The fields


def _state(reader: TextReader, game: Game[Any]) -> Any:
    data = state_fields(game, game.start())
    taken: set[str] = set()
    reader.skip()
    while not reader.at_end and not reader.take(">"):
        place = reader.place
        name = str(reader.word())
        reader.need("=", f"the field {name!r}")
        value = reader.value()
        if name in taken:
            raise TextFault(f"the field {name!r} is given twice", place)
        taken.add(name)
        _put(data, name, value, place)
        after = reader.text[reader.place : reader.place + 1]
        if after and not after.isspace():
            raise TextFault(f"there must be a space after the field {name!r}, not {after!r}", reader.place)
        reader.skip()
    try:
        state = msgspec.convert(game.parse_position_text(data), game.state_type)
    except msgspec.ValidationError as fault:
        raise BadPosition(f"{game.meta.title}: {str(fault).replace('`$.', '`')}") from None
    except FieldhouseError:
        raise
    except (LookupError, TypeError, ValueError) as fault:
        raise BadPosition(f"{game.meta.title}: a field makes no sense ({fault})") from None
    _check(game, state)
    return state


def _check(game: Game[Any], state: Any) -> None:
    """Raise BadPosition with every fault that the game finds."""
    check = PositionCheck()
    game.check_position(state, check)
    if check.faults:
        raise BadPosition(f"{game.meta.title}: {'; '.join(check.faults)}")


def _put(data: Any, path: str, value: Any, place: int) -> None:
    """Set the field at this path, which must be one there is."""
    *way, last = path.split(".")
    for name in way:
        data = _inside(data, name, path, place)
    _inside(data, last, path, place)
    data[int(last) if isinstance(data, list) else last] = value


def _inside(data: Any, name: str, path: str, place: int) -> Any:
    if isinstance(data, list) and name.isdecimal() and int(name) < len(data):
        return data[int(name)]
    if isinstance(data, dict) and name in data:
        return data[name]
    known = f"; there are: {', '.join(data)}" if isinstance(data, dict) else ""
    raise TextFault(f"there is no field {path!r}{known}", place)


# The answers since the whistle


def _answers(reader: TextReader, game: Game[Any], state: Any) -> tuple[GivenAnswer, ...]:
    """The answers after `>`, each checked against what the rules ask; the rules must be able to begin, and
    a table here must have something to show."""
    since: list[GivenAnswer] = []
    try:
        run = Run(game, game.load(game.save(state)))
        if game.outcome(run.state) is None:
            run.begin()
        reader.skip()
        while not reader.at_end:
            place = reader.place
            since.append(_answer(run, _key(reader), place))
            run.give(since[-1])
            reader.skip()
        if since and run.request is None:
            raise TextFault(
                "the last answer ends the play: give the position after it instead", len(reader.text)
            )
        game.scoreboard(run.state, None)
        game.view(run.state, None)
    except (TextFault, FieldhouseError):
        raise
    except Exception as fault:  # a made-up state may be one that no rule has a word for
        raise BadPosition(
            f"{game.meta.title}: the rules cannot continue from here ({type(fault).__name__}: {fault})"
        ) from None
    return tuple(since)


def _key(reader: TextReader) -> str:
    """A key stands as it is, or in quotation marks."""
    found = KEY.match(reader.text, reader.place)
    if found is None:
        return reader.word()
    reader.place = found.end()
    return found.group()


def _answer(run: Run[Any], word: str, place: int) -> GivenAnswer:
    request, seats = run.request, range(len(run.game.seats))
    match request:
        case Chance():
            if word in request.keys:
                return GivenAnswer(None, word, _hidden(seats, request.sees))
            raise TextFault(f"{word!r} is not an outcome of {request.label or request.stream!r}", place)
        case Choose():
            if word in request.menu:
                return GivenAnswer(request.seat, word, _hidden(seats, request.sees))
            raise TextFault(f"{word!r}: {request.menu.refusal(word).reason}", place)
        case Together():
            seat, _, key = word.partition(":")
            part = run.request_for(int(seat)) if seat.isdecimal() else None
            if part is not None and key in part.menu:
                open_part = len(run.parts) + 1 < len(request.parts)
                return GivenAnswer(part.seat, key, _hidden(seats, (part.seat,) if open_part else part.sees))
            raise TextFault(f"{word!r} is not SEAT:KEY of a simultaneous choice", place)
    raise TextFault(f"{word!r}: nothing is asked here", place)


def _hidden(seats: range, sees: Any) -> tuple[int, ...]:
    return () if sees is None else tuple(seat for seat in seats if seat not in sees)
