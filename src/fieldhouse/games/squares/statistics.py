"""What is counted on the squares: downs and scores. Rows of the board are no yards."""

from __future__ import annotations

COUNTS = (
    *("points", "touchdowns", "plays", "runs", "passes", "completions"),
    *("turned_over_on_downs", "drives"),
)
