"""Special teams (section 8)."""

from __future__ import annotations

from copy import deepcopy

import pytest
from tests.games.redboar.helpers import BLUE, CARDS, DICE, RED, at, game, own, pending, run, where

from fieldhouse.games.redboar.rules.game import GridironGame


@pytest.mark.parametrize(("die", "start"), [(1, 25), (2, 25), (3, 20), (4, 20), (5, 15), (6, 15)])
def test_the_receiving_sides_die_changes_the_net_yards(die: int, start: int) -> None:
    """RB-8.2, RB-8.3, RB-8.4, RB-19.58: -5 on 1-2, +5 on 5-6, on every kickoff."""
    s = at(65, phase="kickoff")
    run(DICE, s, 7, die)
    assert where(s) == (BLUE, own(start), 1, 10)


def test_the_adjustment_is_automatic() -> None:
    """RB-8.4, RB-19.58: a kickoff asks for dice and for no choice."""
    _, second = pending(DICE, at(65, phase="kickoff"), 7)
    assert second.chance
    assert second.label == "the receiving team's die"


@pytest.mark.parametrize(("total", "net"), [(3, 30), (5, 40), (7, 40), (9, 45), (11, 50)])
def test_an_odd_punt_is_out_of_bounds_without_a_die(total: int, net: int) -> None:
    """RB-8.5, RB-19.81: the 2d6 total of the punt decides."""
    s = at(own(20), 4, 5)
    told = run(DICE, s, "punt", total)
    assert where(s) == (BLUE, 100 - (80 - net), 1, 10)
    assert told[1].out_of_bounds


@pytest.mark.parametrize(("die", "net"), [(1, 40), (3, 45), (6, 50)])
def test_an_even_punt_is_adjusted(die: int, net: int) -> None:
    """RB-8.4."""
    s = at(own(20), 4, 5)
    run(DICE, s, "punt", 8, die)
    assert s.g == 100 - (80 - net)


def test_field_goals_and_tries_are_never_adjusted() -> None:
    """RB-8.6: one roll each and no die."""
    s = at(30, 4, 5)
    run(DICE, s, "field-goal", 5)
    s = at(5, phase="try")
    run(DICE, s, "conversion", 6)
    assert s.scores == [2, 0]


def test_kickoffs_are_made_from_the_own_35() -> None:
    """RB-8.7, RB-8.8: 65 - 40 = 25, so the receiver starts at its own 25."""
    s = DICE.start()
    assert (s.phase, s.g, s.offense) == ("kickoff", 65, BLUE)
    run(DICE, s, 4, 3)
    assert where(s) == (RED, own(25), 1, 10)


def test_a_kick_to_the_goal_line_or_beyond_is_a_touchback() -> None:
    """RB-8.9, RB-19.60: receiving side at its own 20."""
    s = at(50, 4, 5)
    told = run(DICE, s, "punt", 10, 3)
    assert where(s) == (BLUE, own(20), 1, 10)
    assert told[1].touchback
    s = at(65, phase="kickoff")
    run(DICE, s, 12)
    assert where(s) == (BLUE, own(20), 1, 10)


def test_an_odd_punt_over_the_goal_line_is_a_touchback_too() -> None:
    """RB-8.9, RB-19.61."""
    s = at(45, 4, 5)
    told = run(DICE, s, "punt", 11)
    assert s.g == own(20)
    assert told[1].touchback
    assert not told[1].out_of_bounds


def test_no_kick_is_fumbled_blocked_or_returned_for_a_score() -> None:
    """RB-8.10: whatever the dice, the receiving side starts first and ten and nobody scores."""
    for total in range(2, 13):
        for die in range(1, 7) if total % 2 == 0 else (None,):
            s = at(60, 4, 5)
            run(DICE, s, "punt", total, *([die] if die else []))
            assert where(s)[0] == BLUE
            assert s.down == 1
            assert s.scores == [0, 0]


def test_a_punt_on_an_early_down_gives_the_ball_away() -> None:
    """RB-8.11: from the LOS, first and ten for the other side."""
    s = at(own(30), 1)
    run(DICE, s, "punt", 7)
    assert where(s) == (BLUE, own(30), 1, 10)


def test_the_safety_punt_is_a_normal_punt_from_the_own_20() -> None:
    """RB-8.12, RB-8.18, RB-19.67: same table, adjustment and clock mark."""
    s = at(80, phase="safety punt", clock=500)
    run(DICE, s, 8, 6)
    assert (where(s), s.clock) == ((BLUE, 100 - 30, 1, 10), 470)
    s = at(80, phase="safety punt")
    run(DICE, s, 7)
    assert s.g == 100 - 40


@pytest.mark.parametrize(
    ("g", "need"),
    [(5, 3), (10, 3), (15, 3), (20, 4), (25, 4), (30, 5), (35, 6), (40, 7), (45, 9), (50, 11)],
)
def test_a_field_goal_needs_the_charts_total(g: int, need: int) -> None:
    """RB-8.14, RB-19.62, RB-20.6: good on the total or more."""
    s = at(g, 4, 5)
    run(DICE, s, "field-goal", need)
    assert s.scores == [3, 0]
    s = at(g, 4, 5)
    run(DICE, s, "field-goal", need - 1)
    assert s.scores == [0, 0]


@pytest.mark.parametrize(("g", "start"), [(45, 55), (25, 75), (20, 80), (15, 80), (5, 80)])
def test_a_miss_gives_the_ball_up_at_the_line_or_the_20(g: int, start: int) -> None:
    """RB-8.15, RB-19.62: whichever is further from the defender's goal."""
    s = at(g, 4, 5)
    run(DICE, s, "field-goal", 2)
    assert where(s) == (BLUE, start, 1, 10)


def test_a_miss_from_close_goes_to_the_touchback_spot_of_the_charts_in_use() -> None:
    """RB-8.15: with touchbacks at the own 25 a miss from the 10 is the other side's ball there."""
    charts = deepcopy(dict(DICE.setup.materials))
    charts["special_teams"]["spots"]["touchback_g"] = 75
    for g, start in ((10, 75), (25, 75), (40, 60)):
        s = at(g, 4, 5)
        run(game("dice", charts), s, "field-goal", 2)
        assert where(s) == (BLUE, start, 1, 10)


def test_tries_are_good_on_the_charts_totals() -> None:
    """RB-8.16, RB-20.7, RB-20.8: kick on 3 to 11, conversion on 6, 7, 8 or 12."""
    for total in range(2, 13):
        s = at(5, phase="try")
        run(DICE, s, "kick", total)
        assert s.scores[RED] == (1 if 3 <= total <= 11 else 0)
        s = at(5, phase="try")
        run(DICE, s, "conversion", total)
        assert s.scores[RED] == (2 if total in (6, 7, 8, 12) else 0)


@pytest.mark.parametrize("rules", [DICE, CARDS])
def test_a_conversion_is_a_roll(rules: GridironGame) -> None:
    """RB-8.17, RB-19.16, RB-19.17: no cards, no Offense table, no defense die, no penalty dice."""
    s = at(5, phase="try", scores=(6, 0))
    run(rules, s, "conversion", 12)
    assert s.scores == [8, 0]


def test_clock_marks_of_kicks() -> None:
    """RB-8.18: kickoff, punt and field goal (good or not) 30 seconds, a try 10."""
    for answers, phase, seconds in (
        ((7, 3), "kickoff", 30),
        (("punt", 7), "declare", 30),
        (("field-goal", 12), "declare", 30),
        (("field-goal", 2), "declare", 30),
        ((7,), "safety punt", 30),
        (("kick", 2), "try", 10),
    ):
        s = at(40, 4, 5, phase=phase, clock=600)
        run(DICE, s, *answers)
        assert s.clock == 600 - seconds, answers
