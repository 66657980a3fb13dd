"""Gridiron's coaches: `levels` names them; `solver` and `win_table` make and read win probabilities."""

from fieldhouse.games.redboar.coaches.levels import coach, policy

__all__ = ["coach", "policy"]
