"""Passes that score: every one that is marked can be played, and no receiver is left out."""

from __future__ import annotations

from random import Random

from tests.games.squares.helpers import table

from fieldhouse.games.squares.board import parts
from fieldhouse.games.squares.board.threats import TouchdownPass, touchdown_passes
from fieldhouse.games.squares.rules.grid import BOARD, each_square, goal, reach
from fieldhouse.games.squares.rules.moves import legal_actions
from fieldhouse.games.squares.rules.notation import is_touchdown
from fieldhouse.games.squares.rules.turn import MOVE, PASS, Action, Turn


def positions(count: int) -> list[Turn]:
    """The beginnings of turns with pieces anywhere, more of them near the end zone that is attacked."""
    rng, squares = Random(7), [*each_square(BOARD)]
    found: list[Turn] = []
    while len(found) < count:
        high = [square for square in squares if square >= squares[len(squares) // 2]]
        places = rng.sample(high if rng.random() < 0.7 else squares, 10)
        off, dfn = sum(places[:5]), sum(places[5:])
        if not places[0] & goal(True):
            found.append(Turn(off, dfn, places[0], True, True))
    return found


def scores(turn: Turn, *actions: Action) -> bool:
    """Can these be played one after the other, and is the last one a touchdown?"""
    for action in actions:
        if action not in list(legal_actions(turn)):
            return False
        done = is_touchdown(turn, action)
        turn = turn.after(action)
    return done


def ways(turn: Turn, receiver: int) -> list[tuple[Action, ...]]:
    """Everything that a receiver and one pass can do."""
    spots = [*each_square(reach(receiver, turn.free) & turn.goal)]
    runs = [(Action(PASS, turn.qb, receiver), Action(MOVE, receiver, end)) for end in spots]
    catches = [(Action(MOVE, receiver, spot), Action(PASS, turn.qb, spot)) for spot in spots]
    return [(Action(PASS, turn.qb, receiver),), *runs, *catches]


def test_the_touchdown_passes_of_a_position_are_all_marked() -> None:
    """SQ-6.1, SQ-9.1, SQ-9.4: to a runner in line, or into the end zone."""
    seen = 0
    for turn in positions(120):
        found = {one.receiver: one for one in touchdown_passes(turn)}
        for receiver in each_square(turn.off & ~turn.qb):
            can = any(scores(turn, *way) for way in ways(turn, receiver))
            assert (receiver in found) == can
            if can:
                assert scores(turn, *actions(turn, found[receiver]))
                seen += 1
        assert touchdown_passes(turn._replace(attack=False)) == touchdown_passes(turn)
    assert seen > 12


def actions(turn: Turn, found: TouchdownPass) -> list[Action]:
    """What is drawn, as actions."""
    receiver, catch, end = found
    if catch != receiver:
        return [Action(MOVE, receiver, catch), Action(PASS, turn.qb, catch)]
    run = [Action(MOVE, receiver, end)] if end != receiver else []
    return [Action(PASS, turn.qb, receiver), *run]


def test_a_shared_screen_does_not_turn() -> None:
    """With `facing` None the board does not turn with the seat that is asked."""
    pictures = [parts(table().view(seat))[0].svg for seat in (0, 1)]
    assert pictures[0] != pictures[1]
    for seat in (0, 1):
        assert parts({**table().view(seat), "facing": None})[0].svg == pictures[0]
