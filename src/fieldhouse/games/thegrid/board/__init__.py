"""The Grid's board: `text` for a terminal, `parts` for a page, `svg` for a notebook."""

from __future__ import annotations

from fieldhouse.games.thegrid.board.logsheet import told
from fieldhouse.games.thegrid.board.showing import beats
from fieldhouse.games.thegrid.board.table import parts, svg
from fieldhouse.games.thegrid.board.textboard import text

__all__ = ["beats", "parts", "svg", "text", "told"]
