"""Many seasons at once: the form followed with columns for teams, one row a season.

Two sources of what is not known: `Drawn` samples results and lots; `Enumerated` has a row for every way in
which the games that are left may end and gives it its weight.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, assert_never

import numpy as np
from numpy.typing import NDArray

from fieldhouse.football.competition.format import (
    Entry,
    Fixture,
    Format,
    FormatRequest,
    InOrderOf,
    KnockoutGames,
    LeagueGames,
    Lots,
    OwnDivisionLast,
    RankEntries,
    SeasonProgress,
)
from fieldhouse.league.odds.compiled_ranking import count_games, rank_seasons
from fieldhouse.league.odds.score_model import Column, ScoreChances, ScoreModel
from fieldhouse.league.season import SeasonFacts, run_format
from fieldhouse.league.standings import ResultsLedger
from fieldhouse.league.standings_order import NOT_DRAWN, OrderRules, PlayedGames


class TooManyEndings(Exception):
    """What is left cannot be enumerated: ordinary games, or lots."""


class SeasonBatch(ABC):
    """A form followed through `rows` seasons."""

    def __init__(self, form: Format, known: SeasonFacts, model: ScoreModel, rows: int) -> None:
        self.form, self.known, self.model, self.rows = form, known, model, rows
        self.progress = SeasonProgress()
        self.division, self.conference = (np.array(n, np.int64) for n in (form.division, form.conference))
        teams = len(form.names)
        self._ledger = ResultsLedger(form.division, form.conference)
        self.won = np.zeros((rows, teams, teams), np.int8)
        self.drawn = np.zeros((rows, teams, teams), np.int8)
        self.points = np.zeros((rows, teams, teams), np.int16)
        self.records = np.zeros((rows, teams, 2), np.int64)

    def run(self) -> None:
        """Run the format to its champions, in every season at once."""
        run_format(self.form.steps(self.progress), self.answer)

    def column(self, entry: Entry) -> Column:
        """An entry as a column: one number a season."""
        return np.broadcast_to(np.asarray(entry, np.int64), self.rows)

    def columns(self, entries: Sequence[Entry]) -> NDArray[np.int64]:
        """Entries as an array of seasons x entries, of its own."""
        if all(isinstance(entry, int) for entry in entries):
            return np.tile(np.array(entries, np.int64), (self.rows, 1))
        return np.ascontiguousarray(np.stack([self.column(entry) for entry in entries], axis=1))

    def answer(self, ask: FormatRequest) -> Any:
        """What the form is sent."""
        if isinstance(ask, Lots):
            drawn = self.known.lots.get(ask.id)
            return list(drawn) if drawn is not None else self.lots(ask.entries)
        if isinstance(ask, LeagueGames):
            return self._league(ask.fixtures)
        if isinstance(ask, KnockoutGames):
            return [self._winner(fixture) for fixture in ask.fixtures]
        if isinstance(ask, RankEntries):
            return self._table(ask)
        if isinstance(ask, InOrderOf):
            return self._in_order(ask)
        if isinstance(ask, OwnDivisionLast):
            own = self.division[self.column(ask.first)] == self.division[self.column(ask.host)]
            return np.where(own, ask.second, ask.first), np.where(own, ask.first, ask.second)
        assert_never(ask)

    @abstractmethod
    def lots(self, entries: Sequence[Entry]) -> list[Entry]:
        """The entries by lot."""

    @abstractmethod
    def play(self, fixtures: Sequence[Fixture]) -> None:
        """Enter the ordinary games that are left into the ledgers."""

    @abstractmethod
    def home_wins(self, fixture: Fixture) -> NDArray[np.bool_]:
        """Does the home team win this knockout game?"""

    @abstractmethod
    def needs_lots(self, seasons: int) -> int:
        """A table needed lots in so many seasons; the seed for them."""

    def _league(self, fixtures: Sequence[Fixture]) -> None:
        left: list[Fixture] = []
        for fixture in fixtures:
            score = self.known.results.get(fixture.id)
            if fixture.id in self.known.struck:
                continue
            if score is None:
                left.append(fixture)
            else:
                self._ledger.add(int(fixture.home), int(fixture.visitor), score)
        for mine, theirs in ((self.won, self._ledger.won), (self.drawn, self._ledger.drawn)):
            mine[:] = np.array(theirs, np.int8)
        self.points[:] = np.array(self._ledger.points, np.int16)
        if left:
            self.play(left)
        drawn = self.drawn.sum(axis=2, dtype=np.int64)
        won, lost = (self.won.sum(axis=axis, dtype=np.int64) for axis in (2, 1))
        self.records = np.stack([2 * won + drawn, won + lost + drawn], axis=2)

    def _winner(self, fixture: Fixture) -> Entry:
        home, visitor = self.column(fixture.home), self.column(fixture.visitor)
        wins = np.zeros(self.rows, np.int64)
        for number in range(1, fixture.best_of + 1):
            game = fixture.game(number)
            score = self.known.results.get(game.id)
            if score is None:
                wins += self.home_wins(game)
            else:
                wins += score.lead > 0
        return np.where(wins > fixture.best_of // 2, home, visitor)

    def _table(self, ask: RankEntries) -> list[Entry]:
        entries = self.columns(ask.entries)
        rules = np.array(ask.by.numbers, np.int64)
        known = np.full((len(ask.entries), len(self.form.names)), NOT_DRAWN)
        for place in range(len(ask.entries)):
            lot = self.known.lots.get(f"{ask.name}, place {place + 1}", [])
            for number, team in enumerate(lot):
                known[place, team] = len(lot) - number
        wanted = min(ask.places, len(ask.entries)) or len(ask.entries)
        seed = self.needs_lots(0)
        records, won, tied, points = (
            array.reshape(self.rows, -1) for array in (self.records, self.won, self.drawn, self.points)
        )
        listed = np.zeros(len(self.form.names), np.int64)
        games = PlayedGames(records, won, tied, points, self.division, self.conference, listed)
        order = OrderRules(int(ask.by.mode), ask.by.heads, rules)
        lots = rank_seasons(entries, wanted, order, known.ravel(), games, seed)
        self.needs_lots(lots)
        return list(entries.T[:wanted])

    def _in_order(self, ask: InOrderOf) -> list[Entry]:
        standing, entries = self.columns(ask.standing), self.columns(ask.entries)
        place = np.full((self.rows, len(self.form.names)), len(ask.standing), np.int64)
        np.put_along_axis(place, standing, np.arange(len(ask.standing))[None, :], axis=1)
        order = np.argsort(np.take_along_axis(place, entries, axis=1), axis=1, kind="stable")
        return list(np.take_along_axis(entries, order, axis=1).T)


class SampledSeasons(SeasonBatch):
    """Seasons drawn at random."""

    def __init__(
        self, form: Format, known: SeasonFacts, model: ScoreModel, rows: int, rng: np.random.Generator
    ) -> None:
        super().__init__(form, known, model, rows)
        self.rng = rng
        self.weights = np.full(rows, 1 / rows)

    def lots(self, entries: Sequence[Entry]) -> list[Entry]:
        return list(self.rng.permuted(self.columns(entries), axis=1).T)

    def play(self, fixtures: Sequence[Fixture]) -> None:
        home = self.columns([fixture.home for fixture in fixtures])
        visitor = self.columns([fixture.visitor for fixture in fixtures])
        neutral = np.array([fixture.neutral for fixture in fixtures])
        ours, theirs = self.model.draw(home, visitor, neutral, self.rng)
        self.model.take_given(fixtures, ours, theirs, self.rng)
        count_games(home, visitor, ours, theirs, self.won, self.drawn, self.points)

    def home_wins(self, fixture: Fixture) -> NDArray[np.bool_]:
        home, visitor = self.column(fixture.home), self.column(fixture.visitor)
        return self.rng.random(self.rows) < self.model.share_of(fixture, home, visitor)

    def needs_lots(self, seasons: int) -> int:
        return int(self.rng.integers(1 << 31))


class EnumeratedSeasons(SeasonBatch):
    """A row for every way in which it may end: the digits of its number say how, game by game; ordinary games
    have as many digits as they have scores, knockout games two."""

    def __init__(
        self,
        form: Format,
        known: SeasonFacts,
        model: ScoreModel,
        rows: int,
        scores: Mapping[str, ScoreChances],
    ) -> None:
        super().__init__(form, known, model, rows)
        self.weights = np.ones(self.rows)
        self._scores = scores
        self._rest = np.arange(rows)

    def _digit(self, base: int) -> NDArray[np.int64]:
        self._rest, digit = np.divmod(self._rest, base)
        return digit

    def lots(self, entries: Sequence[Entry]) -> list[Entry]:
        raise TooManyEndings("lots")

    def play(self, fixtures: Sequence[Fixture]) -> None:
        if any(fixture.id not in self._scores for fixture in fixtures):
            raise TooManyEndings(f"{len(fixtures)} ordinary games")
        ours = np.zeros((self.rows, len(fixtures)), np.int16)
        theirs = np.zeros_like(ours)
        for number, fixture in enumerate(fixtures):
            listed = self._scores[fixture.id]
            which = self._digit(len(listed))
            ours[:, number] = np.array([score.home for score, _ in listed])[which]
            theirs[:, number] = np.array([score.visitor for score, _ in listed])[which]
            self.weights *= np.array([float(chance) for _, chance in listed])[which]
        home = self.columns([fixture.home for fixture in fixtures])
        visitor = self.columns([fixture.visitor for fixture in fixtures])
        count_games(home, visitor, ours, theirs, self.won, self.drawn, self.points)

    def home_wins(self, fixture: Fixture) -> NDArray[np.bool_]:
        home, visitor = self.column(fixture.home), self.column(fixture.visitor)
        won = self._digit(2).astype(np.bool_)
        share = self.model.share_of(fixture, home, visitor)
        self.weights *= np.where(won, share, 1 - share)
        return won

    def needs_lots(self, seasons: int) -> int:
        if seasons:
            raise TooManyEndings("lots")
        return 0
