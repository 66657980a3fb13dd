"""Sections 7 to 10 and 15: kickoffs, returns, squibs, onside kicks, free kicks."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.cardbowl.kit import Course, game, kick

from fieldhouse.games.cardbowl.rules.kicks.kickoff import free_kick, play_kickoff
from fieldhouse.games.cardbowl.rules.kicks.returns import coverage_share
from fieldhouse.games.cardbowl.rules.state import Bowl


def kicked(draws: str, answers: dict[str, Any] | None = None, **fields: Any) -> tuple[Bowl, Course]:
    """Red kicks off (from its 30 unless told), Blue receives."""
    s = kick("kickoff", off=0, **fields)
    course = Course(
        s, draws, {"kickoff": "kickoff", "touchback": "return", "return": "go", **(answers or {})}
    )
    return s, course.run(play_kickoff(s))


def whole(draws: str, answers: dict[str, Any] | None = None, **fields: Any) -> tuple[Bowl, Course]:
    """The same through the whole play, penalties and all."""
    g = game()
    s = kick("kickoff", off=0, **fields)
    course = Course(
        s, draws, {"kickoff": "kickoff", "touchback": "return", "return": "go", **(answers or {})}
    )
    return s, course.run(g.play(s))


def test_the_kicking_team_chooses_the_kind_of_kick() -> None:
    """CB-7.1"""
    s = kick("kickoff")
    course = Course(s).run(play_kickoff(s))
    assert course.stopped == "kickoff" and course.menus["kickoff"] == ["kickoff", "squib", "onside"]
    assert course.asked == [(0, "kickoff")]


def test_two_cards_less_eleven() -> None:
    """CB-7.2, CB-48.1: Q and 5: the 6-yard line."""
    s, course = kicked("QH 5C")
    assert s.play.parts == ["kickoff", "to 6"] and course.stopped == "draw:coverage"
    s, _ = kicked("QH 5C", kick_spot=20)
    assert s.play.parts[1] == "to 16"


def test_deep_in_the_end_zone_the_return_may_be_stopped_while_still_below_zero() -> None:
    """CB-7.3, CB-8.1, CB-8.3, CB-47.34, CB-48.2: A and 7 is three deep; A or 2 may stop, a 4 is out."""
    for first, asked in (("AH", True), ("2H", True), ("4H", False), ("3H", False)):
        _, course = kicked(f"AD 7S 10C {first}", {"return": []})
        assert ("return" in course.whats) is asked, first
    s, _ = kicked("AD 7S 10C AH", {"return": "touchback"})
    assert s.play.result is not None and (s.play.result.end, s.play.result.team) == ("touchback", 1)


def test_exactly_zero_gives_no_choice_but_dead_there_is_a_touchback() -> None:
    """CB-7.3, CB-8.8, CB-47.10, CB-47.35"""
    _, course = kicked("AD 10S KC AH AS AC 2C")
    assert "touchback" not in course.whats
    assert course.result.end == "touchback"


def test_past_the_end_line_is_an_automatic_touchback() -> None:
    """CB-7.4, CB-47.11: from the 31 two aces are 2 - 11 - 1 = -10."""
    s, course = kicked("AD AS", kick_spot=31)
    assert course.result.end == "touchback" and course.purposes == ["kick", "kick"] and s.play.touchback


def test_black_joker_first_offside_or_out_of_bounds() -> None:
    """CB-7.5, CB-47.31, CB-47.32, CB-47.145: the foul card comes at once, then the replacement."""
    s, course = kicked("BJ 5H 9S 9H")
    assert s.play.foul is not None and (s.play.foul.yards, s.play.foul.by, s.play.foul.basis) == (5, 0, "END")
    assert course.purposes == ["kick", "foul", "kick", "kick"] and s.play.parts[1] == "to 7"
    for card in ("6H", "KS", "RJ"):
        _, course = kicked(f"BJ {card}")
        assert (course.result.end, course.result.team, course.result.x) == ("ball", 1, 40)
    _, course = kicked("BJ 9H", kick_spot=20)
    assert course.result.x == 50


def test_black_joker_second_is_a_foul_whose_card_comes_after_the_play() -> None:
    """CB-7.6, CB-40.5, CB-47.36: 10 yards at the end of the return, 15 for a face card."""
    for card, x in (("10H", 23 + 10), ("JS", 23 + 15), ("RJ", 23 + 15)):
        s, course = whole(f"QH BJ 5C 7C 8H 5H 4H 7H {card}", {"penalty": "accept"})
        assert (s.off, s.x, s.down) == (1, x, 1), course.lines
        assert course.purposes[-1] == "foul"


def test_a_red_joker_muff_costs_one_return_card() -> None:
    """CB-7.7, CB-7.9: as kick card or as coverage."""
    _, course = kicked("RJ QH 5C 7C 8H 5H 4H")
    assert course.result.x == 6 + 17 - 7
    _, course = kicked("QH 5C RJ 7C 8H 5H 4H")
    assert course.result.x == 6 + 17 - 7


def test_the_coverage_card_is_drawn_even_in_the_end_zone() -> None:
    """CB-7.8"""
    _, course = kicked("AD 7S 10C", {"touchback": "touchback"})
    assert course.purposes == ["kick", "kick", "coverage"] and course.result.end == "touchback"


def test_black_joker_as_coverage_is_a_foul_of_the_kicking_team() -> None:
    """CB-7.9"""
    for card, yards in (("9S", 10), ("QD", 15), ("RJ", 15)):
        s, course = kicked(f"QH 5C BJ {card} 7C")
        assert s.play.foul is not None and (s.play.foul.by, s.play.foul.yards) == (0, yards)
        assert course.purposes == ["kick", "kick", "coverage", "foul", "coverage"]


def test_the_return_is_four_cards_less_coverage() -> None:
    """CB-8.2, CB-48.7: 5, 9, 4, 8 less 5 from the 3 is the 24."""
    s, course = whole("8H 6C 5C 5H 9H 4H 8S")
    assert (s.off, s.x, s.down, s.ltg) == (1, 24, 1, 34)
    assert "21 yd return" in s.notes[-1] and course.stopped == ""


def test_a_return_of_one_yard_is_told_as_one_yard() -> None:
    """CB-8.2"""
    _, course = kicked("8H 6C 5C AH 2H AC 2S")
    assert any(line.startswith("Returned 1 yard. ") for line in course.lines), course.lines


def test_coverage_shares() -> None:
    """CB-8.4, CB-47.33, CB-48.3: 10 over four cards is 3, 5, 8, 10; the fumble is on the 15."""
    assert [coverage_share(10, k, 4) for k in (1, 2, 3, 4)] == [3, 5, 8, 10]
    s, course = kicked("9S 7H 10C 9H 6H RJ")
    assert s.play.lost_at == 15 and s.play.lost_by == 1
    assert course.stopped == "draw:recovery"


def test_a_fumbled_return_ends_the_draws() -> None:
    """CB-8.5: the receiving team is in the offense role."""
    _, course = kicked("9S 7H 10C RJ 9H 4S")
    assert course.purposes[3:] == ["return", "recovery", "recovery"]
    assert (course.result.team, course.result.x) == (1, 5)


def test_a_foul_of_the_returner_counts_from_the_spot() -> None:
    """CB-8.6, CB-40.6: after 9 and 6 from the 5 with coverage 10: the 15, 10 yards back would be half: 8."""
    s, _ = whole("9S 7H 10C 9H 6H BJ 4S 8S 7S", {"penalty": "accept"})
    assert (s.off, s.x) == (1, 15 - 7)
    s, _ = whole("9S 7H 10C 9H 6H BJ 4S 8S 7S", {"penalty": "decline"})
    assert s.x == 5 + 9 + 6 + 8 + 7 - 10


def test_the_final_card_breaks_into_the_open_field_less_coverage() -> None:
    """CB-8.7, CB-48.4: last K: coverage 6 three draws, J two, K none."""
    for cover, draws in (("6S", 3), ("JS", 2), ("KS", 0)):
        _, course = kicked(f"9S 7H {cover} 2H 3H 4H KH 2C 2D 3D")
        assert course.purposes.count("open-field") == draws
        assert "tackle" not in course.whats  # CB-38.9


def test_dead_behind_the_own_goal_line() -> None:
    """CB-8.8, CB-47.35: caught at 1 or more it is a safety, at 0 or less a touchback."""
    _, course = kicked("2S 10H KS AH AS AC 2C")
    assert (course.result.end, course.result.team) == ("safety", 1)
    _, course = kicked("AD 9S KS AH 2H AC 2C")
    assert course.result.end == "touchback"


def test_a_return_past_the_goal_line_is_a_touchdown_and_stops() -> None:
    """CB-8.9, CB-47.44: compulsory draws stop at the goal line."""
    draws = "KS KH AS KC QS QH KD QC QD JS JH JC JD 10S 10H"
    _, course = kicked(draws)
    assert course.result.end == "touchdown" and course.result.team == 1
    assert course.purposes.count("open-field") < 9 and course.draws


# Squib


def squib(target: int, draws: str) -> tuple[Bowl, Course]:
    return kicked(draws, {"kickoff": "squib", "target": f"target:{target}"})


def test_squib_target_less_two_cards() -> None:
    """CB-9.1, CB-47.38: any line from 1 to 50."""
    s, course = squib(30, "5S 3H")
    assert s.play.parts[1] == "to 22"
    assert course.menus["target"] == [f"target:{n}" for n in range(1, 51)]


def test_squib_jokers_and_touchback_as_on_a_kickoff() -> None:
    """CB-9.2"""
    _, course = squib(5, "5S 3H 9C")
    assert "touchback" in course.whats
    _, course = squib(30, "BJ 9H")
    assert course.result.x == 40


def test_a_short_squib_is_returned_with_two_cards_and_weaker_face_cards() -> None:
    """CB-9.3, CB-47.38, CB-48.5: received on the 22: J none, Q one, K two open-field draws."""
    for last, draws in (("JH", 0), ("QH", 1), ("KH", 2)):
        _, course = squib(30, f"5S 3H 6S 4H {last} 2C 2D 3D")
        assert course.purposes.count("return") == 2
        assert course.purposes.count("open-field") == draws
    _, course = squib(30, "5S 3H QS 4H KH 2C")
    assert course.purposes.count("open-field") == 0  # coverage keeps its full value: 2 - 2


def test_a_muffed_short_squib_has_one_card_left() -> None:
    """CB-9.3, CB-47.39"""
    _, course = squib(30, "RJ 5S 3H 6S 4H")
    assert course.purposes.count("return") == 1


def test_a_deep_squib_is_a_normal_return() -> None:
    """CB-9.4: received on the 15 or less."""
    _, course = squib(23, "5S 3H 6S 4H 5H 3C 2C")
    assert course.purposes.count("return") == 4


# Onside kicks


def onside(
    number: int, draws: str, answers: dict[str, Any] | None = None, **fields: Any
) -> tuple[Bowl, Course]:
    return kicked(draws, {"kickoff": "onside", "number": f"add:{number}", **(answers or {})}, **fields)


def test_number_plus_card_is_the_distance() -> None:
    """CB-10.1, CB-47.40: numbers 0 to 20."""
    s, course = onside(7, "7S")
    assert s.play.lost_at == 44 and course.menus["number"] == [f"add:{n}" for n in range(21)]


def test_a_short_on_side_kick_is_repeated_from_the_same_spot() -> None:
    """CB-10.2, CB-3.6: it takes no time."""
    g = game(timing="complex")
    s = kick("kickoff", off=0, left=100)
    course = Course(s, "4S", {"kickoff": "onside", "number": "add:5"}).run(g.play(s))
    assert course.stopped == "" and (s.next, s.kick_spot, s.left, s.onside_failures) == (
        "kickoff",
        30,
        100,
        1,
    )


def test_out_of_bounds_is_repeated_five_yards_back() -> None:
    """CB-10.3, CB-10.8, CB-47.142: never more than half the distance."""
    _, course = onside(7, "BJ")
    assert (course.result.end, course.result.x) == ("rekick", 25)
    _, course = onside(7, "BJ", kick_spot=8)
    assert course.result.x == 4


def test_the_second_failure_in_a_row_lets_the_receivers_take_the_ball() -> None:
    """CB-10.4, CB-47.41: kick spot plus distance; out of bounds a card fixes it; or it is kicked again."""
    _, course = onside(5, "4S", {"failed-kick": "take"}, onside_failures=1)
    assert (course.result.team, course.result.x) == (1, 100 - 39)
    _, course = onside(5, "BJ RJ 4S", {"failed-kick": "take"}, onside_failures=1)
    assert course.result.x == 100 - 39 and course.purposes[-2:] == ["on-side distance", "on-side distance"]
    s, course = onside(5, "4S", {"failed-kick": "rekick"}, onside_failures=1)
    assert course.result.end == "rekick" and s.onside_failures == 2
    _, course = onside(5, "4S")
    assert "failed-kick" not in course.whats


def test_a_bobbled_kick_loses_the_bonus() -> None:
    """CB-10.5, CB-47.42: a replacement gives the distance; short stays short."""
    _, course = onside(7, "RJ 7S 10H 6D")
    assert course.result.team == 0  # 10 against 6 without the 4
    _, course = onside(3, "RJ 6S")
    assert course.result.end == "rekick"


def test_the_receivers_add_the_yards_beyond_ten_on_the_first_pair_only() -> None:
    """CB-10.6, CB-47.43, CB-48.6: 10 against 6 + 4 is a tie; then without the 4."""
    _, course = onside(7, "7S 10H 6D 5C 9H 6S")
    assert course.purposes == ["on-side", "recovery", "recovery", "bounce", "recovery", "recovery"]
    assert (course.result.team, course.result.x) == (0, 44)


def test_the_kicking_team_may_not_advance_the_receivers_may() -> None:
    """CB-10.7, CB-39.10, CB-39.14: the bonus is no open-field value."""
    _, course = onside(7, "7S KH 2D")
    assert course.result.team == 0 and "fumble-run" not in course.whats
    _, course = onside(7, "7S 2H KD", {"fumble-run": "stay"})
    assert course.result.team == 1 and "fumble-run" in course.whats


def test_declarations_are_open_to_the_kicking_team_and_failures_are_forgotten() -> None:
    """CB-10.8, CB-47.141"""
    s, course = onside(7, "7S 9H 6D", {"declare": ["fall2", "nothing"]}, onside_failures=1)
    assert course.result.team == 0 and s.onside_failures == 0  # 11 against 10
    s, _ = kicked("QH 5C", onside_failures=1)
    assert s.onside_failures == 0


# Free kick


def free(kind: str, draws: str, **fields: Any) -> tuple[Bowl, Course]:
    s = kick("free-kick", off=0, next="free-kick", **{"kick_spot": 20, **fields})
    course = Course(s, draws, {"free-kick": kind, "touchback": "return", "return": "go"})
    return s, course.run(free_kick(s))


def test_free_kick_as_kickoff_and_as_punt() -> None:
    """CB-15.1, CB-15.2, CB-48.8: 9 and 7 is the 15; 8, 3, Q, 6 is the 26."""
    s, course = free("kickoff", "9S 7S")
    assert s.play.parts[1] == "to 15" and course.menus["free-kick"] == ["punt", "kickoff"]
    s, _ = free("punt", "8S 3S QS 6S")
    assert s.play.parts[1] == "to 26"


def test_free_kicks_are_returned_like_kickoffs() -> None:
    """CB-15.3: four return cards, no fair catch, no bounce."""
    _, course = free("punt", "8S 3S QS 6S 5H 2H 3H 4H 5D")
    assert course.purposes.count("return") == 4 and course.result.x == 26 + 14 - 5
    assert not {"punt-return", "down-punt"} & set(course.whats)


def test_jokers_of_the_free_kick_punt() -> None:
    """CB-15.2, CB-15.4, CB-47.57: out of bounds is the 50, later BJ a foul, RJ a muff and no block."""
    _, course = free("punt", "BJ 9H")
    assert (course.result.team, course.result.x) == (1, 50)
    s, _ = free("punt", "8S BJ 3S QS 6S")
    assert s.play.foul is not None and s.play.foul.due == "kick"
    s, course = free("punt", "8S RJ 3S QS 6S 5H 2H 3H 4H")
    assert s.play.muffed and course.purposes.count("return") == 3


def test_no_squib_and_no_on_side_kick_after_a_safety() -> None:
    """CB-15.5, CB-47.57"""
    _, course = free("kickoff", "9S 7S")
    assert "kickoff" not in course.whats


@pytest.mark.parametrize(("cover", "n", "k", "part"), [(9, 3, 1, 3), (9, 2, 1, 5), (7, 4, 2, 4)])
def test_shares_are_rounded_halves_up(cover: int, n: int, k: int, part: int) -> None:
    """CB-8.4"""
    assert coverage_share(cover, k, n) == part
