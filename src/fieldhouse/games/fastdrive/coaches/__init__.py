"""Fast Drive's computer coaches by level."""

from fieldhouse.games.fastdrive.coaches.levels import coach, policy

__all__ = ["coach", "policy"]
