"""The result of a game played at a table, made from its record in the moment of its last answer."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

import msgspec

from fieldhouse.football.competition.format import Fixture
from fieldhouse.kernel.events import Event
from fieldhouse.kernel.game import Game, Outcome
from fieldhouse.kernel.record import Record
from fieldhouse.league.journal.acts import Act, GameAnnulled, GameBegun, GameEntered
from fieldhouse.league.journal.entries import encode_act
from fieldhouse.league.journal.league_journal import LeagueJournal
from fieldhouse.league.packed_record import RecordPacker
from fieldhouse.league.season import BadResult
from fieldhouse.league.service.league_service import LeagueService, fixture_row
from fieldhouse.league.service.permissions import require_running
from fieldhouse.league.service.record_result import (
    final_score,
    make_result,
    row_with_result,
    score_only_rows,
    stat_rows,
)
from fieldhouse.league.service.teams import LeagueTeams
from fieldhouse.league.text import fixture_name
from fieldhouse.store.league_schema import KeptRecord, LeagueChange

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
