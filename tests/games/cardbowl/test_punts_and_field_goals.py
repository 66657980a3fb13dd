"""Sections 11 to 14: punts, fair catch, bounce, field goals, tries."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.cardbowl.kit import Course, blank, game, kick

from fieldhouse.games.cardbowl.rules.kicks.field_goal import (
    block_slots,
    play_extra_point,
    play_field_goal,
)
from fieldhouse.games.cardbowl.rules.kicks.punt import play_punt
from fieldhouse.games.cardbowl.rules.state import Bowl


def punted(draws: str, answers: dict[str, Any] | None = None, **fields: Any) -> tuple[Bowl, Course]:
    """Red punts from its 35 unless told."""
    s = kick("punt", off=0, **{"next": "down", "x": 35, "down": 4, **fields})
    course = Course(s, draws, {"punt": "cards:4", "return": "go", **(answers or {})})
    return s, course.run(play_punt(s))


def test_one_to_four_cards_and_the_out_of_bounds_attempt() -> None:
    """CB-11.1: four unless another number is announced; the attempt with fewer than four."""
    _, course = punted("", {"punt": []})
    assert course.menus["punt"] == ["cards:1", "cards:2", "cards:3", "cards:4", "out:1", "out:2", "out:3"]


def test_punt_distance_is_the_sum_plus_fifteen() -> None:
    """CB-11.2, CB-12.1, CB-12.5, CB-48.9: 29 + 15 to the 21, 10 and Q less 8: 35, then 5 and 2: 42."""
    s, course = punted("6S 9S 3S JS 8H 10D QD 5D 2D", {"punt-return": "return"})
    assert s.play.parts[1] == "to 21"
    assert (course.result.team, course.result.x) == (1, 42)
    assert course.purposes.count("open-field") == 2


def test_past_the_end_line_is_a_touchback() -> None:
    """CB-11.3: 100 - 60 - 15 - 35 = -10."""
    _, course = punted("KS QS 7S 3S", x=60)
    assert course.result.end == "touchback" and len(course.purposes) == 4


def test_a_blocked_punt_is_loose_behind_the_line() -> None:
    """CB-11.4, CB-39.9, CB-47.52: card + 5 behind; two cards against one; a tie with the higher bounces."""
    s, course = punted("6S RJ BJ 8S 10H 9D 10C 5S KH 2S")
    assert s.play.lost_at == 35 - 13
    assert course.purposes == [
        "punt",
        "punt",
        "block",
        "block",
        *["recovery"] * 3,
        "bounce",
        *["recovery"] * 2,
    ]
    assert (course.result.team, course.result.x) == (0, 22)
    _, course = punted("6S RJ 8S 9H 3D 10C")
    assert (course.result.team, course.result.x) == (1, 78)


def test_fouls_on_punt_cards() -> None:
    """CB-11.5, CB-47.45, CB-47.51: red the kicking team at the end, black the rushers with AFD for
    roughing.
    """
    for card, by, yards, basis, afd in (
        ("4H", 0, 5, "END", False),
        ("8H", 0, 10, "END", False),
        ("KH", 0, 15, "END", False),
        ("RJ", 0, 15, "END", False),
        ("9C", 1, 5, "PREV", False),
        ("JC", 1, 15, "PREV", True),
    ):
        s, course = punted(f"6S BJ {card} 9S 3S JS")
        foul = s.play.foul
        assert foul is not None and (foul.by, foul.yards, foul.basis, foul.afd) == (by, yards, basis, afd)
        assert s.play.parts[1] == "to 21" and course.purposes[:3] == ["punt", "punt", "foul"]


def test_roughing_gives_a_first_down() -> None:
    """CB-47.51, CB-40.9"""
    g = game()
    s = blank(x=35, down=4, ltg=45)
    Course(
        s,
        "6S BJ JC 9S 3S JH 8H 3D",
        {"call": "punt", "punt": "cards:4", "punt-return": "fair-catch", "penalty": "accept"},
    ).run(g.play(s))
    assert (s.off, s.x, s.down) == (0, 50, 1)


def test_out_of_bounds_by_a_check_card_of_another_suit() -> None:
    """CB-11.6, CB-47.45: no coverage, no return; same suit still in play; jokers are replaced."""
    s, course = punted("6S 9S RJ 5H", {"punt": "out:2"})
    assert (
        (course.result.team, course.result.x) == (1, 35) and "coverage" not in course.purposes and s.play.out
    )
    _, course = punted("6S 9S 5S 7H 3H", {"punt": "out:2"})
    assert "coverage" in course.purposes and "fair-catch" in course.purposes
    _, course = punted("KS QS 5H", {"punt": "out:2"}, x=65)
    assert course.result.end == "touchback"  # 100 - 65 - 15 - 25 = -5


def test_coverage_is_drawn_unless_out_blocked_or_past_the_end_line() -> None:
    """CB-11.7"""
    _, course = punted("6S 9S 3S JS")
    assert course.stopped == "draw:coverage"


def test_red_joker_as_coverage_forces_a_fair_catch() -> None:
    """CB-11.8, CB-47.47: no fumble, no replacement."""
    _, course = punted("6S 9S 3S JS RJ 4H")
    assert "punt-return" not in course.whats and course.purposes[-1] == "fair-catch"
    assert (course.result.team, course.result.x) == (1, 21)


def test_black_joker_as_coverage() -> None:
    """CB-11.9"""
    for card, yards in (("4S", 5), ("8H", 10), ("QS", 15), ("RJ", 15)):
        s, _ = punted(f"6S 9S 3S JS BJ {card} 7C")
        assert s.play.foul is not None and (s.play.foul.by, s.play.foul.yards) == (0, yards)


def test_short_punts_are_automatic_fair_catches() -> None:
    """CB-11.10, CB-47.46: the coverage and catch cards are still drawn."""
    for plan, cards in (("cards:1", "6S"), ("cards:2", "6S 9S")):
        _, course = punted(f"{cards} 8H 4H", {"punt": plan})
        assert "punt-return" not in course.whats and course.purposes[-2:] == ["coverage", "fair-catch"]


def test_the_receiver_chooses_knowing_the_coverage_card() -> None:
    """CB-11.11, CB-47.129: touchback below 0, bounce only at 1 or more."""
    _, course = punted("6S 9S 3S JS 8H")
    assert course.menus["punt-return"] == ["return", "fair-catch", "bounce"]
    _, course = punted("6S 9S 3S JS 8H", x=60)
    assert course.menus["punt-return"] == ["return", "fair-catch", "touchback"]
    _, course = punted("6S 9S 3S JS 8H", x=56)
    assert course.menus["punt-return"] == ["return", "fair-catch"]  # lands on 0


def test_a_return_from_the_end_zone_may_still_be_stopped() -> None:
    """CB-12.2: coverage is ignored; dead at 0 or less is a touchback."""
    _, course = punted("6S 9S 3S JS 8H 2D", {"punt-return": "return", "return": "touchback"}, x=60)
    assert course.result.end == "touchback" and "return" in course.whats
    _, course = punted("6S 9S 3S JS 8H 2D 3D", {"punt-return": "return", "return": "go"}, x=60)
    assert course.result.end == "touchback"


def test_a_punt_return_may_lose_yards_and_fumble() -> None:
    """CB-12.1, CB-12.3: the fumble is at landing + earlier card - half the coverage."""
    _, course = punted("6S 9S 3S JS KH 2D 3D", {"punt-return": "return"})
    assert course.result.x == 21 + 5 - 13
    s, _ = punted("6S 9S 3S JS 9H 10D RJ", {"punt-return": "return"})
    assert s.play.lost_at == 21 + 10 - 5


def test_a_foul_on_a_punt_return() -> None:
    """CB-12.4: from the spot after one card, 10 or 15 yards, then a replacement."""
    s, course = punted("6S 9S 3S JS 9H 10D BJ 4S 5D", {"punt-return": "return"})
    assert s.play.foul is not None and (s.play.foul.spot, s.play.foul.yards, s.play.foul.by) == (26, 10, 1)
    assert course.result.x == 21 + 15 - 9


def test_fair_catch_behind_the_goal_line_is_a_touchback_without_a_card() -> None:
    """CB-12.6, CB-47.129"""
    _, course = punted("6S 9S 3S JS 8H", {"punt-return": "fair-catch"}, x=60)
    assert course.result.end == "touchback" and "fair-catch" not in course.purposes


def test_the_fair_catch_card() -> None:
    """CB-12.7, CB-47.50: RJ is dropped and the kicking team may not advance; BJ is a foul."""
    _, course = punted("6S 9S 3S JS 8H RJ 2D KD", {"punt-return": "fair-catch"})
    assert course.result.team == 0 and course.result.x == 79 and "fumble-run" not in course.whats
    s, course = punted("6S 9S 3S JS 8H BJ QS", {"punt-return": "fair-catch"})
    assert course.result.x == 21 and s.play.foul is not None
    assert (s.play.foul.yards, s.play.foul.spot, s.play.foul.basis) == (15, 21, "SPOT")


def bounced(cards: str, use: str = "use:0") -> Course:
    return punted(f"6S 9S 3S JD 8H {cards}", {"punt-return": "bounce", "down-punt": use})[1]


def test_a_bounce_goes_on_unless_of_the_last_punt_cards_suit() -> None:
    """CB-12.8, CB-47.48: other suit forward, the same back."""
    assert bounced("5D").result.x == 26
    assert bounced("5C 2C").result.x == 21 - 5 + 2


def test_a_forward_bounce_bounces_once_more() -> None:
    """CB-12.9, CB-47.48: another suit than the first bounce forward again, the same back; no third."""
    assert bounced("5C 2H").result.x == 21 - 5 - 2
    assert bounced("5C 2C").result.x == 18
    assert len(bounced("5C 2H").purposes) == 7


def test_coverage_against_a_bounce_back() -> None:
    """CB-12.10, CB-12.15: never more than the bounce."""
    assert bounced("9D", "use:8").result.x == 22
    assert bounced("5D", "use:8").result.x == 21
    assert bounced("9D", "use:0").result.x == 30


def test_coverage_of_the_bounce_cards_suit_downs_a_forward_bounce() -> None:
    """CB-12.11, CB-12.12, CB-47.49: any part; asked before the second bounce, which then is none."""
    course = bounced("9H", "use:3")
    assert course.result.x == 21 - 6 and course.purposes.count("bounce") == 1
    assert course.menus["down-punt"] == [f"use:{n}" for n in range(9)]
    assert "down-punt" not in bounced("9C 2H").whats


def test_a_touched_punt_is_loose() -> None:
    """CB-12.13, CB-12.16: kicking team may not advance; BJ on a bounce is replaced."""
    course = bounced("RJ 5D 9H 3C")
    assert course.result.team == 1 and course.purposes[-2:] == ["recovery", "recovery"]
    assert bounced("BJ 5D").result.x == 26


def test_an_untouched_ball_in_the_end_zone_is_a_touchback() -> None:
    """CB-12.14"""
    course = punted("6S 9S 3S JD 8H 9C", {"punt-return": "bounce"}, x=50)[1]  # lands on the 6
    assert course.result.end == "touchback"


def test_a_touched_ball_in_the_end_zone_is_live() -> None:
    """CB-12.16, CB-47.137, CB-48.46: from the 5 to -4: touchdown for the kickers, touchback for the
    receivers.
    """
    for cards, end, team in (("2H KD", "touchdown", 0), ("KD 2H", "touchback", 1)):
        course = punted(f"6S 9S 8S 7D 8H RJ 9C {cards}", {"punt-return": "bounce"}, x=50)[1]
        assert (course.result.end, course.result.team) == (end, team)


# Field goals


def tried(draws: str, **fields: Any) -> tuple[Bowl, Course]:
    s = kick("field-goal", off=0, **{"next": "down", "x": 80, "down": 4, **fields})
    return s, Course(s, draws).run(play_field_goal(s))


def test_six_cards_must_reach_the_distance() -> None:
    """CB-13.1, CB-48.10: from the 20 it is 38 yards; exactly 38 is good, 37 is not."""
    assert tried("6S 6H 6D 6C 7S 7H")[1].result.end == "field-goal"
    assert tried("6S 6H 6D 6C 7S 6H".replace("6H", "5H", 1))[1].result.note == "missed"


@pytest.mark.parametrize(
    ("yards", "slots"), [(19, 1), (20, 2), (29, 2), (30, 3), (39, 3), (40, 4), (50, 5), (60, 6), (75, 6)]
)
def test_block_slots_by_distance(yards: int, slots: int) -> None:
    """CB-13.2"""
    assert block_slots(yards) == slots


def test_the_fourth_card_blocks_from_forty_but_not_from_thirty() -> None:
    """CB-13.2, CB-13.3, CB-48.10"""
    assert "blocked" in tried("6S 6H 6D RJ", x=77)[0].play.parts  # 41 yards
    assert "blocked" not in tried("6S 6H 6D RJ 6C 7S 7H", x=80)[0].play.parts


def test_a_blocked_kick_is_loose_eight_behind_plus_half_the_first_card() -> None:
    """CB-13.4, CB-47.54: both may advance."""
    s, _ = tried("7S RJ", x=80)
    assert s.play.lost_at == 80 - 8 + 4
    s, course = tried("RJ KH 2S", x=80)
    assert s.play.lost_at == 72 and "fumble-run" in course.whats


def test_black_joker_in_slot_one() -> None:
    """CB-13.5: red stops the play, black is offside and the kick goes on."""
    _, course = tried("BJ 5H")
    assert (course.result.end, course.result.x) == ("dead-foul", 75)
    s, course = tried("BJ 5S 6S 6H 6D 6C 7S 7H")
    assert course.result.end == "field-goal" and s.play.foul is not None
    assert (s.play.foul.by, s.play.foul.yards, s.play.foul.basis) == (1, 5, "PREV")


def test_black_joker_in_slot_two_is_running_into_or_roughing_the_kicker() -> None:
    """CB-13.6, CB-47.55: the offense may decline and keep its points."""
    s, _ = tried("6S BJ 9H 6H 6D 6C 7S 7H")
    assert s.play.foul is not None and (s.play.foul.yards, s.play.foul.afd) == (5, False)
    s, _ = tried("6S BJ KH 6H 6D 6C 7S 7H")
    assert s.play.foul is not None and (s.play.foul.yards, s.play.foul.afd) == (15, True)
    g = game()
    s = blank(x=80, down=4)
    Course(s, "6S BJ 9H 6H 6D 6C 7S 7H", {"call": "field-goal", "penalty": "decline"}).run(g.play(s))
    assert s.scores == [3, 0]


def test_black_joker_later_is_replaced() -> None:
    """CB-13.7"""
    s, _ = tried("6S 6H BJ 6D 6C 7S 7H")
    assert s.play.foul is None


def test_a_miss_gives_the_ball_at_the_spot_of_the_kick_or_the_twenty() -> None:
    """CB-13.8, CB-2.11"""
    _, course = tried("AS AH AD AC 2S 2H", x=60)
    assert (course.result.team, course.result.x) == (1, 48)
    _, course = tried("AS AH AD AC 2S 2H", x=90)
    assert course.result.x == 20


# Tries


def extra(draws: str, **fields: Any) -> Course:
    s = kick("extra-point", off=0, **{"next": "try", "x": 98, **fields})
    return Course(s, draws).run(play_extra_point(s))


def test_the_scoring_team_chooses_its_try_from_the_two() -> None:
    """CB-14.1, CB-2.10"""
    g = game()
    s = blank(next="try", x=98)
    course = Course(s).run(g.play(s))
    assert course.menus["try"] == ["extra-point", "two-point"]


def test_extra_point_is_twenty_yards() -> None:
    """CB-14.2, CB-47.53: RJ in slot 1 is no good and dead; other jokers are replaced."""
    assert extra("3S 3H 3D 3C 4S 4H").result.end == "try-good"
    assert extra("3S 3H 3D 3C 4S 2H").result.end == "try-failed"
    assert extra("RJ").result.end == "try-failed"
    assert extra("3S RJ BJ 3H 3D 3C 4S 4H").result.end == "try-good"
    assert extra("BJ 5H").result.end == "dead-foul"
    assert extra("BJ 5S 3S 3H 3D 3C 4S 4H").result.end == "try-good"


def test_extra_point_counts_one_then_the_scoring_team_kicks_off() -> None:
    """CB-2.5, CB-2.10"""
    g = game()
    s = blank(next="try", x=98, scores=[6, 0])
    Course(s, "3S 3H 3D 3C 4S 4H", {"try": "extra-point"}).run(g.play(s))
    assert s.scores == [7, 0] and (s.next, s.off, s.kick_spot) == ("kickoff", 0, 30)
