"""The picture of the field."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fieldhouse.football.events import down_words, place_words, spot_words, yards_words
from fieldhouse.football.field import FieldPicture


@pytest.mark.parametrize(
    ("to_goal", "field", "words"),
    [
        (80, 100, "own 20"),
        (50, 100, "midfield"),
        (35, 100, "opponent's 35"),
        (30, 60, "midfield"),
        (45, 60, "own 15"),
    ],
)
def test_spots_are_named_as_people_name_them(to_goal: int, field: int, words: str) -> None:
    assert spot_words(to_goal, field) == words


def test_downs_and_yards_in_words() -> None:
    assert down_words(3, 7) == "3rd & 7"
    assert down_words(4, 2, goal=True) == "4th & goal"
    assert [yards_words(n) for n in (0, 5, -10)] == ["no gain", "5-yard gain", "10-yard loss"]


def test_text_puts_ball_and_line_to_gain_where_they_are() -> None:
    """62 columns leave 50 for 100 yards: the 20 is column 10, the 30 column 15 (after 6 of margin)."""
    numbers, field, marks = FieldPicture(ball=20, gain=30, left="Red", right="Blue").text().splitlines()
    assert field.index("o") == 6 + 10
    assert field[6 + 11] == ">"
    assert marks.index("|") == 6 + 15
    assert numbers.split() == ["G", "10", "20", "30", "40", "50", "40", "30", "20", "10", "G"]


@given(
    st.integers(0, 100),
    st.none() | st.integers(0, 100),
    st.booleans(),
    st.text(alphabet="ab<&>\"'", max_size=8),
)
def test_any_picture_is_well_formed_and_any_text_fits(
    ball: int, gain: int | None, to_right: bool, name: str
) -> None:
    picture = FieldPicture(ball=ball, gain=gain, to_right=to_right, left=name, title=name, start=50)
    ET.fromstring(picture.svg())
    lines = picture.text(62).splitlines()
    assert 2 <= len(lines) <= 3
    assert all(len(line) <= 62 for line in lines)


@pytest.mark.parametrize(
    ("team", "whose"),
    [("Red", "Red's"), ("Canton Founders", "Canton's"), ("New York Giants", "New York Giants'")],
)
def test_a_spot_is_named_by_the_team_in_whose_half_it_is(team: str, whose: str) -> None:
    assert place_words(80, team, "Blue") == f"{whose} 20"
    assert place_words(35, "Blue", team) == f"{whose} 35"
    assert place_words(30, team, "Blue", 60) == "midfield"
