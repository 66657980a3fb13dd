"""The value of a situation: expected points, yards of a play, and win probability."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from math import erf, exp, sqrt

from fieldhouse.games.cardbowl.rules.state import BoundCharts, Bowl, Due
from fieldhouse.kernel.requests import Seat

GUESS = 9
"""What a face-down card of the other side is taken for."""

QUANTILES = (-1.4, -0.53, 0.0, 0.53, 1.4)


def first_down_value(x: float) -> float:
    """Expected points of 1st and 10 on the own yard line x."""
    return -0.9 + 0.062 * x + (0.6 if x >= 95 else 0.0)


def first_down_probability(down: int, to_go: float) -> float:
    """A rough chance that the series goes on."""
    once = max(0.08, min(0.85, 0.78 - 0.042 * to_go))
    miss = 1.0
    for n in range(5 - down):
        miss *= 1 - min(0.85, once + 0.08 * n)
    return 1 - miss


def kicking_value(x: float) -> float:
    """Expected points of having to kick from x: the better of a field goal and a punt."""
    need = 118 - x
    good = 1 / (1 + exp((need - 43) / 4.5)) if need < 62 else 0.0
    kick = good * 2.6 - (1 - good) * first_down_value(max(20.0, 108 - x))
    punt = -first_down_value(max(20.0, 100 - x - 36))
    return max(kick, punt)


class SpotValues(dict[int, float]):
    """The worth of each spot to the side with the ball, made when it is first asked for."""

    def __init__(self, down: int, ltg: int) -> None:
        super().__init__()
        self.down, self.ltg = down, ltg

    def __missing__(self, x: int) -> float:
        self[x] = worth = _worth(x, self.down, self.ltg)
        return worth


@cache
def spot_values(down: int, ltg: int) -> SpotValues:
    """The spots before a play on that down with that line to gain."""
    return SpotValues(down, ltg)


def situation_value(x: float, down: int, ltg: float) -> float:
    """Expected points for the side with the ball."""
    return spot_values(down, round(ltg))[round(x)]


def _worth(x: int, down: int, ltg: int) -> float:
    if x >= 100:
        return 6.9
    if x <= 0:
        return -3.5
    if x >= ltg:
        return first_down_value(x)
    if down > 4:
        return -first_down_value(100 - x)
    chance = first_down_probability(down, ltg - x)
    return chance * first_down_value(min(99, ltg + 2)) + (1 - chance) * kicking_value(x)


def cdf(z: float) -> float:
    """Return the cumulative normal distribution at `z`."""
    return 0.5 * (1 + erf(z / sqrt(2)))


@cache
def run_gains(diff: int, odd: int) -> tuple[int, ...]:
    """The yards of a run whose sides differ by `diff` on average; losses are small (CB-30.12)."""
    gains = [(diff + 7.6 * q) / 2 for q in QUANTILES]
    return whole_yards([gain + 1.2 if gain > 0 else max(gain, -1.2) for gain in gains], odd)


@cache
def catch_gains(mean: float, odd: int) -> tuple[int, ...]:
    """The yards of a catch of `mean` yards and of the run after it."""
    return whole_yards([max(mean + 7.0 * q, -3.0) + 3.0 for q in QUANTILES], odd)


def whole_yards(gains: Iterable[float], odd: int) -> tuple[int, ...]:
    """Whole yards: half yards are rounded to the even yard line, so it matters whether the LoS is odd."""
    return tuple(round(odd + gain) - odd for gain in gains)


class PlayValues:
    """What runs and passes are worth from the line of scrimmage of a down; what was asked once is kept."""

    __slots__ = ("after", "miss", "odd", "runs", "throws", "x")

    def __init__(self, x: int, down: int, ltg: int) -> None:
        self.x = x
        self.odd = x & 1
        self.after = spot_values(down + 1, ltg)
        self.miss = self.after[x]
        self.runs: dict[int, float] = {}
        self.throws: dict[tuple[float, float], float] = {}

    def run(self, diff: int) -> float:
        """A run whose sides differ by `diff` on average."""
        worth = self.runs.get(diff)
        if worth is None:
            x, after = self.x, self.after
            a, b, c, d, e = run_gains(diff, self.odd)
            worth = (after[x + a] + after[x + b] + after[x + c] + after[x + d] + after[x + e]) / 5
            self.runs[diff] = worth
        return worth

    def throw(self, complete: float, mean: float) -> float:
        """A pass that is complete with that chance and then brings `mean` yards and the run after it."""
        key = (complete, mean)
        worth = self.throws.get(key)
        if worth is None:
            worth = self.throws[key] = self._throw(complete, mean)
        return worth

    def _throw(self, complete: float, mean: float) -> float:
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


@lru_cache(maxsize=512)
def play_values(x: int, down: int, ltg: int) -> PlayValues:
    """One for each situation: rollouts of a play ask for the same runs and passes again and again."""
    return PlayValues(x, down, ltg)


BY_DOWN = {
    1: (-0.718, 0.0566, 0.0155, -0.040, -0.010),
    2: (-1.102, 0.0654, 0.0099, -0.039, -0.066),
    3: (-1.836, 0.0758, 0.0023, -0.037, -0.126),
    4: (-3.839, 0.0852, -0.0044, 0.066, -0.226),
}
"""Points = a + b x + c x²/100 + d t + e t x/100 for the side with the ball on x and t yards to go."""

RECEIVING = 0.35
"""Points of the side about to receive a kickoff."""

FREE_KICK = 2.4
"""Points of the side about to receive a free kick."""

TRY = 0.98
"""Points of a try."""

SPREAD = 3.0
"""How much the variance of the final difference grows with every scrimmage play still to come."""

INTERVALS_A_PLAY = 5.8
"""Where time is kept in intervals: 180 of them are 31 plays."""

SUDDEN = 4.0
"""In overtime the next score decides: how many points of worth make one standard deviation."""


@cache
def down_value(x: int, down: int, to_go: int) -> float:
    """Points for the side with the ball between plays."""
    a, b, c, d, e = BY_DOWN[down]
    return a + b * x + c * x * x / 100 + d * to_go + e * to_go * x / 100


def expected_points(s: Bowl, seat: Seat) -> float:
    """Expected points of the situation between plays, for the seat."""
    if s.over or s.next == Due.TOSS:
        return 0.0
    if s.next == Due.DOWN:
        value = down_value(s.x, s.down, s.ltg - s.x)
    elif s.next == Due.TRY:
        value = TRY - RECEIVING
    else:
        value = -(RECEIVING if s.next == Due.KICKOFF else FREE_KICK)
        if s.next == Due.KICKOFF:
            value += 0.05 * (s.kick_spot - 30)
    return value if s.off == seat else -value


def plays_left(g: BoundCharts, s: Bowl) -> float:
    """Scrimmage plays still to come, roughly."""
    if s.quarter > 4:
        return 0.0
    left = s.left + max(0, 4 - s.quarter) * g.length
    if g.timing in ("simple2", "complex"):
        return left / INTERVALS_A_PLAY
    return left * (31 / 36 if g.timing == "simple1-all" else 1.0)


def win_probability(g: BoundCharts, s: Bowl, seat: Seat) -> float:
    """The chance that the seat wins (a tie is half): points ahead and to come against what is left."""
    ahead = s.scores[seat] - s.scores[1 - seat]
    if s.over:
        return 0.5 + 0.5 * ((ahead > 0) - (ahead < 0))
    if s.quarter > 4:
        return cdf(expected_points(s, seat) / SUDDEN)
    left = plays_left(g, s)
    worth = expected_points(s, seat) * min(1.0, left / 4) if s.next != Due.TRY else expected_points(s, seat)
    return cdf((ahead + worth) / (SPREAD * (left + 0.1)) ** 0.5)
