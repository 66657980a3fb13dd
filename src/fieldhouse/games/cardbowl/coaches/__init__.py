"""Card Bowl's coaches: `levels` names them; `starter` and `rookie` are policies, `allpro` searches."""

from fieldhouse.games.cardbowl.coaches.levels import coach, policy

__all__ = ["coach", "policy"]
