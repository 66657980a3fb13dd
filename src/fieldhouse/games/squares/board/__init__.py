"""What people look at: the parts of a table, the same in one picture, and in plain text."""

from fieldhouse.games.squares.board.beats import beats
from fieldhouse.games.squares.board.table import HOME_INK, hint_overlay, parts, svg, touches
from fieldhouse.games.squares.board.text import text

__all__ = ["HOME_INK", "beats", "hint_overlay", "parts", "svg", "text", "touches"]
