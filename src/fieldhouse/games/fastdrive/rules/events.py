"""Fast Drive's own events, worded as play-by-play: rolls with their chart rows, results, kicks, the clock."""

from __future__ import annotations

from fieldhouse.football.events import (
    DriveOver,
    FieldGoalTried,
    FootballEvent,
    Possession,
    StartGrade,
    Turnover,
)
from fieldhouse.games.fastdrive.rules.chart_text import (
    drawn_at,
    quality_words,
    result_words,
    start_words,
    table_words,
)
from fieldhouse.kernel.events import Event

GRADES: dict[str, StartGrade] = {"POOR": "poor", "AVERAGE": "average", "GREAT": "great"}
TICK = 75
"""Seconds of a tick (FD-5.1)."""


def ticks_clock(ticks: int) -> str:
    """Ticks as clock time: 3 is 3:45."""
    return f"{ticks * TICK // 60}:{ticks * TICK % 60:02d}"


def ticks_words(ticks: int) -> str:
    """`1:15 (1 tick)`, `3:45 (3 ticks)`."""
    return f"{ticks_clock(ticks)} ({ticks} tick{'' if ticks == 1 else 's'})"


def capitalize_first(words: str) -> str:
    """The words with a capital first letter, and the rest as it is."""
    return words[:1].upper() + words[1:]


def row_result(cells: str) -> str:
    """What a row came to: `otherwise punt` and `tied: yes, punt` are both `punt`; "" while a die is still
    to be rolled."""
    if "?" in cells:
        return ""
    return cells.rpartition("; ")[2].removeprefix("otherwise ").rpartition(": yes, ")[2]


class DriveRolled(FootballEvent, frozen=True, kw_only=True):
    """The dice of a drive and the row of the chart they lead to."""

    dice: str
    row: str
    cells: str
    start: str

    def text(self) -> str:
        return f"{self.team} roll {self.dice} from {start_words(self.start)}: {self.cells}."

    def gist(self) -> str:
        came = self.result_text()
        return f"{self.team} drive from {start_words(self.start)}: {came}" if came else self.text()

    def result_text(self) -> str:
        return row_result(self.cells)


ATTEMPTS = {"two-point": "Two-point conversion", "fourth-down": "4th down"}
"""What a roll attempts, where its chart is named after that."""


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
        name = ATTEMPTS.get(self.table) or capitalize_first(table_words(self.table))
        return f"{name}: {self.cells.rpartition(', ')[2]}"


class Checked(Event, frozen=True, kw_only=True):
    """FD-3.2: a check die."""

    question: str
    die: int
    answer: str

    def text(self) -> str:
        return f"{capitalize_first(quality_words(self.question))}? Roll of {self.die}: {self.answer}."

    def gist(self) -> str:
        return f"{capitalize_first(quality_words(self.question))}: {self.answer}"


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
        time, left = ticks_clock(self.ticks), ticks_clock(self.left)
        start, result = start_words(self.start), result_words(self.result)
        return f"{self.team} drive from {start}: {result}. Time {time}, {left} left."


class TookOver(Possession, frozen=True, kw_only=True):
    """A team has the ball; where is one of three positions, not a yard line (FD-4.3)."""

    spot: int = 0
    start: str

    def text(self) -> str:
        return f"{self.team} take over with {start_words(self.start)}."

    def start_grade(self) -> StartGrade:
        return GRADES[self.start]


class LostBall(Turnover, frozen=True, kw_only=True):
    """A drive that ends in an interception, a lost fumble or on downs."""

    spot: int = 0

    def text(self) -> str:
        said = {"interception": "throw an interception", "fumble": "lose a fumble"}
        return f"{self.team} {said.get(self.what, 'turn it over on downs')}."


class KickTried(FieldGoalTried, frozen=True, kw_only=True):
    """A field goal attempt; the game does not say from where (FD-4.6)."""

    yards: int = 0

    def text(self) -> str:
        return f"{self.team} attempt a field goal."


class ClockMoved(FootballEvent, frozen=True, kw_only=True):
    """Section 8: a drive's time was changed."""

    quality: str
    base: int
    charge: int

    def text(self) -> str:
        now, quality = ticks_words(self.charge), self.quality.lower()
        return f"{self.team} ({quality}): the drive takes {now} instead of {ticks_clock(self.base)}."
