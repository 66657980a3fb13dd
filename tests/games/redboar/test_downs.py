"""Possession, downs, scoring and turnovers (sections 3, 4 and 13)."""

from __future__ import annotations

import pytest
from tests.games.redboar.helpers import BLUE, CARDS, DICE, RED, at, kinds, own, run, where, with_cards


def test_ten_yards_make_a_first_down() -> None:
    """RB-3.3, RB-19.50: exactly ten yards are enough; new markers from that spot."""
    s = at(70)
    run(DICE, s, "play", 7, 7, 8, 6)
    assert where(s) == (RED, 60, 1, 10)


def test_short_of_the_marker_the_down_goes_up_and_the_marker_stays() -> None:
    """RB-3.4: lost yards lengthen the distance to go."""
    s = at(70)
    run(DICE, s, "play", 7, 7, 6, 3)
    assert where(s) == (RED, 65, 2, 5)
    run(DICE, s, "play", 7, 7, 5, 4)
    assert where(s) == (RED, 75, 3, 15)


def test_a_failed_fourth_down_gives_the_ball_up_where_the_play_ended() -> None:
    """RB-3.5, RB-13.5, RB-19.43: the other side starts there, first and ten."""
    s = at(40, 4, 10)
    told = run(DICE, s, "play", 7, 7, 6, 3)
    assert where(s) == (BLUE, 65, 1, 10)
    assert told[1].what == "downs"


def test_the_turnover_is_checked_before_the_touchdown() -> None:
    """RB-3.6, RB-13.3, RB-19.46: an interception beyond the goal line is a touchback, not six points."""
    s = at(20)
    run(DICE, s, "play", 7, 7, 2, 3)
    assert s.scores == [0, 0]
    assert where(s) == (BLUE, 80, 1, 10)


def test_safety_is_checked_before_downs() -> None:
    """RB-3.6, RB-13.5, RB-19.47: a fourth-down sack into the end zone is a safety."""
    s = at(own(10), 4, 10)
    run(DICE, s, "play", 7, 7, 5, 3)
    assert (s.scores, s.phase, s.offense, s.g) == ([0, 2], "safety punt", RED, 80)


def test_surplus_yards_are_dropped() -> None:
    """RB-3.7: from the 10 a gain of 25 is a touchdown of ten yards."""
    s = at(20)
    told = run(DICE, s, "play", 7, 7, 12, 6)
    assert s.scores == [6, 0]
    assert told[0].yards == 20
    s = at(own(5), 1, 10)
    told = run(DICE, s, "play", 7, 7, 5, 1)
    assert told[0].yards == -5


def test_reaching_the_goal_line_is_a_touchdown() -> None:
    """RB-4.1, RB-16.6: g of 0 is enough; six points, and the scoring side makes the try."""
    s = at(15)
    run(DICE, s, "play", 7, 7, 10, 4)
    assert (s.scores, s.phase, s.offense) == ([6, 0], "try", RED)


@pytest.mark.parametrize(("how", "total", "score"), [("kick", 8, 7), ("conversion", 8, 8), ("kick", 2, 6)])
def test_one_try_after_a_touchdown(how: str, total: int, score: int) -> None:
    """RB-4.2, RB-4.7, RB-19.64, RB-19.65: kick or conversion by choice of the scorer, who then kicks off."""
    s = at(5, phase="try", scores=(6, 0))
    run(DICE, s, how, total)
    assert s.scores == [score, 0]
    assert (s.phase, s.offense, s.g) == ("kickoff", RED, 65)


def test_a_field_goal_scores_three_and_the_scorer_kicks_off() -> None:
    """RB-4.3, RB-4.7."""
    s = at(20, 2, 5, offense=BLUE)
    run(DICE, s, "field-goal", 7)
    assert (s.scores, s.phase, s.offense) == ([0, 3], "kickoff", BLUE)


def test_a_loss_to_the_own_goal_line_is_a_safety_and_the_side_scored_upon_punts() -> None:
    """RB-4.4, RB-4.6: two points for the defense, then a punt from the own 20."""
    s = at(own(15), 2, 10)
    run(DICE, s, "play", 7, 7, 5, 1)
    assert (s.scores, s.phase, s.offense, s.g) == ([0, 2], "safety punt", RED, 80)
    run(DICE, s, 8, 3)
    assert where(s) == (BLUE, 100 - (80 - 45), 1, 10)


def test_the_ten_yard_penalty_on_the_own_five_is_a_safety() -> None:
    """RB-4.5, RB-9.18: in place of any yardage."""
    s = at(own(5))
    told = run(DICE, s, "play", 12, 7, 6, 3, "accept")
    assert (s.scores, s.phase, s.g) == ([0, 2], "safety punt", 80)
    assert kinds(told) == ["Flag", "Scored", "DriveEnded"]
    assert told[0].yards == 5, "the five yards to the goal line, so that the drive's yards add up"
    assert told[2].yards == -5


def test_a_ball_lost_behind_the_own_goal_line_is_a_touchdown_for_the_defense() -> None:
    """RB-4.8, RB-13.4, RB-19.45: six points, its try, its kickoff; not a safety."""
    s = with_cards(at(own(5)), "REV", "BZ")
    told = run(CARDS, s, "play", ("REV", "BZ"), 7, 7, 1)
    assert (s.scores, s.phase, s.offense) == ([0, 6], "try", BLUE)
    assert "Turnover" in kinds(told)
    run(CARDS, s, "kick", 5)
    assert (s.scores, s.phase, s.offense) == ([0, 7], "kickoff", BLUE)


def test_scores_keep_counting_beyond_99() -> None:
    """RB-4.9, RB-19.77."""
    s = at(20, scores=(98, 0))
    run(DICE, s, "field-goal", 9)
    assert s.scores == [101, 0]


def test_a_turnover_happens_at_the_line_plus_the_yards_of_the_play() -> None:
    """RB-13.1: an interception 15 yards downfield, first and ten for the other side."""
    s = at(70, 2, 10)
    told = run(DICE, s, "play", 7, 7, 2, 1)
    assert where(s) == (BLUE, 45, 1, 10)
    assert told[1].what == "interception"
    s = at(70, 2, 10)
    run(DICE, s, "play", 7, 7, 11, 2)
    assert where(s) == (BLUE, 25, 1, 10)


def test_turnovers_are_never_returned() -> None:
    """RB-13.2, RB-19.44: the new offense starts exactly at the spot of the loss, whatever the spot."""
    for g in (40, 60, 80):
        s = at(g)
        run(DICE, s, "play", 7, 7, 2, 3)
        assert s.g == 100 - (g - 20)
