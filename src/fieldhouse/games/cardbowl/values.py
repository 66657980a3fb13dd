"""What a situation is worth to a coach: rough expected points, and the yards a play may bring."""

from __future__ import annotations

from functools import cache, lru_cache
from math import erf, exp, pi, sqrt

GUESS = 9
"""What a face-down card of the other side is taken for."""

QUANTILES = (-1.4, -0.53, 0.0, 0.53, 1.4)


def first_down_worth(x: float) -> float:
    """Expected points of 1st and 10 on the own yard line x."""
    return -0.9 + 0.062 * x + (0.6 if x >= 95 else 0.0)


def make_it(down: int, to_go: float) -> float:
    """A rough chance that the series goes on."""
    once = max(0.08, min(0.85, 0.78 - 0.042 * to_go))
    miss = 1.0
    for n in range(5 - down):
        miss *= 1 - min(0.85, once + 0.08 * n)
    return 1 - miss


def give_up_worth(x: float) -> float:
    """Expected points of having to kick from x: the better of a field goal and a punt."""
    need = 118 - x
    good = 1 / (1 + exp((need - 43) / 4.5)) if need < 62 else 0.0
    kick = good * 2.6 - (1 - good) * first_down_worth(max(20.0, 108 - x))
    punt = -first_down_worth(max(20.0, 100 - x - 36))
    return max(kick, punt)


def situation_worth(x: float, down: int, ltg: float) -> float:
    """Expected points for the side with the ball."""
    return _worth(round(x), down, round(ltg))


@cache
def _worth(x: int, down: int, ltg: int) -> float:
    if x >= 100:
        return 6.9
    if x <= 0:
        return -3.5
    if x >= ltg:
        return first_down_worth(x)
    if down > 4:
        return -first_down_worth(100 - x)
    chance = make_it(down, ltg - x)
    return chance * first_down_worth(min(99, ltg + 2)) + (1 - chance) * give_up_worth(x)


def cdf(z: float) -> float:
    """The normal distribution."""
    return 0.5 * (1 + erf(z / sqrt(2)))


def above(mean: float, sd: float) -> float:
    """E[max(0, N(mean, sd))]."""
    z = mean / sd
    return mean * cdf(z) + sd * exp(-z * z / 2) / sqrt(2 * pi)


@lru_cache(maxsize=1 << 15)
def run_worth(x: int, down: int, ltg: int, diff: float) -> float:
    """A run whose sides differ by `diff` on average; losses are small (CB-30.12)."""
    total = 0.0
    for q in QUANTILES:
        gain = (diff + 7.6 * q) / 2
        gain = gain + 1.2 if gain > 0 else max(gain, -1.2)
        total += _worth(round(x + gain), down + 1, ltg)
    return total / len(QUANTILES)


def pass_worth(x: int, down: int, ltg: int, complete: float, mean: float) -> float:
    """A pass that is complete with that chance and then brings `mean` yards and the run after it."""
    miss = _worth(x, down + 1, ltg)
    if mean <= -1:
        return complete * max(miss, situation_worth(x + mean + 3, down + 1, ltg)) + (1 - complete) * miss
    hit = catch_worth(x, down, ltg, mean)
    return complete * hit / len(QUANTILES) + (1 - complete) * miss - 0.1


@lru_cache(maxsize=1 << 16)
def catch_worth(x: int, down: int, ltg: int, mean: float) -> float:
    """A complete pass of `mean` yards and the run after it, added up over the quantiles."""
    hit = 0.0
    for q in QUANTILES:
        gain = mean + 7.0 * q
        spot = round(x + max(gain, -3.0) + 3.0) if x + gain <= 110 else x  # CB-33.24: past the end line
        hit += _worth(spot, down + 1, ltg)
    return hit
