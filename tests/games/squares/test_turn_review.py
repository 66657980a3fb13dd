"""What turns gave away: judged by search and by what the other team did next."""

from pathlib import Path

import pytest
from tests.games.squares.helpers import after, turn_of

from fieldhouse.games.squares.analysis.turn_review import given_away, judge_turn, played_turns
from fieldhouse.games.squares.rules.notation import write_turn
from fieldhouse.kernel.record import Record, parse_record
from fieldhouse.lab.review.analysis import review_game

RECORDS = Path(__file__).parents[2] / "records" / "squares"


@pytest.fixture(scope="module")
def game() -> Record:
    return parse_record((RECORDS / "played-in-the-terminal.json").read_text(encoding="utf-8"))


def test_a_touchdown_that_was_there_is_a_turn_given_away() -> None:
    """SQ-6.1: one push and the QB runs in; standing still misses it."""
    turn = turn_of("Qf9 c12 g12 / d12 f12 up 2")
    judged = judge_turn(turn, turn, 2)
    assert judged is not None and judged[0] == "missed a touchdown"
    assert after(turn, judged[1]).over == "touchdown"


def test_a_lane_left_open_is_named() -> None:
    """SQ-9.2: a defender could have stepped into the lane."""
    turn = turn_of("Qh5 h13 / g9 up 2", attack=False)
    judged = judge_turn(turn, turn, 2)
    assert judged is not None and judged[0] == "left the pass from h5 to h13 open"


def test_a_turn_that_could_not_be_bettered_gave_nothing_away() -> None:
    """Nobody stops the run from a11, so the defense is not blamed for it."""
    turn = turn_of("Qa11 c3 / k8 up 2", attack=False)
    assert judge_turn(turn, turn, 2) is None


def test_the_turns_of_a_record_are_those_that_were_played(game: Record) -> None:
    """SQ-11.3: action by action or as a batch; each turn begins with nobody having acted."""
    turns = list(played_turns(game))
    assert turns and all(not turn.start.acted for turn in turns)
    assert sum(turn.end.over == "touchdown" for turn in turns) == 4  # 28-0


def test_what_was_taken_at_once_cost_the_series(game: Record) -> None:
    """A decisive turn is followed by the touchdown or tackle that it left open."""
    turns = {turn.entry: (n, turn) for n, turn in enumerate(played_turns(game))}
    ordered = [turn for _, turn in turns.values()]
    notes = given_away(game)
    assert notes
    for note in notes:
        n, turn = turns[note.entry]
        assert note.seat == turn.seat and note.better != write_turn(turn.start, [])
        if note.decisive:
            assert ordered[n + 1].end.over and ordered[n + 1].seat != note.seat


def test_the_review_of_a_game_without_dice_has_turns_and_no_lessons() -> None:
    """The page shows the notes in place of luck; lessons by a fit would contradict them."""
    record = parse_record((RECORDS / "regulation.json").read_text(encoding="utf-8"))
    story = review_game(record, seconds=1, ready=True)
    assert story.turn_notes and not story.lessons
    assert {note.seat for note in story.turn_notes} <= {0, 1}
