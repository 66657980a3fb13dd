"""Your first game: a short scripted game with the real rules, one pointer at a time.

A game brings it as `lesson.toml` in its folder: the options, what happens before the first question, and the
steps. A step says what to look at and, where the learner is asked, which answer the lesson goes on with;
`then` is all that follows until the learner's next question, in order: outcomes of dice and decks, and the
answers of the other side; `me:KEY` is an answer that the lesson gives for the learner, where there is nothing
to learn yet. Several may be written in one string, with spaces between them. With a `seed` all dice and cards
follow from it and are not written. A step may go on at another table (`new_table`), where another part of the
game is learned. Nothing is kept anywhere: where a learner stands is the list of what was done.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import msgspec

from fieldhouse.kernel.coaches import answer_forced
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.errors import BadScript
from fieldhouse.kernel.registry import Folder
from fieldhouse.kernel.requests import Seat
from fieldhouse.kernel.table import Table

LESSON_FILE = "lesson.toml"
READ = "."
"""What was done at a step that is only read."""
MINE = "me:"
PLACES = ("score", "field", "last", "tray")
"""What a step may point at; `at` names a card, an answer or a square there."""


class OtherAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Another answer that the lesson continues with."""

    key: str
    then: tuple[str, ...] = ()


class LessonTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Another table from this step on: its options beside the lesson's, and what happens first."""

    options: dict[str, bool | int | str] = {}
    start: tuple[str, ...] = ()
    seed: int | None = None


class LessonStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One step: its text, what it points at, and the answer it asks for (empty: just read).

    Several keys, as one card of the tray may give, are written with spaces between them.
    """

    title: str
    words: str
    points: str
    at: str = ""
    say: str = ""
    do: str = ""
    then: tuple[str, ...] = ()
    otherwise: str = ""
    also: tuple[OtherAnswer, ...] = ()
    new_table: LessonTable | None = None

    def follows(self, key: str) -> tuple[str, ...] | None:
        """What happens after this answer; None for one that the lesson does not continue with."""
        if key == (self.do or READ):
            return self.then
        return next((one.then for one in self.also if one.key == key), None)


class LessonPicture(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of the game's five pictures: parts of the board `after` so many steps, a title and a sentence."""

    title: str
    words: str
    after: int
    parts: tuple[str, ...]
    cards: int = 2


class QuizQuestion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question after the lesson: the answers, the number of the right one, and why it is right."""

    ask: str
    answers: tuple[str, ...]
    right: int
    why: str

    def __post_init__(self) -> None:
        if not 0 <= self.right < len(self.answers):
            last = len(self.answers) - 1
            raise ValueError(
                f"quiz {self.ask!r}: `right` is {self.right}, but the answers go from 0 to {last}"
            )


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A tutorial game: its summary, set-up and steps, and the text after the last."""

    blurb: str
    step: tuple[LessonStep, ...]
    end: str
    options: dict[str, bool | int | str] = {}
    seat: Seat = 0
    start: tuple[str, ...] = ()
    seed: int | None = None
    picture: tuple[LessonPicture, ...] = ()
    quiz: tuple[QuizQuestion, ...] = ()


class LessonProgress(msgspec.Struct):
    """Where a learner is: the table, the step (None after the last), and why an answer was not taken."""

    table: Table[Any]
    number: int
    step: LessonStep | None
    tried: str = ""


@lru_cache(maxsize=32)
def lesson_of(folder: Folder) -> Lesson | None:
    """The game's lesson, if it has one; BadScript for a file that cannot be read."""
    place = folder.path / LESSON_FILE
    if not place.is_file():
        return None
    try:
        return msgspec.toml.decode(place.read_bytes(), type=Lesson)
    except msgspec.MsgspecError as fault:
        raise BadScript(f"{place}: {fault}") from None


def play_lesson(folder: Folder, lesson: Lesson, done: Sequence[str]) -> LessonProgress:
    """Play the lesson up to what was done. An answer it does not continue with is not given, and says why."""
    table = _set_up(folder, lesson, LessonTable(start=lesson.start, seed=lesson.seed))
    for number, step in enumerate(lesson.step):
        if step.new_table is not None:
            table = _set_up(folder, lesson, step.new_table)
        if number == len(done):
            return LessonProgress(table, number, step)
        key = done[number]
        following = step.follows(key)
        if following is None:
            return LessonProgress(table, number, step, _friendly(table, lesson.seat, step, key))
        if step.do:
            table.answer_all(lesson.seat, key.split())
        if step.do or following:
            is_read_next = not any(later.do for later in lesson.step[number + 1 : number + 2])
            _run(table, lesson.seat, following, may_pause=is_read_next)
    return LessonProgress(table, len(lesson.step), None)


def _set_up(folder: Folder, lesson: Lesson, new: LessonTable) -> Table[Any]:
    game = folder.open({**lesson.options, **new.options})
    table: Table[Any] = Table(game, None if new.seed is None else FastDice(new.seed))
    _run(table, lesson.seat, new.start)
    return table


def _run(table: Table[Any], learner: Seat, script: Sequence[str], *, may_pause: bool = False) -> None:
    """Follow the script until it is used up and the learner is asked or the game is over.

    Before a step that is only read it may pause in the middle of a play.
    """
    left = " ".join(script).split()
    while table.outcome is None:
        if answer_forced(table):
            continue
        others = [seat for seat in table.pending_seats if seat != learner]
        mine = bool(left) and left[0].startswith(MINE)
        if table.chance is None and not mine and (not others or learner in table.pending_seats):
            break
        if not left and may_pause:
            break
        if not left:
            raise BadScript(f"nothing in the lesson follows here: {table.chance or others}")
        said = left.pop(0)
        if table.chance is not None:
            table.roll(said)
        else:
            table.answer(learner if mine else others[0], said.removeprefix(MINE))
    if left:
        raise BadScript(f"the lesson says {left[0]!r}, but nothing is rolled and nobody else is asked")


def _friendly(table: Table[Any], seat: Seat, step: LessonStep, key: str) -> str:
    """Why this answer was not taken: the rule it breaks, or what the lesson asks for instead."""
    asked = table.request_for(seat)
    if not step.do or asked is None:
        return "Read this step first. The question comes next."
    first = key.partition(" ")[0]
    if first not in asked.menu:
        return asked.menu.refusal(first).reason
    return step.otherwise or "That is legal too, but try the highlighted answer this time."
