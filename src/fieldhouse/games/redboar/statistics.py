"""What Gridiron counts: the whole box score."""

from __future__ import annotations

from fieldhouse.football.boxscore import STATISTICS as COUNTS

__all__ = ["COUNTS"]
