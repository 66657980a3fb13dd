"""Sections 35 and 36: screen and lateral."""

from __future__ import annotations

from typing import Any

from tests.games.cardbowl.carries import executed
from tests.games.cardbowl.kit import Course, one, scene

from fieldhouse.games.cardbowl.rules.plays.development import executions, side_groups
from fieldhouse.games.cardbowl.rules.state import Bowl

# Screen


def screen(
    draws: str, answers: dict[str, Any] | None = None, call: str = "screen:BT:lane2@end", **cards: str
) -> tuple[Bowl, Course]:
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
