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
    nearby,
    neighbors,
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

STRIDE = 15 * WIDTH
"""Bits from one board to the next where several are one integer: a rank between them stops wrap-around."""
EACH_BOARD = {STRIDE * n: sum(1 << STRIDE * place for place in range(n)) for n in range(12)}
"""By the length of so many boards: a square of the first on all of them."""

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
    off, dfn, qb, up, _, _, _, _, _, ruleset, _ = turn
    return _after_offense(off, dfn, qb, up, ruleset, left)


@lru_cache(maxsize=KEPT)
def _after_offense(off: int, dfn: int, qb: int, up: bool, ruleset: int, left: int) -> float:
    turn = _fresh(off, dfn, qb, up, ruleset)
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
    off, dfn, qb, up, _, _, _, _, _, ruleset, _ = turn
    return _after_defense(off, dfn, qb, up, ruleset, left)


@lru_cache(maxsize=KEPT)
def _after_defense(off: int, dfn: int, qb: int, up: bool, ruleset: int, left: int) -> float:
    turn = _fresh(off, dfn, qb, up, ruleset)
    value = _OPEN[score_cost(turn, 2)]
    rank = ranks_gained(qb, up)
    if left > 1:
        value += 5.0 * best_safe_rank(turn)
    value += rank - 1.0 * (dfn & _AHEAD[up][rank]).bit_count()
    return value


def _fresh(off: int, dfn: int, qb: int, up: bool, ruleset: int) -> Turn:
    """The offense to act, from these squares."""
    return made(Turn, (off, dfn, qb, up, True, 0, 0, 0, 0, ruleset, ""))


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
    qb = turn.qb
    sight = pass_targets(qb, turn.dfn)
    runners = turn.off & ~qb
    carriers = qb | runners & sight
    boards = walk_apart(carriers | runners << STRIDE, turn.free * EACH_BOARD[2 * STRIDE])
    return (boards | boards >> STRIDE & sight) & BOARD


def safe_spots(turn: Turn, spots: int) -> tuple[int, int, int]:
    """Of these squares those in reach of no defender, of one at most, and of two at most.

    Each defender walks on a board of its own, and all boards lie one after the other in one integer.
    """
    dfn, boards, place = turn.dfn, 0, 0
    while dfn:
        piece = dfn & -dfn
        dfn ^= piece
        boards |= piece << place
        place += STRIDE
    open_ground = (turn.free | turn.qb) * EACH_BOARD[place]
    boards = walk_apart(boards, open_ground)
    one = two = three = 0
    while boards:
        near = boards & BOARD
        boards >>= STRIDE
        three |= two & near
        two |= one & near
        one |= near
    spots &= BOARD
    return spots & ~one, spots & ~two, spots & ~three


def walk_apart(boards: int, open_ground: int) -> int:
    """Boards one after the other in one integer: where each one's pieces stand or can come to."""
    boards |= (boards << WIDTH | boards >> WIDTH | boards << 1 | boards >> 1) & open_ground
    boards |= (boards << WIDTH | boards >> WIDTH | boards << 1 | boards >> 1) & open_ground
    boards |= (boards << WIDTH | boards >> WIDTH | boards << 1 | boards >> 1) & open_ground
    return boards | (boards << WIDTH | boards >> WIDTH | boards << 1 | boards >> 1) & open_ground


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
