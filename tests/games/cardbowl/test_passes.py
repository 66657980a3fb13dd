"""Section 33: the pass, its four tests, interceptions."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.cardbowl.kit import Course, game, one, scene
from tests.games.cardbowl.throws import executed, throw, whole

from fieldhouse.games.cardbowl.rules.plays.passing import most_yardage
from fieldhouse.games.cardbowl.rules.plays.protection import threats
from fieldhouse.games.cardbowl.rules.state import Bowl


def test_who_may_receive() -> None:
    """CB-33.1, CB-47.97: WR, TE, back (released by it); not linemen, not committed blockers."""
    from fieldhouse.games.cardbowl.rules.plays.development import executions

    s = throw(phase := "pass:BT:R@end")
    one(s, "BF").lane = 1
    keys = [key for key in executions(s, face_up=False) if key.startswith("pass")]
    assert keys == ["pass:TER", "pass:WL1", "pass:WR1", "pass:BT:L", "pass:BT:R"]
    executed(s, "")
    assert one(s, "BT").released and one(s, "BT").side == "R" and one(s, "BT").up and phase


def test_assigned_cards_are_turned_up_and_count() -> None:
    """CB-33.2, CB-33.24, CB-33.25: 12 + 13 + 5 + 6 against 9 + 4 + 10."""
    s = throw()
    course = executed(s, "5C 6C 4C 10C AC")
    assert one(s, "CB-WL1").up and course.result.x == 30 + 13 + 1
    assert "corner on the left wideout in coverage -9" in " ".join(course.lines)


def test_before_the_defense_acts_the_end_covers_the_tight_end() -> None:
    """CB-33.2: he leaves his lane."""
    s = scene(cards={"QB": "QS", "D+7": "7H", "TER": "QH"}, call="pass:TER@quick")
    course = executed(s, "5C 6C 4C 10C AC")
    assert one(s, "D+7").cover == "TER" and "wide right end in coverage -7" in " ".join(course.lines)


def test_a_back_nobody_covers_may_be_given_one_card() -> None:
    """CB-33.3, CB-47.92: inside LB, OLB, CB or face-down DE of that side; it is a covering card."""
    s = throw("pass:BT:L@quick")
    course = executed(s, "", {"cover-back": []})
    assert course.menus["cover-back"] == ["none", "D-5", "OL", "M", "CB-WL1"]
    s = throw("pass:BT:L@end")
    s.play.lined = True
    for d in s.play.defense[:4]:
        d.up = True
    assert executed(s, "", {"cover-back": []}).menus["cover-back"] == ["none", "OL", "M", "CB-WL1"]
    s = throw("pass:BT:L@end")
    one(s, "OL").cover, one(s, "OL").at = "BT", "cover"
    assert "cover-back" not in executed(s, "").whats


def test_one_extra_card_within_range_before_the_pass_draw() -> None:
    """CB-33.4"""
    s = throw()
    course = executed(s, "5C 6C 4C 10C AC", {"extra": "SL"})
    assert course.menus["extra"] == ["none", "OL", "SL"] and course.purposes[0] == "pass"
    assert course.result.x == 30 + 36 - 9 - 8 - 14 + 1


@pytest.mark.parametrize(
    ("card", "pressure", "stance", "ok"),
    [
        ("JC", 0, "U", True),
        ("QC", 0, "U", False),
        ("QC", 0, "G", True),
        ("8C", 3, "U", True),
        ("9C", 3, "U", False),
        ("7C", 4, "U", True),
        ("8C", 4, "U", False),
    ],
)
def test_the_pass_draw_must_be_lower_than_the_qb(card: str, pressure: int, stance: str, ok: bool) -> None:
    """CB-33.5, CB-26.2, CB-48.17, CB-48.18: pressure counts in the test, +1 in shotgun."""
    s = throw(formation="i_form" if stance == "U" else "shotgun_te")
    s.play.pressure = pressure
    course = executed(s, f"{card} 2C")
    assert ("poor throw" in " ".join(course.lines)) is not ok
    assert course.labels[0] == f"pass draw against quarterback {12 + (stance == 'G')}" + (
        f", pressure {pressure}" if pressure else ""
    )


def test_pressure_never_touches_the_yards() -> None:
    """CB-26.2, CB-48.18: the QB still counts 12."""
    s = throw()
    s.play.pressure = 3
    assert executed(s, "5C 6C 4C 10C AC").result.x == 44


def test_a_poor_throw_still_draws_reception_and_both_defensive_cards() -> None:
    """CB-33.6, CB-33.19, CB-47.94"""
    course = executed(throw(), "KC 6C 4C 10C")
    assert course.purposes == ["pass", "reception", "coverage", "coverage"] and "yardage" not in course.whats
    assert course.result.end == "incomplete"


def test_red_joker_on_the_pass_draw() -> None:
    """CB-33.7: fumble 5 behind, no other draws."""
    s = throw()
    executed(s, "RJ")
    assert s.play.lost_at == 25


def test_black_joker_on_the_pass_draw() -> None:
    """CB-33.8: 5 yards against the offense, replaced."""
    s = throw()
    executed(s, "BJ 5C")
    assert s.play.foul is not None and (s.play.foul.by, s.play.foul.yards, s.play.foul.basis) == (
        0,
        5,
        "PREV",
    )


def test_yardage_cards_one_by_one_or_in_a_batch() -> None:
    """CB-33.9: none is compulsory, each counts."""
    s = throw()
    course = executed(s, "5C 7C 4C 6C 4D 10C AC", {"yardage": ["draw", "draw", "stop"]})
    assert course.purposes[:4] == ["pass", "yardage", "yardage", "reception"]
    assert course.result.x == 30 + 12 + 13 + 5 + 11 + 6 - 9 - 14 + 1
    course = executed(throw(), "5C 7C 4C 6C 4D 10C AC", {"yardage": ["batch:2", "stop"]})
    assert course.whats.count("yardage") == 2 and course.menus["yardage"][:3] == ["stop", "draw", "batch:2"]


def test_a_yardage_card_of_the_receivers_suit_is_incomplete() -> None:
    """CB-33.10, CB-47.94, CB-47.95: single draws stop, a batch goes on; no reception card."""
    course = executed(throw(), "5C 7H 4C 10C", {"yardage": "draw"})
    assert (
        course.purposes == ["pass", "yardage", "coverage", "coverage"] and course.result.end == "incomplete"
    )
    course = executed(throw(), "5C 7H 8C 9C 4C 10C", {"yardage": "batch:3"})
    assert course.purposes.count("yardage") == 3 and course.result.end == "incomplete"


def test_a_joker_receiver_is_a_heart_or_a_spade() -> None:
    """CB-33.10, CB-1.6"""
    course = executed(throw(WL1="BJ"), "5C 7S 4C 10C", {"yardage": "draw"})
    assert "receiver's suit" in " ".join(course.lines)


def test_red_joker_on_a_yardage_draw_is_an_interception() -> None:
    """CB-33.11, CB-47.95: no replacement; reception and defensive cards fix the spot; suit match does not
    save it.
    """
    s = throw()
    course = executed(s, "5C RJ 6C 4C 10C 3C", {"yardage": "draw"})
    assert s.play.changed and s.play.lost_at == 30 + 36 - 23
    assert course.purposes == ["pass", "yardage", "reception", "coverage", "coverage", "run after catch"]
    s = throw()
    course = executed(s, "5C 7H RJ 6C 4C 10C 3C", {"yardage": "batch:2"})
    assert s.play.changed and s.play.lost_at == 30 + 43 - 23


@pytest.mark.parametrize(("foul", "x", "down", "ltg"), [("9D", 20, 1, 40), ("9C", 35, 1, 45)])
def test_black_joker_on_a_yardage_draw(foul: str, x: int, down: int, ltg: int) -> None:
    """CB-33.12, CB-40.4: foul card after the play; red 10 from the line, black 5 and a first down."""
    s = throw()
    course = whole(s, f"5C BJ 7C 6C 4C 10C AC {foul}", {"yardage": ["draw", "stop"], "penalty": "accept"})
    assert course.purposes[-1] == "foul" and (s.x, s.down, s.ltg) == (x, down, ltg)


def test_limits_on_yardage_draws() -> None:
    """CB-33.13, CB-47.76, CB-48.32: none in the blocking phase, one at the start of turn 1 under a
    threat, one to backs.
    """
    s = throw()
    assert most_yardage(s, one(s, "WL1"), "quick") == 0
    assert most_yardage(s, one(s, "WL1"), "end") == 99
    assert most_yardage(s, one(s, "BT"), "end") == 1
    s = rushed()
    assert most_yardage(s, one(s, "WL1"), "start") == 1
    s.play.k = 2
    assert most_yardage(s, one(s, "WL1"), "start") == 99


def rushed(call: str = "pass:WL1@start", **cards: str) -> Bowl:
    """A rush of 24 against 19 in lane 1 (QB Q)."""
    fixed = {
        "QB": "QC",
        "WL1": "KH",
        "LT": "7D",
        "D-5": "JH",
        "OL": "KD",
        "LG": "10C",
        "RG": "10D",
        "TER": "9C",
    }
    s = scene(cards={**fixed, **cards}, lanes={"LT": 0, "LG": 1, "RG": 2, "TER": 3}, call=call)
    one(s, "OL").lane = 0
    s.play.lined, s.play.k = True, 1
    assert threats(s) == [(24, 19, (0,))]
    return s


def test_under_a_threat_each_further_yardage_card_needs_a_protection_round() -> None:
    """CB-33.14, CB-47.76, CB-47.78, CB-48.32: none is free without a passed turn, one may be drawn after
    a sack draw.
    """
    s = rushed()
    course = executed(s, "5S 9S 7S 6D 4C 10H AC", {"yardage": ["draw", "stop"]})
    assert course.purposes[:4] == ["pass", "sack", "yardage", "reception"] and s.play.pressure == 0
    assert course.menus["yardage"] == ["stop", "draw"] and course.whats.count("yardage") == 1
    s = rushed()
    course = executed(s, "5S 2H", {"yardage": "draw"})
    assert course.result.x == 30 - 6 and "incomplete" not in course.result.end


def test_the_sample_pass_under_pressure() -> None:
    """CB-48.19, CB-26.3, CB-26.4, CB-33.28: 47 against 31 is 16; run draw 3 against a safety 5 is 0."""
    s = rushed(**{"CB-WL1": "9H", "SL": "8H", "SR": "5H"})
    s.play.passed, s.play.k, s.play.pressure = 1, 2, 3
    one(s, "SR").at = "SL"
    answers = {"yardage": ["draw", "draw", "stop"], "extra": "SL", "tackle": ["SR", "done"]}
    course = executed(s, "5C 7S 8S 4C 6D 4D 10H 3C", answers)
    assert course.purposes == [
        "pass",
        "yardage",
        "sack",
        "yardage",
        "reception",
        "coverage",
        "coverage",
        "run after catch",
    ]
    assert "offense 47, defense 31" in " ".join(course.lines) and course.result.x == 46


@pytest.mark.parametrize(("card", "caught"), [("QC", True), ("KC", False)])
def test_the_reception_card_must_be_lower_than_the_receiver(card: str, caught: bool) -> None:
    """CB-33.15: receiver K."""
    course = executed(throw(CB_WL1="2S"), f"5C {card} 4C 10C AC")
    assert (course.result.end == "ball") is caught


def test_red_joker_on_the_reception_draw() -> None:
    """CB-33.16: the replacement counts for the spot."""
    s = throw()
    executed(s, "5C RJ 6C 4C 10C 3C")
    assert s.play.changed and s.play.lost_at == 30 + 36 - 23


def test_black_joker_on_the_reception_draw() -> None:
    """CB-33.17"""
    s = throw()
    executed(s, "5C BJ 6C")
    assert s.play.foul is not None and (s.play.foul.by, s.play.foul.yards, s.play.foul.basis) == (
        0,
        10,
        "PREV",
    )


def test_drawn_cards_may_be_given_up_while_the_pass_is_alive() -> None:
    """CB-33.18, CB-47.93, CB-48.29: 39 would end past the line; without the 9 it is caught 1 yard deep."""
    s = throw(QB="KS", WL1="JH", CB_WL1="8C", SL="7S")
    s.x, s.ltg = 99, 100
    course = executed(s, "6C 9C 5C 8D", {"extra": "SL", "give-up": ["9C", "done"]})
    assert course.result.end == "touchdown" and "2-yard gain" in " ".join(course.lines)
    assert any("Red gives up the 9♣ for yardage." in line for line in course.lines)
    s = throw(QB="KS", WL1="JH", CB_WL1="8C", SL="7S")
    s.x, s.ltg = 99, 100
    assert executed(s, "6C 9C 5C 8D", {"extra": "SL"}).result.end == "touchdown"  # +11, x = 110
    s = throw(QB="KS", WL1="JH", CB_WL1="8C", SL="7S")
    s.x, s.ltg = 99, 100
    assert executed(s, "6C 9C 4C 8D", {"extra": "SL"}).result.end == "incomplete"  # +12
    s = throw(QB="KS", WL1="JH", CB_WL1="8C", SL="7S")
    s.x, s.ltg = 99, 100
    assert "give-up" not in executed(s, "KC 9C 4C 8D", {"extra": "SL"}).whats


def test_a_touchdown_is_told_without_a_first_down_at_the_goal_line() -> None:
    """CB-41.1: nobody has a new series there."""
    s = throw(QB="KS", WL1="JH", CB_WL1="8C", SL="7S")
    s.x, s.ltg = 99, 100
    course = Course(s, "6C 9C 5C 8D", {"extra": "SL"}).run(game().play(s))
    told = " ".join(course.lines)
    assert s.scores == [6, 0] and "touchdown" in told.lower() and "First down" not in told


@pytest.mark.parametrize(("d1", "end"), [("6D", "ball"), ("7D", "incomplete")])
def test_the_break_up(d1: str, end: str) -> None:
    """CB-33.20, CB-47.90, CB-48.27: receiver Q, reception 7, cover K: from 7 on; 6 is a tie and complete."""
    s = throw(WL1="QH", CB_WL1="KS", QB="KD")
    assert executed(s, f"5C 7C {d1} 2C AC").result.end == end


def test_the_highest_covering_card_breaks_up_not_the_extra_one() -> None:
    """CB-33.20, CB-47.91"""
    s = throw(WL1="QH", CB_WL1="3S", SL="KS", QB="KD")
    assert executed(s, "5C 7C 9D 2C AC", {"extra": "SL"}).result.end == "ball"
    s = throw(WL1="QH", CB_WL1="3S", SL="KS", QB="KD")
    one(s, "SL").cover, one(s, "SL").at = "WL1", "cover"
    assert executed(s, "5C 7C 9D 2C AC").result.end == "incomplete"


def test_red_joker_on_a_defensive_draw_intercepts_even_an_incomplete_pass() -> None:
    """CB-33.21"""
    s = throw()
    executed(s, "KC 6C RJ 4C 10C 3C")
    assert s.play.changed and s.play.lost_at == 30 + 44 - 23


def dpi(draws: str, x: int = 30, answers: dict[str, Any] | None = None, **cards: str) -> Bowl:
    s = throw(**cards)
    s.x, s.ltg = x, min(100, x + 10)
    whole(s, draws, {"penalty": "accept", **(answers or {})})
    return s


def test_pass_interference() -> None:
    """CB-33.22, CB-40.7, CB-47.97: first down at the spot; in the end zone the 1; D > O is 5 yards; past
    110 nothing.
    """
    s = dpi("KC 6C BJ 4C 10C")
    assert (s.x, s.down) == (30 + 44 - 23, 1)
    s = dpi("KC 6C BJ 4C 10C", x=80)
    assert (s.x, s.down, s.ltg) == (99, 1, 100)
    s = dpi("5C 2C BJ KC 10C", x=30, QB="6D", WL1="4D", CB_WL1="KS")
    assert (s.x, s.down) == (35, 1) and s.ltg == 40
    s = dpi("KC 6C BJ 4C 10C", x=95)
    assert (s.x, s.down) == (95, 2)


def test_interference_may_be_declined() -> None:
    """CB-33.22"""
    s = throw()
    whole(s, "5C 6C BJ 4C 10C KC 5D 7D 8D", {"penalty": "decline"})
    assert s.x > 30 + 13


def test_interception_spot_and_end_zones() -> None:
    """CB-33.23, CB-47.96: at most 5 behind; beyond 110 incomplete; end zone touchback or run; at 0
    touchdown.
    """
    s = throw(QB="6D", WL1="4D", CB_WL1="KS")
    executed(s, "5C RJ 2C QC 10C 3C")
    assert s.play.lost_at == 25
    s = throw()
    s.x = 98
    assert executed(s, "5C RJ 6C 4C 10C").result.end == "incomplete"  # 98 + 13 = 111
    s = throw()
    s.x = 90
    assert executed(s, "5C RJ 6C 4C 10C", {"end-zone": "touchback"}).result.end == "touchback"
    s = throw()
    s.x = 90
    assert executed(s, "5C RJ 6C 4C 10C 7C", {"end-zone": "run"}).result.x == 4
    s = throw(QB="6D", WL1="4D", CB_WL1="KS")
    s.x = 4
    course = executed(s, "5C RJ 2C QC 10C")
    assert (course.result.end, course.result.team) == ("touchdown", 1)


def test_a_completion_behind_the_line_may_be_thrown_away() -> None:
    """CB-33.26, CB-47.98: only if O < D."""
    cards = {"QB": "9D", "WL1": "7D", "CB_WL1": "6S"}
    assert executed(throw(**cards), "5C 2C KC 10C", {"throw-away": "away"}).result.end == "incomplete"
    course = executed(throw(**cards), "5C 2C KC 10C AC", {"throw-away": "keep"})
    assert course.result.x == 30 - 6 + 1
    assert course.prompts["throw-away"] == "6-yard loss. Keep the catch?"
    even = executed(throw(**cards), "5C 2C 7C 10C AC")
    assert "throw-away" not in even.whats and even.result.x == 31


def test_the_end_line() -> None:
    """CB-33.27, CB-47.12: exactly 110 is caught, 111 is not, 100 is a touchdown."""
    for x, end in ((97, "touchdown"), (98, "incomplete"), (87, "touchdown"), (85, "ball")):
        s = throw()
        s.x, s.ltg = x, 100
        assert executed(s, "5C 6C 4C 10C AC").result.end == end, x  # + 13


def test_three_cards_against_a_back() -> None:
    """CB-48.30: no cover, one extra, two draws."""
    s = throw("pass:BT:L@end", BT="QH")
    for name in ("OL", "OR"):
        one(s, name).cover, one(s, name).at = "WL1", "cover"
    for d in s.play.defense:
        d.up = d.name != "M"
    course = executed(s, "5C 6C 4C 10C AC", {"cover-back": "none", "extra": "M"})
    summed = next(line for line in course.lines if line.startswith("Pass:"))
    assert "in coverage" not in summed and "extra middle linebacker" in summed
