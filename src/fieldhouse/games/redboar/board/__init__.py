"""What people look at: the parts of a table, the same in one picture, and in plain text."""

from fieldhouse.games.redboar.board.last_play import event_parts
from fieldhouse.games.redboar.board.table import parts, svg
from fieldhouse.games.redboar.board.text import text

__all__ = ["event_parts", "parts", "svg", "text"]
