"""The coaches: `levels` names them, one module each; `solved` and `on_disk` are allpro's win chances."""

from fieldhouse.games.redboar.coaches.levels import coach, policy

__all__ = ["coach", "policy"]
