"""The rules of Gridiron on squares: `game` for quarters and downs, `turn` and `refusals` for the actions."""

from fieldhouse.games.squares.rules.events import COUNTS
from fieldhouse.games.squares.rules.game import SquaresGame

GAME = SquaresGame

__all__ = ["COUNTS", "GAME", "SquaresGame"]
