"""Results that come from a game: the record, the lines and the entry in the journal are kept together."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

import msgspec

from fieldhouse.football.competition.format import Fixture
from fieldhouse.kernel.errors import FieldhouseError
from fieldhouse.kernel.events import Event
from fieldhouse.kernel.game import CONCESSION, Game, Outcome
from fieldhouse.kernel.record import Record, replay_record
from fieldhouse.league.journal.acts import Act, GameAnnulled, GameBegun, GameEntered, encode_act
from fieldhouse.league.journal.league_journal import LeagueJournal
from fieldhouse.league.journal.results import FixtureResult, ResultKind
from fieldhouse.league.packed_record import RecordPacker, unpack_record
from fieldhouse.league.season import BadResult
from fieldhouse.league.service.league_service import LeagueService, fixture_row
from fieldhouse.league.service.permissions import require_running
from fieldhouse.league.service.teams import LeagueTeams
from fieldhouse.league.standings import FinalScore
from fieldhouse.league.statistics import GameSheet, score_sheet, sheet_of
from fieldhouse.league.text import fixture_name
from fieldhouse.store.league_schema import FixtureRow, KeptRecord, LeagueChange, LineRow, PlayerRow


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


log = logging.getLogger("fieldhouse.leagues")


def begin_fixture(journal: LeagueJournal, fixture: Fixture, who: int, table_id: str) -> LeagueChange:
    """A table is set up for the fixture: to be kept together with that table."""
    require_running(journal)
    if journal.current(fixture) is not None:
        raise BadResult(f"{fixture_name(fixture.id)} has already started or has a result")
    attempt = journal.next_attempt(fixture)
    row = fixture_row(journal, fixture)
    row.status, row.attempt, row.table_id = "live", attempt, table_id
    act = GameBegun(fixture.id, attempt, fixture.home, fixture.visitor, table_id)
    return LeagueChange(league_id=journal.id, who=who, acts=[encode_act(act)], fixture=row)


class FinishedTable(msgspec.Struct, frozen=True):
    """What a league needs to know of a game that ended at a table: data, no table."""

    table_id: str
    game: Game[Any]
    record: Record
    events: Sequence[Event]
    outcome: Outcome


def league_change(service: LeagueService, ended: FinishedTable) -> LeagueChange | None:
    """What the end of this table's game means for its league: to be kept together with its last answer.

    None where the attempt no longer counts (the commissioner decided the game meanwhile). A tie in a game
    that needs a winner is no result: it is played again. A record that cannot be packed is named in the red
    mark: the score counts, and the table keeps its own log.
    """
    table_id, game, outcome = ended.table_id, ended.game, ended.outcome
    found = service.store.leagues.fixture_of_table(table_id)
    if found is None:
        return None
    league_id, kept = found
    journal = service.journal(league_id)
    fixture = journal.fixtures().get(kept.fixture)
    attempt = journal.current(fixture) if fixture is not None else None
    if fixture is None or attempt is None or attempt.table != table_id or attempt.status != "live":
        return None
    home_seat = LeagueTeams(journal).home_seat
    score, kind = final_score(outcome, home_seat)
    row = fixture_row(journal, fixture)
    if fixture.knockout and score.lead == 0:
        row.status, row.attempt, row.table_id = "open", attempt.number + 1, None
        why = f"tied {score.visitor}-{score.home}, and this game needs a winner"
        act: Act = GameAnnulled(fixture.id, attempt.number, fixture.home, fixture.visitor, why)
        return LeagueChange(league_id=league_id, acts=[encode_act(act)], fixture=row)
    lines = stat_rows(game, ended.events, outcome, fixture, home_seat)
    record: KeptRecord | None = None
    fault = ""
    try:
        record = RecordPacker().pack(ended.record, attempt.number)
    except Exception as error:
        log.exception("no record", extra={"table": table_id})
        fault = f"the record could not be saved ({type(error).__name__}: {error})"
        lines = score_only_rows(journal, fixture, score, fault)
    digest = record.digest if record is not None else ""
    result = make_result(fixture, attempt.number, score, kind, digest, fault)
    return LeagueChange(
        league_id=league_id,
        acts=[encode_act(GameEntered(result))],
        fixture=row_with_result(row, result, "over", lines.faults),
        record=record,
        lines=lines.lines,
        players=lines.players,
    )
