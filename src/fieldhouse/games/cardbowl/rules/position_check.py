"""What must hold in a position of Card Bowl between two plays."""

from __future__ import annotations

from fieldhouse.games.cardbowl.rules.state import BoundCharts, Bowl, Due, Play
from fieldhouse.kernel.position_check import PositionCheck

MOST_POINTS = 199
MOST_QUARTERS = 99
TIMEOUTS = 3
TIMEOUTS_IN_OVERTIME = 2


def check_position(g: BoundCharts, s: Bowl, edition: int, check: PositionCheck) -> None:
    """Note every field that no game of Card Bowl could have (section 46)."""
    check.numbers("scores", s.scores, 2, 0, MOST_POINTS)
    in_overtime = s.quarter > 4 and s.next != Due.TOSS  # CB-2.12: the toss comes before the new timeouts
    check.numbers("timeouts", s.timeouts, 2, 0, TIMEOUTS_IN_OVERTIME if in_overtime else TIMEOUTS)
    last = MOST_QUARTERS if g.playoff and g.overtime else 5 if g.overtime else 4
    check.between("quarter", s.quarter, 0 if s.next == Due.TOSS else 1, last)
    check.seats(off=s.off, first_kicker=s.first_kicker)
    check.between("edition", s.edition, edition, edition)
    check.between("onside_failures", s.onside_failures, 0, 99)
    check.require(s.play == Play(), "play is not empty: a position is taken between two plays")
    check.require(not s.pool, "pool is not empty: every play starts with a fresh pack")
    check.require(s.plays_run >= 0, f"plays_run is {s.plays_run}, less than 0")
    if check.require(len(s.extra) == 2, f"extra has {len(s.extra)} entries, not 2"):
        for seat, extra in enumerate(s.extra):
            split = len(extra) == 2 and min(extra) >= 0
            split = split and (sum(extra) == g.allocation or (not any(extra) and s.quarter == 0))
            check.require(split, f"extra.{seat} does not share out {g.allocation} extra cards")
    if not check.faults:
        _check_clock(g, s, check)
        _check_ball(s, check)


def _check_clock(g: BoundCharts, s: Bowl, check: PositionCheck) -> None:
    """Sections 2 to 6: what is left of the quarter, and what may come without any."""
    most = g.length if s.quarter <= 4 else g.overtime_length
    before = s.next == Due.TOSS
    at_zero = before or bool(s.over) or s.untimed or s.next == Due.TRY
    check.between("left", s.left, 0 if at_zero else 1, most)
    check.require(
        not s.running or g.timing == "complex", "the clock runs between plays only in timing complex"
    )
    check.require(s.hurry == 0 or g.timing == "complex", "hurry-up cards are for timing complex only")
    check.between("hurry", s.hurry, 0, 4)
    if s.untimed:
        late = s.left == 0 and s.quarter not in (1, 3) and s.next == Due.DOWN
        check.require(late, "an untimed down follows the last play of a half")
    if before:
        level = s.scores[0] == s.scores[1]
        opening = s.quarter == 0 and not any(s.scores)
        check.require(opening or (s.quarter > 4 and level), "a toss comes before the game or a tied overtime")
    if s.over:
        level = s.scores[0] == s.scores[1]
        check.among("over", s.over, ("tie",) if level else ("points", "overtime"))
        check.require(
            s.quarter >= 4 and (s.over != "overtime" or s.quarter > 4), f"over is {s.over} too early"
        )


def _check_ball(s: Bowl, check: PositionCheck) -> None:
    """CB-2.6, CB-2.9: down, spot and line to gain fit what is due."""
    check.between("down", s.down, 1, 4)
    check.between("kick_spot", s.kick_spot, 1, 99)
    if s.next == Due.DOWN:
        check.between("x", s.x, 1, 99)
        check.between("ltg", s.ltg, min(s.x + 1, 100), 100)
    elif s.next == Due.TRY:
        check.between("x", s.x, 50, 99)
