"""Section 2: the NFL framework of 2006."""

from __future__ import annotations

from tests.games.cardbowl.kit import RUN5, Course, after, blank, game

from fieldhouse.games.cardbowl.rules.state import Foul, Play, Result

# Framework


def test_whatever_is_open_follows_the_season_of_2006() -> None:
    """CB-2.1, CB-47.14: kickoff from the 30, touchback to the 20, free kick from the 20."""
    s = after(Result("field-goal", 0, 80))
    assert (s.next, s.kick_spot) == ("kickoff", 30)
    assert after(Result("touchback", 1)).x == 20
    assert after(Result("safety", 0)).kick_spot == 20


def test_the_home_side_calls_and_the_winner_chooses() -> None:
    """CB-2.2"""
    g = game()
    for coin, winner in (("heads", 0), ("tails", 1)):
        s = g.start()
        course = Course(s, coin, {"toss": "heads", "kick-or-receive": "kick"}).run(g.play(s))
        assert course.asked == [(0, "toss"), (winner, "kick-or-receive")]
        assert (s.off, s.next, s.quarter, s.left) == (winner, "kickoff", 1, 31)


def test_the_first_kicker_receives_the_second_half() -> None:
    """CB-2.3, CB-2.4, CB-2.12: a new half, a kickoff, three timeouts."""
    s = after(RUN5, quarter=2, left=1, first_kicker=0, timeouts=[0, 1])
    assert (s.quarter, s.next, s.off, s.timeouts) == (3, "kickoff", 1, [3, 3])


def test_the_situation_carries_over_after_odd_quarters() -> None:
    """CB-2.4, CB-3.3"""
    for quarter in (1, 3):
        s = after(RUN5, quarter=quarter, left=1, timeouts=[1, 2])
        assert (s.quarter, s.next, s.off, s.down, s.x, s.ltg, s.left) == (
            quarter + 1,
            "down",
            0,
            2,
            35,
            40,
            31,
        )
        assert s.timeouts == [1, 2] and not s.running


def test_points() -> None:
    """CB-2.5"""
    assert after(Result("touchdown", 0, 100)).scores == [6, 0]
    assert after(Result("field-goal", 0)).scores == [3, 0]
    assert after(Result("safety", 0)).scores == [0, 2]
    assert after(Result("try-good", 0), p_kind="extra-point", next="try").scores == [1, 0]
    assert after(Result("try-good", 0), p_kind="two-point", next="try").scores == [2, 0]


def test_downs_and_first_downs() -> None:
    """CB-2.6: next down, first down at the line to gain, turnover on downs."""
    s = after(RUN5)
    assert (s.down, s.x, s.ltg) == (2, 35, 40)
    s = after(Result("ball", 0, 40), down=3)
    assert (s.down, s.x, s.ltg) == (1, 40, 50)
    s = after(Result("ball", 0, 93), x=85, ltg=95, down=4)
    assert (s.off, s.down, s.x, s.ltg) == (1, 1, 7, 17)
    s = after(Result("ball", 1, 95), p_changed=True)
    assert (s.off, s.ltg) == (1, 100)


def test_a_touchdown_leads_to_a_try_and_a_kickoff() -> None:
    """CB-2.7, CB-2.10, CB-47.13"""
    s = after(Result("touchdown", 1, 100), p_changed=True)
    assert (s.next, s.off, s.x) == ("try", 1, 98)
    s = after(Result("try-failed", 1), next="try", off=1, p_kind="extra-point")
    assert (s.next, s.off) == ("kickoff", 1)


def test_a_safety_is_two_points_and_a_free_kick_by_the_team_that_gave_it_up() -> None:
    """CB-2.8, CB-47.117"""
    s = after(Result("safety", 0, -2), x=3)
    assert (s.scores, s.next, s.off, s.kick_spot) == ([0, 2], "free-kick", 0, 20)


def test_a_touchback_is_first_and_ten_on_the_twenty() -> None:
    """CB-2.9"""
    s = after(Result("touchback", 1), p_kind="kickoff", p_changed=True, next="kickoff")
    assert (s.off, s.x, s.down, s.ltg) == (1, 20, 1, 30)


def test_timeouts_two_in_overtime() -> None:
    """CB-2.12, CB-2.13: a new toss when tied."""
    g = game()
    s = after(RUN5, g, quarter=4, left=1)
    assert (s.next, s.quarter) == ("toss", 5)
    Course(s, "heads", {"toss": "heads", "kick-or-receive": "receive"}).run(g.play(s))
    assert (s.timeouts, s.quarter, s.next, s.off) == ([2, 2], 5, "kickoff", 1)


def test_sudden_death_and_no_try() -> None:
    """CB-2.13"""
    g = game()
    s = after(Result("touchdown", 0, 100), g, quarter=5)
    assert s.over == "overtime" and g.outcome(s) is not None
    outcome = g.outcome(s)
    assert outcome is not None and outcome.winner == 0
    assert after(Result("safety", 0), g, quarter=5).over == "overtime"


def test_still_tied_is_a_draw_or_in_play_offs_another_period() -> None:
    """CB-2.13"""
    s = after(RUN5, quarter=5, left=1)
    assert s.over == "tie"
    s = after(RUN5, game(playoff=True), quarter=5, left=1)
    assert (s.over, s.quarter, s.next) == ("", 6, "toss")
    assert after(RUN5, quarter=4, left=1, scores=[3, 0]).over == "points"
    assert after(RUN5, game(overtime=False), quarter=4, left=1).over == "tie"


def test_a_touchdown_on_the_last_play_still_gets_its_try() -> None:
    """CB-2.14"""
    s = after(Result("touchdown", 0, 100), quarter=4, left=1)
    assert (s.next, s.quarter, s.over) == ("try", 4, "")
    s = after(Result("try-good", 0), quarter=4, left=0, next="try", scores=[6, 6], p_kind="extra-point")
    assert s.over == "points" and s.scores == [7, 6]


def test_an_accepted_foul_of_the_defense_gives_one_untimed_down() -> None:
    """CB-2.14, CB-47.29"""
    foul = Foul(ball=0, by=1, yards=5, basis="PREV", what="offside")
    s = after(RUN5, quarter=2, left=1, p_foul=foul, answers={"penalty": "accept"})
    assert s.untimed and s.quarter == 2 and (s.x, s.down) == (35, 1)
    s = after(RUN5, quarter=2, left=0, untimed=True)
    assert s.quarter == 3 and not s.untimed
    s = after(RUN5, quarter=2, left=1, p_foul=foul, answers={"penalty": "decline"})
    assert s.quarter == 3


def test_calls_on_every_down() -> None:
    """CB-2.15, CB-47.28: no kneel-down, no fakes; the spike only in complex timing."""
    for timing, calls in (
        ("simple1", ["scrimmage", "punt", "field-goal"]),
        ("complex", ["scrimmage", "punt", "field-goal", "spike"]),
    ):
        g = game(timing=timing)
        s = blank()
        assert Course(s).run(g.play(s)).menus["call"] == calls


def test_an_incomplete_pass_returns_to_the_line() -> None:
    """CB-2.16"""
    s = after(Result("incomplete", 0, 30))
    assert (s.x, s.down, s.ltg) == (30, 2, 40)


def test_in_vain_out_of_the_end_zone_is_a_touchback() -> None:
    """CB-2.17, CB-47.144: an interceptor whose run ends in his end zone."""
    from fieldhouse.games.cardbowl.rules.plays.passing import interception

    s = blank(x=80)
    s.play = Play(kind="scrimmage")
    s.pool = ["3S", "4S"]
    course = Course(s, "3S", {"end-zone": "run"}).run(interception(s, 108))
    assert (course.result.end, course.result.team) == ("touchback", 1)
