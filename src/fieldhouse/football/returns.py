"""Kicks and turnovers returned for a touchdown: scores without a drive, for the drive chart."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from fieldhouse.football.drive_chart import RETURNED
from fieldhouse.football.events import DriveOver, Kicked, PeriodEnded, Possession, Scored, Turnover
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
        """`kickoff return, touchdown`."""
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
