"""Simulating what a league waits for, exactly once, by however many processes.

A game follows from the league's secret, the fixture, the attempt and the chairs alone, and its result is kept
on the condition that the fixture still stands as it was seen. Whoever is killed loses a game that was not
kept yet, and the next one plays the same game again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence

import msgspec

from fieldhouse.football.competition.format import Fixture
from fieldhouse.league.journal.acts import GameAnnulled, GameEntered
from fieldhouse.league.journal.league_journal import LeagueBook
from fieldhouse.league.packed_record import Packer
from fieldhouse.league.service.derive import tidy
from fieldhouse.league.service.league_service import LeagueDesk, row_of
from fieldhouse.league.service.record_result import lines_of, result_of, scored, standing
from fieldhouse.league.service.teams import LeagueTeams, lineups_left
from fieldhouse.store.leagues import LeagueConflict

Wanted = Callable[[LeagueBook, Fixture], bool]


def everything(book: LeagueBook, fixture: Fixture) -> bool:
    """Whatever nobody is playing."""
    return book.current(fixture) is None


def without_people(book: LeagueBook, fixture: Fixture) -> bool:
    """Games in which no person has a chair."""
    people = any(book.chairs[team].person for team in (fixture.home, fixture.visitor))
    return not people and book.current(fixture) is None


class Simulator:
    """Plays the games of one league for which nobody has to be there."""

    def __init__(self, desk: LeagueDesk, book: LeagueBook, *, first: int = 0) -> None:
        self.desk, self.book = desk, book
        self.dice = desk.dice(book)
        self.first = first
        """Where in the list of waiting games to begin: several processes begin at several places."""
        self._packer = Packer()
        self._teams: tuple[object, LeagueTeams] | None = None

    def waiting(self, wanted: Wanted) -> list[Fixture]:
        """The games to be simulated now."""
        self.desk.draw_lots(self.book)
        return [fixture for fixture in self.book.season().waiting if wanted(self.book, fixture)]

    def all(self, wanted: Wanted = without_people, through: str = "") -> list[Fixture]:
        """Simulate until nothing wanted waits, or a stage is done; the games that this process kept."""
        kept: list[Fixture] = []
        while games := [f for f in self.waiting(wanted) if not through or f.stage == through]:
            turn = self.first % len(games)
            kept += [fixture for fixture in (*games[turn:], *games[:turn]) if self.one(fixture)]
            self.desk.refresh(self.book)
        tidy(self.desk, self.book)
        return kept

    def week(self, wanted: Wanted = without_people) -> list[Fixture]:
        """Simulate the first week (or round) of which a game waits."""
        self.desk.draw_lots(self.book)
        waiting = self.book.season().waiting
        first = min(waiting, key=lambda fixture: fixture.week, default=None)
        return self.all(wanted, first.stage) if first is not None else []

    def one(self, fixture: Fixture) -> bool:
        """Simulate a game and keep it; False if another was faster."""
        book = self.book
        if book.current(fixture) is not None:
            return False
        attempt = book.next_attempt(fixture)
        row = row_of(book, fixture)
        teams = self._all_teams()
        played = teams.recorded(fixture, self.dice, attempt)
        score, kind = scored(played.outcome, teams.home_seat)
        try:
            if fixture.knockout and score.lead == 0:
                why = f"tied {score.home}-{score.visitor}, and this game needs a winner"
                row.attempt = attempt + 1
                annulled = GameAnnulled(fixture.id, attempt, fixture.home, fixture.visitor, why)
                self.desk.write(book, [annulled], fixture=row)
                return self.one(fixture)
            result = result_of(
                fixture, attempt, score, "simulated" if kind == "played" else kind, played.record.receipt
            )
            lines = lines_of(played.game, played.events, played.outcome, fixture, teams.home_seat)
            self.desk.write(
                book,
                [GameEntered(result)],
                fixture=standing(row, result, "over", lines.faults),
                record=self._packer.pack(played.record, attempt),
                lines=lines.lines,
                players=lines.players,
            )
        except LeagueConflict:
            seen = book.size
            if self.desk.refresh(book).size == seen:
                raise  # nobody was faster: trying again would not help
            return False
        return True

    def _all_teams(self) -> LeagueTeams:
        """The teams as chairs, rules and line-ups stand."""
        stand = (self.book.chairs[:], self.book.league, dict(self.book.lineups))
        if self._teams is None or self._teams[0] != stand:
            self._teams = stand, LeagueTeams(self.book, lineups_left(self.desk, self.book))
        return self._teams[1]


def digest(desk: LeagueDesk, book: LeagueBook) -> str:
    """One number for all that came of a league, whoever played it in whatever order: results, records and
    lines by fixture, lots, champion."""
    season = book.season()
    names = [game.id for f in season.fixtures for game in map(f.game, range(1, f.best_of + 1))]
    fixtures: Sequence[object] = [
        [name, book.attempts[name][-1].result] for name in sorted(set(names)) if book.attempts.get(name)
    ]
    lines = [[name, *msgspec.structs.astuple(line)] for name, line in desk.store.lines(book.id)]
    told = [fixtures, lines, sorted(season.used_lots.items()), season.course.champion]
    return hashlib.sha256(msgspec.json.encode(told, order="deterministic")).hexdigest()
