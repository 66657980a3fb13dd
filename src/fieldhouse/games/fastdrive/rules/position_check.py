"""What must hold in a position of Fast Drive between two plays."""

from __future__ import annotations

from fieldhouse.games.fastdrive.rules.charts import BoundCharts
from fieldhouse.games.fastdrive.rules.end_of_half import may_replace
from fieldhouse.games.fastdrive.rules.requests import CLOCK_MENUS
from fieldhouse.games.fastdrive.rules.state import (
    AGAIN,
    CALL,
    CLOCK,
    DRIVE,
    FOURTH,
    GREAT,
    KICKOFF,
    LAST,
    OVER,
    OVERTIME,
    POOR,
    REPLACE,
    SETTLE,
    TOSS,
    TRY,
    Sheet,
)
from fieldhouse.kernel.position_check import PositionCheck

PHASES = (TOSS, CALL, KICKOFF, DRIVE, AGAIN, CLOCK, FOURTH, SETTLE, REPLACE, TRY, LAST, OVER)
WITH_RESULT = (CLOCK, FOURTH, SETTLE, REPLACE)
MOST_POINTS = 199


def check_position(game: BoundCharts, s: Sheet, check: PositionCheck) -> None:
    """Note every field that no game of Fast Drive could have (FD-23.2)."""
    check.numbers("scores", s.scores, 2, 0, MOST_POINTS)
    check.among("phase", s.phase, PHASES)
    check.between("half", s.half, 1, OVERTIME if game.overtime != "none" else 2)
    check.seats(ball=s.ball, kicker=s.kicker)
    check.between("opener", s.opener, -1, 1)
    check.between("first", s.first, -1, 1)
    check.between("start", s.start, POOR, GREAT)
    check.between("base", s.base, 0, len(CLOCK_MENUS) - 1)
    check.require(len(s.had) == 2, f"had has {len(s.had)} entries, not 2")
    check.require(
        s.half > 1 or s.phase in (TOSS, CALL) or s.opener >= 0,
        "opener is -1; in the first half it is the seat that kicked off (0 or 1)",
    )
    _check_log(s, check)
    if not check.faults:
        _check_clock(game, s, check)
        _check_phase(game, s, check)


def _check_log(s: Sheet, check: PositionCheck) -> None:
    """FD-4.2: rows and points of the score sheet."""
    for place, row in enumerate(s.log):
        check.seats(**{f"log.{place}.team": row.team})
        check.between(f"log.{place}.start", row.start, POOR, GREAT)
        check.between(f"log.{place}.half", row.half, 1, OVERTIME)
        check.require(row.ticks >= 0 and row.left >= 0, f"log.{place} has negative time")
    totals = [0, 0]
    for place, score in enumerate(s.points):
        if check.seats(**{f"points.{place}.team": score.team}):
            totals[score.team] += score.points
        check.between(f"points.{place}.quarter", score.quarter, 1, 5)
        check.between(f"points.{place}.points", score.points, 1, 6)
    check.require(not s.points or totals == s.scores, f"points add up to {totals}, scores are {s.scores}")


def _check_clock(game: BoundCharts, s: Sheet, check: PositionCheck) -> None:
    """FD-5.1, FD-24.83: the ticks left, and what can still happen without any."""
    check.between("left", s.left, 0, game.overtime_ticks if s.half == OVERTIME else game.half_ticks)
    check.require(s.ticks >= 0, f"ticks is {s.ticks}, less than 0")
    check.between("period", s.period, 1, 99 if s.half == OVERTIME and game.knockout else 1)
    at_zero = (AGAIN, CLOCK, SETTLE, REPLACE, TRY, KICKOFF, LAST, OVER)
    check.require(s.left > 0 or s.phase in at_zero, f"no time is left, so phase cannot be {s.phase}")
    if s.phase == KICKOFF and s.left == 0:
        check.require(s.half > 1, "no time is left in the first half, so no kickoff is due")
    if s.phase in (LAST, REPLACE):
        check.require(s.left == 0 and s.half > 1, f"phase {s.phase} comes after the last tick of a late half")
    if s.phase == TOSS:
        whole = game.overtime_ticks if s.half == OVERTIME else game.half_ticks
        check.require(s.left == whole and s.half != 2, "a coin toss comes before the game or overtime")


def _check_phase(game: BoundCharts, s: Sheet, check: PositionCheck) -> None:
    """FD-23.3: what the next play begins with fits the score and the pending result."""
    lead = s.scores[s.ball] - s.scores[1 - s.ball]
    if s.phase == OVER:
        allowed = ("tie",) if s.scores[0] == s.scores[1] else ("regulation", "overtime")
        check.among("why", s.why, allowed)
        check.require((s.why == "overtime") <= (s.half == OVERTIME), "why is overtime, but half is not 3")
    else:
        check.require(not s.why, f"why is {s.why!r}, but the game is not over")
    if s.phase == LAST:
        check.require(-game.reach <= lead <= 0, f"phase {LAST} needs a tie or a one-score deficit")
    if s.phase not in WITH_RESULT:
        check.between("ending", s.ending, -1, len(game.endings) - 1)
        return
    if not check.between("ending", s.ending, 0, len(game.endings) - 1):
        return
    e = game.endings[s.ending]
    if s.phase == FOURTH:
        behind = lead < 0 and s.half > 1
        check.require((e.punt or e.field_goal) and behind and not s.second, "no fourth down to go for")
    if s.phase == SETTLE:
        check.require(e.field_goal and s.second, f"phase {SETTLE} needs a second roll and a field goal try")
    if s.phase == REPLACE:
        check.require(may_replace(game, lead, e), "no kick that a last play could replace")
    if s.phase == CLOCK:
        check.require(not e.again or not s.second, "a drive is rolled again once")
