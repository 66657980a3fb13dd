"""What is on the table: the scoresheet as text, and the parts of the table as drawings."""

from fieldhouse.games.fastdrive.board.table import beats, event_parts, parts, svg
from fieldhouse.games.fastdrive.board.text import text

__all__ = ["beats", "event_parts", "parts", "svg", "text"]
