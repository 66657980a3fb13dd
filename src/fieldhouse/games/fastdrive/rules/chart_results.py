"""What a roll finds: endings of drives, landings of kicks, and the questions that the cards leave open."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

import msgspec

from fieldhouse.games.fastdrive.cards.card import Card
from fieldhouse.games.fastdrive.charts.cells import PUNTS, TOUCHDOWNS, Cell, Result
from fieldhouse.games.fastdrive.charts.codes import FACES, span
from fieldhouse.games.fastdrive.charts.qualities import LATE, PLACES, QUESTIONS, SCORES, STARTS
from fieldhouse.kernel.requests import Request, Seat

ODD = (1, 3, 5)  # FD-3.2
T = TypeVar("T")
RulesFor = Generator[Request, Any, T]


class OpenQuestion(msgspec.Struct, frozen=True):
    """A question left open: a die whose `faces` mean yes, or (no faces) the team's score or the clock."""

    name: str
    faces: tuple[int, ...] = ()
    team: Seat = 0

    def stands(self, scores: Sequence[int], late: bool) -> bool:
        """FD-25.7: LATE by the clock, the others by the score; at this moment."""
        if self.name == LATE:
            return late
        lead = scores[self.team] - scores[1 - self.team]
        return (lead > 0, lead < 0, lead == 0)[SCORES.index(self.name)]


class Ending(msgspec.Struct, frozen=True):
    """The result of a drive roll: the word, its ticks, and what later rules ask about it.

    `number` is its place in `BoundCharts.endings`; `table` the unusual table to roll on, a place in
    `BoundCharts.unusual`, or -1. Endings and landings are plain data, so that `solve` can compare positions.
    """

    asked: ClassVar[bool] = False

    number: int
    word: str
    arg: str
    start: int
    dot: bool
    base: int
    six: bool
    touchdown: bool
    field_goal: bool
    punt: bool
    again: bool
    barred: bool
    table: int = -1


def make_ending(number: int, result: Result, base: int, *, six: bool, table: int = -1) -> Ending:
    """The ending that a result and its time make."""
    return Ending(
        number=number,
        word=result.word,
        arg=result.arg,
        start=STARTS.index(result.arg) if result.arg in STARTS else -1,
        dot=result.dot,
        base=base,
        six=six,
        touchdown=result.word in TOUCHDOWNS,
        field_goal=result.word == "FGA",
        punt=result.word in PUNTS,
        again=result.word == "REROLL",
        barred=result.word in ("FUMBLE", "INTERCEPTION", "SAFETY", "DEF-TD"),  # FD-24.16
        table=table,
    )


class Landing(msgspec.Struct, frozen=True):
    """Where a kick, turnover or conversion ends: who has the ball and where, a touchdown, or a further roll.

    `follow` is the place of the follow-up table in `BoundCharts.follow_ups`, `kept` of a kept fumble's result
    in `BoundCharts.endings`, or -1.
    """

    asked: ClassVar[bool] = False

    word: str
    start: int
    follow: int = -1
    kept: int = -1


def make_landing(result: Result, follow: int = -1, kept: int = -1) -> Landing:
    """The landing that a result of a kick, turnover or try table makes."""
    place = result.word if result.word in STARTS else result.arg
    return Landing(result.word, STARTS.index(place) if place in STARTS else -1, follow, kept)


class OpenEntry(msgspec.Struct, Generic[T], frozen=True):
    """An entry with open questions: the steps left to right; the last has none."""

    asked: ClassVar[bool] = True

    steps: tuple[tuple[OpenQuestion | None, T], ...]


Bound: TypeAlias = tuple[Any, ...]
"""One entry per outcome of the die: the thing found, or Asked."""


Steps: TypeAlias = list[tuple[OpenQuestion | None, Result]]
"""A row as far as it can be reached: each question left open with its result; None asks no more."""


class CardAnswers:
    """Who is asked: the two cards, the seat and start of the offense (in kick tables: the receiving team)."""

    __slots__ = ("_answers", "_read", "defense", "home", "offense", "seat", "start")

    def __init__(self, offense: Card, defense: Card, seat: Seat, start: int, home: bool) -> None:
        self.offense = offense
        self.defense = defense
        self.seat = seat
        self.start = start
        self.home = home
        self._answers: dict[str, bool | OpenQuestion] = {}
        self._read: dict[int, dict[str, Steps]] = {}

    def answer(self, test: str) -> bool | OpenQuestion:
        """Yes, no, or what must be rolled or looked up when the question is reached (FD-3.5, FD-25.7)."""
        if test in QUESTIONS:
            side, name = QUESTIONS[test]
            has = (self.defense if side == "defense" else self.offense).has(side, name)
            return OpenQuestion(test + "*", ODD) if has == 0.5 else bool(has)
        if test in STARTS:
            return STARTS[self.start] == test
        if test in PLACES:
            return (test == "HOME") == self.home
        if test in SCORES:
            return OpenQuestion(test, (), self.seat)
        if test == LATE:
            return OpenQuestion(test)
        if test == "ODD":
            return OpenQuestion(test, ODD)
        faces = span(test.partition(" ")[2], FACES)
        assert faces is not None
        return OpenQuestion(test, tuple(face + 1 for face in faces))

    def read_table(self, rows: Mapping[str, tuple[Cell, ...]]) -> dict[str, Steps]:
        """Every row of a table of the charts, read once."""
        if id(rows) not in self._read:
            self._read[id(rows)] = {row: self.read(cells) for row, cells in rows.items()}
        return self._read[id(rows)]

    def read(self, cells: Iterable[Cell]) -> Steps:
        """FD-10.2 to FD-10.6: the cells left to right as far as they can be reached."""
        steps: Steps = []
        answers = self._answers
        for cell in cells:
            if not cell.tests:
                steps.append((None, cell.result))
                break
            for test in cell.tests:  # FD-24.41
                answer = answers.get(test)
                if answer is None:  # the charts ask the same few questions in a thousand cells
                    answer = answers[test] = self.answer(test)
                if answer is False:
                    continue
                if answer is True:
                    steps.append((None, cell.result))
                    return steps
                steps.append((answer, cell.result))
        return steps


def table_entry(steps: Steps, make: Callable[[Result], T]) -> T | OpenEntry[T]:
    """The entry of a table: the thing itself, or its open questions."""
    first, sure = steps[0]
    if first is None:
        return make(sure)
    return OpenEntry(tuple([(test, make(result)) for test, result in steps]))
