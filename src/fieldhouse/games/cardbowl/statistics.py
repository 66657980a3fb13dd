"""What Card Bowl counts: all of the box score but time, which its clock of plays does not tell."""

from __future__ import annotations

from fieldhouse.football.box_score import STATISTICS

COUNTS = tuple(name for name in STATISTICS if name != "seconds")
