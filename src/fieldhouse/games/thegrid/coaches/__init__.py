"""The Grid's coaches."""

from fieldhouse.games.thegrid.coaches.levels import coach, policy

__all__ = ["coach", "policy"]
