"""The value of a board at the end of a turn, for the offense; a touchdown is 200.

The terms are those of the catalogue's section 17: pushes to score, squares where the ball is out of
reach, the ball's rank, defenders goal-side, distance of the nearest defenders.
"""

from __future__ import annotations

from functools import lru_cache

from fieldhouse.games.squares.rules.grid import (
    ALL,
    BOARD,
    IN_LINE,
    RANK_MASK,
    RANK_OF,
    RAYS,
    WIDTH,
    each_square,
    nearby,
    neighbors,
    reach,
)
from fieldhouse.games.squares.rules.turn import Turn, made
from fieldhouse.games.squares.search.goal_search import score_cost, tackle_cost

LOST = -100.0
"""The QB can be tackled at once; each further tackler makes it worse."""
WON = 200.0
"""A touchdown next turn."""

KEPT = 4096
"""Boards whose worth is remembered: pieces that take turns to act come to two boards in five again."""

PUSH_PRICE = (0.0, 1.0, 2.5)
"""Ranks that a safe square counts less if no, one or two defenders must be pushed out of reach first."""

_THREAT = (34.0, 16.0, 5.0, 0.0)
_OPEN = (WON, 40.0, 14.0, 0.0)


def ranks_gained(square: int, up: bool) -> int:
    """Ranks from the offense's own edge, 1 to 14."""
    return RANK_OF[square] if up else 15 - RANK_OF[square]


def _ahead(up: bool) -> tuple[int, ...]:
    """By progress: all squares strictly nearer the goal."""
    ranks = range(1, 15)
    return (0, *(sum(RANK_MASK[r] for r in ranks if (r > p if up else 15 - r > p)) for p in ranks))


_AHEAD = {True: _ahead(True), False: _ahead(False)}
_FORWARD = {up: {square: 0.4 * ranks_gained(square, up) for square in ALL} for up in (True, False)}


def in_reach(turn: Turn) -> bool:
    """Can a defender tackle as the pieces stand, without a push?"""
    return bool(neighbors(nearby(turn.qb, turn.free)) & turn.dfn)


def after_offense(turn: Turn, left: int) -> float:
    """The offense has ended its turn and has `left` turns more."""
    return _after_offense(_fresh(turn), left)


@lru_cache(maxsize=KEPT)
def _after_offense(turn: Turn, left: int) -> float:
    qb, up = turn.qb, turn.up
    rank = ranks_gained(qb, up)
    free = turn.free
    near = nearby(qb, free)
    rim = neighbors(near)
    tacklers = (rim & turn.dfn).bit_count()
    if tacklers:  # the fewer, the nearer to a plan that pushes them away
        return LOST + 5.0 * rank - 60.0 * tacklers
    value = 5.0 * rank
    if neighbors(rim & free | near) & turn.dfn:
        value -= 3.0  # a defender five steps away: one push or one step aside is enough
    if not turn.offense_only and tackle_cost(turn, 1) == 1:
        value -= 12.0
    if left:
        value += _THREAT[score_cost(turn, 2)]
    value -= 2.0 * (turn.dfn & _AHEAD[up][rank]).bit_count()
    forward = _FORWARD[up]
    pieces = turn.off & ~qb
    while pieces:
        piece = pieces & -pieces
        pieces ^= piece
        value += forward[piece]
    return value


def after_defense(turn: Turn, left: int) -> float:
    """The defense has ended its turn and the offense has `left` turns, the next one included."""
    return _after_defense(_fresh(turn), left)


@lru_cache(maxsize=KEPT)
def _after_defense(turn: Turn, left: int) -> float:
    value = _OPEN[score_cost(turn, 2)]
    rank = ranks_gained(turn.qb, turn.up)
    if left > 1:
        value += 5.0 * best_safe_rank(turn)
    value += rank - 1.0 * (turn.dfn & _AHEAD[turn.up][rank]).bit_count()
    return value


def _fresh(turn: Turn) -> Turn:
    """The offense to act, from the same squares."""
    off, dfn, qb, up, _, _, _, _, _, only, _ = turn
    return made(Turn, (off, dfn, qb, up, True, 0, 0, 0, 0, only, ""))


def best_safe_rank(turn: Turn) -> float:
    """How far the ball can get next turn out of the defenders' reach; each that must be pushed away costs."""
    spots = ball_spots(turn)
    best = 0.0
    for allowed, price in zip(safe_spots(turn, spots), PUSH_PRICE, strict=True):
        if allowed:
            edge = allowed.bit_length() - 1 if turn.up else (allowed & -allowed).bit_length() - 1
            rank = edge // WIDTH + 1 if turn.up else 14 - edge // WIDTH
            best = max(best, rank - price)
    return best


def ball_spots(turn: Turn) -> int:
    """Squares where the ball can be at the end of the offense's next turn, pushes not counted."""
    qb, free = turn.qb, turn.free
    sight = pass_targets(qb, turn.dfn)
    runners = turn.off & ~qb
    receivers = runners & sight
    return qb | reach(qb, free) | reach(runners, free) & sight | receivers | reach(receivers, free)


def safe_spots(turn: Turn, spots: int) -> tuple[int, int, int]:
    """Of these squares those in reach of no defender, of one at most, and of two at most."""
    open_ground = turn.free | turn.qb
    one = two = three = 0
    for piece in each_square(turn.dfn):
        near = piece
        for _ in range(4):
            near |= (near << WIDTH | near >> WIDTH | near << 1 | near >> 1) & open_ground
        three |= two & near
        two |= one & near
        one |= near
    spots &= BOARD
    return spots & ~one, spots & ~two, spots & ~three


def pass_targets(qb: int, dfn: int) -> int:
    """SQ-9.1, 9.2: the squares that a pass from `qb` can go to."""
    sight = IN_LINE[qb]
    if not dfn & sight:
        return sight
    onward, back = RAYS[qb]
    for ray in onward:
        if stoppers := ray & dfn:
            sight &= ~ray | (stoppers & -stoppers) - 1
    for ray in back:
        if stoppers := ray & dfn:
            sight &= ~ray | -1 << stoppers.bit_length()
    return sight
