"""The auction's queue of players with top prices, and its finished teams."""

from __future__ import annotations

from fieldhouse.games.thegrid.team_building.draft_queue import answer, available_players
from fieldhouse.games.thegrid.team_building.game import drafted_teams

__all__ = ["PRICED", "answer", "available_players", "drafted_teams"]

PRICED = True
