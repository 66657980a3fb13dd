"""Open passes, possible tackles and dangerous squares of a position."""

from __future__ import annotations

from typing import NamedTuple

from fieldhouse.games.squares.rules.grid import (
    FILE_OF,
    LANES,
    RANK_OF,
    SQUARE,
    WIDTH,
    each_square,
    nearby,
    neighbors,
    reach,
)
from fieldhouse.games.squares.rules.state import squares_mask
from fieldhouse.games.squares.rules.turn import Turn
from fieldhouse.kernel.game import View


def turn_of_view(view: View) -> Turn:
    """The turn that a view shows, actions already made included."""
    return Turn(
        squares_mask(view["offense"]),
        squares_mask(view["defense"]),
        SQUARE[view["qb"]],
        view["up"],
        view["attack"],
        squares_mask(view["acted"]),
        squares_mask(view["blocked"]),
        SQUARE.get(view["passer"], 0),
        SQUARE.get(view["received"], 0),
        view["ruleset"],
    )


def goes_up(view: View) -> int:
    """The seat that attacks toward rank 14: player 1, but a drill may have it the other way."""
    if not view["qb"]:
        return max(0, int(view["player_1"]))
    return int(view["offense_seat"] if view["up"] else 1 - view["offense_seat"])


def open_lanes(turn: Turn) -> int:
    """The receivers that the QB can pass to now."""
    if not turn.attack or turn.passer or turn.over or turn.qb & (turn.acted | turn.goal):
        return 0
    lanes = (
        (piece, LANES.get((turn.qb, piece))) for piece in each_square(turn.off & ~turn.qb & ~turn.blocked)
    )
    return sum(piece for piece, lane in lanes if lane is not None and not lane & turn.dfn)


class TouchdownPass(NamedTuple):
    """A pass that can be thrown and scores: who catches it, where, and where that receiver runs on to."""

    receiver: int
    catch: int
    end: int


def touchdown_passes(turn: Turn) -> list[TouchdownPass]:
    """The passes that score this turn as the pieces stand: to a runner in line, or into the end zone.

    For the defense: those that the offense could throw next turn if nobody moved.
    """
    if turn.over or turn.qb & turn.goal:
        return []
    if not turn.attack:
        turn = turn._replace(attack=True, acted=0, blocked=0, passer=0, received=0)
    if turn.passer or turn.qb & turn.acted:
        return []
    found = []
    for receiver in each_square(turn.off & ~turn.qb & ~turn.blocked):
        fresh = 0 if receiver & turn.acted else receiver
        if _is_open(turn, receiver):
            ends = turn.goal & (receiver | reach(receiver, turn.free) if fresh else receiver)
            if ends:
                found.append(TouchdownPass(receiver, receiver, _nearest(receiver, ends)))
                continue
        spots = reach(receiver, turn.free) & turn.goal if fresh else 0
        caught = sum(spot for spot in each_square(spots) if _is_open(turn, spot))
        if caught:
            spot = _nearest(receiver, caught)
            found.append(TouchdownPass(receiver, spot, spot))
    return found


def _is_open(turn: Turn, square: int) -> bool:
    """Is there a lane from the QB to this square without a defender in it (SQ-9.2)?"""
    lane = LANES.get((turn.qb, square))
    return lane is not None and not lane & turn.dfn


def _nearest(start: int, ends: int) -> int:
    """Of these squares the one with the fewest steps from the first."""
    return min(
        each_square(ends),
        key=lambda end: abs(RANK_OF[end] - RANK_OF[start]) + abs(FILE_OF[end] - FILE_OF[start]),
    )


def tacklers(turn: Turn) -> int:
    """The defenders that can tackle the QB as the pieces stand."""
    if turn.over or turn.qb & turn.goal:
        return 0
    back = nearby(turn.qb, turn.free)
    return neighbors(back) & (turn.dfn if turn.attack else turn.dfn & ~turn.acted)


def danger(turn: Turn) -> int:
    """The squares that some defender can come to in its next turn, as the pieces stand."""
    squares = turn.dfn
    free = turn.free | turn.qb
    for _ in range(4):
        squares |= (squares << WIDTH | squares >> WIDTH | squares << 1 | squares >> 1) & free
    return squares
