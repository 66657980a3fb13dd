"""What the course of one play reads, and nothing else: the key under which `solve` compiles a play.

Away from the end of a half no rule looks at clock or score, so all such plays of one phase are one
situation, whatever the half (at a neutral site: whoever is the home team). Within reach of the last 7:30
(FD-13.1), of the last 5:00 (sections 8, 9) or of the end, clock and score belong to the situation.
"""

from __future__ import annotations

from collections.abc import Hashable

from fieldhouse.games.fastdrive.book import Book
from fieldhouse.games.fastdrive.state import (
    AGAIN,
    CALL,
    CLOCK,
    DRIVE,
    FOURTH,
    KICKOFF,
    OVERTIME,
    REPLACE,
    SETTLE,
    TRY,
    Sheet,
)


def situation(b: Book, s: Sheet) -> Hashable:
    """Equal situations have equal courses: the same points, ticks and next starts, equally likely."""
    late = s.half == OVERTIME or s.left <= b.longest + 6
    lead = s.scores[s.ball] - s.scores[1 - s.ball]
    when: tuple[int, ...] = (-1, b.homes[s.half])
    if late:
        when = (s.half, s.left, lead, s.opener if s.half == 1 else -1)
    elif b.asks_score:
        when = (-1, b.homes[s.half], (lead > 0) - (lead < 0), s.ball)
    overtime = (tuple(s.had), s.first) if s.half == OVERTIME else ()
    return (s.phase, _reads(s, late), when, overtime)


def _reads(s: Sheet, late: bool) -> tuple[int | bool, ...]:
    """The ball and the drive, as far as the phase reads them."""
    if s.phase in (CALL, KICKOFF):
        return (s.kicker, s.ball) if late else (s.kicker,)
    if s.phase == TRY:
        return (s.kicker, s.start, s.final, s.ball if late else -1)
    if s.phase in (DRIVE, AGAIN):
        return (s.ball, s.start, s.second)
    if s.phase in (CLOCK, FOURTH, SETTLE, REPLACE):
        return (s.ball, s.start, s.second, s.ending, s.base if s.phase == CLOCK else 0)
    return (s.ball, s.start)
