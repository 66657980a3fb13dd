"""What a state at the whistle is worth to the allpro: points to come, and from them the chance to win.

The numbers are fitted by `benchmarks/cardbowl_worth.py` to 500 full games of starters: from every situation
the points of the next score, the kickoff after it included, until the half ends.
"""

from __future__ import annotations

from functools import cache

from fieldhouse.games.cardbowl.coaches.values import cdf
from fieldhouse.games.cardbowl.rules.state import Book, Bowl, Due
from fieldhouse.kernel.requests import Seat

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
def down_worth(x: int, down: int, to_go: int) -> float:
    """Points for the side with the ball between plays."""
    a, b, c, d, e = BY_DOWN[down]
    return a + b * x + c * x * x / 100 + d * to_go + e * to_go * x / 100


def standing(s: Bowl, seat: Seat) -> float:
    """Expected points of the situation between plays, for the seat."""
    if s.over or s.next == Due.TOSS:
        return 0.0
    if s.next == Due.DOWN:
        value = down_worth(s.x, s.down, s.ltg - s.x)
    elif s.next == Due.TRY:
        value = TRY - RECEIVING
    else:
        value = -(RECEIVING if s.next == Due.KICKOFF else FREE_KICK)
        if s.next == Due.KICKOFF:
            value += 0.05 * (s.kick_spot - 30)
    return value if s.off == seat else -value


def plays_left(g: Book, s: Bowl) -> float:
    """Scrimmage plays still to come, roughly."""
    if s.quarter > 4:
        return 0.0
    left = s.left + max(0, 4 - s.quarter) * g.length
    if g.timing in ("simple2", "complex"):
        return left / INTERVALS_A_PLAY
    return left * (31 / 36 if g.timing == "simple1-all" else 1.0)


def win_chance(g: Book, s: Bowl, seat: Seat) -> float:
    """The chance that the seat wins (a tie is half): points ahead and to come against what is left."""
    ahead = s.scores[seat] - s.scores[1 - seat]
    if s.over:
        return 0.5 + 0.5 * ((ahead > 0) - (ahead < 0))
    if s.quarter > 4:
        return cdf(standing(s, seat) / SUDDEN)
    left = plays_left(g, s)
    worth = standing(s, seat) * min(1.0, left / 4) if s.next != Due.TRY else standing(s, seat)
    return cdf((ahead + worth) / (SPREAD * (left + 0.1)) ** 0.5)
