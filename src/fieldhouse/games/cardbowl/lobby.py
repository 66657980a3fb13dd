"""What the lobby offers for Card Bowl."""

from __future__ import annotations

from fieldhouse.kernel.meta import DailyFormat

DAILY = {
    3: DailyFormat("tiny", "one play a quarter"),
}
"""The daily drive of these weekdays (Monday: 0)."""
