"""The statistics that Card Bowl counts: the box score without time of possession."""

from __future__ import annotations

from fieldhouse.football.box_score import STATISTICS

COUNTS = tuple(name for name in STATISTICS if name != "seconds")
