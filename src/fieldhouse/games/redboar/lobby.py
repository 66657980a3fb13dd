"""What the lobby offers for Gridiron."""

from __future__ import annotations

from fieldhouse.kernel.meta import DailyFormat

DAILY = {
    0: DailyFormat("tiny", "two minutes on the clock, with cards", {"mode": "cards"}),
    2: DailyFormat("short", "four 4-minute quarters, with dice", {"mode": "dice"}),
}
"""The daily drive of these weekdays (Monday: 0).

With dice the defense calls nothing: in two minutes the opponent could keep the ball to the end, so that day
has a longer game.
"""
