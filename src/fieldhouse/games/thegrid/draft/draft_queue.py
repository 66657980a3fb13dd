"""Wishes in the draft: players in order."""

from __future__ import annotations

from fieldhouse.games.thegrid.team_building.draft_queue import answer, listed

__all__ = ["PRICED", "answer", "listed"]

PRICED = False
