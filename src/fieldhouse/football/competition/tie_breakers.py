"""Tie-breakers, declared: what is compared, over which games, and how they are applied again.

A `Ranking` is data; `league/standings_order.py` applies it, for one season or for ten thousand at once.
"""

from __future__ import annotations

from enum import IntEnum

import msgspec


class Measure(IntEnum):
    """What is compared; more is better."""

    POINTS = 0
    """Two for a win, one for a draw."""
    SHARE = 1
    """Share of wins, a draw counting half."""
    DIFFERENCE = 2
    """Points scored less points allowed."""
    SCORED = 3
    """Points scored."""
    SWEEP = 4
    """Beat each of the other level teams, or was beaten by each."""
    VICTORY = 5
    """Strength of victory: the share of wins of the teams beaten."""
    SCHEDULE = 6
    """Strength of schedule: the share of wins of the teams met."""
    RANKS = 7
    """Place in points scored plus place in points allowed, among the teams of the scope."""
    LISTED = 8
    """Place in the division, where all level teams are of one."""


class Scope(IntEnum):
    """Which games a criterion counts."""

    ALL = 0
    AMONG = 1
    """The games between the level teams."""
    DIVISION = 2
    CONFERENCE = 3
    COMMON = 4
    """Games against teams that all the level teams have met."""


class Mode(IntEnum):
    """How criteria are applied to teams that are still level after one of them was separated."""

    ONCE = 0
    """Each criterion once, in order, to the teams still level."""
    AGAIN = 1
    """From the first criterion again within each set still level."""
    BEST = 2
    """The best one is found, from the first criterion again whenever a team drops out; then the next best
    of all that are left, from the first criterion."""


class Criterion(msgspec.Struct, frozen=True):
    """One tie-breaker. `only_two`: not for three or more; `least`: so many games each, or it is passed
    over."""

    measure: Measure
    scope: Scope = Scope.ALL
    only_two: bool = False
    least: int = 0

    @property
    def words(self) -> str:
        """As the rules of a league read: "points scored in head-to-head games (two teams only)"."""
        games = _GAMES[self.scope]
        what = _WORDS[self.measure]
        if self.measure is Measure.SWEEP:
            games = ""
        if self.measure is Measure.RANKS:
            games = " in the conference" if self.scope is Scope.CONFERENCE else " in the league"
        two = " (two teams only)" if self.only_two else ""
        least = f" (minimum {self.least} games)" if self.least else ""
        return what + games + two + least


_WORDS = {
    Measure.POINTS: "standings points",
    Measure.SHARE: "winning percentage",
    Measure.DIFFERENCE: "point differential",
    Measure.SCORED: "points scored",
    Measure.SWEEP: "head-to-head sweep",
    Measure.VICTORY: "strength of victory",
    Measure.SCHEDULE: "strength of schedule",
    Measure.RANKS: "combined rank in points scored and allowed",
    Measure.LISTED: "place in the division",
}
_GAMES = {
    Scope.ALL: "",
    Scope.AMONG: " in head-to-head games",
    Scope.DIVISION: " in division games",
    Scope.CONFERENCE: " in conference games",
    Scope.COMMON: " in common games",
}


class TieBreakers(msgspec.Struct, frozen=True):
    """Criteria in order, lot last, and how they are applied again.

    `heads`: of each division only the best team not yet placed is compared, in the order the entries are
    given.
    """

    criteria: tuple[Criterion, ...]
    mode: Mode = Mode.ONCE
    heads: bool = False

    @property
    def numbers(self) -> list[int]:
        """Four numbers a criterion, for `standings_order`."""
        return [int(n) for c in self.criteria for n in (c.measure, c.scope, c.only_two, c.least)]

    def reason(self, number: int) -> str:
        """What a number in the reasons of `standings_order` means."""
        if number < len(self.criteria):
            return self.criteria[number].words
        return "random draw" if number == len(self.criteria) else "place in the division"

    @property
    def words(self) -> str:
        """All of it, as printed under a table."""
        how = {
            Mode.ONCE: "each applied once, in this order, to teams still tied",
            Mode.AGAIN: "starting over with each group of teams still tied",
            Mode.BEST: "starting over whenever a team drops out, and for each next place",
        }[self.mode]
        heads = "only the best remaining team of each division; " if self.heads else ""
        return heads + "; ".join(c.words for c in self.criteria) + f"; random draw ({how})"


DEFAULT_TIE_BREAKERS = TieBreakers(
    (
        Criterion(Measure.POINTS),
        Criterion(Measure.POINTS, Scope.AMONG),
        Criterion(Measure.DIFFERENCE, Scope.AMONG),
        Criterion(Measure.DIFFERENCE),
        Criterion(Measure.SCORED),
    ),
    Mode.AGAIN,
)
"""The order of a league that declares no other: points, the games between those level, difference, scored,
lot."""
