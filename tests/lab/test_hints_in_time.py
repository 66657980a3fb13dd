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
from fieldhouse.lab.advice.result import Advice, OptionAdvice
from fieldhouse.lab.advice.text import hint_text
from fieldhouse.lab.players import make_coach
from fieldhouse.lab.win_probability.estimator import NOT_ENOUGH, is_accurate
from fieldhouse.lab.win_probability.files import ready_estimator
from fieldhouse.lab.win_probability.fit import FittedEstimator
from fieldhouse.web.engine.table_win_probability import TableWinProbability
from fieldhouse.web.table_page.bar_panel import bar_panel
from fieldhouse.web.win_probability_bar import WinProbabilityBar


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
    """Of a game's first questions the one with most options to try, at a table of random coaches."""
    table: Table[Any] = Table(registry.find(name).open(length=registry.find(name).meta.tiny), FastDice(1))
    coach, best = RandomCoach(1), (0, 0)
    seen: list[int] = []
    while table.outcome is None and len(seen) < 60:
        seat = table.pending_seats[0]
        asked = table.request_for(seat)
        assert asked is not None
        seen.append(len(asked.keys))
        tried = len(asked.keys) if len(asked.keys) <= samples.MENU else 0
        best = max(best, (tried, -len(seen)))
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


def test_figures_of_an_estimator_that_is_far_off_are_not_shown() -> None:
    """Not enough games: the hint names an option without a chance, and the bar says why it is empty."""
    table, _ = longest_question("cardbowl")
    estimator = ready_estimator(table.game)
    assert isinstance(estimator, FittedEstimator) and is_accurate(estimator)
    live = TableWinProbability()
    live.estimator = estimator
    fresh: Table[Any] = Table(table.game, FastDice(1))
    assert live.current(fresh) is not None and not live.lacks_games
    estimator.error = 0.021
    assert live.current(fresh) is None and live.lacks_games
    options = tuple(
        OptionAdvice(key, key.title(), win, 0.0, 1 - win) for key, win in (("a", 0.7), ("b", 0.5))
    )
    advice = Advice(0, "what", "?", False, "", options, reliable=is_accurate(estimator))
    assert hint_text(advice) == f"A looks best. {NOT_ENOUGH}"
    bar = bar_panel(WinProbabilityBar(None, note=NOT_ENOUGH), seated=True)
    assert bar.note == NOT_ENOUGH and bar.left is None and not bar.empty
