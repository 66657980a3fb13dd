"""Fast Drive's board: text, parts and picture."""

from fieldhouse.games.fastdrive.board.charts import chart_parts
from fieldhouse.games.fastdrive.board.table import beats, event_parts, parts, svg
from fieldhouse.games.fastdrive.board.text import text

__all__ = ["beats", "chart_parts", "event_parts", "parts", "svg", "text"]
