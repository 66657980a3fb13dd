"""The leagues in memory: journals read once and then read on, for pages and for acts."""

from __future__ import annotations

import threading
from collections import OrderedDict

from fieldhouse.football.competition.format import Fixture
from fieldhouse.kernel import registry
from fieldhouse.kernel.errors import FieldhouseError
from fieldhouse.kernel.record import Record, replay_record
from fieldhouse.league.journal.acts import check_chain
from fieldhouse.league.journal.results import FixtureResult
from fieldhouse.league.packed_record import unpack_record
from fieldhouse.league.service.league_service import LeagueService
from fieldhouse.league.service.teams import LeagueTeams, LineupSlot, current_lineups
from fieldhouse.league.statistics import GameSheet, sheet_of
from fieldhouse.league.text import fixture_name
from fieldhouse.store.schema import SeatRow, TableRow
from fieldhouse.store.store import Store
from fieldhouse.store.tables import StoredTable
from fieldhouse.web.engine.live_table import LiveTable
from fieldhouse.web.leagues.league_view import LeagueView
from fieldhouse.web.replay.index import ReplayIndex

MOST_BOOKS = 64
MOST_SHEETS = 256
MOST_FILMS = 8


def replay_table(made: Record, name: str) -> LiveTable:
    """A record as a table to look back at."""
    table, folder = replay_record(made), registry.find(made.game)
    row = TableRow(
        id=name,
        game=made.game,
        setup="",
        mode="coach",
        length="",
        created=0.0,
        updated=0.0,
        secret="",
        salt="",
    )
    row.status = "over"
    managers = [
        SeatRow(seat=seat, kind="coach", name=line.kind.replace(":", " ") if ":" in line.kind else line.name)
        for seat, line in enumerate(made.seats)
    ]
    live = LiveTable(StoredTable(row, managers, [], [], []), folder, table.game)
    live.table, live.replay_index = table, ReplayIndex(table.game, made)
    return live


class LeagueCache:
    """Its methods wait for the store: call them in a thread."""

    def __init__(self, store: Store) -> None:
        self.service = LeagueService(store)
        self.store = store
        self._lock = threading.Lock()
        self._views: OrderedDict[str, tuple[int, LeagueView]] = OrderedDict()
        self.sheets: OrderedDict[tuple[str, str], GameSheet] = OrderedDict()
        self.films: OrderedDict[tuple[str, str], LiveTable] = OrderedDict()

    def view(self, league_id: str, device: str | None) -> LeagueView:
        """The league as it stands, for the holder of this device; NoSuchLeague if there is none."""
        me = self.store.leagues.member_of(league_id, device) if device is not None else None
        with self._lock:
            known = self._views.get(league_id)
            if known is None:
                journal = self.service.journal(league_id)
            else:
                journal = self.service.refresh(known[1].journal)
            if known is None or known[0] != journal.size:
                known = journal.size, LeagueView(journal)
                self._views[league_id] = known
                if len(self._views) > MOST_BOOKS:
                    self._views.popitem(last=False)
            self._views.move_to_end(league_id)
            return known[1].for_member(me, self.store.leagues.faults(league_id))

    def own_places(self, view: LeagueView, franchise: int) -> list[LineupSlot]:
        """The lineup with which a simulated game would begin; nothing for anybody but its manager."""
        if view.me is None or view.journal.managers[franchise].member != view.me:
            return []
        teams = LeagueTeams(view.journal)
        left = current_lineups(self.service, view.journal).get(franchise)
        if left is not None:
            teams.clubs[franchise] = teams.with_lineup(franchise, left)
        return teams.lineup_places(franchise)

    def check_journal(self, league_id: str) -> str:
        """The last link of the journal's chain, if every entry fits; BrokenChain names the first that does
        not."""
        return check_chain(league_id, self.store.leagues.journal(league_id))

    def record(self, view: LeagueView, fixture: Fixture) -> Record | None:
        """The record of the result that stands, where there is one."""
        result = view.journal.result(fixture)
        if result is None or not result.record:
            return None
        kept = self.store.leagues.record(view.journal.id, fixture.id, result.attempt)
        if kept is None or kept.digest != result.record:
            raise FieldhouseError(f"{fixture_name(fixture.id)}: the record of this game is missing")
        return unpack_record(kept, lambda names: self.store.leagues.materials(view.journal.id, names))

    def load_replay(self, view: LeagueView, fixture: Fixture) -> LiveTable | None:
        """The recorded game as a table that is over, with its film; nobody sits there and nothing is kept."""
        result = view.journal.result(fixture)
        if result is None or not result.record:
            return None
        key = view.journal.id, result.record
        with self._lock:
            known = self.films.get(key)
        if known is None:
            made = self.record(view, fixture)
            assert made is not None
            known = replay_table(made, f"film-{result.record[:24]}")
            with self._lock:
                self.films[key] = known
                if len(self.films) > MOST_FILMS:
                    self.films.popitem(last=False)
        return known

    def sheet(self, view: LeagueView, fixture: Fixture, result: FixtureResult) -> tuple[GameSheet, int]:
        """The sheet of a recorded game, from its record, and the seat of the home team."""
        home_seat = LeagueTeams(view.journal).home_seat
        key = view.journal.id, result.record
        with self._lock:
            known = self.sheets.get(key)
        if known is None:
            made = self.record(view, fixture)
            assert made is not None
            table = replay_record(made)
            if table.outcome is None:
                raise FieldhouseError(f"{fixture_name(fixture.id)}: the recorded game is not finished")
            known = sheet_of(table.game, table.events, table.outcome.scores)
            with self._lock:
                self.sheets[key] = known
                if len(self.sheets) > MOST_SHEETS:
                    self.sheets.popitem(last=False)
        return known, home_seat
