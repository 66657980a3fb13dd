"""Sections 30 to 32 and 35 to 38: rush, sneak, scramble, screen, lateral, open field, tackles."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.cardbowl.kit import Course, game, one, scene

from fieldhouse.games.cardbowl.rules.plays.developing import execute, executions, side_groups
from fieldhouse.games.cardbowl.rules.plays.openfield import (
    eligible_blockers,
    eligible_tacklers,
    group_of,
    meets,
    open_run,
)
from fieldhouse.games.cardbowl.rules.plays.rush import run_loss, way_of
from fieldhouse.games.cardbowl.rules.state import State
from fieldhouse.kernel.requests import Rules


def executed(s: State, draws: str, answers: dict[str, Any] | None = None) -> Course:
    """Resolve the announced play, without fouls and closing."""
    return Course(s, draws, answers).run(execute(s))


def whole(s: State, draws: str, answers: dict[str, Any] | None = None) -> Course:
    return Course(s, draws, answers).run(game().play(s))


# The rush of CB-48.22: carrier Q, blocking back 9, RG 8 against DT 7, extra M 10.
CARDS = {"BT": "QH", "BF": "9H", "RG": "8H", "D+2": "7H", "M": "10H", "QB": "5D"}
LANES = {"BF": 2, "RG": 2}


def rush(call: str = "rush:BT:lane3@end", lanes: dict[str, int] | None = None, **cards: str) -> State:
    return scene(cards={**CARDS, **cards}, lanes=lanes or LANES, call=call)


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
    from fieldhouse.games.cardbowl.rules.plays.blocking import sneaks

    assert sneaks(scene(alignment="5-2")) == [
        "sneak:lane2",
        "sneak:lane3",
        "sneak:lane4",
        "sneak:lane2-3",
        "sneak:lane3-4",
    ]
    assert sneaks(scene("shotgun_te")) == []


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


# Screen


def screen(
    draws: str, answers: dict[str, Any] | None = None, call: str = "screen:BT:lane2@end", **cards: str
) -> tuple[State, Course]:
    cards = {"QB": "JD", "BT": "KH", "LG": "9H", "D-2": "10H", "M": "JH", "OL": "4H", **cards}
    s = scene(cards=cards, lanes={"LG": 1}, call=call)
    return s, executed(s, draws, {"extra": "M", **(answers or {})})


def test_a_screen_goes_to_a_back_behind_a_lane_or_a_side_group() -> None:
    """CB-35.1, CB-35.2: face-down WRs and a released back of that side."""
    s = scene("single_back", alignment="4-3")
    assert side_groups(s) == ["WL1", "WL2", "WL1+WL2", "WR1"]
    s = scene("pro_set")
    one(s, "BL").released = True
    assert side_groups(s) == ["WL1", "BL", "WL1+BL", "WR1"]
    one(s, "WL1").up = True
    assert side_groups(s) == ["BL", "WR1"]
    s = scene("shotgun_spread", alignment="dime")
    one(s, "BR").released = True  # never two WRs and a back
    assert side_groups(s)[3:] == ["WR1", "WR2", "WR1+WR2", "BR", "WR1+BR", "WR2+BR"]
    s.edition = 1
    assert "WR1+WR2+BR" in side_groups(s)
    s = scene("pro_set")
    one(s, "BL").released = True
    one(s, "WL1").up = True
    assert "screen:BR:WR1" in executions(s, face_up=False) and not any(
        key.startswith("screen:BL") for key in executions(s, face_up=False)
    )


def test_a_complete_screen_runs_and_always_reaches_the_open_field() -> None:
    """CB-35.3, CB-35.5, CB-35.6, CB-47.104, CB-47.105, CB-47.106, CB-48.35: 43 against 40 is 2, 7 - 4 is
    3.
    """
    _s, course = screen("6C 8C 5C JC 3C 7C", {"tackle": ["OL", "done"]})
    assert course.purposes == ["pass", "reception", *["defensive"] * 3, "open-field"]
    assert course.result.x == 35 and "yardage" not in course.whats
    assert "offense 43, defense 40" in " ".join(course.lines)


def test_a_failed_screen_ends_without_defensive_draws() -> None:
    """CB-35.4, CB-47.107: the reception card is still drawn; its RJ is an interception."""
    _, course = screen("JC 8C")
    assert course.purposes == ["pass", "reception"] and course.result.end == "incomplete"
    _, course = screen("6C KC")
    assert course.result.end == "incomplete"
    s, course = screen("JC RJ 8C 5C 4C 3C 7C")
    assert s.play.changed


def test_shotgun_in_a_screen() -> None:
    """CB-47.112: QB +1 in test 1, carrier -1 in the run."""
    s = scene("shotgun_te", cards={"QB": "JD", "BL": "KH"}, call="screen:BL:lane2@end")
    course = executed(s, "JC 8C 5C 4C 3C 7C")
    assert course.result.end == "ball" and "left back doubled 24" in " ".join(course.lines)


def test_a_losing_screen_may_be_thrown_away_before_the_run() -> None:
    """CB-35.7, CB-47.109"""
    _, course = screen("6C 2C 10C KC QC", {"throw-away": "away"}, BT="3H")
    assert course.result.end == "incomplete" and "open-field" not in course.purposes
    _, course = screen("6C 2C 10C KC QC 7C", {"throw-away": "keep"}, BT="3H")
    assert course.result.x == 30 - 5 + 7


def test_an_intercepted_screen() -> None:
    """CB-35.8, CB-47.108: run-style yardage, at most 5 behind."""
    s, course = screen("6C RJ 8C 5C JC 3C 7C")
    assert s.play.lost_at == 32 and (course.result.team, course.result.x) == (1, 68 + 7)
    s, _ = screen("6C RJ 2C KC QC KD 7C", BT="3H")
    assert s.play.lost_at == 25


def test_side_and_middle_screens() -> None:
    """CB-35.9: an end lane or a side group is a side play."""
    for call, way in (
        ("screen:BT:lane1@end", "L"),
        ("screen:BT:lane2@end", "middle"),
        ("screen:BT:WL1@end", "L"),
    ):
        s, _ = screen("6C 8C", {"extra": "none"}, call=call)
        assert s.play.way == way


def test_the_extra_card_against_a_side_group() -> None:
    """CB-35.10, CB-47.133, CB-42.9: LB or S with a member in range; the corners are its defense."""
    _s, course = screen(
        "6C 8C 5C 4C 3C 7C", {"extra": "SL"}, call="screen:BT:WL1@end", SL="9C", **{"CB-WL1": "10D"}
    )
    assert course.menus["extra"] == ["none", "OL", "SL"]
    assert "corner on the left wideout -10" in " ".join(course.lines)


# Lateral


def test_a_lateral_needs_only_the_reception_card() -> None:
    """CB-36.1, CB-36.3, CB-36.4, CB-47.110, CB-48.36: 49 against 41 is 4 - 5 = -1; OFR 6: +5."""
    s = scene(
        "ace",
        cards={"BT": "QH", "LT": "10H", "TEL": "6H", "D-7": "9H", "OL": "8H"},
        lanes={"LT": 0, "TEL": 0},
        call="lateral:BT:lane1@end",
    )
    course = executed(s, "9C 4C 7C KC 6C", {"extra": "OL"})
    assert course.purposes[0] == "reception" and course.result.x == 35 and s.play.way == "L"
    assert "throw-away" not in course.whats


def test_a_dropped_lateral_is_a_fumble_five_behind() -> None:
    """CB-36.2, CB-47.111: RJ the same; BJ is 10 yards and replaced."""
    for draws in ("QC", "RJ"):
        s = scene(cards={"BT": "QH"}, call="lateral:BT:lane1@end")
        executed(s, draws)
        assert s.play.lost_at == 25
    s = scene(cards={"BT": "QH"}, call="lateral:BT:lane1@end")
    executed(s, "BJ 9C")
    assert s.play.foul is not None and (s.play.foul.yards, s.play.foul.by) == (10, 0)


def test_a_losing_lateral_counts_from_five_behind() -> None:
    """CB-36.3, CB-47.110"""
    s = scene(cards={"BT": "4D"}, call="lateral:BT:lane1@end")
    assert executed(s, "AC QC KC 9C 7C").result.x == 30 - 5 - 5 + 7


def test_the_side_of_a_lateral_over_the_middle_is_the_backs() -> None:
    """CB-36.4"""
    s = scene(alignment="3-4")
    assert {"lateral:BT:lane2:L", "lateral:BT:lane2:R", "lateral:BT:lane1"} <= set(
        executions(s, face_up=False)
    )


# Open field


def ofr(draws: str, n: int, x: int = 30, **kw: Any) -> tuple[State, Course, list[tuple[int, str]]]:
    s = scene()
    s.pool = list({*s.pool, *draws.split()})
    got: list[tuple[int, str]] = []

    def run() -> Rules:
        got.append((yield from open_run(s, 0, x, n, **kw)))

    return s, Course(s, draws).run(run()), got


def test_face_cards_give_the_next_set() -> None:
    """CB-37.1, CB-37.2, CB-37.3, CB-37.4, CB-48.33: Q, then K and J, then four; all seven count."""
    _, course, got = ofr("QC KC JC 7C 8C 9C 10C", 1, x=0)
    assert len(course.purposes) == 7 and got == [(70, "dead")]


def test_a_fumble_in_a_set_is_at_the_cards_before_it() -> None:
    """CB-37.5, CB-47.101: past the goal line it is a touchdown."""
    assert ofr("7C RJ", 3)[2] == [(37, "fumble")]
    assert ofr("9C 8C RJ", 3, x=85, number=0)[2] == [(102, "touchdown")]


def test_an_open_field_foul() -> None:
    """CB-37.6, CB-40.6, CB-47.101, CB-48.43: run of 6 from 30, set of two 5 and BJ, 8: 9H is 31, 9C is 54."""
    for foul, x, down in (("9H", 31, 1), ("9C", 54, 1)):
        s = rush(BF="9D")
        draws = f"QC 3C 9S 8C 5C BJ 8D {foul}"  # O 49, D 37: gain 6, two cards
        course = whole(s, draws, {"extra": "M", "penalty": "accept"})
        assert course.purposes[-4:] == ["open-field", "open-field", "open-field", "foul"]
        assert (s.x, s.down) == (x, down)


def test_the_run_is_compulsory_except_late() -> None:
    """CB-37.7: no question in the ordinary course."""
    assert ofr("7C 8C", 2)[1].whats == []


def test_the_goal_line_ends_the_run() -> None:
    """CB-37.8: without tacklers at once, else the set is completed and tackled first."""
    s, course, got = ofr("9C 8C 7C", 3, x=85)
    assert got == [(102, "touchdown")] and len(course.purposes) == 2
    s = scene()
    s.play.way = "middle"
    assert eligible_tacklers(s, 1)


# Tackles


def test_tacklers_come_from_face_down_cards_outside_the_lanes() -> None:
    """CB-38.1, CB-38.2: applied cards are revealed."""
    s = rush()
    one(s, "OL").up = True
    course = executed(s, "KC 3C 7C 2C 4D 5C 6C", {"extra": "M", "tackle": ["OR", "done"]})
    assert "OL" not in course.menus["tackle"] and not any(
        name.startswith("D") for name in course.menus["tackle"]
    )
    assert one(s, "OR").up


def test_net_tacklers_stop_the_run_face_cards_or_not() -> None:
    """CB-38.3, CB-37.3, CB-47.99"""
    s = rush(OR="KD")
    course = executed(s, "JC 3C 7C 2C QC", {"extra": "M", "tackle": ["OR", "done"]})
    assert course.purposes.count("open-field") == 1
    assert course.result.x == 40  # 48 against 29, half of 19 rounded up, and nothing in the open field


def test_side_plays() -> None:
    """CB-38.4, CB-47.100: same side and M first, then OLB, inside and S of the other side, no CB."""
    first = {("CB", "L"), ("S", "L"), ("OLB", "L"), ("ILB", "L"), ("M", "C")}
    second = {("OLB", "R"), ("ILB", "R"), ("S", "R")}
    groups = {(kind, side) for kind in ("CB", "S", "OLB", "ILB") for side in "LR"} | {("M", "C")}
    assert {g for g in groups if meets("L", 1, g)} == first
    assert {g for g in groups if meets("L", 2, g)} == second


def test_middle_plays() -> None:
    """CB-38.5: linebackers, then safeties; never corners."""
    groups = {(kind, side) for kind in ("CB", "S", "OLB", "ILB") for side in "LR"} | {("M", "C")}
    assert {kind for kind, side in groups if meets("middle", 1, (kind, side))} == {"OLB", "ILB", "M"}
    assert {kind for kind, side in groups if meets("middle", 2, (kind, side))} == {"S"}


def test_a_face_down_end_counts_as_outside_linebacker() -> None:
    """CB-38.6: every other covering card is a corner of that side."""
    s = scene()
    end = one(s, "D+7")
    end.lane, end.at, end.cover = -1, "cover", "TER"
    assert group_of(s, end) == ("OLB", "R") and group_of(s, one(s, "CB-WL1")) == ("CB", "L")


def test_from_the_third_set_on_nobody_tackles() -> None:
    """CB-38.7, CB-47.100"""
    s = scene()
    s.play.way = "L"
    assert eligible_tacklers(s, 1) and eligible_tacklers(s, 2) and eligible_tacklers(s, 3) == []


def test_downfield_blockers() -> None:
    """CB-38.8, CB-47.103: they only cancel tacklers; backs at half."""
    s = scene("pro_set")
    s.play.way, s.play.carrier = "L", "BR"
    assert [o.name for o in eligible_blockers(s, 1)] == ["TER", "WL1", "BL"]
    assert [o.name for o in eligible_blockers(s, 2)] == ["WR1"]
    s = rush(OR="KD", TER="10D")
    course = executed(
        s, "JC 3C 7C 2C QC 4D 5C", {"extra": "M", "tackle": ["OR", "done"], "downfield": ["TER", "done"]}
    )
    assert course.purposes.count("open-field") == 3  # 12 - (13 - 10) = 9 gained, two more cards
    assert course.result.x == 40 + 9 + 9


def test_returns_have_no_tacklers() -> None:
    """CB-38.9, CB-47.102"""
    assert ofr("7C 8C", 2)[1].whats == []
    s = scene()
    assert eligible_tacklers(s, 0) == []


def test_a_set_against_the_other_side() -> None:
    """CB-48.34: K after the catch, S 7: 6 yards and three more; then the other side may tackle."""
    s = scene(cards={"QB": "KS", "WL1": "KH", "SL": "7H", "OR": "2H"}, call="pass:WL1@end")
    course = executed(
        s, "9C 8C 5C 6C KC 4C QC 3C 9D 8D", {"tackle": ["SL", "done", "OR", "done"], "extra": "none"}
    )
    assert course.purposes.count("open-field") == 5 and course.purposes.count("run after catch") == 1
    assert course.whats.count("tackle") == 4
