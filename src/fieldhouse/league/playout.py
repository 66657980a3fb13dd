"""A whole competition played out: from Python, without any database.

>>> from fieldhouse import league
>>> form = league.Cup(("Ducks", "Geese", "Swans"))
>>> class Goose:
...     def play(self, fixture, dice, attempt=1):
...         return league.FinalScore(7, 3)
>>> season = league.play_out(form, Goose(), league.LeagueDice("a seed"))
>>> form.names[season.progress.champion] in form.names
True
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from fieldhouse.football.competition.format import Fixture, Format, Lots
from fieldhouse.league.dice import LeagueDice
from fieldhouse.league.season import BadResult, FormatRunner, SeasonFacts, knockout_winner
from fieldhouse.league.standings import FinalScore


class Teams(Protocol):
    """Those who play: anything that can play a fixture out. The result must depend on the arguments
    alone."""

    def play(self, fixture: Fixture, dice: LeagueDice, attempt: int = 1) -> FinalScore: ...


class SimulatedSeason(FormatRunner):
    """A season that plays whatever it is asked for and is not known yet; `known` has it all afterwards."""

    def __init__(
        self, form: Format, teams: Teams, dice: LeagueDice, known: SeasonFacts | None = None
    ) -> None:
        super().__init__(form)
        self.teams, self.dice = teams, dice
        self.known = known if known is not None else SeasonFacts()

    def lots(self, ask: Lots) -> Sequence[int]:
        if ask.id not in self.known.lots:
            self.known.lots[ask.id] = self.dice.lots(ask.id, ask.entries)
        return self.known.lots[ask.id]

    def _score(self, fixture: Fixture) -> FinalScore:
        score = self.known.results.get(fixture.id)
        if score is None:
            score = self.teams.play(fixture, self.dice)
            if min(score.home, score.visitor) < 0:
                raise BadResult(f"{fixture.id}: {score.home}-{score.visitor} is not a score")
            self.known.results[fixture.id] = score
        return score

    def league(self, fixtures: Sequence[Fixture]) -> None:
        for fixture in fixtures:
            if fixture.id not in self.known.struck:
                self.count(fixture, self._score(fixture))

    def knock_out(self, fixtures: Sequence[Fixture]) -> list[int]:
        return [self._winner(fixture) for fixture in fixtures]

    def _winner(self, fixture: Fixture) -> int:
        wins = {fixture.home: 0, fixture.visitor: 0}
        number = 0
        while max(wins.values()) <= fixture.best_of // 2:
            number += 1
            game = fixture.game(number)
            wins[knockout_winner(game, self._score(game))] += 1
        won: int = fixture.home if wins[fixture.home] > wins[fixture.visitor] else fixture.visitor
        return won


def play_out(
    form: Format, teams: Teams, dice: LeagueDice, known: SeasonFacts | None = None
) -> SimulatedSeason:
    """The competition to its champion; with `known` only what is not known yet is played."""
    season = SimulatedSeason(form, teams, dice, known)
    season.run()
    return season
