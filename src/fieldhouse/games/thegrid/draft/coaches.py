"""The managers of a draft, by level."""

from __future__ import annotations

from fieldhouse.games.thegrid.team_building.levels import coach, policy

__all__ = ["coach", "policy"]
