"""The games of a season counted by team and opponent, the lines of a table, and its order with the
reasons."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain

import msgspec

from fieldhouse.football.competition.tie_breakers import TieBreakers
from fieldhouse.league.standings_order import NOT_DRAWN, OrderRules, PlayedGames, WorkSpace, rank_teams


class FinalScore(msgspec.Struct, frozen=True, omit_defaults=True):
    """A result, home team first. `awarded` names the winner where the score does not: 1 the home team, -1 the
    visitor (a game that was conceded, a forfeit)."""

    home: int
    visitor: int
    awarded: int = 0

    @property
    def lead(self) -> int:
        """Above 0 the home team won, below 0 the visitor; 0 is a tie."""
        return self.awarded or self.home - self.visitor


class StandingLine(msgspec.Struct):
    """A team's line in a table."""

    won: int = 0
    drawn: int = 0
    lost: int = 0
    scored: int = 0
    allowed: int = 0

    @property
    def games(self) -> int:
        """The number of games the team played."""
        return self.won + self.drawn + self.lost

    @property
    def share(self) -> float:
        """Share of wins, a draw counting half."""
        return (self.won + self.drawn / 2) / self.games if self.games else 0.0

    @property
    def points(self) -> int:
        """Two for a win, one for a draw."""
        return 2 * self.won + self.drawn

    @property
    def record(self) -> str:
        """`12-4`, or `9-6-1` with a draw."""
        return f"{self.won}-{self.lost}" + (f"-{self.drawn}" if self.drawn else "")


LotDrawer = Callable[[int, Sequence[int]], Sequence[int]]
"""Puts teams that are still level at a place (counted from 0) into an order by lot."""


class ResultsLedger:
    """Games won, drawn and points scored, by team and opponent: all that a ranking reads."""

    def __init__(self, division: Sequence[int], conference: Sequence[int]) -> None:
        size = len(division)
        self.division, self.conference = division, conference
        self.won = [[0] * size for _ in range(size)]
        self.drawn = [[0] * size for _ in range(size)]
        self.points = [[0] * size for _ in range(size)]

    def add(self, home: int, visitor: int, score: FinalScore) -> None:
        """Add the result of one game."""
        lead = score.lead
        self.won[home][visitor] += lead > 0
        self.won[visitor][home] += lead < 0
        self.drawn[home][visitor] += lead == 0
        self.drawn[visitor][home] += lead == 0
        self.points[home][visitor] += score.home
        self.points[visitor][home] += score.visitor

    def line(self, team: int) -> StandingLine:
        """The team's wins, losses, ties and points."""
        return StandingLine(
            won=sum(self.won[team]),
            drawn=sum(self.drawn[team]),
            lost=sum(row[team] for row in self.won),
            scored=sum(self.points[team]),
            allowed=sum(row[team] for row in self.points),
        )

    def rank(
        self, teams: Sequence[int], by: TieBreakers, draw: LotDrawer, places: int = 0
    ) -> tuple[list[int], list[int]]:
        """Teams best first, and for each but the last the criterion that puts it above the next
        (`Ranking.reason`); with `places` only the first so many."""
        every, size = len(self.division), len(teams)
        wanted = min(places, size) or size
        rules = OrderRules(by.mode, by.heads, by.numbers)
        work = WorkSpace(
            out=list(teams),
            lots=[NOT_DRAWN] * (every * size),
            reasons=[-1] * size,
            beaten=[-1] * every,
            values=[0.0] * size,
            inside=[0] * every,
            common=[0] * every,
        )
        listed = [0] * every
        for number, team in enumerate(teams):
            listed[team] = number
        records = [n for line in map(self.line, range(every)) for n in (line.points, line.games)]
        won, tied, points = (list(chain(*rows)) for rows in (self.won, self.drawn, self.points))
        games = PlayedGames(records, won, tied, points, self.division, self.conference, listed)
        while True:
            place = rank_teams(size, wanted, rules, work, games)
            if place < 0:
                return work.out[:wanted], work.reasons[: wanted - 1]
            lot = draw(place, [team for team in sorted(teams) if work.inside[team]])
            for number, team in enumerate(lot):
                work.lots[place * every + team] = float(len(lot) - number)
