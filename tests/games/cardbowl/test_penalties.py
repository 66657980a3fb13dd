"""Section 40: accept, decline, enforcement."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.cardbowl.kit import GAIN5, Course, blank, game, kick, scene

from fieldhouse.games.cardbowl.rules.end_of_play import close_play
from fieldhouse.games.cardbowl.rules.penalties import penalty_yards_allowed, situation_words
from fieldhouse.games.cardbowl.rules.state import DPI, END, LOOSE, PREV, SPOT, Bowl, Foul, Phase, Play, Result


def settled(foul: Foul, result: Result, answer: str = "accept", **fields: Any) -> tuple[Bowl, Course]:
    play = {name[2:]: value for name, value in fields.items() if name.startswith("p_")}
    s = blank(**{name: value for name, value in fields.items() if not name.startswith("p_")})
    s.play = Play(**{"kind": "scrimmage", **play})
    s.play.foul, s.play.result = foul, result
    foul.what = foul.what or "foul"
    return s, Course(s, "", {"penalty": answer}).run(close_play(game().book, s))


def after(foul: Foul, result: Result, answer: str = "accept", **fields: Any) -> tuple[int, int, int]:
    """(team with the ball, x, down) after settling."""
    s, course = settled(foul, result, answer, **fields)
    assert course.stopped == ""
    return s.off, s.x, s.down


def foul(by: int, yards: int, basis: str, **kw: Any) -> Foul:
    return Foul(**{"ball": 0, "by": by, "yards": yards, "basis": basis, **kw})


def test_one_live_foul_and_who_decides() -> None:
    """CB-40.1, CB-40.3: the offended team accepts or declines; declined the play stands."""
    _, course = settled(foul(1, 5, PREV), GAIN5)
    assert course.asked == [(0, "penalty")]
    _, course = settled(foul(0, 10, PREV), GAIN5)
    assert course.asked == [(1, "penalty")]
    assert after(foul(0, 10, PREV), GAIN5, "decline") == (0, 35, 2)


def test_dead_ball_fouls_are_not_declinable() -> None:
    """CB-40.2"""
    s = scene(phase=Phase.SNAP)
    course = Course(s, "BJ 9H").run(game().play(s))
    assert course.whats == [] and (s.x, s.down, s.ltg) == (25, 1, 40)


def test_previous_spot_fouls_wipe_the_play_out() -> None:
    """CB-40.4, CB-40.9, CB-47.120, CB-47.121: from the LoS, down repeated."""
    assert after(foul(0, 10, PREV), GAIN5, down=2) == (0, 20, 2)
    assert after(foul(1, 5, PREV), Result("incomplete", 0, 30), down=2) == (0, 35, 2)
    assert after(foul(1, 5, PREV, afd=True), Result("incomplete", 0, 30), down=2) == (0, 35, 1)
    assert after(foul(1, 5, PREV), Result("incomplete", 0, 30), down=3, ltg=34) == (0, 35, 1)


def test_end_fouls_are_added_to_the_play() -> None:
    """CB-40.5, CB-48.38, CB-47.120: 36 + 2 + 5 = 43, 1st and 10; behind the LoS they count from it."""
    assert after(foul(1, 5, END, afd=True), Result("ball", 0, 38), x=36) == (0, 43, 1)
    assert after(foul(1, 5, END), Result("ball", 0, 27), down=2) == (0, 35, 2)


def test_spot_fouls_count_from_the_spot_not_beyond_the_dead_ball() -> None:
    """CB-40.6, CB-47.101"""
    assert after(foul(0, 10, SPOT, spot=41), Result("ball", 0, 49), down=2) == (0, 31, 2)
    assert after(foul(0, 10, SPOT, spot=41), Result("ball", 0, 38), down=2) == (0, 28, 2)


def test_pass_interference_is_a_first_down_at_the_spot() -> None:
    """CB-40.7, CB-40.10: not limited to half the distance."""
    assert after(foul(1, 0, DPI, spot=72), Result("incomplete", 0, 30), down=3) == (0, 72, 1)


def test_fouls_at_a_loose_ball() -> None:
    """CB-40.8, CB-47.125: offended recovers: added; offender recovers: from the recovery spot, run wiped
    out.
    """
    assert after(foul(1, 10, LOOSE), Result("ball", 0, 32), down=2, ltg=50, p_recovered_at=32) == (0, 42, 3)
    assert after(foul(0, 10, LOOSE), Result("ball", 0, 45), down=2, p_recovered_at=28, p_recovered_by=0) == (
        0,
        18,
        3,
    )
    lost: dict[str, Any] = {"p_changed": True, "p_recovered_by": 1, "p_recovered_at": 60}
    assert after(foul(1, 10, LOOSE), Result("ball", 1, 75), **lost) == (1, 50, 1)
    assert after(foul(0, 10, LOOSE), Result("ball", 1, 75), **lost) == (1, 85, 1)


def test_half_the_distance() -> None:
    """CB-40.10, CB-47.122, CB-48.42: 10 from the 12 is 6; at the 1 nothing moves."""
    assert after(foul(0, 10, PREV), Result("ball", 0, 20), x=12) == (0, 6, 1)
    assert (
        penalty_yards_allowed(1, 10, forward=False) == 1 and penalty_yards_allowed(99, 5, forward=True) == 99
    )
    assert penalty_yards_allowed(95, 15, forward=True) == 97


def test_a_foul_before_losing_the_ball_gives_it_back() -> None:
    """CB-40.11, CB-47.124: at the point of the loss plus the yards; behind the LoS from the LoS."""
    lost: dict[str, Any] = {"p_changed": True, "p_lost_by": 0}
    assert after(foul(1, 5, END), Result("ball", 1, 60), **lost, p_lost_at=34, down=2) == (0, 39, 2)
    assert after(foul(1, 5, END), Result("ball", 1, 60), **lost, p_lost_at=27, down=2) == (0, 35, 2)
    assert after(foul(1, 5, END), Result("ball", 1, 60), "decline", **lost, p_lost_at=34) == (1, 60, 1)


def test_kicking_team_fouls_when_it_has_the_ball_repeat_the_kick() -> None:
    """CB-40.12, CB-47.36: that much farther back; after a punt the down is repeated."""
    s, _ = settled(
        foul(0, 10, END, ball=1), Result("ball", 0, 60), p_kind="onside", p_changed=True, next="kickoff"
    )
    assert (s.next, s.off, s.kick_spot) == ("kickoff", 0, 20)
    assert after(foul(0, 10, END, ball=1), Result("ball", 0, 70), p_kind="punt", p_changed=True, down=4) == (
        0,
        20,
        4,
    )


def test_a_touchdown_of_the_offended_team_declines_the_foul() -> None:
    """CB-40.13, CB-47.123: 15 yards move the next kickoff forward."""
    s, course = settled(foul(1, 15, END, afd=True), Result("touchdown", 0, 100))
    assert course.whats == [] and s.scores == [6, 0] and s.kick_spot == 45
    s, _ = settled(foul(1, 5, END), Result("touchdown", 0, 100))
    assert s.kick_spot == 30


def test_the_moved_kickoff_is_kicked_from_there() -> None:
    """CB-40.13: the try does not forget it."""
    s, _ = settled(foul(1, 15, END, afd=True), Result("touchdown", 0, 100))
    Course(s, "3S 3H 3D 3C 4S 4H", {"try": "extra-point"}).run(game().play(s))
    assert (s.next, s.kick_spot) == ("kickoff", 45)


def test_a_foul_in_the_own_end_zone_is_enforced_as_at_the_one() -> None:
    """CB-40.14, CB-47.37"""
    assert after(
        foul(1, 10, SPOT, ball=1, spot=-2, changed=True),
        Result("ball", 1, 12),
        p_kind="kickoff",
        p_changed=True,
    ) == (1, 1, 1)


def test_accepted_fouls_stop_the_clock() -> None:
    """CB-40.15"""
    g = game(timing="complex")
    for answer, running in (("accept", False), ("decline", True)):
        s = blank(left=100)
        s.play = Play(kind="scrimmage")
        s.play.foul, s.play.result = foul(1, 5, PREV, what="offside"), Result("ball", 0, 33)
        Course(s, "", {"penalty": answer}).run(close_play(g.book, s))
        assert s.running is running


@pytest.mark.parametrize("kind", ["extra-point", "two-point"])
def test_fouls_in_a_try(kind: str) -> None:
    """CB-14.6, CB-40.16: defense on a good try declined; on a failed one from the 1; offense farther back."""
    s, course = settled(foul(1, 5, PREV), Result("try-good", 0, 100), p_kind=kind, next="try", x=98)
    assert course.whats == [] and s.scores[0] in (1, 2)
    s, _ = settled(foul(1, 5, PREV), Result("try-failed", 0, 97), p_kind=kind, next="try", x=98)
    assert (s.next, s.x) == ("try", 99)
    s, course = settled(foul(0, 10, PREV), Result("try-good", 0, 100), p_kind=kind, next="try", x=98)
    assert course.asked == [(1, "penalty")] and (s.next, s.x, s.scores) == ("try", 88, [0, 0])


def test_kick_distance_from_the_one_is_nineteen() -> None:
    """CB-40.16"""
    from fieldhouse.games.cardbowl.rules.kicks.field_goal import field_goal_distance

    assert field_goal_distance(blank(x=99)) == 19


def test_a_touchback_with_a_kicking_team_foul_counts_from_the_twenty() -> None:
    """CB-40.17"""
    got = after(
        foul(0, 10, END, ball=1), Result("touchback", 1), p_kind="kickoff", p_changed=True, next="kickoff"
    )
    assert got == (1, 30, 1)


def test_own_foul_and_lost_ball_leave_the_choice_to_the_other_team() -> None:
    """CB-40.18: the ball or the penalty."""
    lost: dict[str, Any] = {"p_changed": True, "p_lost_by": 0, "p_lost_at": 34}
    assert after(foul(0, 10, PREV), Result("ball", 1, 60), "accept", **lost, down=2) == (0, 20, 2)
    assert after(foul(0, 10, PREV), Result("ball", 1, 60), "decline", **lost) == (1, 60, 1)
    lost["p_lost_at"] = 42
    got = after(foul(0, 10, SPOT, spot=40), Result("ball", 1, 58), "accept", **lost, down=2)
    assert got == (0, 30, 2)


def test_fouls_after_a_change_of_possession() -> None:
    """CB-40.19, CB-47.139: the runner's team keeps the ball, 1st and 10; lost again it gets it back."""
    back: dict[str, Any] = {"p_changed": True, "p_lost_by": 0, "p_lost_at": 48}
    assert after(foul(0, 5, END, ball=1, changed=True), Result("ball", 1, 58), **back) == (1, 63, 1)
    assert after(foul(1, 10, SPOT, ball=1, spot=52, changed=True), Result("ball", 1, 58), **back) == (
        1,
        42,
        1,
    )
    again: dict[str, Any] = {"p_changed": True, "p_lost_by": 1, "p_lost_at": 58}
    assert after(foul(0, 5, END, ball=1, changed=True), Result("ball", 0, 45), **again) == (1, 63, 1)


def test_a_safety_is_cancelled_by_the_opponents_foul() -> None:
    """CB-40.20, CB-47.140: from the LoS, on a kick return from the goal line."""
    assert after(foul(1, 5, END), Result("safety", 0, -1), x=6) == (0, 11, 1)
    got = after(
        foul(0, 10, END, ball=1), Result("safety", 1, -1), p_kind="kickoff", p_changed=True, next="kickoff"
    )
    assert got == (1, 10, 1)


def test_the_log_of_a_penalty() -> None:
    """CB-48.38, CB-41.1"""
    s, _ = settled(foul(1, 5, END, afd=True), Result("ball", 0, 38), x=36, p_parts=["run 2"])
    assert s.notes[-1] == "Red 1 & 10 @ 36: run 2, 5 yd pen. vs. D"


def test_the_foul_card_order() -> None:
    """CB-47.31: on kicks the foul card first, on runs the replacement first and the foul card after the
    play.
    """
    from fieldhouse.games.cardbowl.rules.kicks.kickoff import play_kickoff

    s = kick("kickoff")
    course = Course(s, "BJ 4H 9S", {"kickoff": "kickoff"}).run(play_kickoff(s))
    assert course.purposes == ["kick", "foul", "kick"]


def test_the_question_says_what_accepting_and_declining_mean() -> None:
    """CB-40.3: whose ball, which down, where; here from 2nd and 6 on Red's 40."""
    s = blank(x=40, down=2, ltg=46)
    s.play.kind = "scrimmage"
    assert situation_words(s, Result("ball", 0, 45, down="repeat")) == "Red, 2nd down again on Red's 45"
    assert situation_words(s, Result("ball", 0, 43)) == "Red, 3rd down on Red's 43"
    assert situation_words(s, Result("ball", 0, 55)) == "Red, 1st down on Blue's 45"
    assert situation_words(s, Result("incomplete", 0, 40)) == "Red, 3rd down on Red's 40"
    assert situation_words(s, Result("ball", 1, 30)) == "Blue, 1st down on Blue's 30"
    assert situation_words(s, Result("touchdown", 1, 100)) == "touchdown Blue"
    s.down = 4
    assert situation_words(s, Result("ball", 0, 43)) == "Red, turned over on downs on Red's 43"
