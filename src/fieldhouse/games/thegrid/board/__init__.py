"""The Grid's board: `text` for a terminal, `parts` for a page, `svg` for a notebook."""

from __future__ import annotations

from fieldhouse.games.thegrid.board.beats import beats
from fieldhouse.games.thegrid.board.log_sheet import event_parts
from fieldhouse.games.thegrid.board.table import parts, svg
from fieldhouse.games.thegrid.board.text import text

__all__ = ["beats", "event_parts", "parts", "svg", "text"]
