"""Hints are there in time, however slow the machine and whatever the game."""

from __future__ import annotations

import time
from typing import Any

import pytest

from fieldhouse.kernel import registry
from fieldhouse.kernel.budget import Budget, is_time_up, time_limit
from fieldhouse.kernel.coaches import CoachView, RandomCoach, coach_view
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.table import Table
from fieldhouse.kernel.world import world_for
from fieldhouse.lab.advice import samples
from fieldhouse.lab.advice.adviser import advise_in
from fieldhouse.lab.players import make_coach


def test_every_budget_is_over_when_the_time_of_a_hint_is() -> None:
    """Counted work rules elsewhere: without a limit no clock is looked at."""
    until = Budget(1e9).until()
    assert not until.over and not is_time_up()
    with time_limit(0.0):
        assert until.over
        with time_limit(None):
            assert not until.over
    assert not until.over


def longest_question(name: str) -> tuple[Table[Any], Any]:
    """The question with the most options of a game's first ones, at a table of random coaches."""
    table: Table[Any] = Table(registry.find(name).open(length=registry.find(name).meta.tiny), FastDice(1))
    coach, best = RandomCoach(1), (0, 0)
    seen = []
    while table.outcome is None and len(seen) < 60:
        seat = table.pending_seats[0]
        asked = table.request_for(seat)
        assert asked is not None
        seen.append(len(asked.keys))
        best = max(best, (min(len(asked.keys), samples.MENU), -len(seen)))
        table.answer(seat, coach.answer(asked, coach_view(table, seat)))
    again: Table[Any] = Table(table.game, FastDice(1))
    coach = RandomCoach(1)
    for _ in range(-best[1] - 1):
        seat = again.pending_seats[0]
        asked = again.request_for(seat)
        assert asked is not None
        again.answer(seat, coach.answer(asked, coach_view(again, seat)))
    return again, again.request_for(again.pending_seats[0])


def test_advice_without_time_looks_at_few_options_and_knows_the_usual_answer() -> None:
    """Card Bowl's long menus gave no hint in 20 seconds: every option was to be played out six times."""
    table, asked = longest_question("cardbowl")
    world = world_for(table, asked.seat)
    assert world is not None and len(asked.keys) > 6
    advice = advise_in(world, asked, seconds=1e-6, ready=True)
    assert len(advice.options) == samples.FEWEST and advice.options[0].playouts == 1
    assert not advice.clear and advice.usual in asked.keys
    assert advice.usual in [option.key for option in advice.options]


@pytest.mark.parametrize("level", ["starter", "allpro"])
def test_the_hard_coach_of_card_bowl_stops_with_the_clock(level: str) -> None:
    """A budget of an hour, and a hundredth of a second on the clock."""
    table, asked = longest_question("cardbowl")
    coach = make_coach(table.game, level, asked.seat, 1, 3600.0)
    seen: CoachView = coach_view(table, asked.seat)
    began = time.process_time()
    with time_limit(0.01):
        answer = coach.answer(asked, seen)
    assert (answer if isinstance(answer, str) else answer[0]) in asked.keys
    assert time.process_time() - began < 5
