"""What Fast Drive counts: scores, kicks, turnovers, punts, drives with start and time (FD-4.2), no yards."""

from __future__ import annotations

COUNTS = (
    *("points", "touchdowns", "field_goals", "field_goal_tries", "extra_points", "conversions", "safeties"),
    *("interceptions", "fumbles_lost", "turned_over_on_downs", "punts", "drives", "seconds"),
    *("poor_starts", "average_starts", "great_starts"),
)
