"""The win probability at questions in the middle of a play."""

from __future__ import annotations

import pytest

from fieldhouse.kernel import registry
from fieldhouse.kernel.coaches import answer_forced, ask_coach
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.table import Table
from fieldhouse.lab.win_probability.files import ready_estimator
from fieldhouse.lab.win_probability.open_question import question_win_probability


@pytest.mark.parametrize("name", ["redboar", "thegrid", "fastdrive"])
def test_every_question_of_a_game_has_its_value(name: str) -> None:
    """At each open question in the middle of a play too; answered at its best it cannot get worse by much."""
    folder = registry.find(name)
    wanted = set(folder.part("features").OPEN_QUESTIONS)  # type: ignore[union-attr]
    met: set[str] = set()
    for seed in range(3):
        game = folder.open(length="short")
        table = Table(game, FastDice(seed))
        estimator = ready_estimator(game)
        assert estimator is not None
        coaches = [folder.coach("starter", game, seat, seed) for seat in (0, 1)]
        while table.outcome is None:
            if answer_forced(table):
                continue
            seat = table.pending_seats[0]
            asked = table.request_for(seat)
            assert asked is not None
            if asked.what in wanted:
                chance = question_win_probability(table, estimator)
                assert chance is not None and 0 <= chance <= 1, asked
                met.add(asked.what)
            ask_coach(table, seat, coaches[seat])
    assert met, "no such question came up"


def test_the_clock_of_the_grid_counts_the_cards_that_are_left() -> None:
    """TG-18.1: at the clock the play is over, and the figure of the last whistle is an old one."""
    folder = registry.find("thegrid")
    game = folder.open(length="short")
    estimator = ready_estimator(game)
    assert estimator is not None
    moved = 0
    for seed in range(4):
        table = Table(game, FastDice(seed))
        coaches = [folder.coach("starter", game, seat, seed) for seat in (0, 1)]
        while table.outcome is None:
            if answer_forced(table):
                continue
            seat = table.pending_seats[0]
            asked = table.request_for(seat)
            assert asked is not None
            if asked.what == "clock":
                inputs = estimator.inputs(game.load(table.last_frame.snapshot))
                now = question_win_probability(table, estimator)
                assert now is not None
                moved += inputs is not None and abs(now - estimator.win_probabilities([inputs])[0]) > 0.01
            ask_coach(table, seat, coaches[seat])
    assert moved
