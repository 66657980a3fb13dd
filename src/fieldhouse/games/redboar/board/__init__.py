"""What people look at: the field and the tracks, the cards' faces, and the same in plain text."""

from fieldhouse.games.redboar.board.picture import svg, text

__all__ = ["svg", "text"]
