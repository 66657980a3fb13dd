"""The board of Gridiron on squares: parts for the page, one SVG picture, plain text and animation."""

from fieldhouse.games.squares.board.beats import beats
from fieldhouse.games.squares.board.diagram import position_svg
from fieldhouse.games.squares.board.table import (
    HOME_INK,
    TURNS_WITH_SEAT,
    attempted_key,
    hint_overlay,
    parts,
    svg,
    touches,
)
from fieldhouse.games.squares.board.text import text

__all__ = [
    "HOME_INK",
    "TURNS_WITH_SEAT",
    "attempted_key",
    "beats",
    "hint_overlay",
    "parts",
    "position_svg",
    "svg",
    "text",
    "touches",
]
