"""The Grid's board: `text` for a terminal, `svg` for a page or a notebook."""

from __future__ import annotations

from fieldhouse.games.thegrid.board.picture import svg
from fieldhouse.games.thegrid.board.textboard import text

__all__ = ["svg", "text"]
