"""The overtime methods (section 15)."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.redboar.helpers import BLUE, RED, at, ended, game, pending, run, where

from fieldhouse.games.redboar.rules.game import GridironGame
from fieldhouse.games.redboar.rules.state import Gridiron

BOTH = game(overtime="both")
BOTH_NO_TIES = game(overtime="both", ties=False)
SUDDEN = game(overtime="sudden")
SUDDEN_NO_TIES = game(overtime="sudden", ties=False)
SERIES = game(overtime="series")
NONE = game(overtime="none")


def tied(score: int = 17) -> Gridiron:
    """Quarter 4 has run out at an equal score."""
    return at(50, quarter=4, clock=0, scores=(score, score))


def extra(g: int = 50, **more: Any) -> Gridiron:
    """A down in the first overtime period."""
    return at(g, quarter=5, **{"clock": 600, "scores": (17, 17), **more})


def turn(
    offense: int, number: int = 1, first: int = RED, scores: tuple[int, int] = (17, 17), **more: Any
) -> Gridiron:
    """A possession of a series: first and ten on the 25."""
    g = more.pop("g", 25)
    return at(g, quarter=5, clock=0, scores=scores, offense=offense, round=number, first=first, **more)


@pytest.mark.parametrize("rules", [BOTH, SUDDEN, SERIES])
def test_a_tie_after_regulation_is_broken_by_the_agreed_method(rules: GridironGame) -> None:
    """RB-15.1, RB-15.2, RB-19.78: a fair draw for the ball opens it."""
    s = tied()
    run(rules, s)
    assert (s.quarter, s.phase) == (5, "toss")
    run(rules, s, "Blue")
    if rules is SERIES:
        assert where(s) == (BLUE, 25, 1, 10)
    else:
        assert (s.phase, s.offense, s.clock) == ("kickoff", RED, 900)


def test_none_lets_the_tie_stand() -> None:
    """RB-15.9."""
    s = tied()
    run(NONE, s)
    end = NONE.outcome(s)
    assert end is not None
    assert (end.winner, end.why, end.rule) == (None, "tie", "RB-15.9")


# both


@pytest.mark.parametrize(
    ("g", "answers"),
    [
        (50, ("play", 7, 7, 2, 3)),
        (50, ("punt", 7)),
        (30, ("field-goal", 2)),
        (30, ("field-goal", 12)),
        (20, ("play", 7, 7, 3, 3)),
        (95, ("play", 7, 7, 5, 3)),
    ],
)
def test_a_first_possession_is_over_when_the_ball_is_lost_in_any_way(
    g: int, answers: tuple[Any, ...]
) -> None:
    """RB-15.3: turnover, punt, missed field goal, field goal, touchdown, safety."""
    s = extra(g)
    run(BOTH, s, *answers)
    assert s.over == [True, False]


def test_a_field_goal_on_the_first_possession_does_not_win() -> None:
    """RB-15.3, RB-15.4, RB-19.79: the other side is guaranteed a possession; the scorer kicks off."""
    s = extra(30)
    run(BOTH, s, "field-goal", 12)
    assert BOTH.outcome(s) is None
    assert (s.phase, s.offense) == ("kickoff", RED)
    run(BOTH, s, 12)
    s.g, s.t, s.down = 50, 40, 4
    run(BOTH, s, "play", 7, 7, 7)
    end = BOTH.outcome(s)
    assert end is not None
    assert (end.winner, end.why, end.scores) == (RED, "overtime both", (20, 17))


def test_after_both_first_possessions_the_next_score_wins() -> None:
    """RB-15.4."""
    s = extra(30, over=[True, True], offense=BLUE)
    run(BOTH, s, "field-goal", 12)
    assert ended(BOTH, s).winner == BLUE


def test_a_safety_on_the_first_possession_ends_the_game_without_a_punt() -> None:
    """RB-15.4, RB-15.5: the trailing side's first possession is over."""
    s = extra(95, to_go=10)
    run(BOTH, s, "play", 7, 7, 5, 3)
    assert s.phase == "safety punt"
    end = ended(BOTH, s)
    assert (end.winner, end.scores) == (BLUE, (17, 19))


def test_a_first_touchdown_is_followed_by_its_try_and_kickoff() -> None:
    """RB-15.5: the other side's first possession is not over."""
    s = extra(20)
    run(BOTH, s, "play", 7, 7, 3, 3)
    assert BOTH.outcome(s) is None
    run(BOTH, s, "kick", 7)
    assert (s.scores, s.phase) == ([24, 17], "kickoff")
    assert BOTH.outcome(s) is None


def test_a_touchdown_that_puts_the_second_side_ahead_needs_no_try() -> None:
    """RB-15.5: the game ends at once."""
    s = extra(20, offense=BLUE, over=[True, False], scores=(20, 17))
    run(BOTH, s, "play", 7, 7, 3, 3)
    end = ended(BOTH, s)
    assert (end.winner, end.scores) == (BLUE, (20, 23))


@pytest.mark.parametrize("scores", [(24, 17), (23, 17)])
def test_a_side_level_or_behind_after_six_points_makes_the_try(scores: tuple[int, int]) -> None:
    """RB-15.5, RB-19.84: 24-23 and 23-23."""
    s = extra(20, offense=BLUE, over=[True, False], scores=scores)
    run(BOTH, s, "play", 7, 7, 3, 3)
    assert BOTH.outcome(s) is None
    _, asked = pending(BOTH, s)
    assert asked.what == "try"


def test_a_defensive_touchdown_on_the_first_possession_ends_the_game() -> None:
    """RB-15.4, RB-15.5: the side that lost the ball trails and its possession is over."""
    s = extra(95, to_go=10)
    run(BOTH, s, "play", 7, 7, 11, 1)
    assert s.scores == [17, 23]
    assert ended(BOTH, s).winner == BLUE


def test_the_period_goes_on_at_zero_until_both_have_had_the_ball() -> None:
    """RB-15.6: play goes on with the clock at 0:00."""
    s = extra(50, clock=10, over=[False, True])
    run(BOTH, s, "play", 7, 7, 6, 3)
    assert s.clock == 0
    _, asked = pending(BOTH, s)
    assert asked.what == "declare"
    run(BOTH, s, "punt", 7)
    run(BOTH, s)
    end = ended(BOTH, s)
    assert (end.winner, end.why, end.rule) == (None, "tie", "RB-15.6")


@pytest.mark.parametrize("rules", [BOTH_NO_TIES, SUDDEN_NO_TIES])
def test_without_ties_a_new_period_continues_from_the_same_situation(rules: GridironGame) -> None:
    """RB-15.6, RB-15.7."""
    s = extra(40, clock=0, over=[True, True], down=3, to_go=5)
    run(rules, s)
    assert (where(s), s.quarter, s.clock) == ((RED, 40, 3, 5), 6, 900)
    assert rules.outcome(s) is None


# sudden


@pytest.mark.parametrize(
    ("g", "answers", "winner"),
    [
        (30, ("field-goal", 12), RED),
        (20, ("play", 7, 7, 3, 3), RED),
        (95, ("play", 7, 7, 5, 3), BLUE),
        (95, ("play", 7, 7, 11, 1), BLUE),
    ],
)
def test_in_sudden_death_the_first_score_wins(g: int, answers: tuple[Any, ...], winner: int) -> None:
    """RB-15.7: field goal, touchdown (no try), safety, defensive touchdown."""
    s = extra(g, to_go=10)
    run(SUDDEN, s, *answers)
    end = ended(SUDDEN, s)
    assert (end.winner, end.why) == (winner, "overtime sudden")


def test_sudden_death_ends_in_a_tie_at_zero() -> None:
    """RB-15.7: without the guarantee of a possession."""
    s = extra(50, clock=0, over=[False, False])
    run(SUDDEN, s)
    assert ended(SUDDEN, s).winner is None


# series


def test_a_series_has_no_clock_no_kickoffs_and_no_punts() -> None:
    """RB-15.8, RB-16.2."""
    s = turn(RED)
    _, asked = pending(SERIES, s)
    assert list(asked.keys) == ["play", "field-goal"]
    assert asked.menu.refusal("punt").rule == "RB-15.8"
    run(SERIES, s, "play", 7, 7, 6, 3)
    assert (s.clock, s.down, s.phase) == (0, 2, "declare")


@pytest.mark.parametrize(
    ("g", "answers"),
    [
        (25, ("field-goal", 12)),
        (25, ("field-goal", 2)),
        (25, ("play", 7, 7, 2, 3)),
        (25, ("play", 7, 7, 11, 1)),
    ],
)
def test_each_way_to_end_a_possession_gives_the_other_side_its_turn(g: int, answers: tuple[Any, ...]) -> None:
    """RB-15.8, RB-10.2: from the opponent's 25, first and ten, a new possession with new hands."""
    s = turn(RED, g=g)
    run(SERIES, s, *answers)
    assert (where(s), s.round, s.fresh) == ((BLUE, 25, 1, 10), 1, True)


def test_failure_on_downs_ends_a_possession_too() -> None:
    """RB-15.8."""
    s = turn(RED, down=4, to_go=10)
    run(SERIES, s, "play", 7, 7, 7)
    assert where(s) == (BLUE, 25, 1, 10)


def test_a_touchdown_has_its_try_and_then_the_other_side_plays() -> None:
    """RB-15.8, RB-15.10: every touchdown of the first side."""
    s = turn(RED)
    run(SERIES, s, "play", 7, 7, 3, 3)
    assert s.phase == "try"
    run(SERIES, s, "kick", 7)
    assert (where(s), s.scores) == ((BLUE, 25, 1, 10), [24, 17])


def test_the_higher_score_after_a_round_wins() -> None:
    """RB-15.8."""
    s = turn(BLUE, scores=(20, 17))
    run(SERIES, s, "field-goal", 2)
    end = ended(SERIES, s)
    assert (end.winner, end.why, end.rule) == (RED, "overtime series", "RB-15.8")


def test_an_equal_round_is_followed_by_another_in_turn() -> None:
    """RB-15.8, RB-15.10, RB-19.85: Red first in round 1, Blue in round 2, Red in round 3."""
    s = turn(BLUE, scores=(20, 17))
    run(SERIES, s, "field-goal", 12)
    assert (s.round, where(s)) == (2, (BLUE, 25, 1, 10))
    run(SERIES, s, "field-goal", 2)
    assert s.offense == RED
    run(SERIES, s, "field-goal", 2)
    assert (s.round, s.offense) == (3, RED)


def test_the_second_sides_winning_touchdown_needs_no_try() -> None:
    """RB-15.10: it puts that side ahead; one that only levels or trails has its try."""
    s = turn(BLUE, scores=(20, 17))
    run(SERIES, s, "play", 7, 7, 3, 3)
    assert ended(SERIES, s).scores == (20, 23)
    s = turn(BLUE, scores=(24, 17))
    run(SERIES, s, "play", 7, 7, 3, 3)
    assert SERIES.outcome(s) is None
    run(SERIES, s, "conversion", 6)
    assert ended(SERIES, s).scores == (24, 25)


@pytest.mark.parametrize(("answers", "points"), [((5, 3), 2), ((11, 1), 6)])
def test_a_safety_or_defensive_touchdown_ends_the_game(answers: tuple[int, int], points: int) -> None:
    """RB-15.8, RB-15.10: no punt, no try."""
    s = turn(RED, g=95, to_go=10)
    run(SERIES, s, "play", 7, 7, *answers)
    end = ended(SERIES, s)
    assert (end.winner, end.scores) == (BLUE, (17, 17 + points))


def test_penalties_count_in_a_series_and_clock_marks_do_not() -> None:
    """RB-15.10."""
    s = turn(RED)
    run(SERIES, s, "play", 7, 2)
    assert where(s) == (RED, 20, 1, 5)
    run(SERIES, s, "play", 12, 12, 6)
    assert (where(s), s.clock) == ((RED, 20, 1, 5), 0)
