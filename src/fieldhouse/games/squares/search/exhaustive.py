"""Exhaustive search: exact counts of what a turn can lead to, and proofs of small positions."""

from __future__ import annotations

from typing import NamedTuple

from fieldhouse.games.squares.rules.moves import legal_actions
from fieldhouse.games.squares.rules.turn import Action, Turn

Board = tuple[int, int, int]
"""Offense, defense and QB: all that is left of a turn once it has ended."""


class Ends(NamedTuple):
    """Every board that a turn can end with: the series going on, a touchdown, a tackle."""

    quiet: set[Board]
    touchdowns: set[Board]
    tackles: set[Board]


def all_ends(turn: Turn) -> Ends:
    """SQ-4.2: every way to act, none included, followed to its end. For small positions only."""
    ends = Ends(set(), set(), set())
    seen, todo = {turn}, [turn]
    while todo:
        here = todo.pop()
        ends.quiet.add((here.off, here.dfn, here.qb))
        for action in legal_actions(here):
            there = here.after(action)
            board = (there.off, there.dfn, there.qb)
            if there.over:
                (ends.touchdowns if there.over == "touchdown" else ends.tackles).add(board)
            elif there not in seen:
                seen.add(there)
                todo.append(there)
    return ends


def count_pairs(turn: Turn) -> int:
    """How many distinct turns two actions, one after the other, can lead to."""
    return len({there.after(action) for there in _after_one(turn) for action in legal_actions(there)})


def _after_one(turn: Turn) -> set[Turn]:
    return {turn.after(action) for action in legal_actions(turn)}


def find_end(turn: Turn, wanted: str) -> list[Action] | None:
    """Exhaustively: some actions that end the series by `wanted`, or None, which is a proof.

    Touchdowns are looked for only while the QB has not acted: after that nobody runs with the ball or passes
    it (SQ-4.3), and all the others' ways to go on lead to none.
    """
    scores = wanted == "touchdown"
    came: dict[Turn, tuple[Turn, Action] | None] = {turn: None}
    todo = [turn]
    while todo:
        here = todo.pop()
        for action in legal_actions(here):
            there = here.after(action)
            if there.over == wanted:
                return [*_way(came, here), action]
            if there.over or (scores and there.qb & there.acted):
                continue
            if there not in came:
                came[there] = (here, action)
                todo.append(there)
    return None


def _way(came: dict[Turn, tuple[Turn, Action] | None], turn: Turn) -> list[Action]:
    way: list[Action] = []
    step = came[turn]
    while step is not None:
        way.append(step[1])
        step = came[step[0]]
    return way[::-1]
