"""Advice of the engine: a whole turn and its reason in words."""

from typing import Any, cast

from tests.games.squares.helpers import after, study, turn_of

from fieldhouse.games.squares.advice import goal_words, suggest, turn_reason
from fieldhouse.games.squares.rules.game import SquaresGame
from fieldhouse.games.squares.rules.notation import read_action
from fieldhouse.games.squares.rules.turn import Action
from fieldhouse.kernel.table import Table
from fieldhouse.kernel.world import world_for
from fieldhouse.lab.advice.adviser import engine_advice
from fieldhouse.lab.advice.text import hint_text


def actions(text: str) -> list[Action]:
    found = [read_action(word) for word in text.split()]
    return [one[0] for one in found if one is not None]


def asked_at(table: Table[Any]) -> tuple[str, str]:
    request = table.request_for(table.pending_seats[0])
    assert request is not None
    state = table.game.load(table.last_frame.snapshot)
    found = suggest(cast(SquaresGame, table.game), state, request)
    assert found is not None
    return found


def test_a_touchdown_at_hand_is_the_advice() -> None:
    """SQ-6.1: the answer is the whole turn, and the reason says that it scores."""
    key, reason = asked_at(study("Qf9 c12 g12 / d12 f12 up 2"))
    assert key.endswith("+") and reason == "It scores: a touchdown."


def test_the_defense_is_told_what_its_turn_stops() -> None:
    """SQ-9.2: h13 is open to a pass along the file until a defender stands in the lane."""
    turn = turn_of("Qh5 h13 / g9 up 2", attack=False)
    assert turn_reason(turn, actions("g9-h9"), 2) == "It stops the pass from h5 to h13."
    assert turn_reason(turn, [], 2) == "Nothing was found that stops the pass from h5 to h13."


def test_the_offense_is_told_of_a_run_that_nobody_stops() -> None:
    """SQ-5.1: no defender comes near a12 or a13 in time."""
    turn = turn_of("Qa9 c3 / k8 up 1")
    assert "Nothing stops the run from a11" in turn_reason(turn, actions("a9-a11"), 1)


def test_a_line_is_named_by_the_action_that_scores() -> None:
    assert goal_words(actions("g12>f12 f9-f13")) == "the run from f9 to f13"


def test_a_hint_on_squares_has_a_reason_and_no_percentage() -> None:
    """What the table's worker hands to the page."""
    table = study("Qf9 c12 g12 / d12 f12 up 2")
    asked = table.request_for(0)
    world = world_for(table, 0)
    assert asked is not None and world is not None
    advice = engine_advice(world, asked)
    assert advice is not None and advice.clear
    text = hint_text(advice)
    assert text.startswith("The turn drawn on the board. It scores: a touchdown. The turn: ")
    assert "%" not in text
    assert after(turn_of("Qf9 c12 g12 / d12 f12 up 2"), advice.best.key).over == "touchdown"
