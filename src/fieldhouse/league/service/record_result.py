"""Results that come from a game: the record, the lines and the entry in the journal are kept together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from fieldhouse.football.competition.format import Fixture
from fieldhouse.kernel.errors import FieldhouseError
from fieldhouse.kernel.events import Event
from fieldhouse.kernel.game import CONCESSION, Game, Outcome
from fieldhouse.kernel.record import replay_record
from fieldhouse.league.journal.league_journal import LeagueJournal
from fieldhouse.league.journal.results import FixtureResult, ResultKind
from fieldhouse.league.packed_record import unpack_record
from fieldhouse.league.service.league_service import LeagueService
from fieldhouse.league.service.teams import LeagueTeams
from fieldhouse.league.standings import FinalScore
from fieldhouse.league.statistics import GameSheet, score_sheet, sheet_of
from fieldhouse.league.text import fixture_name
from fieldhouse.store.league_schema import FixtureRow, LineRow, PlayerRow


class StatRows(msgspec.Struct):
    """What is kept of a game besides its record."""

    lines: list[LineRow]
    players: list[PlayerRow]
    faults: str = ""


def final_score(outcome: Outcome, home_seat: int) -> tuple[FinalScore, ResultKind]:
    """The result of a finished game: a conceded one is lost whatever the score."""
    home, visitor = outcome.scores[home_seat], outcome.scores[1 - home_seat]
    if outcome.why == CONCESSION and outcome.winner is not None:
        return FinalScore(home, visitor, 1 if outcome.winner == home_seat else -1), "conceded"
    level = home == visitor and outcome.winner is not None
    awarded = (1 if outcome.winner == home_seat else -1) if level else 0
    return FinalScore(home, visitor, awarded), "played"


def stat_rows(
    game: Game[Any], events: Sequence[Event], outcome: Outcome, fixture: Fixture, home_seat: int
) -> StatRows:
    """The lines of a finished game, by franchise."""
    sheet = sheet_of(game, events, outcome.scores)
    return rows_by_franchise(sheet, fixture, home_seat)


def rows_by_franchise(sheet: GameSheet, fixture: Fixture, home_seat: int) -> StatRows:
    """A sheet's lines as the store keeps them."""
    found = StatRows([], [], "\n".join(sheet.faults))
    for line in sheet.lines:
        team: int = fixture.home if line.side == home_seat else fixture.visitor
        found.lines += [LineRow(team, line.player, what, value) for what, value in line.stats.items()]
        if line.player:
            found.players.append(PlayerRow(line.player, line.name, "", team))
    return found


def make_result(
    fixture: Fixture, attempt: int, score: FinalScore, kind: ResultKind, record: str = "", fault: str = ""
) -> FixtureResult:
    """A result of this pairing."""
    return FixtureResult(
        fixture=fixture.id,
        attempt=attempt,
        kind=kind,
        home=fixture.home,
        visitor=fixture.visitor,
        home_points=score.home,
        visitor_points=score.visitor,
        awarded=score.awarded,
        record=record,
        fault=fault,
    )


def row_with_result(row: FixtureRow, result: FixtureResult, status: str, faults: str = "") -> FixtureRow:
    """The fixture's row with this result."""
    void = result.kind == "void"
    return msgspec.structs.replace(
        row,
        status=status,
        attempt=result.attempt,
        home=result.home,
        visitor=result.visitor,
        kind=result.kind,
        home_points=None if void else result.home_points,
        visitor_points=None if void else result.visitor_points,
        awarded=result.awarded,
        faults=faults,
    )


def stat_rows_of_result(
    service: LeagueService, journal: LeagueJournal, fixture: Fixture, result: FixtureResult
) -> StatRows:
    """The lines of a result from its only source: the record, or the points where there is none."""
    if result.kind == "void":
        return StatRows([], [])
    if result.record:
        kept = service.store.leagues.record(journal.id, fixture.id, result.attempt)
        if kept is None or kept.digest != result.record:
            raise FieldhouseError(f"{fixture_name(fixture.id)}: the record of this game is missing")
        made = unpack_record(kept, lambda names: service.store.leagues.materials(journal.id, names))
        table = replay_record(made)
        if table.outcome is None:
            raise FieldhouseError(f"{fixture_name(fixture.id)}: the recorded game is not finished")
        teams = LeagueTeams(journal)
        return stat_rows(table.game, table.events, table.outcome, fixture, teams.home_seat)
    return score_only_rows(journal, fixture, result.score, result.fault)


def score_only_rows(journal: LeagueJournal, fixture: Fixture, score: FinalScore, fault: str = "") -> StatRows:
    """The lines of a game of which only the score is known; `fault` where more should be."""
    names = journal.league.names
    sheet = score_sheet((names[fixture.home], names[fixture.visitor]), (score.home, score.visitor))
    found = rows_by_franchise(sheet, fixture, 0)
    found.faults = fault
    return found
