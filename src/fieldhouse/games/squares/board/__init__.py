"""What people look at: the parts of a table, the same in one picture, and in plain text."""

from fieldhouse.games.squares.board.showing import beats
from fieldhouse.games.squares.board.table import parts, pointed, svg
from fieldhouse.games.squares.board.textboard import text

__all__ = ["beats", "parts", "pointed", "svg", "text"]
