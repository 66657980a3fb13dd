"""Sections 3 to 6: the three ways to keep time."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.cardbowl.kit import RUN5, Course, after, blank, game

from fieldhouse.games.cardbowl.rules.clock import in_late_window, play_time
from fieldhouse.games.cardbowl.rules.end_of_play import close_play
from fieldhouse.games.cardbowl.rules.state import Bowl, Foul, Play, Result
from fieldhouse.kernel.registry import find

# Shared clock rules


def test_one_of_the_methods_is_agreed_before_the_game() -> None:
    """CB-3.1, CB-3.2: quarters may be shortened; the defaults are full length."""
    lengths = {t: game(timing=t).book.length for t in ("simple1", "simple1-all", "simple2", "complex")}
    assert lengths == {"simple1": 31, "simple1-all": 36, "simple2": 180, "complex": 180}
    assert game(timing="complex", quarter=60).book.length == 60


def test_a_quarter_never_ends_in_the_middle_of_a_play() -> None:
    """CB-3.3, CB-5.8: what would be left over is lost."""
    s = after(RUN5, game(timing="simple2"), quarter=1, left=3)
    assert (s.quarter, s.left) == (2, 180)


@pytest.mark.parametrize("timing", ["simple1", "simple1-all", "simple2", "complex"])
def test_dead_ball_fouls_and_repeated_kicks_take_no_time(timing: str) -> None:
    """CB-3.4, CB-3.6, CB-47.142"""
    g = game(timing=timing)
    assert after(Result("dead-foul", 0, 25), g, left=20).left == 20
    assert after(Result("rekick", 0, 25), g, left=20, p_kind="onside", next="kickoff").left == 20
    assert after(Result("retry", 0, 99), g, left=20, p_kind="extra-point", next="try").left == 20


def test_a_live_foul_that_wipes_out_a_play_keeps_its_time() -> None:
    """CB-3.6"""
    foul = Foul(ball=0, by=0, yards=10, basis="PREV", what="holding")
    s = after(RUN5, left=20, p_foul=foul, answers={"penalty": "accept"})
    assert (s.left, s.x, s.down) == (19, 20, 1)


def test_timeouts_in_simple_one_only_cancel_a_delay_of_game() -> None:
    """CB-3.5, CB-47.16: nobody is asked after a play."""
    s = blank()
    s.play = Play(kind="scrimmage")
    s.play.result = RUN5
    assert "timeout" not in Course(s).run(close_play(game().book, s)).whats


# Simple 1


def test_simple_one_counts_scrimmage_plays_or_all_plays() -> None:
    """CB-4.1, CB-4.2, CB-47.16"""
    for timing, counted in (("simple1", 0), ("simple1-all", 1)):
        g = game(timing=timing)
        assert after(RUN5, g, left=20).left == 19
        for kind in ("kickoff", "punt", "field-goal", "extra-point", "free-punt"):
            s = after(Result("ball", 1, 30), g, left=20, p_kind=kind, p_changed=True, next="kickoff")
            assert s.left == 20 - counted, kind


def test_simple_one_has_no_clock_effects() -> None:
    """CB-4.3: no late window, no spike, no run-off."""
    g = game()
    assert not in_late_window(g.book, blank(quarter=4, left=1))
    s = blank(running=True)
    assert Course(s).run(g.play(s)).whats == ["call"]


# Simple 2


def two(result: Result, **fields: Any) -> int:
    """Intervals used by a play from 100."""
    return 100 - after(result, game(timing="simple2"), **{"left": 100, **fields}).left


def test_simple_two_takes_one_or_eight() -> None:
    """CB-5.1, CB-5.2, CB-5.3, CB-47.17"""
    assert two(RUN5) == 8
    assert two(Result("ball", 0, 24)) == 8  # a sack
    assert two(Result("incomplete", 0, 30)) == 1
    assert two(Result("ball", 1, 60), p_changed=True) == 1
    assert two(Result("ball", 0, 33), down=4) == 1  # on downs
    assert two(Result("ball", 1, 30), p_kind="punt", p_changed=True) == 1
    assert two(Result("field-goal", 0), p_kind="field-goal") == 1
    assert two(Result("try-good", 0), p_kind="extra-point", next="try") == 1
    assert two(Result("ball", 0, 33), p_lost_by=0) == 8  # own fumble recovered


def test_simple_two_scores_accepted_fouls_and_out_of_bounds_take_one() -> None:
    """CB-5.4, CB-47.17"""
    assert two(Result("touchdown", 0, 100)) == 1
    foul = Foul(ball=0, by=1, yards=5, basis="PREV", what="offside")
    assert two(RUN5, p_foul=foul, answers={"penalty": "accept"}) == 1
    assert two(RUN5, p_out=True, p_late=True, quarter=4, left=50) == 50 + 1  # 100 - (50 - 1)


def test_simple_two_window() -> None:
    """CB-5.5, CB-47.21: r at most 24 in Q2, 60 in Q4 and overtime, at the snap."""
    g = game(timing="simple2").book
    for quarter, left, late in (
        (1, 5, False),
        (2, 24, True),
        (2, 25, False),
        (4, 60, True),
        (4, 61, False),
        (5, 60, True),
    ):
        assert in_late_window(g, blank(quarter=quarter, left=left)) is late


def test_simple_two_timeout_turns_eight_into_one() -> None:
    """CB-5.6, CB-47.18: offense asked first, then defense; one timeout per dead ball."""
    g = game(timing="simple2")
    s = blank(left=100)
    s.play = Play(kind="scrimmage")
    s.play.result = RUN5
    course = Course(s, "", {"timeout": ["no", "timeout"]}).run(close_play(g.book, s))
    assert course.asked == [(0, "timeout"), (1, "timeout")]
    assert s.left == 99 and s.timeouts == [3, 2]
    assert two(Result("incomplete", 0, 30), answers={"timeout": []}) == 1


def test_simple_two_never_jumps_over_the_warning() -> None:
    """CB-5.7, CB-47.18"""
    g = game(timing="simple2")
    assert after(RUN5, g, quarter=2, left=28).left == 24
    assert after(RUN5, g, quarter=1, left=28).left == 20
    assert after(RUN5, g, quarter=4, left=24).left == 16


def test_simple_two_has_no_run_off_and_scrambles_out_only_count_late() -> None:
    """CB-5.9"""
    g = game(timing="simple2")
    s = blank(running=True, left=100)
    assert Course(s).run(g.play(s)).whats == ["call"]
    assert two(RUN5, p_out=True) == 8


# Complex


def used(result: Result = RUN5, **fields: Any) -> int:
    s = blank(**{name: value for name, value in fields.items() if not name.startswith("p_")})
    s.play = Play(**{"kind": "scrimmage", **{n[2:]: v for n, v in fields.items() if n.startswith("p_")}})
    return play_time(s, result)


def test_time_of_a_play() -> None:
    """CB-6.1, CB-6.2, CB-6.3, CB-47.24: 1; 2 with an open-field run or more than 25 yards."""
    assert used() == 1
    assert used(p_ofr=True) == 2
    assert used(Result("ball", 0, 55)) == 1
    assert used(Result("ball", 0, 56)) == 2
    assert used(Result("ball", 1, 20), p_lost_by=0, p_lost_at=56, p_changed=True) == 2
    assert used(Result("ball", 1, 20), p_long=True, p_changed=True) == 2


def test_time_of_tries_and_field_goals() -> None:
    """CB-6.4, CB-47.26"""
    assert used(p_kind="extra-point") == 0
    assert used(p_kind="two-point") == used(p_kind="field-goal") == 1
    assert used(p_kind="field-goal", p_ofr=True) == 2


def test_time_of_kickoffs() -> None:
    """CB-6.5, CB-47.25"""
    for kind in ("kickoff", "free-punt", "free-kickoff"):
        assert used(p_kind=kind, p_touchback=True) == used(p_kind=kind, p_out=True) == 0
        assert used(p_kind=kind) == 1 and used(p_kind=kind, p_ofr=True) == 2
    assert used(p_kind="squib") == 2 and used(p_kind="squib", p_touchback=True) == 0
    assert used(p_kind="onside") == 1 and used(p_kind="onside", p_ofr=True) == 2


def test_time_of_punts_and_spikes() -> None:
    """CB-6.6, CB-6.7"""
    assert used(p_kind="punt") == 1 and used(p_kind="punt", p_returned=True) == 2
    assert used(p_kind="spike") == 0


def complex_(result: Result = RUN5, **fields: Any) -> Bowl:
    return after(result, game(timing="complex"), **{"left": 100, **fields})


def between(s: Bowl, **answers: Any) -> Course:
    g = game(timing="complex")
    return Course(s, "", answers).run(g.play(s))


def test_the_offense_names_the_run_off() -> None:
    """CB-6.8: 2 to 8, 7 offered first."""
    s = blank(running=True, left=100)
    course = between(s, **{"run-off": "run-off:8"})
    assert sorted(course.menus["run-off"]) == [f"run-off:{n}" for n in range(2, 9)]
    assert course.menus["run-off"][0] == "run-off:7"
    assert s.left == 92 and course.stopped == "call"


def test_hurry_up_cards_only_for_a_run_off_really_taken() -> None:
    """CB-6.9, CB-6.10, CB-47.20"""
    s = blank(running=True, left=100)
    between(s, **{"run-off": "run-off:4"})
    assert s.hurry == 2
    s = blank(running=False, left=100, hurry=3)
    between(s)
    assert s.hurry == 0
    s = blank(running=True, left=26, quarter=2)
    between(s, **{"run-off": "run-off:2"})
    assert (s.hurry, s.left) == (0, 24)
    s = blank(running=True, left=100)
    course = between(s, timeout="timeout")
    assert s.hurry == 0 and s.left == 100 and "run-off" not in course.whats


def test_what_stops_the_clock() -> None:
    """CB-6.11, CB-6.12, CB-40.15, CB-47.30"""
    assert complex_().running
    for stopped in (Result("incomplete", 0, 30), Result("touchdown", 0, 100)):
        assert not complex_(stopped).running
    assert not complex_(Result("ball", 1, 40), p_changed=True).running
    foul = Foul(ball=0, by=1, yards=5, basis="PREV", what="offside")
    assert not complex_(p_foul=foul, answers={"penalty": "accept"}).running
    foul = Foul(ball=0, by=1, yards=5, basis="PREV", what="offside")
    assert complex_(p_foul=foul, answers={"penalty": "decline"}).running


def test_a_timeout_stops_the_clock() -> None:
    """CB-6.13: offense asked first, then defense."""
    s = blank(running=True, left=100)
    course = between(s, timeout=["no", "timeout"])
    assert course.asked[:2] == [(0, "timeout"), (1, "timeout")] and s.timeouts == [3, 2]


def test_two_minute_warning_after_the_play_or_in_the_run_off() -> None:
    """CB-6.14, CB-47.19"""
    assert not complex_(quarter=2, left=25).running
    assert complex_(quarter=1, left=25).running
    s = blank(running=True, left=28, quarter=4)
    between(s, **{"run-off": "run-off:8"})
    assert s.left == 24


def test_a_run_off_that_reaches_zero_ends_the_quarter() -> None:
    """CB-6.15"""
    s = blank(running=True, left=5, quarter=1)
    course = between(s, **{"run-off": "run-off:8"})
    assert (s.quarter, s.left, s.running) == (2, 180, False) and "call" not in course.whats


def test_the_spike() -> None:
    """CB-6.16, CB-47.27: only the snap card; next down, same line, clock stopped, run-off before it."""
    g = game(timing="complex")
    s = blank(running=True, left=100, down=2)
    course = Course(s, "9S", {"call": "spike", "run-off": "run-off:2"}).run(g.play(s))
    assert course.purposes == ["snap"] and course.whats[-1] == "call"
    assert (s.down, s.x, s.left, s.running) == (3, 30, 98, False)


def test_the_suit_rule_late_in_a_half() -> None:
    """CB-6.17, CB-47.22: not for the QB's own runs, not when the ball was turned over."""
    assert not complex_(quarter=4, left=50, p_late=True, p_suit_out=True, p_carrier="BT").running
    assert complex_(quarter=4, left=50, p_late=True, p_suit_out=True, p_carrier="QB").running
    assert complex_(quarter=4, left=100, p_suit_out=True, p_carrier="BT").running


def test_out_of_bounds_and_declined_fouls_late() -> None:
    """CB-6.18, CB-6.19, CB-6.20"""
    assert not complex_(quarter=4, left=50, p_late=True, p_out=True).running
    assert complex_(quarter=4, left=100, p_out=True).running
    foul = Foul(ball=0, by=1, yards=5, basis="PREV", what="offside")
    assert not complex_(quarter=4, left=50, p_late=True, p_foul=foul, answers={"penalty": "decline"}).running


def test_a_length_is_the_same_share_of_a_game_however_time_is_kept() -> None:
    """CB-3.2: a short quarter is about a quarter of the rulebook's, a quick one half of that."""
    meta = find("cardbowl").meta
    for timing, whole in (("simple1", 31), ("simple1-all", 36), ("simple2", 180), ("complex", 180)):
        for length, share in (("short", 0.26), ("quick", 0.13)):
            quarter = meta.read_options({"timing": timing}, length=length)["quarter"]
            assert abs(int(quarter) / whole - share) < 0.02
    assert meta.read_options({"timing": "simple2", "quarter": "30"}, length="short")["quarter"] == 30
