"""The board in the terminal, from a view."""

from __future__ import annotations

from collections.abc import Iterable
from textwrap import wrap

from fieldhouse.games.squares.board.threats import goes_up, open_lanes, tacklers, turn_of_view
from fieldhouse.games.squares.meta import META
from fieldhouse.games.squares.rules.grid import FILES, NAME, SQUARE, each_square
from fieldhouse.games.squares.rules.jerseys import ROLES, Jerseys, piece_name, role_letters
from fieldhouse.games.squares.rules.turn import Turn
from fieldhouse.kernel.game import View


def text(view: View, width: int = 80) -> str:
    """Score, board and what is open: at most `width` columns."""
    lines = [f"{score_line(view)}   {view['status']}"]  # with the board and a question on 24 lines
    if view["qb"]:
        lines += ["", *_grid(view), ""]
        lines += [line for note in _notes(view) for line in wrap(note, width, subsequent_indent="  ")]
    return "\n".join(line[:width].rstrip() for line in lines)


def score_line(view: View) -> str:
    a, b = META.seats
    return f"{a} {view['scores'][0]} - {b} {view['scores'][1]}"


def _grid(view: View) -> list[str]:
    turn = turn_of_view(view)
    lines = []
    for rank in range(14, 0, -1):
        row = "".join(f"{_mark(turn, view['men'], SQUARE[f'{file}{rank}']):5}" for file in FILES)
        lines.append(f"{rank:3}  {row} {_zone(view, rank)}")
    return [*lines, "     " + "".join(f"{file:5}" for file in FILES)]


def _zone(view: View, rank: int) -> str:
    """Whose goal an end zone is, and the way of the offense."""
    up_seat = goes_up(view)
    if rank in (13, 2):
        seat = up_seat if rank == 13 else 1 - up_seat
        return f" {META.seats[seat]} scores here"
    if rank == 8:
        return f" {META.seats[view['offense_seat']]} attacks {'up' if view['up'] else 'down'}"
    return ""


def _mark(turn: Turn, men: Jerseys, square: int) -> str:
    """Each player by role and number, lower case once he has acted; `*` is the ball, `:` an end zone."""
    if square & turn.off or square == turn.qb:
        plain = "QB" if square == turn.qb else "O"
    elif square & turn.dfn:
        plain = "X"
    else:
        return ":" if NAME[square][1:] in ("1", "2", "13", "14") else "."
    shirt = men.get(NAME[square], "")
    mark = role_letters(shirt, has_ball=square == turn.qb) + shirt.partition(" ")[2] if shirt else plain
    return (mark.lower() if square & turn.acted else mark) + ("*" if square == turn.qb else "")


def _who(men: Jerseys, square: int, qb: int = 0) -> str:
    """`receiver 81 on a7`."""
    return f"{piece_name(men, square, qb)} on {NAME[square]}" if NAME[square] in men else NAME[square]


def _notes(view: View) -> list[str]:
    turn = turn_of_view(view)
    men = view["men"]
    notes = [f"this turn: {words}" for words in view["said"]]
    if lanes := [_who(men, man) for man in each_square(open_lanes(turn))]:
        notes.append(f"open passes: {', '.join(lanes)}")
    if hunters := [_who(men, man) for man in each_square(tacklers(turn))]:
        notes.append(f"can tackle {_who(men, turn.qb, turn.qb)}: {', '.join(hunters)}")
    attack, defend = META.seats[view["offense_seat"]], META.seats[1 - view["offense_seat"]]
    notes.append(f"{attack} attacks: {_roles(men, view['offense'], 'O')}; QB* has the ball")
    notes.append(f"{defend} defends: {_roles(men, view['defense'], 'X')}; lowercase: already moved")
    return notes


def _roles(men: Jerseys, squares: Iterable[str], plain: str) -> str:
    """What the letters of a side mean: `WR receiver, TE tight end`."""
    roles = dict.fromkeys(men[square].split()[0] for square in squares if square in men)
    return ", ".join(f"{role_letters(role)} {ROLES[role]}" for role in roles) or plain
