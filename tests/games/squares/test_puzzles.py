"""The puzzle set: every claim proved by exhaustive search, every puzzle solved by `allpro` in time."""

import pytest
from tests.games.squares.helpers import after
from tests.timed import within

from fieldhouse.games.squares.analysis.puzzles import Puzzle, is_proved, puzzles, solves
from fieldhouse.games.squares.coaches.allpro import AllPro
from fieldhouse.games.squares.rules.refusals import read_legal_action
from fieldhouse.games.squares.rules.turn import Action
from fieldhouse.games.squares.search.exhaustive import find_end

ALL = puzzles()


def name(puzzle: Puzzle) -> str:
    return f"{puzzle.name}-{puzzle.goal}"


def test_there_are_enough_puzzles_of_every_kind() -> None:
    """At least thirty, in both directions, no position twice."""
    assert len(ALL) >= 30 and len({p.position for p in ALL}) == len(ALL) == len({p.name for p in ALL})
    assert {p.turn.up for p in ALL} == {True, False}
    goals = [p.goal for p in ALL]
    assert goals.count("touchdown") >= 10 and goals.count("tackle") >= 5 and goals.count("forced-tackle") >= 3


@pytest.mark.parametrize("puzzle", ALL, ids=name)
def test_the_claim_is_true_by_exhaustive_search(puzzle: Puzzle) -> None:
    """SQ-6.1, SQ-7.1: every turn of the side to act is tried, and every answer where one is needed."""
    assert is_proved(puzzle)


@pytest.mark.parametrize("puzzle", [p for p in ALL if p.solution], ids=name)
def test_the_solution_is_legal_and_reaches_the_goal(puzzle: Puzzle) -> None:
    """SQ-12.3: the printed solution can be played."""
    end = after(puzzle.turn, puzzle.solution)
    if puzzle.goal == "hold":
        assert not end.over and find_end(end.handed_over(), "touchdown") is None
    else:
        assert end.over == puzzle.goal


@pytest.mark.parametrize("puzzle", ALL, ids=name)
def test_allpro_solves_it_within_two_seconds(puzzle: Puzzle) -> None:
    """Every forced touchdown and tackle of this down is found; threats are held where they can be."""
    actions = within(2, lambda: AllPro(1, 0.8).turn(puzzle.turn, puzzle.down))
    assert solves(puzzle, actions)
    assert all(isinstance(a, Action) for a in actions)
    turn = puzzle.turn
    for action in actions:
        assert read_legal_action(turn, str(action)) == action
        turn = turn.after(action)


def test_allpro_tackles_after_every_turn_of_a_forced_tackle() -> None:
    """Not one sample of the offense's turns escapes; the claim itself is proved above for all of them."""
    from fieldhouse.games.squares.rules.turn import Turn
    from fieldhouse.games.squares.search.exhaustive import all_ends

    for puzzle in [p for p in ALL if p.goal == "forced-tackle"]:
        ends = sorted(all_ends(puzzle.turn).quiet)
        for off, dfn, qb in ends[:: max(1, len(ends) // 25)]:
            reply = Turn(off, dfn, qb, puzzle.turn.up, False)
            assert after(reply, " ".join(map(str, AllPro(1, 0.4).turn(reply, puzzle.down)))).over == "tackle"
