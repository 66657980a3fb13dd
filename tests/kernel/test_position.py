"""A position of any game as text: what it says, what it refuses, and where."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import fieldhouse
from fieldhouse.games.squares.analysis.puzzles import puzzles
from fieldhouse.kernel.errors import BadOptions, BadPosition, UnknownGame
from fieldhouse.kernel.position import position
from fieldhouse.kernel.position_text import TextReader, value_text

FOURTH = "redboar(mode=dice): phase=declare receiver=0 g=5 t=0 down=4"

plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=12,
)


@given(plain)
def test_plain_data_reads_back_as_written(value: Any) -> None:
    reader = TextReader(value_text(value))
    assert reader.value() == value
    assert reader.at_end


def test_a_position_can_be_pasted_back() -> None:
    here = position(FOURTH)
    assert repr(here) == f"fieldhouse.position({FOURTH!r})"
    assert eval(repr(here)) == here
    assert here.state.down == 4
    assert list(here.table().request_for(0).keys) == ["play", "punt", "field-goal"]  # type: ignore[union-attr]
    assert "<svg" in here._repr_svg_()


def test_a_table_without_secrets_can_be_pasted_back_and_one_with_secrets_keeps_them() -> None:
    table = fieldhouse.Table(fieldhouse.open_game("squares", length="tiny"), fieldhouse.FastDice(1))
    again = eval(repr(table))
    assert again.state == table.state
    secret = fieldhouse.Table(fieldhouse.open_game("redboar", length="tiny"), fieldhouse.FastDice(1))
    for card in secret.state.decks[0].hand:
        assert f"{card}," not in repr(secret)
    assert "Gridiron" in repr(secret)


def test_answers_since_the_whistle_stand_behind_the_sign() -> None:
    here = position(f"{FOURTH} > play")
    assert [answer.key for answer in here.since] == ["play"]
    assert position(here.text) == here
    with pytest.raises(BadPosition, match="'pray'"):
        position(f"{FOURTH} > pray")


def test_a_choice_made_together_names_its_seats() -> None:
    """Where one seat has laid its card and the other not, the position says whose lies there."""
    game = fieldhouse.open_game("redboar", length="tiny")
    table = fieldhouse.Table(game, fieldhouse.FastDice(5))
    while not table.together:
        seat = table.pending_seats[0]
        table.answer(seat, table.request_for(seat).keys[0])  # type: ignore[union-attr]
    table.answer(1, table.request_for(1).keys[0])  # type: ignore[union-attr]
    again = position(table.position.text).table()
    assert again.face_down_seats == (1,)
    assert again.pending_seats == (0,)
    assert again.observation(1) != table.observation(1)  # the log before is not part of a position
    assert again.view(1) == table.view(1)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "name of a game"),
        ("redboar", "expected ':'"),
        ("redboar(mode=dice: g=3", "expected ','"),
        ("redboar: yards=3", "letter 10 .*no field 'yards'; there are: scores"),
        ("redboar: g=3 g=4", "'g' is given twice"),
        ("redboar: g=three", "Expected `int`, got `str` - at `g`"),
        ("redboar: g=[3", "expected ',' .*, found the end"),
        ("redboar: g", "expected '='"),
        ("redboar: decks.7.hand=[]", "no field 'decks.7.hand'"),
        ("redboar: phase=siesta", "cannot go on|siesta"),
        ('squares: board="Qf7 / z9 up 1"', "'z9' is not a square"),
        ("redboar#12345678: g=3", "charts of its own"),
    ],
)
def test_a_text_that_is_no_position_is_refused_with_the_place(text: str, fault: str) -> None:
    with pytest.raises(BadPosition, match=fault):
        position(text)


def test_a_game_or_an_option_that_is_not_there_is_named() -> None:
    with pytest.raises(UnknownGame, match="chess"):
        position("chess: e4")
    with pytest.raises(BadOptions, match="no option 'wind'"):
        position("redboar(wind=strong): g=3")


@given(st.text(max_size=60))
def test_no_text_does_worse_than_be_refused(text: str) -> None:
    for given_text in (text, f"redboar: {text}", f"squares: board={text}"):
        try:
            position(given_text)
        except fieldhouse.FieldhouseError:
            continue


def test_ones_own_charts_are_asked_for() -> None:
    """A position written with charts of one's own carries their mark, and reads with them alone."""
    folder = fieldhouse.find("redboar")
    name = "offense_cards"
    changed = folder.game.material_text(name).replace("base = 5", "base = 10", 1)
    cards = folder.game.read_material(name, changed)
    own = folder.open({"mode": "dice"}, {name: cards})
    text = fieldhouse.Table(own).position.text
    assert "#" in text
    assert position(text, materials={name: cards}).text == text
    with pytest.raises(BadPosition, match="not with these"):
        position(text)


@pytest.mark.parametrize("puzzle", puzzles()[::7], ids=lambda puzzle: puzzle.name)
def test_a_puzzle_is_a_position_to_play_on_from(puzzle: Any) -> None:
    table = puzzle.place.table()
    assert table.game.turn(table.state).off == puzzle.turn.off
    assert table.pending_seats == (0 if puzzle.to_act == "offense" else 1,)


def numbers_changed(text: str, rng: Random) -> str:
    """The text with one of its numbers another one."""
    found = rng.choice(list(re.finditer(r"-?\d+", text)))
    other = rng.choice([-1, 0, 1, 2, 4, 9, 50, 99, 101, 10**6, 10**30])
    return f"{text[: found.start()]}{other}{text[found.end() :]}"


@pytest.mark.parametrize("name", ["cardbowl", "fastdrive", "redboar", "squares", "thegrid"])
def test_a_number_that_has_no_sense_is_refused_and_breaks_nothing(name: str) -> None:
    """What is read can be looked at and reads back; whatever else is our own error."""
    rng = Random(24)
    table = fieldhouse.Table(fieldhouse.open_game(name, length="tiny"), fieldhouse.FastDice(5))
    refused = 0
    for _ in range(40):
        seat = rng.choice(table.pending_seats)
        asked = table.request_for(seat)
        assert asked is not None
        table.answer(seat, rng.choice(asked.keys))
        if table.outcome is not None:  # a short game may be over before anything was refused
            table = fieldhouse.Table(table.game, fieldhouse.FastDice(rng.randrange(99)))
            continue
        text = table.position.text
        for _ in range(6):
            try:
                here = position(numbers_changed(text, rng))
            except fieldhouse.FieldhouseError:
                refused += 1
            else:
                assert position(here.text) == here
                assert here.table().scoreboard().status
    assert refused


def test_scores_alone_are_the_points_of_the_first_period() -> None:
    """The Grid keeps points by period; a position that says only scores used to end in an IndexError."""
    here = position("thegrid: phase=play period=2 left=1 box=10 down=3 marker=12 scores=[14,16]")
    assert [side.points for side in here.state.sides] == [[14, 0], [16, 0]]
    with pytest.raises(BadPosition, match="period"):
        position(f"thegrid: period={10**30}")


def test_a_seat_that_is_none_and_a_number_beyond_all_are_refused() -> None:
    with pytest.raises(BadPosition, match="offense_seat is 99"):
        position('squares: board="Qf7 a7 d7 f5 h7 k7 / b8 d8 e8 g8 h8 j8 up 1" offense_seat=99')
    with pytest.raises(BadPosition):
        position(f"redboar(mode=dice): clock={10**30}")
