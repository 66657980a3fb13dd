"""What must hold in a position of squares between two turns."""

from __future__ import annotations

from fieldhouse.games.squares.rules.grid import SQUARE, goal
from fieldhouse.games.squares.rules.position import MOST
from fieldhouse.games.squares.rules.state import Squares
from fieldhouse.kernel.position_check import PositionCheck

TOUCHDOWN = 7
DOWNS = 4
MOST_SCORES = 99
MOST_QUARTERS = 99


def check_position(s: Squares, quarters: int, limit: int, check: PositionCheck, *, study: bool) -> None:
    """Note every field that no game on squares could have (SQ-11, SQ-12)."""
    check.numbers("scores", s.scores, 2, 0, TOUCHDOWN * MOST_SCORES)
    check.require(
        all(score % TOUCHDOWN == 0 for score in s.scores), f"scores: all points come by {TOUCHDOWN}s"
    )
    for field in ("player_1", "offense_seat", "last_seat"):
        check.between(field, getattr(s, field), -1, 1)
    check.between("quarter", s.quarter, 1, quarters + limit if limit else MOST_QUARTERS)
    check.between("series", s.series, 0, 1)
    check.between("down", s.down, 1, DOWNS)
    check.require(
        not (s.acted or s.blocked or s.passer or s.received), "a position is taken between two turns"
    )
    allowed = ("touchdown", "tackle", "downs") if study else ("regulation", "overtime", "overtime-limit")
    check.among("over", s.over, ("", *allowed))
    if s.quarter > quarters and s.over != "overtime" and not study:
        check.require(s.scores[:1] == s.scores[1:], "scores are not level, so there is no overtime")
    if s.over in ("regulation", "overtime"):
        check.require(s.scores[:1] != s.scores[1:], f"over is {s.over}, but the scores are level")
    if s.changing:
        return
    check.seats(player_1=s.player_1, offense_seat=s.offense_seat)
    check.require(s.attack or s.down < DOWNS, "the defense has no turn on fourth down (SQ-4.6)")
    _check_board(s, check)


def _check_board(s: Squares, check: PositionCheck) -> None:
    """SQ-1.4, SQ-5: who stands where."""
    known = all(square in SQUARE for square in (s.qb, *s.offense, *s.defense))
    if not check.require(known, "a player stands on no square of the board"):
        return
    both = [*s.offense, *s.defense]
    check.require(len({*both}) == len(both), "two players stand on one square")
    check.require(s.qb in s.offense, f"qb is {s.qb}, where no player of the offense stands")
    check.require(not SQUARE[s.qb] & goal(s.up), f"the QB on {s.qb} is already in the end zone")
    check.require({*s.men} == {*both}, "men does not name the player on each square")
    for side, squares in (("offense", s.offense), ("defense", s.defense)):
        check.between(f"number of players of the {side}", len(squares), 1 if side == "offense" else 0, MOST)
