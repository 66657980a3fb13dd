"""Proofs without listing turns: bounds on pushes, and runs that nobody can stop."""

from __future__ import annotations

from fieldhouse.games.squares.rules.grid import (
    SHIFTS,
    STEPS,
    each_square,
    neighbors,
    shift,
    square_distance,
)
from fieldhouse.games.squares.rules.turn import PASSER_BLOCKS, QB_PUSHED, Turn
from fieldhouse.games.squares.search.goal_search import score_cost, tackle_cost


def no_score(turn: Turn) -> bool:
    """Proved: no touchdown this turn, because it needs more pushes than there are pieces to push.

    The bound counts the defenders on the best way of the ball as if friends were air, and each of
    them costs one push by a piece of its own.
    """
    helpers = (turn.off & ~turn.qb & ~turn.acted).bit_count()
    if turn.ruleset & PASSER_BLOCKS:  # SQ-8.15: the passer pushes too
        helpers += 1
    return score_cost(turn, helpers) > helpers


def no_tackle(turn: Turn) -> bool:
    """Proved: no tackle this turn, by the same bound; the tackler itself does not push.

    With a QB that can be pushed (SQ-8.16) the bound does not hold.
    """
    if turn.ruleset & QB_PUSHED:
        return False
    helpers = max(0, (turn.dfn & ~turn.acted).bit_count() - 1)
    return tackle_cost(turn, helpers) > helpers


def untouchable_run(turn: Turn) -> list[int] | None:
    """The defense is to act: a way of the QB into the end zone that the defense cannot touch, or None.

    No square of it can be entered by a defender, even on an empty board, and no piece can be pushed
    onto it; the QB itself is not pushed (SQ-8.11). So it is there whatever the defense does.
    """
    if turn.ruleset & QB_PUSHED:
        return None
    ways = [[turn.qb]]
    for _ in range(STEPS):
        longer = []
        for way in ways:
            for square in each_square(neighbors(way[-1]) & turn.free):
                if square not in way and _out_of_touch(turn, square):
                    if square & turn.goal:
                        return [*way[1:], square]
                    longer.append([*way, square])
        ways = longer
    return None


def _out_of_touch(turn: Turn, square: int) -> bool:
    if any(square_distance(piece, square) <= STEPS for piece in each_square(turn.dfn)):
        return False
    return turn.offense_only or not any(_pushed_onto(turn, square, by) for by in SHIFTS)


def _pushed_onto(turn: Turn, square: int, by: int) -> bool:
    """Could some piece be pushed onto `square` in this direction? Generous: True when in doubt."""
    last = shift(square, -by)
    spot = shift(last, -by)
    if not last or not spot:
        return False
    if last != turn.qb and any(square_distance(piece, spot) <= STEPS for piece in each_square(turn.dfn)):
        return True
    far = shift(spot, -by)  # a blocker that has not moved pushes two squares, over `last`
    return last != turn.qb and bool(far & turn.dfn)


def must_score(turn: Turn) -> bool:
    """Proved: the defense is to act, cannot tackle, and cannot touch the QB's run."""
    return no_tackle(turn) and untouchable_run(turn) is not None
