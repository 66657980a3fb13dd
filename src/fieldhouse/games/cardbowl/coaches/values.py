"""What a situation is worth to a coach: rough expected points, and the yards a play may bring."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from math import erf, exp, sqrt

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


class Spots(dict[int, float]):
    """The worth of each spot to the side with the ball, made when it is first asked for."""

    def __init__(self, down: int, ltg: int) -> None:
        super().__init__()
        self.down, self.ltg = down, ltg

    def __missing__(self, x: int) -> float:
        self[x] = worth = _worth(x, self.down, self.ltg)
        return worth


@cache
def spots(down: int, ltg: int) -> Spots:
    """The spots before a play on that down with that line to gain."""
    return Spots(down, ltg)


def situation_worth(x: float, down: int, ltg: float) -> float:
    """Expected points for the side with the ball."""
    return spots(down, round(ltg))[round(x)]


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


@cache
def run_gains(diff: int, odd: int) -> tuple[int, ...]:
    """The yards of a run whose sides differ by `diff` on average; losses are small (CB-30.12)."""
    gains = [(diff + 7.6 * q) / 2 for q in QUANTILES]
    return whole([gain + 1.2 if gain > 0 else max(gain, -1.2) for gain in gains], odd)


@cache
def catch_gains(mean: float, odd: int) -> tuple[int, ...]:
    """The yards of a catch of `mean` yards and of the run after it."""
    return whole([max(mean + 7.0 * q, -3.0) + 3.0 for q in QUANTILES], odd)


def whole(gains: Iterable[float], odd: int) -> tuple[int, ...]:
    """Whole yards: half yards are rounded to the even yard line, so it matters whether the LoS is odd."""
    return tuple(round(odd + gain) - odd for gain in gains)


class Outlook:
    """What runs and passes are worth from the line of scrimmage of a down."""

    __slots__ = ("after", "miss", "odd", "x")

    def __init__(self, x: int, down: int, ltg: int) -> None:
        self.x = x
        self.odd = x & 1
        self.after = spots(down + 1, ltg)
        self.miss = self.after[x]

    def run(self, diff: int) -> float:
        """A run whose sides differ by `diff` on average."""
        x, after = self.x, self.after
        a, b, c, d, e = run_gains(diff, self.odd)
        return (after[x + a] + after[x + b] + after[x + c] + after[x + d] + after[x + e]) / 5

    def throw(self, complete: float, mean: float) -> float:
        """A pass that is complete with that chance and then brings `mean` yards and the run after it."""
        x, after, miss = self.x, self.after, self.miss
        if mean <= -1:
            return complete * max(miss, after[round(x + mean + 3)]) + (1 - complete) * miss
        a, b, c, d, e = catch_gains(mean, self.odd)
        if x + e < 113:
            hit = after[x + a] + after[x + b] + after[x + c] + after[x + d] + after[x + e]
        else:
            hit = self.near_the_end_line(mean)
        return complete * hit / 5 + (1 - complete) * miss - 0.1

    def near_the_end_line(self, mean: float) -> float:
        """The same where some of the quantiles are past the end line, incomplete (CB-33.27)."""
        gains = zip(QUANTILES, catch_gains(mean, self.odd), strict=True)
        return sum(
            self.miss if self.x + mean + 7.0 * q > 110 else self.after[self.x + gain] for q, gain in gains
        )
