"""The board of Gridiron: parts for the page, one SVG picture and plain text."""

from fieldhouse.games.redboar.board.charts import chart_parts
from fieldhouse.games.redboar.board.last_play import event_parts
from fieldhouse.games.redboar.board.table import parts, svg
from fieldhouse.games.redboar.board.text import text

__all__ = ["chart_parts", "event_parts", "parts", "svg", "text"]
