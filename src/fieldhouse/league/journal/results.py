"""Attempts at a fixture, and what came of them."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from fieldhouse.football.competition.format import Fixture
from fieldhouse.league.standings import FinalScore

ResultKind: TypeAlias = Literal["played", "simulated", "typed", "conceded", "forfeit", "void"]
TERMINAL = "terminal"
"""The table of a game that is played at a command line."""
AttemptStatus: TypeAlias = Literal["live", "typed", "over", "annulled"]


class FixtureResult(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What came of the attempt `attempt` at a fixture between these teams.

    A result is bound to its pairing: where a correction brings other teams together, it no longer counts. A
    void game counts for nobody. `record` is the digest of the record's text, where there is one; `fault` says
    why there is none of a game that was played here.
    """

    fixture: str
    attempt: int
    kind: ResultKind
    home: int
    visitor: int
    home_points: int = 0
    visitor_points: int = 0
    awarded: int = 0
    record: str = ""
    fault: str = ""

    @property
    def score(self) -> FinalScore:
        """The score, as the standings count it."""
        return FinalScore(self.home_points, self.visitor_points, self.awarded)

    def fits(self, fixture: Fixture) -> bool:
        """Is it a result of this pairing?"""
        return (self.home, self.visitor) == (fixture.home, fixture.visitor)


class Attempt(msgspec.Struct, omit_defaults=True):
    """One attempt at a fixture, counted from 1: its dice follow from the league's secret, the fixture and
    this number. `table` is where it is played live."""

    fixture: str
    number: int
    home: int
    visitor: int
    status: AttemptStatus
    table: str = ""
    result: FixtureResult | None = None
    """The result, or the score that waits for its confirmation; what was corrected stands in the journal."""
    typed_by: int = -1
    """The franchise that typed the score."""
