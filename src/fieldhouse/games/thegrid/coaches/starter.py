"""Coaches of flesh and blood: `rookie` errs like a beginner, `starter` mixes its cards as one should.

`Sensible` is the caller of DC-12: plays at random with weights by down and boxes to go, a key in about 55% of
calls, the best kicker on fourth down when the kick weighs more, time saved when behind and burnt when ahead.
One card called again and again beats its weights; so `starter` draws its cards from the mixes of `steady`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache, cached_property

from fieldhouse.games.thegrid.charts.cards import DEFENSE, NG, legal
from fieldhouse.games.thegrid.coaches.base import GridCoach
from fieldhouse.games.thegrid.coaches.card_mixes import CardMixes, mixes_for
from fieldhouse.games.thegrid.rules.state import Grid
from fieldhouse.kernel.requests import Choose, Seat

PLAYS = ("RI", "RO", "FP", "SP", "LP")
FIRST = (2.5, 2.5, 2.0, 2.2, 1.2)
BY_NEED = {1: (5, 2, 3, 1.5, 0.5), 2: (3, 2.5, 2.5, 2.5, 1), 3: (2, 2.5, 2, 3, 2), 4: (2, 2, 2, 2.5, 2)}
KEYED = 0.55
GOING_ON = {1: 0.62, 2: 0.44, 3: 0.34, 4: 0.26}
"""About how often a fourth down is made, by boxes to go."""
LATE = 10
"""Cards left from which on the clock matters."""


def call_weights(s: Grid) -> tuple[float, ...]:
    """How sensible people weigh the five plays, by down and boxes to go (DC-12)."""
    if s.down == 1:
        return FIRST
    need = s.marker - s.box - (s.down == 2)
    return BY_NEED[max(1, min(4, need))]


def offense_habits(s: Grid) -> Mapping[str, float]:
    """How often sensible people call each legal card of the offense."""
    return _offense_habits(s.box, call_weights(s))


def defense_habits(s: Grid) -> Mapping[str, float]:
    """How often they show each of the defense's twenty."""
    return _defense_habits(s.box, call_weights(s))


@cache
def _offense_habits(box: int, weights: tuple[float, ...]) -> Mapping[str, float]:
    cards = legal(box)
    carriers = Counter(card[:2] for card in cards)
    called = {play: weight for play, weight in zip(PLAYS, weights, strict=True) if carriers[play]}
    total = sum(called.values())
    return {card: called[card[:2]] / total / carriers[card[:2]] for card in cards}


@cache
def _defense_habits(box: int, weights: tuple[float, ...]) -> Mapping[str, float]:
    habits = dict.fromkeys(DEFENSE, 0.0)
    for card, share in _offense_habits(box, weights).items():
        habits[card] += KEYED * share
        habits[f"{card[:2]}-NK"] += (1 - KEYED) * share
    return habits


def score_lead(s: Grid, seat: Seat) -> int:
    """By how much the seat leads."""
    return s.scores[seat] - s.scores[1 - seat]


class SensibleCaller(GridCoach):
    """The caller of DC-12, by which teams and charts are measured."""

    def declare(self, request: Choose, s: Grid) -> str:
        """Kick on fourth down when it weighs more, and with the last cards when three points matter."""
        chance, key = self.best_kick(s)
        margin = score_lead(s, s.offense)
        if s.left <= 2 and (s.period == 1 or -3 <= margin <= 0) and chance > 0.15:
            return key
        if s.down < 4 or (s.period >= 2 and margin < -3 and s.left <= 6):
            return "play"
        need = s.marker - s.box
        going_on = GOING_ON[min(4, need)] * (5 if s.marker == 12 else 3.5)
        return key if 3 * chance > going_on else "play"

    def offense_card(self, request: Choose, s: Grid) -> str:
        """A play by weight, a carrier at random among the legal ones."""
        habits = offense_habits(s)
        return self.rng.choices(list(habits), list(habits.values()))[0]

    def defense_card(self, request: Choose, s: Grid) -> str:
        """What it would call itself, keyed in about 55% of calls."""
        habits = defense_habits(s)
        return self.rng.choices(list(habits), list(habits.values()))[0]

    def re_roll(self, request: Choose, s: Grid) -> str:
        """The offense after a play for nothing, the defense after a first down or a score."""
        if request.seat == s.offense:
            return "re-roll" if s.result <= NG else "keep"
        return "re-roll" if s.box + s.gain >= s.marker else "keep"

    def clock(self, request: Choose, s: Grid) -> str:
        """Late: behind or level stop or save, ahead burn. Early: one or two."""
        margin = score_lead(s, request.seat)
        if s.left > LATE:
            return self.rng.choice(("one", "two"))
        if margin > 0:
            return "two"
        return "time-out" if "time-out" in request.keys else "one"

    def clock_reply(self, request: Choose, s: Grid) -> str:
        """The defense stops the clock late when behind, in the second half."""
        late = s.left <= LATE and s.period >= 2
        return "time-out" if late and score_lead(s, request.seat) < 0 else "run-on"


class Starter(SensibleCaller):
    """The sensible football coach: kicks and clock as above, cards by the mixes it knows by heart."""

    @cached_property
    def mixes(self) -> CardMixes:
        """Those of the play cards in use, looked for when the first card is called."""
        return mixes_for(self.game)

    def offense_card(self, request: Choose, s: Grid) -> str:
        """Draw from the offense's mix, whatever the lineups."""
        return self.mixes.draw_card(s, 0, self.rng)

    def defense_card(self, request: Choose, s: Grid) -> str:
        """From the defense's mix."""
        return self.mixes.draw_card(s, 1, self.rng)
