"""Section 34: the run after the catch."""

from __future__ import annotations

import pytest
from tests.games.cardbowl.kit import Course, game
from tests.games.cardbowl.throws import executed, throw, whole

# The run after the catch


def test_one_card_is_drawn_after_every_catch_and_interception() -> None:
    """CB-34.1, CB-34.2, CB-48.28: 9 against an LB 5 is 4; A against a 4 is 0, not -3."""
    s = throw(OL="5S")
    assert executed(s, "5C 6C 4C 10C 9C", {"tackle": ["OL", "done"]}).result.x == 43 + 4
    s = throw(OL="4S")
    assert executed(s, "5C 6C 4C 10C AC", {"tackle": ["OL", "done"]}).result.x == 43


def test_log_line_of_a_pass() -> None:
    """CB-48.31, CB-41.1: 18 + 5."""
    s = throw()
    whole(s, "5C 6C 4C 5D 5S".replace("5S", "5H"))
    assert "pass 18, +5" in s.notes[-1]


def test_a_gained_face_card_runs_on() -> None:
    """CB-34.3, CB-34.7, CB-47.130: only this card decides, not the reception card."""
    course = executed(throw(), "5C QC 4C 10C JC 7C")
    assert course.purposes[-2:] == ["run after catch", "open-field"]
    course = executed(throw(), "5C QC 4C 10C 9C")
    assert "open-field" not in course.purposes
    course = executed(throw(OL="QD"), "5C 6C 4C 10C JC", {"tackle": ["OL", "done"]})
    assert "open-field" not in course.purposes


def test_red_joker_after_the_catch() -> None:
    """CB-34.4: fumble at the catch spot, no replacement."""
    s = throw()
    executed(s, "5C 6C 4C 10C RJ")
    assert s.play.lost_at == 43


@pytest.mark.parametrize(("foul", "x"), [("9H", 33), ("QD", 28), ("RJ", 28), ("9C", 53), ("QC", 63)])
def test_black_joker_after_the_catch(foul: str, x: int) -> None:
    """CB-34.5: replaced, then the foul card: carrier from the spot, other team at the end."""
    s = throw()
    course = whole(s, f"5C 6C 4C 10C BJ 5D {foul}", {"penalty": "accept"})
    assert course.purposes[-1] == "foul" and s.x == x


def test_interception_returns_have_neither_tacklers_nor_blockers() -> None:
    """CB-34.6, CB-47.102"""
    course = executed(throw(), "5C RJ 6C 4C 10C JC 7C")
    assert not {"tackle", "downfield"} & set(course.whats)


def test_interception_with_a_foul_on_the_return() -> None:
    """CB-48.45, CB-40.19, CB-47.139: at 52 BJ then 6; 9S is 63, 9H is 42; 1st and 10 both times."""
    for foul, x in (("9S", 63), ("9H", 42)):
        s = throw(CB_WL1="8D")
        s.x = 30
        whole(s, f"8C RJ 6C 4C 9C BJ 6D {foul}", {"penalty": "accept"})  # 39 - 21 = 18: 48
        assert (s.off, s.x, s.down) == (1, x, 1)


def test_going_out_of_bounds_late() -> None:
    """CB-48.13, CB-6.18, CB-47.23, CB-6.2: J after the catch, 11 yards, then out: clock stopped, play
    time 1.
    """
    g = game(timing="complex")
    s = throw()
    s.quarter, s.left, s.x, s.ltg, s.play.late = 4, 20, 30, 45, True
    course = Course(s, "5C 6C 4C 10C JC", {"open-field": ["draw", "out"]}).run(g.play(s))
    assert course.whats.count("open-field") == 2 and (s.x, s.down) == (54, 1)
    assert s.left == 19 and not s.running


def test_the_automatic_draw_may_be_given_up_late() -> None:
    """CB-34.1, CB-5.5, CB-6.18"""
    s = throw()
    s.play.late = True
    course = executed(s, "5C 6C 4C 10C", {"open-field": "out"})
    assert course.result.x == 43 and s.play.out
