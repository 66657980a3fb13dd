"""The statistics counted on squares: downs and scores. Rows of the board are not yards."""

from __future__ import annotations

COUNTS = (
    *("points", "touchdowns", "plays", "runs", "passes", "completions"),
    *("turned_over_on_downs", "drives"),
)
