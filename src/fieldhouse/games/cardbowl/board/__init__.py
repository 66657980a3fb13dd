"""The board of Card Bowl: parts for the page, one SVG picture and plain text."""

from fieldhouse.games.cardbowl.board.beats import beats
from fieldhouse.games.cardbowl.board.last_play import event_parts
from fieldhouse.games.cardbowl.board.layout import touches
from fieldhouse.games.cardbowl.board.placement import fill_around
from fieldhouse.games.cardbowl.board.table import parts, svg
from fieldhouse.games.cardbowl.board.text import text

__all__ = ["beats", "event_parts", "fill_around", "parts", "svg", "text", "touches"]
