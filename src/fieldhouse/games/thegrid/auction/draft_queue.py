"""Wishes in the auction: players with top prices."""

from __future__ import annotations

from fieldhouse.games.thegrid.team_building.draft_queue import answer, listed

__all__ = ["PRICED", "answer", "listed"]

PRICED = True
