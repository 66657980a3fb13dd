"""The Grid's computer coaches by level."""

from fieldhouse.games.thegrid.coaches.levels import coach, policy

__all__ = ["coach", "policy"]
