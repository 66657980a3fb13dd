"""What the lobby offers for Card Bowl: the daily drive, and labels for the chart editor."""

from __future__ import annotations

from fieldhouse.kernel.meta import DailyFormat

DAILY = {
    3: DailyFormat("tiny", "one play a quarter"),
}
"""The daily drive of these weekdays (Monday: 0)."""


HEADINGS = {
    "stance": "Under center (U) or shotgun (G)",
    "slots": "Other five players",
    "flip": "Also mirrored",
    "backers": "Linebackers",
    "corners": "Cornerbacks",
}
