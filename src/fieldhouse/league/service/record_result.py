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
from fieldhouse.league.journal.league_journal import LeagueBook
from fieldhouse.league.journal.results import FixtureResult, ResultKind
from fieldhouse.league.packed_record import unpack
from fieldhouse.league.service.league_service import LeagueDesk
from fieldhouse.league.service.teams import LeagueTeams
from fieldhouse.league.standings import FinalScore
from fieldhouse.league.statistics import GameSheet, score_sheet, sheet_of
from fieldhouse.store.league_schema import FixtureRow, LineRow, PlayerRow


class GameLines(msgspec.Struct):
    """What is kept of a game besides its record."""

    lines: list[LineRow]
    players: list[PlayerRow]
    faults: str = ""


def scored(outcome: Outcome, home_seat: int) -> tuple[FinalScore, ResultKind]:
    """The result of a finished game: a conceded one is lost whatever the score."""
    home, visitor = outcome.scores[home_seat], outcome.scores[1 - home_seat]
    if outcome.why == CONCESSION and outcome.winner is not None:
        return FinalScore(home, visitor, 1 if outcome.winner == home_seat else -1), "conceded"
    level = home == visitor and outcome.winner is not None
    awarded = (1 if outcome.winner == home_seat else -1) if level else 0
    return FinalScore(home, visitor, awarded), "played"


def lines_of(
    game: Game[Any], events: Sequence[Event], outcome: Outcome, fixture: Fixture, home_seat: int
) -> GameLines:
    """The lines of a finished game, by franchise."""
    sheet = sheet_of(game, events, outcome.scores)
    return by_franchise(sheet, fixture, home_seat)


def by_franchise(sheet: GameSheet, fixture: Fixture, home_seat: int) -> GameLines:
    """A sheet's lines as the store keeps them."""
    found = GameLines([], [], "\n".join(sheet.faults))
    for line in sheet.lines:
        team: int = fixture.home if line.side == home_seat else fixture.visitor
        found.lines += [LineRow(team, line.player, what, value) for what, value in line.stats.items()]
        if line.player:
            found.players.append(PlayerRow(line.player, line.name, "", team))
    return found


def result_of(
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


def standing(row: FixtureRow, result: FixtureResult, status: str, faults: str = "") -> FixtureRow:
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


def lines_of_result(desk: LeagueDesk, book: LeagueBook, fixture: Fixture, result: FixtureResult) -> GameLines:
    """The lines of a result from its only source: the record, or the points where there is none."""
    if result.kind == "void":
        return GameLines([], [])
    if result.record:
        kept = desk.store.league_record(book.id, fixture.id, result.attempt)
        if kept is None or kept.digest != result.record:
            raise FieldhouseError(f"{fixture.id}: the record of its result is not in the store")
        made = unpack(kept, lambda names: desk.store.league_materials(book.id, names))
        table = replay_record(made)
        if table.outcome is None:
            raise FieldhouseError(f"{fixture.id}: the game in its record is not over")
        teams = LeagueTeams(book)
        return lines_of(table.game, table.events, table.outcome, fixture, teams.home_seat)
    return points_alone(book, fixture, result.score, result.fault)


def points_alone(book: LeagueBook, fixture: Fixture, score: FinalScore, fault: str = "") -> GameLines:
    """The lines of a game of which only the score is known; `fault` where more should be."""
    names = book.league.names
    sheet = score_sheet((names[fixture.home], names[fixture.visitor]), (score.home, score.visitor))
    found = by_franchise(sheet, fixture, 0)
    found.faults = fault
    return found
