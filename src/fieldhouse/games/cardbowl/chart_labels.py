"""Words of the charts for the designer's pages."""

from __future__ import annotations

HEADINGS = {
    "stance": "Under center (U) or shotgun (G)",
    "slots": "The other five",
    "flip": "Mirrored too?",
    "backers": "Linebackers",
    "corners": "Cornerbacks",
}
