"""The walker: a game answer by answer for programs, with copies, pickles and other worlds."""

from __future__ import annotations

import pickle
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.kernel import shelf

import fieldhouse
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.errors import IllegalAnswer, NotYourTurn
from fieldhouse.kernel.requests import Choose
from fieldhouse.kernel.walker import Walker


def dealt() -> Walker[Any]:
    """Shirts (seat 0) won the toss; both hold RUN PASS TRICK; the first play is to be chosen."""
    walker = Walker(shelf.game())
    for key in ("heads", *shelf.DEAL):
        walker.give(key)
    return walker


def test_dice_are_due_before_anybody_acts() -> None:
    walker = Walker(shelf.game())
    assert walker.to_act is None
    assert walker.keys == ("heads", "tails")


def test_seats_that_choose_together_are_asked_in_the_order_of_the_parts() -> None:
    walker = dealt()
    assert walker.to_act == 0
    walker.give("RUN")
    assert walker.to_act == 1
    walker.give("PASS")
    assert walker.to_act is None


def test_the_first_answer_of_two_is_hidden_until_the_second_is_in() -> None:
    run, trick = dealt(), dealt()
    run.give("RUN")
    trick.give("TRICK")
    assert run.information_state(1) == trick.information_state(1)
    assert run.information_state(0) != trick.information_state(0)
    run.give("PASS")
    trick.give("PASS")
    assert run.information_state(1) != trick.information_state(1)


def test_an_illegal_key_is_refused_and_changes_nothing() -> None:
    walker = dealt()
    before = walker.information_state(0)
    with pytest.raises(IllegalAnswer, match="the options are: PASS, RUN, TRICK"):
        walker.give("PUNT")
    assert walker.information_state(0) == before
    with pytest.raises(IllegalAnswer, match="gives no such outcome"):
        Walker(shelf.game()).give("edge")
    with pytest.raises(NotYourTurn, match="no roll or draw"):
        walker.roll(FastDice(1))


def test_a_finished_game_takes_nothing_more() -> None:
    walker, dice, rng = Walker(shelf.game()), FastDice(3), Random(3)
    while walker.outcome is None:
        if isinstance(walker.asks, Choose):
            walker.give(rng.choice(walker.keys))
        else:
            walker.roll(dice)
    assert walker.asks is None
    assert walker.keys == ()
    with pytest.raises(NotYourTurn, match="the game is over"):
        walker.give("RUN")
    assert pickle.loads(pickle.dumps(walker)).outcome == walker.outcome


def test_a_pickle_holds_set_up_snapshot_and_answers_in_the_middle_of_a_play() -> None:
    walker = dealt()
    walker.give("RUN")
    again = pickle.loads(pickle.dumps(walker))
    assert again.to_act == 1
    assert again.information_state(1) == walker.information_state(1)
    assert again.history == walker.history
    again.give("PASS")
    assert walker.to_act == 1


def test_another_world_changes_what_the_seat_cannot_see_and_nothing_else() -> None:
    walker = dealt()
    walker.give("RUN")
    seen = {walker.resample(1, Random(seed)).history[-1].key for seed in range(20)}
    assert seen > {"RUN"}
    assert {walker.resample(0, Random(seed)).history[-1].key for seed in range(20)} == {"RUN"}


def test_a_quiet_walker_keeps_no_events_and_does_not_say_what_a_seat_knows() -> None:
    walker = Walker(shelf.game(), quiet=True)
    walker.give("heads")
    assert walker.events == []
    with pytest.raises(ValueError, match="quiet"):
        walker.information_state(0)


def test_a_game_that_is_not_on_the_shelf_cannot_be_pickled() -> None:
    class Changed(type(shelf.game())):  # type: ignore[misc]
        """Other rules."""

    with pytest.raises(TypeError, match="not a registered game"):
        pickle.dumps(Walker(Changed(shelf.game().setup)))


def test_two_places_drive_a_rules_generator_and_no_third() -> None:
    """`Run` and the playout loop; everything else sends its answers through one of them.

    A form of competition is no game: `league/season.py` is its one driver.
    """
    source = Path(fieldhouse.__file__).parent
    driving = re.compile(r"StopIteration|\brules\.send\(|\bnext\((self\.)?rules\b|\bnext\([a-z_.]*\.play\(")
    found = {
        path.relative_to(source).as_posix()
        for path in source.rglob("*.py")
        if driving.search(path.read_text(encoding="utf-8"))
    }
    assert found == {"kernel/run.py", "kernel/playout.py", "league/season.py"}
