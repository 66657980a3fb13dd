"""The board in the terminal, from a view."""

from __future__ import annotations

from fieldhouse.games.squares.board.threats import open_lanes, tacklers, turn_of_view
from fieldhouse.games.squares.meta import META
from fieldhouse.games.squares.rules.grid import FILES, NAME, SQUARE, names
from fieldhouse.games.squares.rules.turn import Turn
from fieldhouse.kernel.game import View


def text(view: View, width: int = 80) -> str:
    """Score, board and what is open: at most `width` columns."""
    lines = [score(view), view["status"]]
    if view["qb"]:
        lines += ["", *_grid(view), "", *_notes(view)]
    return "\n".join(line[:width].rstrip() for line in lines)


def score(view: View) -> str:
    a, b = META.seats
    return f"{a} {view['scores'][0]} - {b} {view['scores'][1]}"


def _grid(view: View) -> list[str]:
    turn = turn_of_view(view)
    head = "     " + " ".join(FILES)
    lines = [head]
    for rank in range(14, 0, -1):
        row = " ".join(_mark(turn, SQUARE[f"{file}{rank}"]) for file in FILES)
        zone = _zone(view, rank)
        lines.append(f"{rank:3}  {row}  {rank:<3}{zone}")
    return [*lines, head]


def _zone(view: View, rank: int) -> str:
    """Whose goal an end zone is, and the way of the offense."""
    up_seat = view["player_1"]
    if rank in (13, 2):
        seat = up_seat if rank == 13 else 1 - up_seat
        return f" end zone: {META.seats[seat]} score here"
    if rank == 8:
        return f" {META.seats[view['offense_seat']]} attack {'up' if view['up'] else 'down'}"
    return ""


def _mark(turn: Turn, square: int) -> str:
    """`Q` and `O` offense, `X` defense, in small letters once they have acted; `:` marks end zones."""
    if square == turn.qb:
        mark = "Q"
    elif square & turn.off:
        mark = "O"
    elif square & turn.dfn:
        mark = "X"
    else:
        return ":" if NAME[square][1:] in ("1", "2", "13", "14") else "."
    return mark.lower() if square & turn.acted else mark


def _notes(view: View) -> list[str]:
    turn = turn_of_view(view)
    notes = [f"position  {view['position']}"]
    if view["turn"]:
        notes.append(f"this turn {' '.join(view['turn'])}")
    elif view["last_turn"]:
        notes.append(f"last turn {META.seats[view['last_seat']]}: {view['last_turn']}")
    if lanes := names(open_lanes(turn)):
        notes.append(f"open passes to {' '.join(lanes)}")
    if threats := names(tacklers(turn)):
        notes.append(f"can tackle the QB on {NAME[turn.qb]}: {' '.join(threats)}")
    notes.append("Q ball, O offense, X defense; small letters have acted this turn")
    notes.append("type f7-f9 run, f7>f8 block (>> two squares), f5*b5 pass, e8xf5 tackle, end-turn")
    return notes
