"""Wishes in the auction: players with top prices."""

from __future__ import annotations

from fieldhouse.games.thegrid.team_building.draft_queue import answer, available_players

__all__ = ["PRICED", "answer", "available_players"]

PRICED = True
