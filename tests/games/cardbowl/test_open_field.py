"""Sections 37 and 38: the open field and tackles."""

from __future__ import annotations

from typing import Any

from tests.games.cardbowl.carries import executed, rush, whole
from tests.games.cardbowl.kit import Course, one, scene

from fieldhouse.games.cardbowl.rules.plays.open_field import (
    eligible_blockers,
    eligible_tacklers,
    group_of,
    meets_set,
    open_run,
)
from fieldhouse.games.cardbowl.rules.state import Bowl
from fieldhouse.kernel.requests import Rules

# Open field


def ofr(draws: str, n: int, x: int = 30, **kw: Any) -> tuple[Bowl, Course, list[tuple[int, str]]]:
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
    assert {g for g in groups if meets_set("L", 1, g)} == first
    assert {g for g in groups if meets_set("L", 2, g)} == second


def test_middle_plays() -> None:
    """CB-38.5: linebackers, then safeties; never corners."""
    groups = {(kind, side) for kind in ("CB", "S", "OLB", "ILB") for side in "LR"} | {("M", "C")}
    assert {kind for kind, side in groups if meets_set("middle", 1, (kind, side))} == {"OLB", "ILB", "M"}
    assert {kind for kind, side in groups if meets_set("middle", 2, (kind, side))} == {"S"}


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
