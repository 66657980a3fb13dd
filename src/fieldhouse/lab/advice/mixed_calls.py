"""Advice where both sides call in secret: every pair of calls is tried, and the answer is a mix.

A call that is always made gets countered. So both calls are a matrix game over mean win probabilities,
and what is advised is how often to make each call. The other side is taken to call at its best among what it
may hold; in each world only the calls it really has there are tried.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

import msgspec

from fieldhouse.kernel import registry
from fieldhouse.kernel.requests import Choose, Together
from fieldhouse.kernel.walker import Walker
from fieldhouse.lab.advice.result import Advice, OptionAdvice
from fieldhouse.lab.advice.samples import (
    AdviceBudget,
    OptionSampler,
    SampleEnd,
    find_estimator,
    mean_interval,
    sample_win_probabilities,
    sampled_option,
)
from fieldhouse.lab.players import policy_level
from fieldhouse.solve.matrix import row_values, solve

LEAST = 6
"""Worlds that every pair of calls is tried in, however long that takes."""
PAIRS = 100
"""Of more pairs of calls none are tried."""


def opponent_call(world: Walker[Any], asked: Choose) -> Choose | None:
    """The other side's part of a simultaneous choice with few enough calls; None elsewhere."""
    request: Any = world.request
    if not isinstance(request, Together) or len(request.parts) != 2 or asked.what == "tie-offer":
        return None
    other = next((part for part in request.parts if part.seat != asked.seat), None)
    if other is None or len(asked.keys) < 2 or len(asked.keys) * len(other.keys) > PAIRS:
        return None
    return other


def game_mix(world: Walker[Any], asked: Choose) -> Advice | None:
    """The mix that the game's own adviser knows (`advice.mix`), from its own matrix of the play at hand."""
    adviser: Any = registry.find(world.game.meta.name).advice
    find = getattr(adviser, "mix", None)
    known: Mapping[str, tuple[float, float, float]] | None = (
        find(world.game, world.state, asked) if find else None
    )
    if known is None or len(asked.keys) < 2:
        return None
    options = [
        OptionAdvice(key, asked.menu.option(key).label, worth, 0.0, 1 - worth, share=share, known=seen)
        for key, (share, worth, seen) in known.items()
    ]
    options.sort(key=lambda option: (-(option.share or 0.0), -option.win_probability))
    return Advice(asked.seat, asked.what, asked.prompt, False, str(adviser.METHOD), tuple(options))


def mixed_advice(world: Walker[Any], asked: Choose, other: Choose, plan: AdviceBudget) -> Advice:
    """How often to make each call, and its win probability against the opponent's best mix."""
    began = time.monotonic()
    level = policy_level(world.game)
    estimator = find_estimator(world, asked.seat, level, plan)
    samples = OptionSampler(world, asked, level, estimator)
    taken: dict[str, dict[str, list[SampleEnd]]] = {key: {} for key in asked.keys}
    for seed, dealt in samples.worlds(plan, began, least=LEAST):
        theirs = next(part for part in dealt.due if part.seat == other.seat)
        for key in asked.keys:
            for against in theirs.keys:
                end = samples.one(dealt.copy(), {asked.seat: key, other.seat: against}, seed)
                taken[key].setdefault(against, []).append(end)
    replies = sorted(set.intersection(*(set(row) for row in taken.values())))
    win_probabilities = {
        key: {reply: sample_win_probabilities(taken[key][reply], estimator, asked.seat) for reply in replies}
        for key in taken
    }
    matrix = [
        [sum(win_probabilities[key][reply]) / len(win_probabilities[key][reply]) for reply in replies]
        for key in asked.keys
    ]
    solution = solve(matrix)
    options = []
    for n, key in enumerate(asked.keys):
        met = [end for reply in replies for end in taken[key][reply]]
        found = sampled_option(asked, key, met, estimator, plan.why)
        value = row_values(matrix, solution.columns)[n]
        error = mean_interval([worth for reply in replies for worth in win_probabilities[key][reply]], 1.96)[
            1
        ]
        options.append(
            msgspec.structs.replace(
                found,
                win=value,
                tie=0.0,
                loss=1 - value,
                error=error,
                share=solution.rows[n],
                known=min(matrix[n]),
            )
        )
    options.sort(key=lambda option: (-(option.share or 0.0), -option.win_probability))
    count = max(len(ends) for row in taken.values() for ends in row.values())
    to = "to the end of the game" if estimator is None else f"to the end of the play; {estimator.how}"
    how = f"estimate from up to {count} playouts per pair of calls by {level} {to}"
    return Advice(asked.seat, asked.what, asked.prompt, False, how, tuple(options))
