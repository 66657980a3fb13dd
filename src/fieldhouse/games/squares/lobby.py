"""What the lobby says of Squares."""

from __future__ import annotations

from fieldhouse.kernel.meta import DailyFormat

DAILY = {
    4: DailyFormat("short", "one quarter"),
}
"""The daily drive of these weekdays (Monday: 0)."""
