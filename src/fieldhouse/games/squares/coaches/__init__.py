"""The coaches of Gridiron on squares: `levels` names them, one module each; they answer with whole turns."""

from fieldhouse.games.squares.coaches.levels import PLAYOUTS, coach, policy

__all__ = ["PLAYOUTS", "coach", "policy"]
