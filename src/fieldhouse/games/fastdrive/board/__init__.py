"""What is on the table: the scoresheet as text, and as a drawing."""

from fieldhouse.games.fastdrive.board.picture import svg
from fieldhouse.games.fastdrive.board.scoresheet import text

__all__ = ["svg", "text"]
