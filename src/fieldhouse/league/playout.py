"""A whole competition played out from Python, without any database, and its games played by policies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import msgspec

from fieldhouse.football.competition.format import Fixture, Format, Lots
from fieldhouse.kernel import record
from fieldhouse.kernel.coaches import Policy
from fieldhouse.kernel.dice import Dice
from fieldhouse.kernel.entries import Chosen, Entry, Rolled
from fieldhouse.kernel.events import Event
from fieldhouse.kernel.game import Game, Outcome
from fieldhouse.kernel.playout import playout
from fieldhouse.kernel.record import Record, SeatLine
from fieldhouse.kernel.requests import Chance, Choose
from fieldhouse.league.dice import LeagueDice
from fieldhouse.league.season import BadResult, FormatRunner, SeasonFacts, knockout_winner
from fieldhouse.league.standings import FinalScore


class RecordedAnswers:
    """Dice and policies that write down what they answer."""

    kind = "written"

    def __init__(self, dice: Dice, policies: Sequence[Policy]) -> None:
        self.entries: list[Entry] = []
        self._dice, self._policies = dice, policies

    def outcome(self, request: Chance) -> Any:
        """Roll, and add the roll to the entries."""
        value = self._dice.outcome(request)
        self.entries.append(Rolled(request.stream, request.key(value), request.sees))
        return value

    def choose(self, request: Choose, state: Any) -> str:
        """Ask the seat's policy, and add its answer to the entries."""
        key = self._policies[request.seat](request, state)
        self.entries.append(Chosen(request.seat, request.what, key, request.sees))
        return key


class SimulatedGame(msgspec.Struct):
    """A game that is over: its record (without events, which a replay tells again), and what was told."""

    game: Game[Any]
    record: Record
    events: list[Event]
    outcome: Outcome


def play_recorded(
    game: Game[Any], policies: Sequence[Policy], dice: Dice, seats: Sequence[SeatLine], salt: str
) -> SimulatedGame:
    """From the opening to the end; everything follows from the arguments."""
    written = RecordedAnswers(dice, policies)
    events: list[Event] = []
    s = game.start()
    s.tell = events.append
    outcome = playout(game, s, written, written.choose)
    made = record.make_record(game, written.entries, outcome, seats, salt=salt, dice=dice)
    return SimulatedGame(game, made, events, outcome)


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
