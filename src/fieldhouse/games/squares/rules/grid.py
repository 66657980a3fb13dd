"""The board as bits: 14 ranks of 12 bits, eleven files and one guard file that stops wrap-around.

A square is one bit of a plain Python integer and a set of squares is an integer too, so the
neighbors of a whole set are four shifts and a mask. Names are those of SQ-12.1: `a1` to `k14`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

FILES = "abcdefghijk"
RANKS = 14
STEPS = 4
"""SQ-5.1: a piece moves up to four steps."""

WIDTH = 12


def square_bit(file: int, rank: int) -> int:
    """The square on `file` (0 is a) and `rank` (1 to 14)."""
    return 1 << ((rank - 1) * WIDTH + file)


ALL: tuple[int, ...] = tuple(
    square_bit(file, rank) for rank in range(1, RANKS + 1) for file in range(len(FILES))
)
BOARD = sum(ALL)
NAME: dict[int, str] = {}
FILE_OF: dict[int, int] = {}
RANK_OF: dict[int, int] = {}
for _square in ALL:
    _place = _square.bit_length() - 1
    FILE_OF[_square], RANK_OF[_square] = _place % WIDTH, _place // WIDTH + 1
    NAME[_square] = f"{FILES[FILE_OF[_square]]}{RANK_OF[_square]}"
SQUARE: dict[str, int] = {name: square for square, name in NAME.items()}
RANK_MASK: tuple[int, ...] = (0, *(sum(square_bit(f, r) for f in range(11)) for r in range(1, RANKS + 1)))
FILE_MASK: tuple[int, ...] = tuple(sum(square_bit(f, r) for r in range(1, RANKS + 1)) for f in range(11))
GOAL_UP = RANK_MASK[13] | RANK_MASK[14]
GOAL_DOWN = RANK_MASK[1] | RANK_MASK[2]

SHIFTS = (WIDTH, -WIDTH, 1, -1)
"""Up, down, right, left, as bit shifts."""


def goal(up: bool) -> int:
    """SQ-1.3: the end zone under attack."""
    return GOAL_UP if up else GOAL_DOWN


def shift(squares: int, by: int) -> int:
    """The squares one step further in one direction, those that leave the board dropped."""
    return (squares << by if by > 0 else squares >> -by) & BOARD


def neighbors(squares: int) -> int:
    """Every square that shares an edge with one of `squares`."""
    return (squares << WIDTH | squares >> WIDTH | squares << 1 | squares >> 1) & BOARD


def reach(start: int, free: int) -> int:
    """SQ-5.1, 5.2: the free squares that a piece, or one of some, can come to from `start`.

    The four steps are written out: searches ask this a hundred thousand times a second.
    """
    seen = start | (start << WIDTH | start >> WIDTH | start << 1 | start >> 1) & free
    seen |= (seen << WIDTH | seen >> WIDTH | seen << 1 | seen >> 1) & free
    seen |= (seen << WIDTH | seen >> WIDTH | seen << 1 | seen >> 1) & free
    seen |= (seen << WIDTH | seen >> WIDTH | seen << 1 | seen >> 1) & free
    return seen & ~start


CONE = {square: square | reach(square, BOARD) for square in ALL}
"""What is within four steps on an empty board."""


def nearby(start: int, free: int) -> int:
    """SQ-7.1: `start` and the free squares three steps around; a tackle's last step goes onto the QB."""
    seen = start | (start << WIDTH | start >> WIDTH | start << 1 | start >> 1) & free
    seen |= (seen << WIDTH | seen >> WIDTH | seen << 1 | seen >> 1) & free
    return seen | (seen << WIDTH | seen >> WIDTH | seen << 1 | seen >> 1) & free


def each_square(squares: int) -> Iterator[int]:
    """The single squares of a set, from a1 on, rank by rank."""
    while squares:
        low = squares & -squares
        yield low
        squares ^= low


def rotate_square(square: int) -> int:
    """The square after turning the board by 180 degrees: a1 becomes k14."""
    return square_bit(10 - FILE_OF[square], 15 - RANK_OF[square])


def square_distance(a: int, b: int) -> int:
    """Steps between two squares on an empty board."""
    return abs(FILE_OF[a] - FILE_OF[b]) + abs(RANK_OF[a] - RANK_OF[b])


def _lanes() -> dict[tuple[int, int], int]:
    lanes: dict[tuple[int, int], int] = {}
    for start in ALL:
        for by in SHIFTS:
            between, square = 0, shift(start, by)
            while square:
                lanes[start, square] = between
                between |= square
                square = shift(square, by)
    return lanes


LANES = _lanes()
"""SQ-9.1, 9.2: the squares between two squares in line; pairs out of line are not in here."""


IN_LINE: dict[int, int] = dict.fromkeys(ALL, 0)
"""The squares in line with each."""
for _one, _other in LANES:
    IN_LINE[_one] |= _other


def _ray(start: int, by: int) -> int:
    squares = shift(start, by)
    return squares | _ray(squares, by) if squares else 0


RAYS = {
    square: ((_ray(square, WIDTH), _ray(square, 1)), (_ray(square, -WIDTH), _ray(square, -1)))
    for square in ALL
}
"""SQ-9.1: the squares in line with each, by direction: up and right (later bits), down and left (earlier)."""

_BY_FILE = {square: place for place, square in enumerate(sorted(ALL, key=lambda s: (FILE_OF[s], RANK_OF[s])))}


def square_names(squares: int) -> list[str]:
    """The squares' names, sorted by file, then rank, as positions are written (SQ-12.4)."""
    return list(_named(squares))


@lru_cache(maxsize=4096)  # an action changes one side; the other is named again as it was
def _named(squares: int) -> tuple[str, ...]:
    return tuple(NAME[square] for square in sorted(each_square(squares), key=_BY_FILE.__getitem__))
