"""Faults found by a second, separately written reading of the rules, each kept as its smallest case."""

from __future__ import annotations

from tests.games.squares.helpers import refused, turn_of


def test_a_piece_on_the_square_of_the_catch_is_not_taken_for_the_receiver() -> None:
    """SQ-11.2, SQ-9.7: the receiver has run on; the piece that followed it there merely acted (SQ-4.3)."""
    turn = turn_of("Qf7 a7 a6 / up 1")
    assert refused(turn, "f7*a7 a7-a11 a6-a7 a7-a8")[1] == "SQ-4.3"
    assert refused(turn, "f7*a7 a7-a11 a6-a7 a11-a12")[1] == "SQ-4.3"
    assert refused(turn_of("Qf7 a6 / up 1"), "a6-a7 f7*a7 a7-a8")[1] == "SQ-9.7"
