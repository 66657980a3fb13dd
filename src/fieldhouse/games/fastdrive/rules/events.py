"""What is told of a game: rolls with their rows, check dice, results, kicks, gambles and the clock."""

from __future__ import annotations

from fieldhouse.football.events import DriveOver, FieldGoalTried, FootballEvent, Possession, Turnover
from fieldhouse.games.fastdrive.rules.chart_text import (
    drawn_at,
    quality_words,
    result_words,
    start_words,
    table_words,
)
from fieldhouse.kernel.events import Event

TICK = 75
"""Seconds of a tick (FD-5.1)."""


def clock_text(ticks: int) -> str:
    """Ticks as people read a clock: 3 is 3:45."""
    return f"{ticks * TICK // 60}:{ticks * TICK % 60:02d}"


def ticks_words(ticks: int) -> str:
    """`1 tick (1:15)`, `3 ticks (3:45)`."""
    return f"{ticks} tick{'' if ticks == 1 else 's'} ({clock_text(ticks)})"


def capitalized(words: str) -> str:
    """A sentence begins."""
    return words[:1].upper() + words[1:]


def row_result(cells: str) -> str:
    """What a row came to: `else field-goal try` and `tied: yes, punt` in a word; empty while a die has still
    to say."""
    if "?" in cells:
        return ""
    return cells.rpartition("; ")[2].removeprefix("else ").rpartition(": yes, ")[2]


class DriveRolled(FootballEvent, frozen=True, kw_only=True):
    """The dice of a drive and the row of the chart they lead to."""

    dice: str
    row: str
    cells: str
    start: str

    def text(self) -> str:
        return f"{self.team} roll {self.dice} from {start_words(self.start)}. {capitalized(self.cells)}."

    def gist(self) -> str:
        came = self.result_text()
        return f"{self.team}, from {start_words(self.start)}: {came}" if came else self.text()

    def result_text(self) -> str:
        return row_result(self.cells)


TRIED = {"two-point": "Two-point try", "fourth-down": "Fourth down"}
"""What was tried with a roll, where its chart is called after it."""


class TableRolled(FootballEvent, frozen=True, kw_only=True):
    """The dice of any other table and the row found."""

    dice: str
    table: str
    cells: str

    def text(self) -> str:
        return f"{self.team} roll {self.dice} on the {table_words(self.table)} table: {self.cells}."

    def result_text(self) -> str:
        return row_result(self.cells)

    def gist(self) -> str:
        return (
            f"{TRIED.get(self.table, capitalized(table_words(self.table)))}: {self.cells.rpartition(', ')[2]}"
        )


class Checked(Event, frozen=True, kw_only=True):
    """FD-3.2: a check die."""

    question: str
    die: int
    answer: str

    def text(self) -> str:
        return f"{capitalized(quality_words(self.question))}? The die shows {self.die}: {self.answer}."

    def gist(self) -> str:
        return f"{capitalized(quality_words(self.question))}: {self.answer}"


class Logged(DriveOver, frozen=True, kw_only=True):
    """A drive's row on the scoresheet."""

    start: str
    ticks: int
    result: str
    left: int

    def result_text(self) -> str:
        return result_words(self.result)

    def clock_seconds(self) -> int:
        return self.ticks * TICK

    def chart_span(self) -> tuple[int, int]:
        return drawn_at(self.start, self.result)

    @property
    def ends_in_punt(self) -> bool:
        return self.result.startswith("PUNT")  # FD-4.2: the row is all that tells of a punt

    def text(self) -> str:
        took, left = ticks_words(self.ticks), clock_text(self.left)
        began, came = start_words(self.start), result_words(self.result)
        return f"{self.team}, from {began}: {came} after {took}, {left} left."


class TookOver(Possession, frozen=True, kw_only=True):
    """A team has the ball; where is one of three positions, not a yard line (FD-4.3)."""

    spot: int = 0
    start: str

    def text(self) -> str:
        return f"{self.team} have the ball, {start_words(self.start)}."


class LostBall(Turnover, frozen=True, kw_only=True):
    """A drive that ends in an interception, a lost fumble or on downs."""

    spot: int = 0

    def text(self) -> str:
        return f"{self.team} lose the ball: {self.what}."


class KickTried(FieldGoalTried, frozen=True, kw_only=True):
    """A field goal is tried; the game does not say from where (FD-4.6)."""

    yards: int = 0

    def text(self) -> str:
        return f"{self.team} try a field goal."


class ClockMoved(FootballEvent, frozen=True, kw_only=True):
    """Section 8: a drive's time was changed."""

    quality: str
    base: int
    charge: int

    def text(self) -> str:
        now, quality = ticks_words(self.charge), self.quality.lower()
        return f"{self.team}, {quality}: the drive takes {now} instead of {clock_text(self.base)}."
