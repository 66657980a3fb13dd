"""Wishes in the draft: players in order."""

from __future__ import annotations

from fieldhouse.games.thegrid.team_building.draft_queue import answer, available_players

__all__ = ["PRICED", "answer", "available_players"]

PRICED = False
