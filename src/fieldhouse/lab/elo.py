"""Elo from scores, with intervals that stay honest when one looks after every game and stops early."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import combinations

import msgspec


class Interval(msgspec.Struct, frozen=True):
    """An estimate with the ends of its interval."""

    value: float
    low: float
    high: float


def elo(score: float) -> float:
    """The Elo difference that a mean score between 0 and 1 stands for."""
    if score <= 0:
        return -math.inf
    if score >= 1:
        return math.inf
    return 400 * math.log10(score / (1 - score))


def expected_score(difference: float) -> float:
    """The mean score that an Elo difference stands for."""
    return 1 / (1 + 10 ** (-difference / 400))


def mean_score(scores: Sequence[float], *, always: bool = True, alpha: float = 0.05) -> Interval:
    """The mean of scores in [0, 1] and its 95 % interval.

    With `always` the interval holds at every look at once (a normal-mixture confidence sequence), so a
    run may stop the first time it excludes something; without, it is the plain normal interval.
    A half-weight of one drawn score keeps the spread from being zero after a few equal results.
    """
    n = len(scores)
    if n == 0:
        return Interval(0.5, 0.0, 1.0)
    mean = math.fsum(scores) / n
    spread = (math.fsum((x - mean) ** 2 for x in scores) + 0.25) / n
    half = _always(n, spread, alpha) if always else 1.959964 * math.sqrt(spread / n)
    return Interval(mean, max(0.0, mean - half), min(1.0, mean + half))


def _always(n: int, variance: float, alpha: float) -> float:
    """Half-width of the mixture confidence sequence, tuned (rho) to be tightest near 100 scores."""
    rho = math.sqrt((-2 * math.log(alpha) + math.log(-2 * math.log(alpha) + 1)) / (100 * 0.125))
    v = n * variance * rho * rho
    return math.sqrt(2 * (v + 1) / (n * n * rho * rho) * math.log(math.sqrt(v + 1) / alpha))


def fit_ratings(results: Mapping[tuple[str, str], Sequence[float]]) -> dict[str, Interval]:
    """Elo of everybody (mean 0) from all pairings, by maximum likelihood, with 95 % intervals.

    One drawn score between each two that met keeps a perfect record finite. The intervals come from the
    curvature of the likelihood, for each against the field's mean.
    """
    names = sorted({name for pair in results for name in pair})
    games = {pair: (math.fsum(s) + 0.5, len(s) + 1) for pair, s in results.items() if s}
    rating = dict.fromkeys(names, 0.0)
    scale = math.log(10) / 400
    for _ in range(200):
        step = _newton(names, games, rating, scale)
        for name in names:
            rating[name] += max(-200.0, min(200.0, step[name]))
        middle = math.fsum(rating.values()) / len(names)
        for name in names:
            rating[name] -= middle
        if max(abs(change) for change in step.values()) < 1e-9:
            break
    errors = {name: 1.96 / math.sqrt(_information(name, games, rating, scale) or 1e-12) for name in names}
    return {
        name: Interval(rating[name], rating[name] - errors[name], rating[name] + errors[name])
        for name in names
    }


Games = Mapping[tuple[str, str], tuple[float, int]]


def _information(name: str, games: Games, rating: Mapping[str, float], scale: float) -> float:
    total = 0.0
    for (a, b), (_, n) in games.items():
        if name in (a, b):
            p = expected_score(rating[a] - rating[b])
            total += n * p * (1 - p) * scale * scale
    return total


def _newton(
    names: Sequence[str], games: Games, rating: Mapping[str, float], scale: float
) -> dict[str, float]:
    """One coordinate-wise Newton step of the log likelihood, half length so that pairs do not swing."""
    slope = dict.fromkeys(names, 0.0)
    for (a, b), (score, n) in games.items():
        pull = scale * (score - n * expected_score(rating[a] - rating[b]))
        slope[a] += pull
        slope[b] -= pull
    return {
        name: 0.5 * slope[name] / info if (info := _information(name, games, rating, scale)) else 0.0
        for name in names
    }


def pairings(names: Sequence[str]) -> list[tuple[str, str]]:
    """Everybody against everybody else, once."""
    return list(combinations(names, 2))
