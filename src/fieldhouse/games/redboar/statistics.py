"""The statistics that Gridiron counts: the whole box score."""

from __future__ import annotations

from fieldhouse.football.box_score import STATISTICS as COUNTS

__all__ = ["COUNTS"]
