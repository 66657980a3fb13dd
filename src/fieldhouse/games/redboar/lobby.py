"""What the lobby offers for Gridiron."""

from __future__ import annotations

from fieldhouse.kernel.meta import DailyFormat

DAILY = {
    0: DailyFormat("tiny", "two minutes on the clock, with cards", {"mode": "cards"}),
    2: DailyFormat("short", "four 4-minute quarters, with cards", {"mode": "cards"}),
}
"""The daily drive of these weekdays (Monday: 0). Always with cards: with dice hardly a decision counts."""
