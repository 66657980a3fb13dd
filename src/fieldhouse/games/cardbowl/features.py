"""Facts that win probability is fitted to (lab/win_probability/fit.py), from the side with the ball."""

from __future__ import annotations

from math import log

from fieldhouse.games.cardbowl.coaches.evaluation import situation_value, win_probability
from fieldhouse.games.cardbowl.rules.game import CardBowl
from fieldhouse.games.cardbowl.rules.state import Bowl, Due

PACKAGED: tuple[dict[str, str], ...] = ({}, {"timing": "complex"})
"""The package brings values for plays counted and for the clock with run-off; others are made when needed."""
CERTAIN = 0.99
"""A coach's own estimate counts as no surer than this."""


def features(game: CardBowl, s: Bowl) -> tuple[dict[str, float | str], bool]:
    """The facts, and whether they are seen from seat 1. No cards: between plays none are held."""
    side, g = s.off, game.book
    down = s.next == Due.DOWN
    later = max(0, 4 - s.quarter) * g.length if s.quarter else 4 * g.length
    facts: dict[str, float | str] = {
        "lead": float(s.scores[side] - s.scores[1 - side]),
        "left": (later + s.left) / (4 * g.length),
        "next": s.next,
        "x": float(s.x) if down else 0.0,
        "to go": float(s.ltg - s.x) if down else 0.0,
        "down": f"{s.down}" if down else "",
        "points": situation_value(s.x, s.down, s.ltg) if down else 0.0,
        "kicks off later": (1.0 if s.first_kicker == side else -1.0) if s.quarter in (1, 2) else 0.0,
        "overtime": float(s.quarter > 4),
        "timeouts": float(s.timeouts[side] - s.timeouts[1 - side]),
        "clock runs": float(s.running),
        "half ends": s.left / g.length if s.quarter == 2 else 1.0,
        "coaches' odds": log_odds(win_probability(g, s, side)),
    }
    return facts, side == 1


def log_odds(chance: float) -> float:
    """What coaches expect in rollouts is a good beginning: a fit to few games comes close sooner."""
    chance = min(CERTAIN, max(1 - CERTAIN, chance))
    return log(chance / (1 - chance))
