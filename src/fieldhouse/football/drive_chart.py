"""The drive chart: the drives of a game as lines on one field, with a dot where each began and its result.

Returns for touchdowns, which score without a drive, have lines of their own.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import msgspec

from fieldhouse.football import shapes
from fieldhouse.football.events import DriveOver, Kicked, PeriodEnded, Possession, Scored, Turnover
from fieldhouse.football.field import FieldPicture
from fieldhouse.football.shapes import Ink, box, label, paint
from fieldhouse.kernel.events import Event

PUNT = 40
"""Yards that a punt is taken for, where only its end is known."""


class TouchdownReturn(msgspec.Struct, frozen=True):
    """A touchdown by a team without a drive; `drive` is the one that gave it the ball, None after a kickoff.

    `waits_for` is that drive where its end is told only after the score.
    """

    score: Scored
    drive: DriveOver | None = None
    waits_for: DriveOver | None = None
    lost: Turnover | None = None

    def result_text(self) -> str:
        """The result in words: `kickoff return, touchdown`."""
        how = self.score.how
        return f"{how.removesuffix('return')}{RETURNED}" if how.endswith("return") else RETURNED

    def chart_span(self) -> tuple[int, int]:
        """Yards to the goal where its line begins and ends.

        It begins where the ball was lost, else where the drive ended, else on the own goal line.
        """
        field = self.score.field
        if self.lost is not None and self.lost.spot:
            return field - self.lost.spot, 0
        if self.drive is None:
            return field, 0
        start = field - self.drive.chart_span()[1]
        if "punt" in self.drive.result_text():
            start += PUNT
        return max(0, min(field - 5, start)), 0


def touchdown_returns(events: Sequence[Event]) -> list[TouchdownReturn]:
    """Every touchdown that was scored without a drive of the team that scored, in order."""
    found: list[TouchdownReturn] = []
    driving: int | None = None  # who has the ball from scrimmage
    ended: DriveOver | None = None  # the drive that has just ended, until points or the next kick
    lost: Turnover | None = None  # how, likewise
    for n, event in enumerate(events):
        match event:
            case Possession():
                driving, ended, lost = event.side, None, None
            case DriveOver():
                driving, ended = None, event
            case Turnover():
                lost = event
            case Scored(what="touchdown"):
                if driving is not None and driving != event.side:
                    drive = next((later for later in events[n:] if isinstance(later, DriveOver)), None)
                    found.append(TouchdownReturn(event, drive, drive, lost))
                elif driving is None and not _scored_itself(ended, event):
                    found.append(TouchdownReturn(event, ended, None, lost))
                ended = None
            case (
                Scored() | PeriodEnded() | Kicked(what="kickoff" | "onside kick" | "squib kick" | "free kick")
            ):
                ended = None
            case _:
                pass
    return found


def _scored_itself(drive: DriveOver | None, score: Scored) -> bool:
    """Did this drive, told as over before its points, score the touchdown?"""
    return drive is not None and drive.side == score.side


RESULT_ABBREVIATIONS = {
    "touchdown": "TD",
    "touchdown run": "TD",
    "touchdown pass": "TD",
    "last-play touchdown": "TD",
    "field goal": "FG",
    "missed field goal": "no good",
    "interception": "INT",
    "lost fumble": "fumble",
    "turnover on downs": "downs",
    "defensive touchdown": "TD lost",
    "punt, backed up": "punt",
    "coffin-corner punt": "punt",
    "blocked punt": "blocked",
    "blocked field goal": "blocked",
    "end of half": "half",
    "end of period": "end",
    "end of game": "end",
    "time expired": "time",
    "ran out the clock": "time",
    "took a knee": "knee",
    "last play failed": "time",
    "returned for a TD": "returned",
}
"""What became of a drive, in a word."""
RETURNED = "return, touchdown"
"""How the result of a return ends."""
LOST = ("INT", "fumble", "downs", "safety", "blocked", "TD lost", "returned")
ROW, FIRST = 20, 34
"""The height of a line's lane, and where the first one lies: below the numbers."""
LETTER = 13
"""What a letter of a name takes of an end zone's height."""


class ChartedDrive(msgspec.Struct, frozen=True):
    """A drive of one team: yards to the goal at its start and end, and its result."""

    side: int
    start: float
    end: float
    came: str
    field: int = 100


def drive_chart(drives: Sequence[ChartedDrive], names: tuple[str, str], first: int = 0) -> str:
    """The whole chart as SVG, as wide as its place, no letter under 12 pixels.

    The side `first` attacks to the right; `names` are by side.
    """
    if not drives:
        return ""
    length, height = drives[0].field, FIRST + ROW * max(4, len(drives))
    left, right = (fit_name(names[side], height) for side in (first, 1 - first))
    inks = (shapes.SIDES[first], shapes.SIDES[1 - first])
    field = FieldPicture(length=length, left=left, right=right, inks=inks, rows=("16",))
    lanes = [_lane(drive, FIRST + ROW * n, first) for n, drive in enumerate(drives)]
    said = escape(
        f"{len(drives)} drive{'s' * (len(drives) > 1)} of {names[0]} and {names[1]} as lines on the field"
    )
    opened = f'<svg class="drivechart" width="100%" height="{height}" role="img" aria-label="{said}">'
    return f"{opened}{field.part(height).svg}{''.join(lanes)}</svg>"


def fit_name(name: str, height: int) -> str:
    """Shorten a name to fit an end zone of that height: whole, its first word, or the start of that."""
    room = height // LETTER
    first = name.split(maxsplit=1)[0]
    return name if len(name) <= room else first if len(first) <= room else f"{first[: room - 1]}…"


def _lane(drive: ChartedDrive, y: int, first: int) -> str:
    right = drive.side == first
    a, b = (
        field_percent(drive.field - spot if right else spot, drive.field) for spot in (drive.start, drive.end)
    )
    end = f'<svg x="{b}" overflow="visible">{result_pill(drive.came, right=right)}</svg>'
    return f'<svg y="{y}" overflow="visible">{drive_stroke(drive.side, a, b)}{end}</svg>'


def field_percent(yards: float, field: int = 100) -> str:
    """The place so many yards from the left goal line, in percent of the picture."""
    return f"{(10 + max(0.0, min(100.0, yards * 100 / field))) / 1.2:.2f}%"


def drive_stroke(side: int, a: str, b: str, *, bold: bool = False) -> str:
    """The line of a drive in the team's color, from its dot on."""
    inked = shapes.SIDES[side]
    line = shapes.line(a, 0, b, 0, shapes.CHALK, 7 if bold else 5) + shapes.line(
        a, 0, b, 0, inked, 4 if bold else 3
    )
    return f'{line}<circle cx="{a}" cy="0" r="5" {paint(inked, shapes.CHALK, 1.5)}/>'


def result_pill(came: str, *, right: bool) -> str:
    """The result at the end of a drive's line; a touchdown's is drawn inside the field."""
    short = "TD" if came.endswith(RETURNED) else RESULT_ABBREVIATIONS.get(came, came)
    paper: Ink = (
        shapes.AMBER_TINT if short in ("TD", "FG") else shapes.BAD_TINT if short in LOST else shapes.CARD
    )
    wide = 12 + 6.6 * len(short)
    middle = (-wide / 2 - 4 if right else wide / 2 + 4) if short == "TD" else 0.0
    return box(middle - wide / 2, -9, wide, 18, paper, radius=9, stroke=shapes.EDGE) + label(
        middle, 4, short, 12, shapes.INK, anchor="middle", bold=True
    )
