"""Simulating what a league waits for, exactly once, by however many processes.

A game follows from the league's secret, the fixture, the attempt and the managers alone, and its result is
saved on condition that the fixture is still as it was read. A process that is killed loses a game not
saved yet, and the next one plays the same game again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence

import msgspec

from fieldhouse.football.competition.format import Fixture
from fieldhouse.league.journal.acts import GameAnnulled, GameEntered
from fieldhouse.league.journal.league import SERVER
from fieldhouse.league.journal.league_journal import LeagueJournal
from fieldhouse.league.packed_record import RecordPacker
from fieldhouse.league.service.derive import update_derived
from fieldhouse.league.service.league_service import JournalUpdate, LeagueService, fixture_row
from fieldhouse.league.service.record_result import final_score, make_result, row_with_result, stat_rows
from fieldhouse.league.service.teams import LeagueTeams, current_lineups
from fieldhouse.store.leagues import LeagueConflict

GameFilter = Callable[[LeagueJournal, Fixture], bool]


def any_open_game(journal: LeagueJournal, fixture: Fixture) -> bool:
    """Whatever nobody is playing."""
    return journal.current(fixture) is None


def coaches_only(journal: LeagueJournal, fixture: Fixture) -> bool:
    """Games in which no person has a manager."""
    people = any(journal.managers[team].person for team in (fixture.home, fixture.visitor))
    return not people and journal.current(fixture) is None


class Simulator:
    """Plays the games of one league for which nobody has to be there."""

    def __init__(
        self, service: LeagueService, journal: LeagueJournal, *, first: int = 0, who: int = SERVER
    ) -> None:
        self.service, self.journal, self.who = service, journal, who
        self.dice = service.dice(journal)
        self.first = first
        """Where in the list of waiting games to begin: several processes begin at several places."""
        self._packer = RecordPacker()
        self._teams: tuple[object, LeagueTeams] | None = None

    def open_games(self, wanted: GameFilter) -> list[Fixture]:
        """The games to be simulated now."""
        self.service.draw_lots(self.journal)
        return [fixture for fixture in self.journal.season().waiting if wanted(self.journal, fixture)]

    def all(
        self,
        wanted: GameFilter = coaches_only,
        through: str = "",
        enough: Callable[[], bool] = lambda: False,
    ) -> list[Fixture]:
        """Simulate until nothing wanted waits, or a stage is done; the games that this process kept.

        `enough` is asked after every game: True ends it early.
        """
        kept: list[Fixture] = []
        done = False
        while not done and (games := self.open_in_stage(wanted, through)):
            turn = self.first % len(games)
            for fixture in (*games[turn:], *games[:turn]):
                if self.one(fixture):
                    kept.append(fixture)
                if done := enough():
                    break
            self.service.refresh(self.journal)
        update_derived(self.service, self.journal)
        return kept

    def open_in_stage(self, wanted: GameFilter, stage: str) -> list[Fixture]:
        """The games to be simulated now, of one stage where one is given."""
        return [fixture for fixture in self.open_games(wanted) if not stage or fixture.stage == stage]

    def first_stage(self) -> str:
        """The first week (or round) of which a game waits; empty where none does."""
        self.service.draw_lots(self.journal)
        waiting = self.journal.season().waiting
        first = min(waiting, key=lambda fixture: fixture.week, default=None)
        return first.stage if first is not None else ""

    def week(self, wanted: GameFilter = coaches_only) -> list[Fixture]:
        """Simulate the first week (or round) of which a game waits."""
        stage = self.first_stage()
        return self.all(wanted, stage) if stage else []

    def one(self, fixture: Fixture) -> bool:
        """Simulate a game and keep it; False if another was faster."""
        journal = self.journal
        if journal.current(fixture) is not None:
            return False
        attempt = journal.next_attempt(fixture)
        row = fixture_row(journal, fixture)
        teams = self._all_teams()
        played = teams.play_with_record(fixture, self.dice, attempt)
        score, kind = final_score(played.outcome, teams.home_seat)
        try:
            if fixture.knockout and score.lead == 0:
                why = f"tied {score.visitor}-{score.home}, and this game needs a winner"
                row.attempt = attempt + 1
                annulled = GameAnnulled(fixture.id, attempt, fixture.home, fixture.visitor, why)
                self.service.write(journal, JournalUpdate([annulled], who=self.who, fixture=row))
                return self.one(fixture)
            result = make_result(
                fixture, attempt, score, "simulated" if kind == "played" else kind, played.record.receipt
            )
            lines = stat_rows(played.game, played.events, played.outcome, fixture, teams.home_seat)
            self.service.write(
                journal,
                JournalUpdate(
                    [GameEntered(result)],
                    who=self.who,
                    fixture=row_with_result(row, result, "over", lines.faults),
                    record=self._packer.pack(played.record, attempt),
                    lines=lines.lines,
                    players=lines.players,
                ),
            )
        except LeagueConflict:
            seen = journal.size
            if self.service.refresh(journal).size == seen:
                raise  # nobody was faster: trying again would not help
            return False
        return True

    def _all_teams(self) -> LeagueTeams:
        """The teams as managers, rules and lineups stand."""
        stand = (self.journal.managers[:], self.journal.league, dict(self.journal.lineups))
        if self._teams is None or self._teams[0] != stand:
            self._teams = stand, LeagueTeams(self.journal, current_lineups(self.service, self.journal))
        return self._teams[1]


def league_digest(service: LeagueService, journal: LeagueJournal) -> str:
    """One number for all that came of a league, whoever played it in whatever order: results, records and
    lines by fixture, lots, champion."""
    season = journal.season()
    names = [game.id for f in season.fixtures for game in map(f.game, range(1, f.best_of + 1))]
    fixtures: Sequence[object] = [
        [name, journal.attempts[name][-1].result] for name in sorted(set(names)) if journal.attempts.get(name)
    ]
    lines = [
        [name, *msgspec.structs.astuple(line)] for name, line in service.store.leagues.stat_lines(journal.id)
    ]
    told = [fixtures, lines, sorted(season.used_lots.items()), season.progress.champion]
    return hashlib.sha256(msgspec.json.encode(told, order="deterministic")).hexdigest()
