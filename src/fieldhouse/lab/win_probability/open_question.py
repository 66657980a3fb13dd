"""The win probability at a question in the middle of a play: what the best answer to it is worth.

Estimators know the end of plays. At another question each answer is played on to the next end with an
estimate, and the best one for the seat that is asked counts. It must depend on nothing that anybody hides:
at games with secrets only the questions that their `features.OPEN_QUESTIONS` names are looked at; at others
the figure is that of the last end of a play.
"""

from __future__ import annotations

import math
from typing import Any

from fieldhouse.kernel.coaches import Policy
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.game import Game
from fieldhouse.kernel.registry import find
from fieldhouse.kernel.requests import Choose
from fieldhouse.kernel.table import Table
from fieldhouse.kernel.walker import Walker
from fieldhouse.kernel.world import table_walker
from fieldhouse.lab.players import make_policy, policy_level
from fieldhouse.lab.win_probability.estimator import Estimator

SAMPLES = 12
"""Playouts of each answer. Most such questions leave few dice to roll before the play is over."""
MOST_OPTIONS = 6
MOST_PLAYS = 8
"""Ends of plays without an estimate that a playout goes past."""


def question_win_probability(table: Table[Any], estimator: Estimator) -> float | None:
    """Seat 0's win probability at the present question; None where no estimate is near."""
    if table.outcome is not None:
        return None
    frame = table.last_frame
    inputs = estimator.inputs(table.game.load(frame.snapshot))
    asked = _open_question(table)
    fresh = not frame.given
    if asked is None or (fresh and inputs is not None):
        return None if inputs is None else float(estimator.win_probabilities([inputs])[0])
    return _best_answer(table, asked, estimator)


def _open_question(table: Table[Any]) -> Choose | None:
    """The one question that is open now, if its value depends on nothing hidden."""
    if table.together or len(table.pending_seats) != 1 or table.tie_offer is not None:
        return None
    asked = table.request_for(table.pending_seats[0])
    if asked is None or len(asked.keys) > MOST_OPTIONS:
        return None
    open_questions = getattr(find(table.game.meta.name).part("features"), "OPEN_QUESTIONS", ())
    return asked if asked.what in open_questions else None


def _best_answer(table: Table[Any], asked: Choose, estimator: Estimator) -> float | None:
    start = table_walker(table, asked.seat)
    level = policy_level(table.game)
    means = []
    for key in asked.keys:
        found = [_play_on(start.copy(), key, level, seed, estimator) for seed in range(SAMPLES)]
        ends = [end for end in found if end is not None]
        if not ends:
            return None
        means.append(math.fsum(ends) / len(ends))
    return max(means) if asked.seat == 0 else min(means)


def _play_on(world: Walker[Any], key: str, level: str, seed: int, estimator: Estimator) -> float | None:
    """Seat 0's win probability at the next end of a play with an estimate, after this answer."""
    game: Game[Any] = world.game
    policy, dice = make_policy(game, level, seed), FastDice(seed)
    world.give(key)
    for _ in range(MOST_PLAYS):
        while world.outcome is None and world.frame.given:
            _step(world, policy, dice)
        if world.outcome is not None:
            return 0.5 if world.outcome.winner is None else float(world.outcome.winner == 0)
        inputs = estimator.inputs(game.load(world.frame.snapshot))
        if inputs is not None:
            return float(estimator.win_probabilities([inputs])[0])
        _step(world, policy, dice)
    return None


def _step(world: Walker[Any], policy: Policy, dice: FastDice) -> None:
    asks = world.asks
    if isinstance(asks, Choose):
        world.give(policy(asks, world.state))
    else:
        world.roll(dice)
