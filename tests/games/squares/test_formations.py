"""Formations: section 13 of the catalogue."""

import pytest
from tests.games.squares.helpers import table

from fieldhouse.games.squares.rules.formations import (
    NAMES,
    formation_position,
    formation_text,
    read_formation,
)
from fieldhouse.kernel import registry
from fieldhouse.kernel.errors import BadChart

SIX = '"Qf7", "a7", "d7", "f5", "h7", "k7"'
SIX_D = '"b8", "d8", "e8", "g8", "h8", "j8"'


def text(offense: str = SIX, defense: str = SIX_D, name: str = 'name = "mine"') -> str:
    return f"{name}\noffense = [{offense}]\ndefense = [{defense}]\n"


@pytest.mark.parametrize(
    ("file", "fault"),
    [
        (text(defense=SIX_D + ', "k9"'), "must be equal"),
        (text('"Qf7"', '"f8"'), "6 to 11 are allowed"),
        (text(SIX.replace("Q", "")), "0 squares carry the Q"),
        (text(SIX.replace('"a7"', '"Qa7"')), "2 squares carry the Q"),
        (text(SIX.replace("a7", "a8"), SIX_D.replace("b8", "a8")), "a8 is named twice"),
        (text(SIX.replace("a7", "l7")), "'l7' is not a square"),
        (text(SIX.replace("a7", "a13")), "a13 is in the end zone it attacks"),
        (text(name='title = "mine"'), "unknown entry 'title'"),
        ("name = 3\noffense = 4\n", "name: needs a text"),
        ("name = ", "formation: "),
    ],
)
def test_a_bad_formation_is_refused_with_the_reason(file: str, fault: str) -> None:
    """SQ-13.1."""
    with pytest.raises(BadChart, match=fault):
        read_formation(file)


def test_as_many_as_eleven_a_side() -> None:
    """SQ-1.4, SQ-13.1: eleven play, each with a jersey of his own; twelve are refused."""
    men = table(formation="eleven").view()["men"]
    assert len(men) == 22 and len(set(men.values())) == 22
    twelve = ", ".join(f'"{file}5"' for file in "abcdeghijk")
    with pytest.raises(BadChart, match="12 pieces; 6 to 11 are allowed"):
        read_formation(text(f'"Qf7", "f5", {twelve}', f'"f8", "f9", {twelve.replace("5", "10")}'))


def test_every_fault_is_listed() -> None:
    """SQ-13.1: not only the first."""
    with pytest.raises(BadChart) as bad:
        read_formation(text(SIX.replace("a7", "l7").replace("Q", ""), SIX_D + ', "k9"'))
    assert len(bad.value.faults) == 3


def test_players_bring_their_own_formation_for_both_sides() -> None:
    """SQ-13.2: the file in use is the same all game, by value."""
    own = read_formation(text(SIX.replace("a7", "a6")))
    game = registry.find("squares").open({"player_1": "first"}, {"formation": own})
    assert game.start().scores == [0, 0] and game.setup.materials["formation"]["name"] == "mine"
    assert "a6" in formation_position(own, True).__repr__()


def test_the_other_direction_is_the_turn_by_180_degrees() -> None:
    """SQ-13.3: a7 becomes k8, never the mirror image a8; the file need not be symmetric."""
    own = read_formation(text(SIX.replace("k7", "j6")))
    assert repr(formation_position(own, True)) == "Qf7 a7 d7 f5 h7 j6 / b8 d8 e8 g8 h8 j8 up 1"
    assert repr(formation_position(own, False)) == "Qf8 b9 d8 f10 h8 k8 / b7 d7 e7 g7 h7 j7 down 1"


@pytest.mark.parametrize(
    ("name", "position"),
    [
        ("standard", "Qf7 a7 d7 f5 h7 k7 / b8 d8 e8 g8 h8 j8 up 1"),
        ("funnel", "Qf4 d5 e4 f7 g4 h5 / e9 e11 f8 f11 g9 g11 up 1"),
        ("pocket", "Qf5 d7 e7 f7 g7 h7 / c11 d9 f9 f11 h9 i11 up 1"),
        ("spread", "Qf5 b7 d7 f7 h7 j7 / c10 d8 f8 f10 h8 i10 up 1"),
        ("faceoff", "Qf6 b7 d7 f7 h7 j7 / a8 c8 e8 g8 i8 k8 up 1"),
        ("seven", "Qf7 a7 d7 e5 g5 h7 k7 / b8 d8 e8 f10 g8 h8 j8 up 1"),
        ("eleven", "Qf5 a7 d7 e4 e7 f7 g4 g7 h7 i7 k7 / a9 c10 d9 d12 e9 f10 g9 h9 h12 i10 k9 up 1"),
        ("eight", "Qf7 a7 c7 d7 f5 h7 i7 k7 / a8 c8 d8 e8 g8 h8 i8 k8 up 1"),
    ],
)
def test_the_house_formations(name: str, position: str) -> None:
    """SQ-13.1: the eight of the catalogue's table."""
    assert name in NAMES and read_formation(formation_text(name))["name"] == name
    assert table(formation=name).view()["position"] == position
