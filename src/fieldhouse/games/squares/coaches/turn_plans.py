"""Whole turns as lists of actions: replay them, improve them piece by piece, and parry threats."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from random import Random
from typing import NamedTuple

from fieldhouse.games.squares.rules.grid import ALL, LANES, STEPS, each_square, square_distance
from fieldhouse.games.squares.rules.moves import is_legal, piece_actions
from fieldhouse.games.squares.rules.turn import BLOCK, PASS, Action, Turn, push_squares
from fieldhouse.games.squares.search.goal_search import SearchResult, find_score, find_tackle
from fieldhouse.kernel.budget import UNLIMITED, Limit

Value = Callable[[Turn], float]
Penalty = Callable[[Turn, float], float]
"""The value of a board less what only a costlier look shows; asked where the value would be the best."""


class TurnPlan(NamedTuple):
    """A turn to play: what it is worth to the side that plays it, its actions, and where it ends."""

    value: float
    actions: tuple[Action, ...]
    end: Turn

    @property
    def board(self) -> tuple[int, int, int]:
        """What the other side will see."""
        return self.end.off, self.end.dfn, self.end.qb


def replay_actions(turn: Turn, actions: Sequence[Action]) -> Turn | None:
    """The turn after these actions, or None when one of them is not legal any more."""
    for action in actions:
        if not is_legal(turn, action):
            return None
        turn = turn.after(action)
    return turn


def improve_turn(
    turn: Turn,
    value: Value,
    rng: Random,
    *,
    start: Sequence[Action] = (),
    passes: int = 1,
    until: Limit = UNLIMITED,
    penalize: Penalty = lambda end, value: value,
) -> TurnPlan:
    """Local search: each piece in turn takes its best action with the others' actions kept."""
    end = replay_actions(turn, start)
    assert end is not None
    best = TurnPlan(penalize(end, value(end)), tuple(start), end)
    pieces = list(each_square(turn.mine & ~turn.acted))
    for _ in range(passes):
        before = best.value
        rng.shuffle(pieces)
        for piece in pieces:
            if until.over:
                return best
            best = _improve_piece(turn, piece, best, value, penalize, until)
        if best.value <= before:
            break
    return best


def _improve_piece(
    turn: Turn, piece: int, best: TurnPlan, value: Value, penalize: Penalty, until: Limit
) -> TurnPlan:
    others = tuple(action for action in best.actions if action.start != piece)
    base = replay_actions(turn, others)
    if base is None or base.over:
        return best
    if len(others) < len(best.actions):
        still = value(base)
        if still >= best.value and (still := penalize(base, still)) >= best.value:
            best = TurnPlan(still, others, base)
    if not piece & base.mine & ~base.acted:
        return best
    boards = 0
    for action in piece_actions(base, piece):
        there = base.after(action)
        if there.over:
            continue  # scores and tackles are found by the goal search, before anything else
        worth = value(there)
        boards += 1
        if worth > best.value and (worth := penalize(there, worth)) > best.value:
            best = TurnPlan(worth, (*others, action), there)
    until.spend(boards)
    return best


Threat = Callable[[Turn], SearchResult]
"""What the other side could do if the turn ended now."""


class ThreatDefense:
    """A side looks for a turn after which a threat is gone: break one line of the threat after the other.

    The defense parries scores with it, the offense gets out of reach. `complete` tells, after a
    search without success, whether everything was tried: every way to break each line found, all
    lines searched without running out of nodes.
    """

    def __init__(self, threat: Threat, value: Value, *, until: Limit, width: int = 6) -> None:
        self.threat = threat
        self.value = value
        self.until = until
        self.width = width
        self.complete = True

    def search(self, turn: Turn, depth: int, actions: tuple[Action, ...] = ()) -> TurnPlan | None:
        """Some actions after which the threat is not found any more, or None."""
        found = self.threat(turn)
        if found.line is None:
            return TurnPlan(self.value(turn), actions, turn)
        if depth == 0 or self.until.over:
            self.complete = False
            return None
        tries = self.breaking_actions(turn, found.line)
        if len(tries) > self.width:
            self.complete = False
        for _, action, there in tries[: self.width]:
            plan = self.search(there, depth - 1, (*actions, action))
            if plan is not None:
                return plan
        return None

    def breaking_actions(self, turn: Turn, line: Sequence[Action]) -> list[tuple[float, Action, Turn]]:
        """The single actions that spoil the line, the most promising first."""
        found = []
        squares = squares_of_line(line)
        for piece in each_square(turn.mine & ~turn.acted):
            for action in piece_actions(turn, piece):
                if not touched_squares(action) & squares:
                    continue
                there = turn.after(action)
                self.until.spend(0.5)
                if not there.over and replay_actions(there.handed_over(), line) is None:
                    found.append((self.value(there), action, there))
        found.sort(key=lambda item: -item[0])
        return found


def squares_of_line(line: Sequence[Action]) -> int:
    """The squares on which it depends whether the line can be played."""
    squares = 0
    for action in line:
        kind, start, end, target, _ = action
        squares |= start | end | target
        if kind == PASS:
            squares |= LANES[start, end]
        else:
            squares |= squares_between(start, end)
        if kind == BLOCK:
            squares |= sum(push_squares(action))
    return squares


@cache  # at most 154 x 41 pairs
def squares_between(start: int, end: int) -> int:
    """The squares on some way of at most four steps from `start` to `end`."""
    return sum(
        square for square in ALL if square_distance(start, square) + square_distance(square, end) <= STEPS
    )


def touched_squares(action: Action) -> int:
    """The squares that an action leaves, comes to, or pushes from and onto; a pass moves the ball."""
    _, start, end, target, push = action
    squares = start | end | target
    return squares | sum(push_squares(action)) if push else squares


def score_threat(pushes: int, nodes: int, until: Limit = UNLIMITED) -> Threat:
    """The defense's worry: a touchdown in the offense's next turn."""
    return lambda turn: find_score(turn.handed_over(), pushes, nodes, until=until)


def tackle_threat(pushes: int, nodes: int, until: Limit = UNLIMITED) -> Threat:
    """The offense's worry: a tackle in the defense's next turn."""
    return lambda turn: find_tackle(turn.handed_over(), pushes, nodes, until=until)
