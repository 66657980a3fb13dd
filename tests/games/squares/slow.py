"""An independent, slow generator of turns, written from the catalogue alone: no bitboards, no shared code.

Pieces have identities and squares are (file, rank) pairs; a position is read by this file's own reader.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import NamedTuple

Square = tuple[int, int]
STEPS = ((0, 1), (0, -1), (1, 0), (-1, 0))


class Piece(NamedTuple):
    """One pawn: its side, where it stands, and what it has done this turn."""

    attacker: bool
    at: Square
    acted: bool = False
    blocked: bool = False


class Slow(NamedTuple):
    """A turn: all pieces in a fixed order, which of them is the QB, who acts."""

    pieces: tuple[Piece, ...]
    qb: int
    up: bool
    attack: bool
    offense_blocks_only: bool = False
    passer: int | None = None
    caught_at: Square | None = None
    over: str = ""
    passer_blocks: bool = False
    push_qb: bool = False


def read(text: str, attack: bool, offense_blocks_only: bool = False) -> Slow:
    """The catalogue's position text."""
    offense, rest = text.split("/")
    words = rest.split()
    ours = [Piece(True, square(word.strip("Q"))) for word in offense.split()]
    theirs = [Piece(False, square(word)) for word in words[:-2]]
    return Slow((*ours, *theirs), 0, words[-2] == "up", attack, offense_blocks_only)


def square(name: str) -> Square:
    return "abcdefghijk".index(name[0]), int(name[1:])


def on_board(at: Square) -> bool:
    return 0 <= at[0] <= 10 and 1 <= at[1] <= 14


BESIDE = {
    (x, y): [(x + dx, y + dy) for dx, dy in STEPS if on_board((x + dx, y + dy))]
    for x in range(11)
    for y in range(1, 15)
}
"""The squares one step away from each."""


def steps_to(slow: Slow, who: int, entering: Square | None = None) -> dict[Square, int]:
    """Breadth-first: the squares a piece can come to and in how many steps, at most four."""
    taken = {piece.at for piece in slow.pieces} - {entering}
    start = slow.pieces[who].at
    far = {start: 0}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        if far[here] == 4 or here == entering:
            continue
        scored = who == slow.qb and in_goal(
            slow, here
        )  # it may stop deeper in the end zone, but not leave it
        for there in BESIDE[here]:
            if there not in taken and there not in far and (not scored or in_goal(slow, there)):
                far[there] = far[here] + 1
                queue.append(there)
    del far[start]
    return far


def put(slow: Slow, who: int, at: Square, *, acts: bool = False, blocks: bool = False) -> Slow:
    """The turn with this piece at another place (or the same), having acted, or blocked, now or before."""
    pieces = slow.pieces
    side, _, acted, blocked = pieces[who]
    changed = Piece(side, at, acted or acts, blocked or blocks)
    return Slow((*pieces[:who], changed, *pieces[who + 1 :]), *slow[1:])


def in_goal(slow: Slow, at: Square) -> bool:
    return at[1] >= 13 if slow.up else at[1] <= 2


def successors(slow: Slow) -> Iterator[Slow]:
    """The turn after each legal action."""
    if slow.over:
        return
    for who, piece in enumerate(slow.pieces):
        if piece.attacker == slow.attack and not piece.acted:
            yield from of_piece(slow, who)
        elif who == slow.passer and slow.passer_blocks and not piece.blocked:
            yield from pushes(slow, who, piece.at, 2)


def of_piece(slow: Slow, who: int) -> Iterator[Slow]:
    is_qb = who == slow.qb
    places = list(steps_to(slow, who))
    for there in places:
        moved = put(slow, who, there, acts=True)
        yield moved._replace(over="touchdown") if is_qb and in_goal(slow, there) else moved
    if is_qb:
        if slow.passer is None:
            yield from passes(slow)
        return
    if not slow.attack:
        qb_at = slow.pieces[slow.qb].at
        if qb_at in steps_to(slow, who, entering=qb_at):
            yield put(slow, who, qb_at, acts=True)._replace(over="tackle")
    if slow.attack or not slow.offense_blocks_only:
        foes = {piece.at for piece in slow.pieces if piece.attacker != slow.attack}
        yield from pushes(slow, who, slow.pieces[who].at, 2)
        for there in places:
            if not foes.isdisjoint(BESIDE[there]):
                yield from pushes(slow, who, there, 1)


def passes(slow: Slow) -> Iterator[Slow]:
    here = slow.pieces[slow.qb].at
    foes = {piece.at for piece in slow.pieces if not piece.attacker}
    for who, piece in enumerate(slow.pieces):
        if not piece.attacker or who == slow.qb or piece.blocked:
            continue
        there = piece.at
        if here[0] != there[0] and here[1] != there[1]:
            continue
        between = {
            (x, y)
            for x in range(min(here[0], there[0]), max(here[0], there[0]) + 1)
            for y in range(min(here[1], there[1]), max(here[1], there[1]) + 1)
        }
        if not between & foes:
            thrown = put(slow, slow.qb, here, acts=True)._replace(qb=who, passer=slow.qb, caught_at=there)
            yield thrown._replace(over="touchdown") if in_goal(slow, there) else thrown


def pushes(slow: Slow, who: int, here: Square, most: int) -> Iterator[Slow]:
    """By a blocker that has come here: every opposing neighbour, as far as there is room."""
    places = [piece.at for piece in slow.pieces]
    places[who] = here
    for dx, dy in STEPS:
        at = here[0] + dx, here[1] + dy
        if at not in places:
            continue
        target = places.index(at)
        if slow.pieces[target].attacker == slow.attack or (target == slow.qb and not slow.push_qb):
            continue
        for _ in range(most):
            at = at[0] + dx, at[1] + dy
            if not on_board(at) or at in places:
                break
            pushed = put(put(slow, target, at), who, here, acts=True, blocks=True)
            scored = target == slow.qb and in_goal(slow, at)
            yield pushed._replace(over="touchdown") if scored else pushed


def board(slow: Slow) -> object:
    """What is left of a turn: the squares of both sides and the QB's."""
    ours = frozenset(piece.at for piece in slow.pieces if piece.attacker)
    theirs = frozenset(piece.at for piece in slow.pieces if not piece.attacker)
    if slow.over == "tackle":
        theirs -= {slow.pieces[slow.qb].at}
    return ours, theirs, slow.pieces[slow.qb].at


def picture(slow: Slow) -> object:
    """The turn without identities: two pieces of a side that have swapped are the same."""
    passer = None if slow.passer is None else slow.pieces[slow.passer].at
    return frozenset(slow.pieces), slow.pieces[slow.qb].at, passer, slow.caught_at, slow.over


def count_actions(slow: Slow) -> int:
    return sum(1 for _ in successors(slow))


def count_pairs(slow: Slow) -> int:
    return len({picture(two) for one in successors(slow) for two in successors(one)})


def count_ends(slow: Slow) -> tuple[int, int, int]:
    """Distinct boards at the end of a turn: quiet, touchdown, tackle."""
    found: dict[str, set[object]] = {"": {board(slow)}, "touchdown": set(), "tackle": set()}
    seen, todo = {picture(slow)}, [slow]
    while todo:
        for there in successors(todo.pop()):
            found[there.over].add(board(there))
            mark = picture(there)
            if not there.over and mark not in seen:
                seen.add(mark)
                todo.append(there)
    return len(found[""]), len(found["touchdown"]), len(found["tackle"])
