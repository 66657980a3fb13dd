"""Rows of the score sheet, points, possession, and how halves, overtime and games end."""

from __future__ import annotations

from fieldhouse.football.events import PeriodEnded
from fieldhouse.games.fastdrive.rules.charts import BoundCharts
from fieldhouse.games.fastdrive.rules.events import tell_ball, tell_row, tell_score
from fieldhouse.games.fastdrive.rules.state import (
    AVERAGE,
    DRIVE,
    KICKOFF,
    LAST,
    OVER,
    OVERTIME,
    TOSS,
    TRY,
    DriveRow,
    Score,
    Sheet,
)
from fieldhouse.kernel.requests import Seat

OWN_TOUCHDOWNS = ("TD-RUN", "TD-PASS", "DESP-TD")
"""Results after which the offense's possession lasts until its try is over."""


def write_row(game: BoundCharts, s: Sheet, result: str, rule: str) -> None:
    """FD-4.2, FD-10.8: log the drive and its time."""
    s.log.append(DriveRow(s.ball, s.start, s.ticks, result, s.half, s.left))
    if s.tell:
        tell_row(game, s, s.log[-1], rule)
    s.ticks = 0
    s.second = False
    if s.half == OVERTIME and result not in OWN_TOUCHDOWNS:  # FD-24.83: a touchdown ends it after the try
        s.had[s.ball] = True


def quarter(game: BoundCharts, s: Sheet) -> int:
    """FD-24.38: the quarter of the latest tick used; 5 is overtime."""
    if s.half == OVERTIME:
        return 5
    return 2 * s.half - (1 if game.half_ticks - s.left <= game.quarter else 0)


def score(game: BoundCharts, s: Sheet, seat: Seat, points: int, what: str, rule: str, kind: str = "") -> None:
    """Points go on the sheet; in overtime they may end the game (FD-24.83)."""
    s.scores[seat] += points
    s.points.append(Score(len(s.log), seat, points, what, quarter(game, s)))
    if s.tell:
        tell_score(game, s, seat, kind or what, points, what if kind else "", rule)  # type: ignore[arg-type]
    if s.half == OVERTIME and points != 1 and overtime_decided(game, s, seat, points):
        end_game(game, s, "overtime")


def overtime_decided(game: BoundCharts, s: Sheet, scorer: Seat = -1, points: int = 0) -> bool:
    """FD-24.83: is an overtime game over, the score being what it is now?"""
    lead = s.scores[0] - s.scores[1]
    if lead == 0:
        return False
    if game.overtime == "sudden" or s.had[0 if lead < 0 else 1]:
        return True
    return game.overtime == "modified" and points == 6 and scorer == s.first and not any(s.had)


def touchdown(game: BoundCharts, s: Sheet, seat: Seat, how: str, rule: str) -> None:
    """FD-11.10: six points, then the try, unless nothing hangs on it any more."""
    s.kicker = seat
    score(game, s, seat, 6, how, rule, "touchdown")
    if s.phase == OVER:
        return
    lead = s.scores[seat] - s.scores[1 - seat]
    if s.final and not -2 <= lead <= 0:  # FD-24.9
        end_half(game, s)
    else:
        s.phase = TRY


def take_over(game: BoundCharts, s: Sheet, seat: Seat, start: int, rule: str) -> None:
    """A team has the ball: it begins a drive, or, after the last tick, is judged (FD-6.2, FD-24.7)."""
    s.ball = seat
    s.start = start
    s.phase = DRIVE
    if s.tell:
        tell_ball(game, s, rule)
    if s.left == 0:
        after_last_tick(game, s)


def after_last_tick(game: BoundCharts, s: Sheet) -> None:
    """FD-6.2: an empty row ends the first half. FD-7.5: in the second one more play may be open."""
    lead = s.scores[s.ball] - s.scores[1 - s.ball]
    if s.half > 1 and -game.reach <= lead <= 0:
        s.phase = LAST
        return
    write_row(game, s, "EOH", "FD-6.2" if s.half == 1 else "FD-24.85")
    end_half(game, s)


def end_drive(game: BoundCharts, s: Sheet) -> None:
    """FD-24.83: in overtime the end of a drive may decide the game."""
    if s.half == OVERTIME and s.phase != OVER and overtime_decided(game, s):
        if s.phase == LAST:  # FD-24.85: the ball came back after the last tick, but no play is left
            write_row(game, s, "EOH", "FD-24.85")
        end_game(game, s, "overtime")


def end_half(game: BoundCharts, s: Sheet) -> None:
    """The half is over: half-time, overtime, or the end."""
    s.final = False
    if s.tell:
        name = ("", "the first half", "regulation", "overtime")[s.half]
        s.tell(PeriodEnded(name=name, scores=(s.scores[0], s.scores[1])))
    if s.half == 1:  # FD-24.37: who received the opening kickoff kicks off
        s.half, s.left = 2, game.half_ticks
        s.kicker, s.phase = 1 - s.opener, KICKOFF
    elif s.scores[0] != s.scores[1]:
        end_game(game, s, "regulation" if s.half == 2 else "overtime")
    elif s.half == 2 and game.overtime != "none":
        s.half, s.left, s.phase = OVERTIME, game.overtime_ticks, TOSS
    else:
        end_game(game, s, "tie")


def end_game(game: BoundCharts, s: Sheet, why: str) -> None:
    """The game is over."""
    s.phase, s.why = OVER, why
    s.second, s.ticks, s.final = False, 0, False
    s.ending, s.start = -1, AVERAGE
