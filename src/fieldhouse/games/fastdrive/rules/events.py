"""What is told of a game: rolls with their rows, check dice, results, kicks, gambles and the clock."""

from __future__ import annotations

from typing import ClassVar

from fieldhouse.football.events import FieldGoalTried, FootballEvent, Possession, Turnover
from fieldhouse.kernel.events import Event


def minutes(ticks: int) -> str:
    """Ticks of 75 seconds as people read a clock (FD-5.1): 3 is 3:45."""
    return f"{ticks * 75 // 60}:{ticks * 75 % 60:02d}"


def ticks_words(ticks: int) -> str:
    """`1 tick (1:15)`, `3 ticks (3:45)`."""
    return f"{ticks} tick{'' if ticks == 1 else 's'} ({minutes(ticks)})"


class DriveRolled(FootballEvent, frozen=True, kw_only=True):
    """The dice of a drive and the row of the chart they lead to."""

    says: ClassVar[str] = "{team} roll {dice} from {start} position. Row {row}: {cells}."
    dice: str
    row: str
    cells: str
    start: str


class TableRolled(FootballEvent, frozen=True, kw_only=True):
    """The dice of any other table and the row found."""

    says: ClassVar[str] = "{team} roll {dice} on the {table} table: {cells}."
    dice: str
    table: str
    cells: str


class Checked(Event, frozen=True, kw_only=True):
    """FD-3.2: a check die."""

    says: ClassVar[str] = "{question}? The die shows {die}: {answer}."
    question: str
    die: int
    answer: str


class Logged(FootballEvent, frozen=True, kw_only=True):
    """A drive's row on the scoresheet."""

    start: str
    ticks: int
    result: str
    left: int

    def text(self) -> str:
        took, left = ticks_words(self.ticks), minutes(self.left)
        return f"{self.team}, from {self.start}: {self.result} after {took}, {left} left."


class TookOver(Possession, frozen=True, kw_only=True):
    """A team has the ball; where is one of three positions, not a yard line (FD-4.3)."""

    says: ClassVar[str] = "{team} have the ball in {start} position."
    spot: int = 0
    start: str

    def text(self) -> str:
        return self.says.format(team=self.team, start=self.start)


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

    says: ClassVar[str] = "{team} ({quality}): {charge} for the drive instead of {base} on the clock."
    quality: str
    base: int
    charge: int
