"""Facts that win probability is fitted to (lab/win_probability/fit.py), from the side with the ball."""

from __future__ import annotations

from fieldhouse.games.redboar.rules.state import Gridiron, Rulebook

PACKAGED = ({"mode": "cards"}, {"mode": "dice"})
"""The package brings values for both."""
OPEN_QUESTIONS = ("penalty",)
"""Questions in a play whose value depends on no hidden card."""
IRRELEVANT_OPTIONS = ("receiver", "turnovers")
"""Who receives first stands in the state, and what the dice table says in the charts."""


def features(game: Rulebook, s: Gridiron) -> tuple[dict[str, float | str], bool]:
    """The facts, and whether they are seen from seat 1. Of hands nothing: a value shown to all tells none."""
    side = s.offense
    whole = game.quarters * game.period
    later = max(0, game.quarters - s.quarter) * game.period
    first_half = 2 * s.quarter <= game.quarters
    facts: dict[str, float | str] = {
        "lead": float(s.scores[side] - s.scores[1 - side]),
        "left": (later + s.clock) / whole,
        "phase": s.phase,
        "g": float(s.g),
        "to go": float(s.g - s.t) if s.phase == "declare" else 0.0,
        "down": f"{s.down}" if s.phase == "declare" else "",
        "kicks off later": float(first_half and s.receiver == side)
        - float(first_half and s.receiver != side),
        "overtime": float(s.quarter > game.quarters),
        "owed": float(any(s.over) and not s.over[side]) - float(any(s.over) and s.over[side]),
        "series": "" if not s.round else "first" if s.offense == s.first else "second",
        "half ends": min(1.0, s.clock / 60) if 2 * s.quarter == game.quarters else 1.0,
    }
    return facts, side == 1
