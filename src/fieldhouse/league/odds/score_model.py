"""What results a pairing may have: scores that were drawn from the game itself, all equally likely."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from fieldhouse.football.competition.format import Fixture
from fieldhouse.kernel.errors import BadOptions
from fieldhouse.lab.bulk import bind_tables, run_chunk
from fieldhouse.lab.tables.alias_tables import AliasTables
from fieldhouse.lab.tables.compiled_game import find_reduction
from fieldhouse.league.dice import LeagueDice
from fieldhouse.league.playout import Teams
from fieldhouse.league.standings import FinalScore
from fieldhouse.league.teams import GameTeams

Points: TypeAlias = NDArray[np.int16]
Column: TypeAlias = NDArray[Any]
Result: TypeAlias = Literal["home", "draw", "visitor"]
Given: TypeAlias = Mapping[str, Result]
"""Outcomes taken for granted, by fixture."""
ScoreChances: TypeAlias = Sequence[tuple[FinalScore, Fraction]]
SIGNS: dict[Result, int] = {"home": 1, "draw": 0, "visitor": -1}
BARELY: dict[Result, FinalScore] = {
    "home": FinalScore(1, 0),
    "draw": FinalScore(0, 0),
    "visitor": FinalScore(0, 1),
}
"""The score of a given outcome that the samples never show."""


class ScoreModel:
    """`home[h, v, n]` and `visitor[h, v, n]` are the points of sample n when v plays at h.

    At a neutral site either team is at home half the time. A knockout game that a sample leaves level
    falls to either side with an even chance, by a point.
    """

    def __init__(self, home: Points, visitor: Points) -> None:
        if home.ndim != 3 or home.shape != visitor.shape or home.shape[0] != home.shape[1]:
            raise BadOptions("a score model has two arrays of teams x teams x samples")
        self.home, self.visitor = home, visitor
        self.samples = home.shape[2]
        self.given: Given = {}

    def with_assumed(self, given: Given) -> ScoreModel:
        """The same, with these outcomes taken for granted; their scores are drawn from those that fit."""
        model = ScoreModel(self.home, self.visitor)
        model.given = dict(given)
        return model

    def take_given(
        self, fixtures: Sequence[Fixture], ours: Points, theirs: Points, rng: np.random.Generator
    ) -> None:
        """Put scores that fit the given outcomes into the columns of their fixtures."""
        for number, fixture in enumerate(fixtures):
            if fixture.id not in self.given:
                continue
            listed = self.chances(fixture)
            shares = np.array([float(chance) for _, chance in listed])
            which = rng.choice(len(listed), len(ours), p=shares / shares.sum())
            ours[:, number] = np.array([score.home for score, _ in listed])[which]
            theirs[:, number] = np.array([score.visitor for score, _ in listed])[which]

    def share_of(self, fixture: Fixture, home: Column, visitor: Column) -> NDArray[np.float64]:
        """The chance that the home team wins this knockout game, teams by columns."""
        if fixture.id in self.given:
            return np.full(len(home), float(self.given[fixture.id] == "home"))
        return self.win_share(home, visitor, fixture.neutral)

    def draw(
        self, home: Column, visitor: Column, neutral: Column | bool, rng: np.random.Generator
    ) -> tuple[Points, Points]:
        """A result for each pairing of the arrays."""
        n = rng.integers(0, self.samples, home.shape, dtype=np.int32)
        if not np.any(neutral):
            return self.home[home, visitor, n], self.visitor[home, visitor, n]
        turned = neutral & (rng.random(home.shape) < 0.5)
        at, away = np.where(turned, visitor, home), np.where(turned, home, visitor)
        ours, theirs = self.home[at, away, n], self.visitor[at, away, n]
        return np.where(turned, theirs, ours), np.where(turned, ours, theirs)

    def win_share(self, home: Column, visitor: Column, neutral: bool) -> NDArray[np.float64]:
        """The chance that the home team wins a knockout game, for each pairing of the arrays."""
        at_home = self._shares[home, visitor]
        return (at_home + 1 - self._shares[visitor, home]) / 2 if neutral else at_home

    @cached_property
    def _shares(self) -> NDArray[np.float64]:
        won = (self.home > self.visitor).mean(axis=2) + (self.home == self.visitor).mean(axis=2) / 2
        return np.asarray(won, np.float64)

    def chances(self, fixture: Fixture) -> list[tuple[FinalScore, Fraction]]:
        """The same, exactly, for one fixture: for `exhaustive`. Of a knockout game only the winner
        counts."""
        found: Counter[FinalScore] = Counter()
        sides = [(fixture.home, fixture.visitor, False)]
        if fixture.neutral:
            sides.append((fixture.visitor, fixture.home, True))
        for at, away, turned in sides:
            for mine, theirs in zip(
                self.home[at, away].tolist(), self.visitor[at, away].tolist(), strict=True
            ):
                found[FinalScore(theirs, mine) if turned else FinalScore(mine, theirs)] += 1
        total = self.samples * len(sides)
        wanted = self.given.get(fixture.id)
        if wanted is not None:
            sign = SIGNS[wanted]
            fitting = {s: n for s, n in found.items() if (s.home > s.visitor) - (s.home < s.visitor) == sign}
            found = Counter(fitting) if fitting and not fixture.knockout else Counter({BARELY[wanted]: 1})
            total = found.total()
        if not fixture.knockout:
            return [(score, Fraction(count, total)) for score, count in sorted(found.items(), key=str)]
        won = sum(2 * n * (s.home > s.visitor) + n * (s.home == s.visitor) for s, n in found.items())
        share = Fraction(won, 2 * total)
        return [
            (s, chance) for s, chance in ((FinalScore(1, 0), share), (FinalScore(0, 1), 1 - share)) if chance
        ]


def sampled_model(
    teams: Teams, size: int, samples: int, seed: str = "odds", fixtures: Sequence[Fixture] | None = None
) -> ScoreModel:
    """A model of `samples` games of every pairing at either site (or of the pairings of `fixtures` only).

    Its games have dice of their own, never those of the league.
    """
    home = np.zeros((size, size, samples), np.int16)
    visitor = np.zeros((size, size, samples), np.int16)
    dice = LeagueDice(f"odds {seed}")
    wanted = {(f.home, f.visitor) for f in fixtures} if fixtures is not None else None
    for h in range(size):
        for v in range(size):
            if h == v or (wanted is not None and (h, v) not in wanted):
                continue
            fixture = Fixture(f"{v} at {h}", "odds", h, v)
            for n in range(samples):
                score = teams.play(fixture, dice, n + 1)
                home[h, v, n], visitor[h, v, n] = score.home, score.visitor
    return ScoreModel(home, visitor)


EXACT_SAMPLES = 400
PLAYED_SAMPLES = 40
"""Games of a pairing that are played out one by one take milliseconds each."""


def build_score_model(teams: GameTeams, seed: str = "odds", samples: int = 0) -> ScoreModel:
    """Scores of every pairing at either site. Clubs that are alike share theirs; the dice are never the
    league's."""
    size = len(teams.clubs)
    bound = _bound(teams, Fixture("odds", "odds", 0, 1)) is not None if size > 1 else False
    count = samples or (EXACT_SAMPLES if bound else PLAYED_SAMPLES)
    home, visitor = (np.zeros((size, size, count), np.int16) for _ in range(2))
    first: dict[object, tuple[int, int]] = {}
    play: Callable[..., None] = _by_tables if bound else _by_games
    dice = LeagueDice(f"odds {seed}")
    for h in range(size):
        for v in range(size):
            if h == v:
                continue
            alike = (teams.level_of(h), teams.level_of(v), repr(teams.clubs[h]), repr(teams.clubs[v]))
            if alike in first:
                other = first[alike]
                home[h, v], visitor[h, v] = home[other], visitor[other]
                continue
            first[alike] = h, v
            play(teams, Fixture(f"{v} at {h}", "odds", h, v), dice, home[h, v], visitor[h, v])
    return ScoreModel(home, visitor)


def _bound(teams: GameTeams, fixture: Fixture) -> AliasTables | None:
    """The tables of both cards; None where the game leaves nothing open, or the sides play differently."""
    level = teams.level_of(fixture.home)
    if level != teams.level_of(fixture.visitor):
        return None
    game = teams.open(fixture)
    return None if find_reduction(game) is None else bind_tables(game, level)


def _by_tables(teams: GameTeams, fixture: Fixture, dice: LeagueDice, home: Points, visitor: Points) -> None:
    loaded = _bound(teams, fixture)
    assert loaded is not None
    _, games = run_chunk(loaded, dice.seed(fixture.id), 0, len(home), each_game=True)
    home[:], visitor[:] = games[:, 1 + teams.home_seat], games[:, 2 - teams.home_seat]


def _by_games(teams: GameTeams, fixture: Fixture, dice: LeagueDice, home: Points, visitor: Points) -> None:
    for n in range(len(home)):
        score = teams.play(fixture, dice, n + 1)
        home[n], visitor[n] = score.home, score.visitor
