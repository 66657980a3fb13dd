"""Sections 30 to 32: rush, sneak, scramble."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.cardbowl.carries import LANES, executed, rush, whole
from tests.games.cardbowl.kit import Course, one, scene

from fieldhouse.games.cardbowl.rules.plays.development import executions
from fieldhouse.games.cardbowl.rules.plays.rush import run_loss, way_of


def test_a_back_runs_through_one_lane_or_between_two() -> None:
    """CB-30.1: not a committed blocker, not a released man; all cards of the lanes take part."""
    s = rush()
    keys = executions(s, face_up=False)
    assert "rush:BT:lane3" in keys and "rush:BT:lane2-3" in keys and "rush:BT:lane1-3" not in keys
    assert not any(key.startswith("rush:BF") for key in keys)
    one(s, "BT").released = True
    assert not any(key.startswith("rush:BT") for key in executions(s, face_up=False))
    s = rush("rush:BT:lane2-3@end", {**LANES, "LG": 1})
    executed(s, "6C 3C 9C 2C")
    assert one(s, "D-2").up and one(s, "LG").up


def test_order_of_a_rush() -> None:
    """CB-30.2, CB-30.3, CB-30.6, CB-30.7, CB-30.10, CB-30.11, CB-48.22: 43 against 31, gain 6."""
    course = executed(rush(), "6C 3C 9C 2C", {"extra": "M"})
    assert course.purposes == ["handoff", "defensive", "defensive", "defensive"] and course.whats == ["extra"]
    assert course.result.x == 36
    summed = next(line for line in course.lines if line.startswith("Rush"))
    assert "offense 43, defense 31" in summed and "extra middle linebacker -10" in summed


def test_equal_sides_gain_nothing() -> None:
    """CB-30.11: 43 against 7 + 36."""
    assert executed(rush(), "6C KC KD 10C").result.x == 30


def test_a_fumbled_handoff() -> None:
    """CB-30.4, CB-47.81: three defensive draws fix the spot, no cap; no extra card."""
    s = rush()
    course = executed(s, "RJ KC 4C QC")
    assert s.play.lost_at == 30 - 5 and course.stopped == "draw:recovery"
    assert "extra" not in course.whats and course.purposes[:4] == ["handoff", *["defensive"] * 3]


@pytest.mark.parametrize(
    ("foul", "x", "down"), [("9H", 20, 1), ("QD", 15, 1), ("RJ", 15, 1), ("4C", 41, 1), ("QC", 51, 1)]
)
def test_black_joker_on_the_handoff(foul: str, x: int, down: int) -> None:
    """CB-30.5, CB-47.31, CB-47.127: replaced at once, foul card after the play; black is always a first
    down.
    """
    s = rush(BF="9D")
    course = whole(s, f"BJ 6C 3C 9C 2C {foul}", {"extra": "M", "penalty": "accept"})
    assert course.purposes == ["handoff", "handoff", *["defensive"] * 3, "foul"]
    assert (s.x, s.down) == (x, down)
    assert s.ltg == (40 if foul in ("9H", "QD", "RJ") else x + 10)


def test_the_extra_card_is_chosen_after_the_handoff_and_may_be_left_out() -> None:
    """CB-30.6, CB-47.83"""
    course = executed(rush(), "6C 3C 9C 2C", {"extra": "none"})
    assert course.result.x == 30 + 11  # 43 - 21 = 22
    assert course.menus["extra"] == ["none", "M", "OR"]


def test_red_joker_on_a_defensive_draw_is_a_fumble_at_the_end_of_the_run() -> None:
    """CB-30.8, CB-47.82: replacement, no open-field run; void at the goal line."""
    s = rush()
    course = executed(s, "KC RJ 3C 9C 2C", {"extra": "M"})
    assert s.play.lost_at == 30 + 10 and "open-field" not in course.purposes  # 50 - 31 = 19 -> 10
    s = rush()
    s.x = 95
    assert executed(s, "KC RJ 3C 9C 2C").result.end == "touchdown"


@pytest.mark.parametrize(
    ("foul", "x", "first"), [("9H", 20, False), ("4C", 41, True), ("9S", 41, True), ("QC", 51, True)]
)
def test_black_joker_on_a_defensive_draw(foul: str, x: int, first: bool) -> None:
    """CB-30.9, CB-40.5: 36 + 5; A-5 has no AFD but 41 reaches the line to gain here."""
    s = rush(BF="9D")
    whole(s, f"6C BJ 3C 9C 2C {foul}", {"extra": "M", "penalty": "accept"})
    assert s.x == x and (s.ltg == x + 10) is first


def test_low_black_foul_card_repeats_the_down_without_first_down() -> None:
    """CB-30.9, CB-40.9, CB-47.121, CB-47.127: gain 0 + 5 on 2nd and 10 is 2nd and 5."""
    for foul, down in (("4C", 2), ("9S", 1)):
        s = rush()
        s.down = 2
        whole(s, f"6C BJ KC KD 10C {foul}", {"penalty": "accept"})
        assert (s.x, s.down) == (35, down)


def test_losses_are_open_field_values_capped_by_half_the_shortfall() -> None:
    """CB-30.12, CB-47.79, CB-48.23"""
    assert run_loss(-20, ["3S", "7S", "JS"]) == 1
    assert run_loss(-10, ["4S", "QS", "KS"]) == 5
    assert run_loss(-4, ["4S", "QS", "KS"]) == 2
    assert run_loss(-5, ["4S", "QS", "KS"]) == 2
    s = rush(BT="2H", BF="3H")
    assert executed(s, "6C QC KC 4C").result.x == 30 - 5


def test_breaking_into_the_open_field() -> None:
    """CB-30.13, CB-48.24: handoff K, draws J, 7, 3: two cards."""
    course = executed(rush(), "KC JC 7C 3C 4D 5C", {"extra": "none"})
    assert course.purposes.count("open-field") == 2
    course = executed(rush(BT="2H"), "KC JC 7C QC 4D")
    assert "open-field" not in course.purposes  # O < D


def test_around_the_end_and_through_the_line() -> None:
    """CB-30.14, CB-47.89"""
    s = scene()
    assert [way_of(s, lanes) for lanes in ([0], [3], [1], [0, 1])] == ["L", "R", "middle", "middle"]


def test_at_the_goal_line_nothing_more_is_drawn() -> None:
    """CB-30.15"""
    s = rush()
    s.x = 94
    course = executed(s, "KC 3C 2C AC")
    assert course.result.end == "touchdown" and "open-field" not in course.purposes


def test_a_run_that_ends_behind_the_own_goal_line_is_a_safety() -> None:
    """CB-2.8, CB-47.13: exactly 0 counts."""
    s = rush(BT="2H", BF="3H")
    s.x = 5
    assert executed(s, "6C QC KC 4C").result.end == "safety"


# Sneak


def sneak(draws: str, lane: str = "lane2", **cards: str) -> Course:
    s = scene(cards={"QB": "QD", "LG": "9H", "D-2": "8H", **cards}, lanes={"LG": 1}, call=f"sneak:{lane}")
    return executed(s, draws)


def test_a_sneak_is_under_centre_through_inner_lanes() -> None:
    """CB-31.1, CB-31.2, CB-47.70, CB-47.87"""
    from fieldhouse.games.cardbowl.rules.plays.blocking import sneak_keys

    assert sneak_keys(scene(alignment="5-2")) == [
        "sneak:lane2",
        "sneak:lane3",
        "sneak:lane4",
        "sneak:lane2-3",
        "sneak:lane3-4",
    ]
    assert sneak_keys(scene("shotgun_te")) == []


def test_two_draws_no_handoff_no_extra() -> None:
    """CB-31.3, CB-31.4, CB-31.7: 21 against 8 + 7: 6/4 is 2 (CB-31.5)."""
    course = sneak("3C 4D")
    assert course.purposes == ["defensive", "defensive"] and course.whats == []
    assert course.result.x == 32 and "Sneak: offense 21, defense 15" in " ".join(course.lines)


@pytest.mark.parametrize(
    ("draws", "gain"),
    [("6C 7D", 0), ("5C 7D", 0), ("4D 7D", 1), ("AC 7D", 1), ("AC 6D", 2), ("AC 3D", 2), ("AC 2D", 3)],
)
def test_a_quarter_of_the_difference(draws: str, gain: int) -> None:
    """CB-31.5, CB-48.25: 0-1 none, 2-5 one, 6-9 two, 10-13 three (13 less the draws)."""
    assert sneak(draws).result.x == 30 + gain


def test_a_sneak_loses_at_most_one() -> None:
    """CB-31.6, CB-47.84, CB-47.86, CB-48.25: -7 with K and 4 loses 1; without face cards nothing."""
    assert sneak("KC 7D").result.x == 29
    assert sneak("10C 10D").result.x == 30
    assert sneak("KC AC").result.x == 30  # -1/4 rounds to 0


def test_jokers_on_a_sneak() -> None:
    """CB-31.8, CB-47.85: fumble at the end, two draws."""
    s = scene(cards={"QB": "QD", "LG": "9H", "D-2": "8H"}, lanes={"LG": 1}, call="sneak:lane2")
    course = executed(s, "RJ 3C 4D")
    assert s.play.lost_at == 32 and course.purposes.count("defensive") == 3


# Scramble


def scrambled(
    draws: str, answers: dict[str, Any] | None = None, call: str = "scramble:lane4@end", **cards: str
) -> Course:
    s = scene(
        "i_form_flip",
        cards={"QB": "9D", "RT": "10C", "D+5": "6H", "OR": "8H", **cards},
        lanes={"RT": 3},
        call=call,
    )
    return executed(s, draws, {"extra": "OR", **(answers or {})})


def test_a_scramble() -> None:
    """CB-32.1, CB-32.2, CB-32.3, CB-32.5, CB-47.88, CB-48.26: 19 against 30, J: loss 1; no open field."""
    course = scrambled("JC 5C")
    assert course.result.x == 29 and course.purposes == ["defensive", "defensive"]
    assert scrambled("2C 3C", {"extra": "none"}).result.x == 34  # 19 - 11 = 8
    assert any(key.startswith("scramble") for key in executions(scene("shotgun_te"), face_up=True))


def test_a_scramble_never_loses_more_than_six() -> None:
    """CB-32.4: two kings and a great shortfall."""
    assert scrambled("KC KD", QB="2D", RT="3H").result.x == 24


def test_jokers_on_a_scramble() -> None:
    """CB-32.6"""
    course = scrambled("RJ 2C 3C", {"extra": "none"})
    assert course.stopped == "draw:recovery" and course.purposes.count("defensive") == 3


def test_out_of_bounds_around_an_end_for_two_yards() -> None:
    """CB-32.7: the result may become negative; not through the middle."""
    assert scrambled("2C 3C", {"extra": "none", "scramble-out": "out"}).result.x == 32
    assert scrambled("JC 5C", {"scramble-out": "out"}).result.x == 27
    assert "scramble-out" not in scrambled("2C 3C", {"extra": "none"}, call="scramble:lane3@end").whats
