"""Fast Drive's coaches."""

from fieldhouse.games.fastdrive.coaches.levels import coach, policy

__all__ = ["coach", "policy"]
