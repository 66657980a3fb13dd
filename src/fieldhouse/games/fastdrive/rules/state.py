"""The state of a game (FD-23.2) and its score sheet: one row per drive, one entry per score (section 4)."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from fieldhouse.games.fastdrive.charts.qualities import STARTS
from fieldhouse.kernel.game import State
from fieldhouse.kernel.requests import Seat

POOR, AVERAGE, GREAT = range(3)
OVERTIME = 3

# FD-23.3: each phase is what the next play begins with; a decision is always the first thing of its play.
TOSS: Final = "toss"
CALL: Final = "call"
KICKOFF: Final = "kickoff"
DRIVE: Final = "drive"
AGAIN: Final = "again"
CLOCK: Final = "clock"
FOURTH: Final = "fourth-down"
SETTLE: Final = "settle"
REPLACE: Final = "replace"
TRY: Final = "try"
LAST: Final = "last-play"
OVER: Final = "over"
Phase = Literal[
    "toss", "call", "kickoff", "drive", "again", "clock", "fourth-down", "settle", "replace", "try",
    "last-play", "over", "result", "charge",
]  # fmt: skip
"""The last two only in `tables`, which cut a drive into stages."""


class DriveRow(msgspec.Struct, array_like=True):
    """FD-4.2: a drive on the log: team, starting position, ticks, result; and when it ended."""

    team: Seat
    start: int
    ticks: int
    result: str
    half: int
    left: int

    @property
    def start_name(self) -> str:
        """POOR, AVERAGE or GREAT."""
        return STARTS[self.start]


class Score(msgspec.Struct, array_like=True):
    """Points: whose, how many, for what, in which quarter (5: overtime), and after how many log rows."""

    rows: int
    team: Seat
    points: int
    what: str
    quarter: int


class Sheet(State):
    """The state: clock, ball and score, and the scoresheet filled so far."""

    left: int
    scores: list[int] = msgspec.field(default_factory=lambda: [0, 0])
    phase: Phase = TOSS
    half: int = 1
    period: int = 1
    ball: Seat = 0
    start: int = AVERAGE
    kicker: Seat = 0
    opener: Seat = -1
    ticks: int = 0
    second: bool = False
    ending: int = -1
    base: int = 0
    final: bool = False
    had: list[bool] = msgspec.field(default_factory=lambda: [False, False])
    first: Seat = -1
    why: str = ""
    log: list[DriveRow] = msgspec.field(default_factory=list)
    points: list[Score] = msgspec.field(default_factory=list)
