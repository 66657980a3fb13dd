"""What is on the table: the scoresheet as text, and the parts of the table as drawings."""

from fieldhouse.games.fastdrive.board.table import beats, parts, svg, told
from fieldhouse.games.fastdrive.board.text import text

__all__ = ["beats", "parts", "svg", "text", "told"]
