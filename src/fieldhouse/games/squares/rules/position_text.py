"""A position as short text: the squares, direction and down in the notation of SQ-12.4."""

from __future__ import annotations

from typing import Any

from fieldhouse.games.squares.rules.grid import NAME, square_names
from fieldhouse.games.squares.rules.jerseys import assign_jerseys
from fieldhouse.games.squares.rules.position import BoardPosition
from fieldhouse.games.squares.rules.state import squares_mask

SAID = ("qb", "offense", "defense", "up", "down")


def position_text(plain: dict[str, Any]) -> dict[str, Any]:
    """The five fields that the text of SQ-12.4 says become that text, `board`."""
    board = ""
    if plain["qb"] and not plain["changing"]:
        off, dfn = squares_mask(plain["offense"]), squares_mask(plain["defense"])
        board = repr(BoardPosition(off, dfn, squares_mask([plain["qb"]]), plain["up"], plain["down"]))
        plain = {name: value for name, value in plain.items() if name not in SAID}
    return {"board": board, **plain}


def parse_position_text(said: dict[str, Any]) -> dict[str, Any]:
    """The five fields back. With a board alone somebody has the ball, and the players get their shirts."""
    board = said.pop("board")
    if board:
        here = BoardPosition.read(str(board))
        said.update(
            qb=NAME[here.qb],
            offense=square_names(here.off),
            defense=square_names(here.dfn),
            up=here.up,
            down=here.down,
        )
        said["changing"] = False
        for unsaid in ("player_1", "offense_seat"):
            said[unsaid] = max(0, said[unsaid])
        said["men"] = said["men"] or assign_jerseys(here.turn())
    return said
