"""Card Bowl's table: `text` for the terminal, `svg` for browser and notebook."""

from fieldhouse.games.cardbowl.board.picture import svg
from fieldhouse.games.cardbowl.board.textboard import text

__all__ = ["svg", "text"]
