"""What people look at: the parts of a table, the same in one picture, and in plain text."""

from fieldhouse.games.cardbowl.board.beats import beats
from fieldhouse.games.cardbowl.board.last_play import event_parts
from fieldhouse.games.cardbowl.board.layout import touches
from fieldhouse.games.cardbowl.board.table import parts, svg
from fieldhouse.games.cardbowl.board.text import text

__all__ = ["beats", "event_parts", "parts", "svg", "text", "touches"]
