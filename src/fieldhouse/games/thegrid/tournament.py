"""The World Tournament (DC-11): four groups drawn by lot, their tables, quarter-finals, semi-finals, final.

Rules in the house's sense, like `forming`: a generator that asks for draws and writes what is known into a
`Tournament`. The games are played by whoever runs it, through `play_game`. Teams are numbers, 0 to 11.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence

import msgspec

from fieldhouse.kernel.errors import BadOptions
from fieldhouse.kernel.requests import Answer, Draw, Request, Rules

TEAMS = 12
GROUPS = "ABCD"
WIN, DRAW = 2, 1

Drawn = Generator[Request, Answer, list[int]]
"""Rules that end with teams in an order."""


class Fixture(msgspec.Struct, frozen=True):
    """A game to be played; the first-named team is home. Knock-out games need a winner (TG-23.9)."""

    stage: str
    home: int
    visitor: int
    winner_needed: bool = False


class Result(msgspec.Struct, frozen=True):
    """A fixture and its score, home team first."""

    fixture: Fixture
    home: int
    visitor: int

    @property
    def winner(self) -> int:
        """Who goes on from a knock-out game."""
        return self.fixture.home if self.home > self.visitor else self.fixture.visitor

    def of(self, team: int) -> tuple[int, int]:
        """Points for and against, seen from one of the two."""
        return (self.home, self.visitor) if team == self.fixture.home else (self.visitor, self.home)


PlayGame = Callable[[Fixture], tuple[int, int]]
"""Plays a fixture and tells the score, home team first."""


class Tournament(msgspec.Struct):
    """Where a tournament stands: groups in order of draw, tables best first, every result, the champion."""

    groups: list[list[int]] = []
    tables: list[list[int]] = []
    results: list[Result] = []
    champion: int = -1


def lots(teams: Sequence[int], stream: str, label: str) -> Drawn:
    """The teams in an order drawn by lot: each draw uniform over those left (TG-C.14)."""
    left, order = list(teams), []
    while left:
        drawn = yield Draw([str(team) for team in left], stream, label, "TG-C.14")
        order.append(int(drawn))
        left.remove(int(drawn))
    return order


def tournament(t: Tournament, play_game: PlayGame) -> Rules:
    """Groups, tables and knock-out games, to the champion."""
    drawn = yield from lots(range(TEAMS), "group-draw", "the next team of the group draw")
    t.groups = [drawn[start : start + 3] for start in range(0, TEAMS, 3)]
    for name, group in zip(GROUPS, t.groups, strict=True):
        for fixture in group_games(name, group):
            play_one(t, play_game, fixture)
    for group in t.groups:
        table = yield from ranked(group, t.results)
        t.tables.append(table)
    knock_out(t, play_game)


def group_games(name: str, group: Sequence[int]) -> list[Fixture]:
    """By order of draw: 1-2, 2-3, 3-1; ordinary games."""
    first, second, third = group
    pairs = ((first, second), (second, third), (third, first))
    return [Fixture(f"group {name}", home, visitor) for home, visitor in pairs]


def play_one(t: Tournament, play_game: PlayGame, fixture: Fixture) -> Result:
    """Play a fixture and write it down."""
    result = Result(fixture, *play_game(fixture))
    if fixture.winner_needed and result.home == result.visitor:
        raise BadOptions(
            f"the {fixture.stage} ended {result.home}-{result.visitor} and needs a winner (TG-23.9)"
        )
    t.results.append(result)
    return result


def knock_out(t: Tournament, play_game: PlayGame) -> None:
    """A1-B2, B1-A2, C1-D2, D1-C2; winners of 1st and 3rd, of 2nd and 4th; then the final."""
    a, b, c, d = t.tables
    teams = [a[0], b[1], b[0], a[1], c[0], d[1], d[0], c[1]]

    def winner(stage: str, home: int, visitor: int) -> int:
        return play_one(t, play_game, Fixture(stage, home, visitor, winner_needed=True)).winner

    ab, ba, cd, dc = (winner("quarter-final", *teams[n : n + 2]) for n in range(0, 8, 2))
    first, second = winner("semi-final", ab, cd), winner("semi-final", ba, dc)
    t.champion = winner("final", first, second)


# Tables


def ranked(group: Sequence[int], results: Sequence[Result]) -> Drawn:
    """Best first. Each criterion is applied once, in this order, to the teams still level (DC-11)."""
    own = [r for r in results if r.fixture.home in group and r.fixture.visitor in group]
    level = split([list(group)], lambda team: points(team, own))
    level = [
        part for tied in level for part in (split([tied], between(tied, own)) if len(tied) == 2 else [tied])
    ]
    level = split(level, lambda team: sum(mine - theirs for mine, theirs in scores(team, own)))
    level = split(level, lambda team: sum(mine for mine, _ in scores(team, own)))
    order: list[int] = []
    for tied in level:
        if len(tied) > 1:
            tied = yield from lots(tied, "lots", "the lot between teams still level")
        order += tied
    return order


def split(level: Sequence[list[int]], worth: Callable[[int], int]) -> list[list[int]]:
    """Each set of level teams taken apart by a criterion, the higher first."""
    return [
        [team for team in tied if worth(team) == value]
        for tied in level
        for value in sorted({worth(team) for team in tied}, reverse=True)
    ]


def scores(team: int, results: Sequence[Result]) -> list[tuple[int, int]]:
    """Points for and against in each of the team's games."""
    return [r.of(team) for r in results if team in (r.fixture.home, r.fixture.visitor)]


def points(team: int, results: Sequence[Result]) -> int:
    """Two for a win, one for a draw."""
    return sum(WIN * (mine > theirs) + DRAW * (mine == theirs) for mine, theirs in scores(team, results))


def between(pair: Sequence[int], results: Sequence[Result]) -> Callable[[int], int]:
    """What each of the two scored against the other."""
    met = [r for r in results if {r.fixture.home, r.fixture.visitor} == set(pair)]
    return lambda team: sum(mine for mine, _ in scores(team, met))
