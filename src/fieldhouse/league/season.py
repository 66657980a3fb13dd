"""One season: the form followed as far as lots and results are known, and what it waits for then.

`Known` is all a league has to keep. The form is run again from its beginning each time, so results may come
in any order, be corrected or voided, and everything that hangs on them is simply what the form says next.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, assert_never

import msgspec

from fieldhouse.football.competition.format import (
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
    Steps,
)
from fieldhouse.football.competition.tie_breakers import Scope, TieBreakers
from fieldhouse.kernel.errors import FieldhouseError
from fieldhouse.league.standings import FinalScore, ResultsLedger


class BadResult(FieldhouseError):
    """A result that the form cannot take."""


class SeasonFacts(msgspec.Struct):
    """What has happened: results by fixture, lots by their name; `struck` are ordinary games that count for
    nobody and are not played."""

    results: dict[str, FinalScore] = {}
    lots: dict[str, list[int]] = {}
    struck: list[str] = []


class Ranking(msgspec.Struct, frozen=True):
    """A table: teams best first, and what puts each above the next, in words."""

    teams: list[int]
    reasons: list[str]
    numbers: list[int]
    """The numbers of the tie-breakers that `reasons` names, as `TieBreakers.reason` takes them."""
    by: TieBreakers

    def by_record(self, place: int) -> bool:
        """Do the columns of the standings show why this place is above the next?"""
        first = self.by.criteria[0]
        return self.numbers[place] == 0 and first.scope is Scope.ALL

    def by_lot(self, place: int) -> bool:
        """Does only a random draw put this place above the next?"""
        return self.numbers[place] == len(self.by.criteria)


class FormatRunner(ABC):
    """Follows a form through one season. Where lots and results come from, a subclass says."""

    def __init__(self, form: Format) -> None:
        self.form = form
        self.progress = SeasonProgress()
        self.ledger = ResultsLedger(form.division, form.conference)
        self.fixtures: list[Fixture] = []
        self.stage: Sequence[Fixture] = ()
        """The games asked for together last: a stage."""
        self.placed: dict[str, Ranking] = {}

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {len(self.form.division)} teams: {len(self.fixtures)} fixtures>"

    @abstractmethod
    def lots(self, ask: Lots) -> Sequence[int]:
        """The entries in an order by lot."""

    @abstractmethod
    def league(self, fixtures: Sequence[Fixture]) -> None:
        """See that every ordinary game that is played is told to `count`."""

    @abstractmethod
    def knock_out(self, fixtures: Sequence[Fixture]) -> list[int]:
        """The winners of these games, in their order."""

    def run(self) -> None:
        """To the end, or as far as the subclass has answers (it raises then)."""
        run_format(self.form.steps(self.progress), self.answer)

    def answer(self, ask: FormatRequest) -> Any:
        """What the form is sent."""
        if isinstance(ask, Lots):
            return list(self.lots(ask))
        if isinstance(ask, LeagueGames | KnockoutGames):
            self.fixtures += ask.fixtures
            self.stage = ask.fixtures
        if isinstance(ask, LeagueGames):
            return self.league(ask.fixtures)
        if isinstance(ask, KnockoutGames):
            return self.knock_out(ask.fixtures)
        if isinstance(ask, RankEntries):
            return self.table(ask)
        if isinstance(ask, InOrderOf):
            return sorted(ask.entries, key=list(ask.standing).index)
        if isinstance(ask, OwnDivisionLast):
            division = self.form.division
            own = division[ask.first] == division[ask.host]
            return (ask.second, ask.first) if own else (ask.first, ask.second)
        assert_never(ask)

    def count(self, fixture: Fixture, score: FinalScore) -> None:
        """An ordinary game, for the tables."""
        self.ledger.add(fixture.home, fixture.visitor, score)

    def table(self, ask: RankEntries) -> list[int]:
        """The order, with lots where teams stay level; kept with its reasons."""

        def draw(place: int, level: Sequence[int]) -> Sequence[int]:
            lot = Lots(f"{ask.name}, place {place + 1}", level, "the lot between teams still level")
            return self.lots(lot)

        teams, reasons = self.ledger.rank(ask.entries, ask.by, draw, ask.places)
        words = [ask.by.reason(number) for number in reasons]
        self.placed[ask.name] = Ranking(teams, words, reasons, ask.by)
        return teams


class MissingAnswers(Exception):
    """The form cannot go on without these."""

    def __init__(self, fixtures: Sequence[Fixture] = (), lots: Lots | None = None) -> None:
        super().__init__()
        self.fixtures, self.lots = tuple(fixtures), lots


class Season(FormatRunner):
    """A season as far as it is known. `waiting` are the fixtures that can be played now, `lot` the lot to
    be drawn.

    With `as_it_stands` ordinary games not yet played are left out and teams still level stay as listed: the
    tables of today, and the playoff pairings they would give.
    """

    def __init__(self, form: Format, known: SeasonFacts, *, as_it_stands: bool = False) -> None:
        super().__init__(form)
        self.known = known
        self.as_it_stands = as_it_stands
        self.waiting: tuple[Fixture, ...] = ()
        self.lot: Lots | None = None
        try:
            self.run()
        except MissingAnswers as wanted:
            self.waiting, self.lot = wanted.fixtures, wanted.lots

    @property
    def over(self) -> bool:
        """Is there nothing left to play or draw?"""
        return not self.waiting and self.lot is None

    def score_of(self, fixture: Fixture) -> FinalScore | None:
        """The result of this fixture, where it has one."""
        return self.known.results.get(fixture.id)

    def known_lot(self, ask: Lots) -> Sequence[int] | None:
        """The lot as it was drawn, where it was."""
        return self.known.lots.get(ask.id)

    def lots(self, ask: Lots) -> Sequence[int]:
        drawn = self.known_lot(ask)
        if drawn is None:
            if self.as_it_stands:
                return ask.entries
            raise MissingAnswers(lots=ask)
        if sorted(drawn) != sorted(ask.entries):
            raise BadResult(f"the random draw {ask.id!r} has {drawn}, but it is between {list(ask.entries)}")
        return drawn

    def league(self, fixtures: Sequence[Fixture]) -> None:
        open_games = []
        for fixture in fixtures:
            if fixture.id in self.known.struck:
                continue
            score = self.score_of(fixture)
            if score is None:
                open_games.append(fixture)
            else:
                self.count(fixture, score)
        if open_games and not self.as_it_stands:
            raise MissingAnswers(open_games)

    def knock_out(self, fixtures: Sequence[Fixture]) -> list[int]:
        winners = [self._winner(fixture) for fixture in fixtures]
        open_games = [game for game in winners if isinstance(game, Fixture)]
        if open_games:
            raise MissingAnswers(open_games)
        return [winner for winner in winners if isinstance(winner, int)]

    def _winner(self, fixture: Fixture) -> int | Fixture:
        """Who goes on, or the game that is to be played for it."""
        wins = {fixture.home: 0, fixture.visitor: 0}
        for number in range(1, fixture.best_of + 1):
            game = fixture.game(number)
            score = self.score_of(game)
            if score is None:
                return game
            winner = knockout_winner(game, score)
            wins[winner] += 1
            if wins[winner] > fixture.best_of // 2:
                return winner
        raise AssertionError("a series of an odd number of games has a winner")


def knockout_winner(fixture: Fixture, score: FinalScore) -> int:
    """Who won a knockout game; BadResult if nobody did."""
    if score.lead == 0:
        raise BadResult(f"{fixture.id}: {score.home}-{score.visitor}, but this game needs a winner")
    won: int = fixture.home if score.lead > 0 else fixture.visitor
    return won


def run_format(steps: Steps, answer: Callable[[FormatRequest], Any]) -> None:
    """To the end of the form, or to whatever `answer` raises."""
    try:
        ask = next(steps)
        while True:
            ask = steps.send(answer(ask))
    except StopIteration:
        return
