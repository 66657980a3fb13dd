"""Win probability at whistles of The Grid, from its strongest coach's solved values."""

from __future__ import annotations

from functools import lru_cache
from math import exp

from fieldhouse.games.thegrid.coaches.play_odds import LOWER_OF_2D6
from fieldhouse.games.thegrid.coaches.value_table import (
    CARDS,
    TIME_OUTS,
    Values,
    situation_index,
    values_in_use,
)
from fieldhouse.games.thegrid.rules.game import TheGrid
from fieldhouse.games.thegrid.rules.state import Grid
from fieldhouse.games.thegrid.teams.creation import GRADES, grade

METHOD = (
    "The Grid's value table: best play on both sides, two average teams, average timing cards, no injuries"
)

OPEN_QUESTIONS = ("clock", "clock-reply", "re-roll", "return-kicker")
"""Questions in a play whose value depends on nothing hidden."""
BEFORE = ("lineups", "toss")
"""Phases in which nobody has the ball yet."""
SOON = 4.0
"""Cards in which the end of the game draws near."""


def features(game: TheGrid, s: Grid) -> tuple[dict[str, float | str], bool]:
    """Facts that `lab/win_probability/calibration.py` corrects the solved values by."""
    ball = float(s.phase not in BEFORE)
    home = -1.0 if ball and s.offense == 1 else 1.0
    later = game.half_cards if s.period < 2 else 0
    left = 0.0 if s.period > 2 else (later + s.left) / (2 * game.half_cards)
    second = ball * (s.period == 2)
    facts: dict[str, float | str] = {
        "ball": ball,
        "second half": second,
        "overtime": ball * (s.period > 2),
        "cards": ball * left,
        "end": second * exp(-s.left / SOON),
        "home": home,
        "home, cards": home * left,
    }
    return facts, home < 0


def fits_teams(game: TheGrid) -> bool:
    """Are both teams about as good as the average team that the values are solved for (DC-6 step 2)?"""
    return all(sum(map(grade, team.players)) in GRADES for team in game.teams)


def value(game: TheGrid, s: Grid) -> float | None:
    """Seat 0's win probability between plays and before a kickoff; None after a period until the next
    kickoff."""
    if s.phase in BEFORE:
        return 0.5  # two average teams with a fair toss before them are alike (TG-7.1 to TG-7.3)
    if s.phase == "break":
        return _at_break(game, s)
    if s.phase not in ("play", "kickoff"):
        return None
    chance = _with_ball(game, s, _values(game))
    return chance if s.offense == 0 else 1 - chance


def _at_break(game: TheGrid, s: Grid) -> float:
    """Between periods: the kickoff of the second half (TG-23.2), or an overtime that is even."""
    if s.period > 1:
        return 0.5
    receives = 1 - s.receiver
    lead = s.scores[receives] - s.scores[1 - receives]
    mine, theirs = (min(TIME_OUTS, s.sides[seat].time_outs) for seat in (receives, 1 - receives))
    chance = _kickoff(_values(game), 2, game.half_cards, lead, mine, theirs)
    return chance if receives == 0 else 1 - chance


@lru_cache(maxsize=16)
def _values(game: TheGrid) -> Values:
    """The game's value table, cached: to identify the play cards takes longer than to look a value up."""
    return values_in_use(game)


def _with_ball(game: TheGrid, s: Grid, values: Values) -> float:
    half = 1 if s.period == 1 else 2
    lead = s.scores[s.offense] - s.scores[1 - s.offense]
    mine, theirs = (min(TIME_OUTS, s.sides[seat].time_outs) for seat in (s.offense, 1 - s.offense))
    left = min(CARDS, s.left)
    if s.phase == "play" and left > 0:
        right = 0 if s.reroll < 0 else 1 if s.reroll == s.offense else 2
        at = situation_index(s.box, s.down, s.marker)
        return values.value(half, left, lead, at, mine, theirs, right)
    if s.phase == "kickoff" and left > 1:
        return _kickoff(values, half, left, lead, mine, theirs)
    if half == 2:
        return 1.0 if lead > 0 else 0.5 if lead == 0 else 0.0
    if s.receiver != s.offense:  # TG-23.2
        return _kickoff(values, 2, game.half_cards, lead, mine, theirs)
    return 1.0 - _kickoff(values, 2, game.half_cards, -lead, theirs, mine)


def _kickoff(values: Values, half: int, cards: int, lead: int, mine: int, theirs: int) -> float:
    """The receiver's win probability (TG-8.2)."""
    return sum(
        chance * values.value(half, min(CARDS, cards) - 1, lead, situation_index(k, 1, k + 4), mine, theirs)
        for k, chance in enumerate(LOWER_OF_2D6, start=1)
    )
