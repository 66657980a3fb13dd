"""Facts that win probability is fitted to (lab/win_probability/fit.py), without exact tables."""

from __future__ import annotations

from fieldhouse.games.fastdrive.rules.game import FastDrive
from fieldhouse.games.fastdrive.rules.state import CALL, DRIVE, KICKOFF, OVERTIME, TOSS, TRY, Sheet

OPEN_QUESTIONS = (
    "clock",
    "fourth-down",
    "settle",
    "replace",
    "last-play",
    "last-onside",
    "kickoff",
    "try",
    "toss",
)
"""Nothing is hidden: every question."""
SETTLED = (TOSS, CALL, KICKOFF, DRIVE, TRY)
"""Phases in which no result of a drive is pending."""


def features(game: FastDrive, s: Sheet) -> tuple[dict[str, float | str], bool] | None:
    """The facts, seen from the away team: team cards differ. None while a drive is being settled."""
    if s.phase not in SETTLED:
        return None
    half = 2 * int(game.options["quarter"])
    kicks = s.phase in (CALL, KICKOFF)
    side = s.kicker if kicks else s.ball
    left = (s.left + (half if s.half == 1 else 0)) / (2 * half)
    facts: dict[str, float | str] = {
        "lead": float(s.scores[0] - s.scores[1]),
        "left": left,
        "half left": s.left / half,
        "next": f"{s.phase} {side}",
        "start": f"{s.start} {side}" if s.phase == DRIVE else "",
        "opener": f"{s.opener}" if s.half == 1 else "",
        "overtime": float(s.half == OVERTIME),
        "had": f"{s.had} {s.first}" if s.half == OVERTIME else "",
        "final": float(s.final),
    }
    return facts, False
