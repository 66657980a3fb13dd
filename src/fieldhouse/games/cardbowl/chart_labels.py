"""Labels for chart fields in the chart editor."""

from __future__ import annotations

HEADINGS = {
    "stance": "Under center (U) or shotgun (G)",
    "slots": "Other five players",
    "flip": "Also mirrored",
    "backers": "Linebackers",
    "corners": "Cornerbacks",
}
