"""The board from a view: text for the terminal, SVG for browser and notebook."""

from fieldhouse.games.squares.board.picture import spots, svg
from fieldhouse.games.squares.board.textboard import open_lanes, tackle_threats, text

__all__ = ["open_lanes", "spots", "svg", "tackle_threats", "text"]
