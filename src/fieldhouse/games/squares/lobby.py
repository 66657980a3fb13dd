"""What the lobby offers for Gridiron on squares."""

from __future__ import annotations

from fieldhouse.kernel.meta import DailyFormat

DAILY = {
    4: DailyFormat("short", "one quarter"),
}
"""The daily drive of these weekdays (Monday: 0)."""
