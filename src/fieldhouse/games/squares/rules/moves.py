"""Every legal action of a turn, found with bitboards; `refusals.refusal_of` says why one is not legal."""

from __future__ import annotations

from collections.abc import Iterator

from fieldhouse.games.squares.rules.grid import (
    ALL,
    CONE,
    LANES,
    SHIFTS,
    each_square,
    nearby,
    neighbors,
    reach,
    shift,
)
from fieldhouse.games.squares.rules.turn import (
    BLOCK,
    MOVE,
    PASS,
    PATH_IGNORED,
    QB_PUSHED,
    TACKLE,
    Action,
    Turn,
    made,
)

PUSHES: dict[int, tuple[tuple[int, int, int], ...]] = {
    target: tuple(
        (shift(target, -by), room, shift(room, by))
        for by in SHIFTS
        if shift(target, -by) and (room := shift(target, by))
    )
    for target in ALL
}
"""SQ-8.1, 8.5: whence each square's piece can be pushed, onto which square, and the one after (0: none)."""


def legal_actions(turn: Turn) -> Iterator[Action]:
    """All legal actions, in a fixed order: piece by piece, its tackle, moves, blocks and passes."""
    if turn.over:
        return
    for piece in each_square(turn.able):
        yield from piece_actions(turn, piece)


def can_act(turn: Turn, piece: int) -> bool:
    """Has this `able` piece anything to do? With a free square beside it, yes."""
    return (
        bool(not piece & turn.acted and neighbors(piece) & turn.free)
        or next(piece_actions(turn, piece), None) is not None
    )


def piece_actions(turn: Turn, piece: int) -> Iterator[Action]:
    """All that one of the `able` pieces may do now."""
    if piece & turn.acted:  # SQ-8.15
        yield from legal_blocks(turn, piece, 0)
        return
    is_qb = turn.attack and piece == turn.qb
    ends = quarterback_reach(turn) if is_qb else reach(piece, turn.free)
    if not turn.attack and turn.qb & neighbors(nearby(piece, turn.free)):
        yield Action(TACKLE, piece, turn.qb)
    for end in each_square(ends):
        yield made(Action, (MOVE, piece, end, 0, 0))
    if is_qb:
        yield from _passes(turn)
    elif turn.attack or not turn.offense_only:
        yield from legal_blocks(turn, piece, ends)


def is_legal(turn: Turn, action: Action) -> bool:
    """Is this one of the legal actions? `refusals.refusal_of` says it in words; this is for searches."""
    kind, start, end, _, _ = action
    off, dfn, qb, _, attack, acted, _, passer, _, ruleset, over = turn
    if over:
        return False
    if kind == PASS:
        lane = LANES.get((start, end))
        fair = attack and not passer and start == qb and not start & acted
        return fair and lane is not None and not lane & dfn and bool(end & off & ~turn.blocked)
    if not start & turn.able or (start & acted and (kind != BLOCK or start != end)):
        return False
    free = turn.free
    if kind == TACKLE:
        return not attack and end == qb and bool(end & CONE[start] and end & reach(start, free | end))
    if start != end:
        if not end & free & CONE[start]:
            return False
        if not end & (quarterback_reach(turn) if attack and start == qb else reach(start, free)):
            return False
    elif kind == MOVE:
        return False
    return kind == MOVE or _can_push(turn, action, free, ruleset)


def _can_push(turn: Turn, action: Action, free: int, ruleset: int) -> bool:
    """SQ-8: the block of a piece that can come to where it blocks from."""
    _, start, end, target, push = action
    if (
        (start == turn.qb)
        if turn.attack
        else (turn.offense_only or (target == turn.qb and not ruleset & QB_PUSHED))
    ):
        return False
    if not target & turn.theirs or push > (1 if start != end else 2):
        return False
    for spot, room, further in PUSHES[target]:
        if spot == end:
            left = (free | start) & ~end if start != end else free
            return bool(room & left) and (push == 1 or bool(further & free))
    return False


def quarterback_reach(turn: Turn) -> int:
    """SQ-6.4: where the QB can come to. Entering the end zone scores, so no way leads through it."""
    ends = reach(turn.qb, turn.free)
    scores = ends & turn.goal
    if not scores or turn.ruleset & PATH_IGNORED:
        return ends
    return scores | reach(turn.qb, turn.free & ~turn.goal)


def _passes(turn: Turn) -> Iterator[Action]:
    if turn.passer:
        return
    for receiver in each_square(turn.off & ~turn.qb & ~turn.blocked):
        lane = LANES.get((turn.qb, receiver))
        if lane is not None and not lane & turn.dfn:
            yield Action(PASS, turn.qb, receiver)


def legal_blocks(turn: Turn, piece: int, ends: int) -> Iterator[Action]:
    """SQ-8: from each side of each target that this piece, which can come to `ends`, can block from."""
    free = turn.free
    left = free | piece  # it has left its square when it pushes
    targets = turn.theirs if turn.attack or turn.ruleset & QB_PUSHED else turn.theirs & ~turn.qb
    for target in each_square(targets & neighbors(ends | piece)):
        for spot, room, further in PUSHES[target]:
            if spot & ends:
                if room & left:
                    yield made(Action, (BLOCK, piece, spot, target, 1))
            elif spot == piece and room & free:
                yield made(Action, (BLOCK, piece, piece, target, 1))
                if further & free:
                    yield made(Action, (BLOCK, piece, piece, target, 2))
