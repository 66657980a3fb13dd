"""A league with a fixture at a table of a house, for tests; and a program that is killed when it ends.

    python -m tests.web.leaguetables URL

The process is killed (SIGKILL) inside the transaction of the table's last answer with everything written,
then after it. It prints what each left: entries of the log, and the result.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import signal
import sys
import threading
from collections.abc import Sequence

import msgspec
import sqlalchemy as sa
from tests.league.leagues import small_league

from fieldhouse.football.competition.format import Fixture
from fieldhouse.kernel.fair import commitment
from fieldhouse.kernel.session.verbs import CONCEDE
from fieldhouse.league.journal.league_journal import LeagueJournal
from fieldhouse.league.service.league_service import LeagueService
from fieldhouse.league.service.members import MemberService
from fieldhouse.league.service.record_result import begin_fixture
from fieldhouse.league.service.teams import LeagueTeams
from fieldhouse.store.schema import FOR_LEAGUE, SeatRow
from fieldhouse.store.store import Store
from fieldhouse.store.tables import TableChange, TableCreation, TableStore
from fieldhouse.web.engine.live_table import token_hash
from fieldhouse.web.engine.table_service import TableService
from fieldhouse.web.settings import Settings
from fieldhouse.web.setup import create_table

FIRST, SECOND = "week 1: Ducks - Terns", "week 1: Geese - Swans"


class LeagueHouse:
    """A house with one league; everybody is there."""

    def __init__(self, store: Store, league: str = "") -> None:
        self.house = TableService(store, Settings(database=store.url.render_as_string(hide_password=False)))
        self.service = LeagueService(store)
        secret = secrets.token_hex(32)  # a store leads a commitment that was used to its first table
        agreed = msgspec.structs.replace(small_league(), commitment=commitment(secret))
        self.league = league or self.service.create(agreed, secret)
        if not league:
            MemberService(self.service, self.journal).invite("Ann", "commissioner")

    @property
    def journal(self) -> LeagueJournal:
        return self.service.journal(self.league)

    def fixture(self, name: str) -> Fixture:
        return self.journal.fixture(name)

    def table(self, name: str) -> str:
        """A table for that fixture, both seats taken."""
        journal, fixture = self.journal, self.fixture(name)
        bound = self.house.setups.keep(LeagueTeams(journal).open(fixture))
        row = create_table.new_table_row(bound, "link", "", token_hash("ann"))
        row.kept_for = f"{FOR_LEAGUE}{journal.id}"
        row.secret = self.service.dice(journal).table_secret(fixture.id, 1)
        chairs = [
            SeatRow(seat=seat, holder=token_hash(str(seat)), nonce="here", nonce_by="league")
            for seat in (0, 1)
        ]
        folder = self.house.setups.folder("redboar")
        change = begin_fixture(journal, fixture, 0, row.id)
        made = create_table.save_table(
            self.house, folder, bound, row, chairs, (), commitment(row.secret), change
        )
        return asyncio.run(made)

    def concede(self, *tables: str) -> list[object]:
        """The home side gives each game up, in one group: its last answer. What was refused is returned."""

        async def together() -> list[object]:
            for table in tables:
                await self.house.get(table)
            holding, gate = threading.Event(), threading.Event()

            def hold(_: Store) -> None:
                holding.set()
                gate.wait()

            held = self.house.writer.do(hold)
            while not holding.is_set():  # the writer holds a group of its own: the answers are the next
                await asyncio.sleep(0)
            answers = asyncio.gather(
                *(self.house.answer(table, 0, [CONCEDE], None) for table in tables), return_exceptions=True
            )
            while not answers.done() and self.house.writer._jobs.qsize() < len(tables):
                await asyncio.sleep(0.001)
            gate.set()
            await held
            return list(await answers)

        return [one for one in asyncio.run(together()) if isinstance(one, BaseException)]

    def state(self, table: str) -> str:
        """Of the table in the store."""
        kept = self.house.store.tables.load(table)
        assert kept is not None
        return kept.row.status

    def close(self) -> None:
        self.house.close()
        self.house.store.close()


class Doomed(Store):
    """A store whose process dies when it keeps the last answer of a league's table."""

    point = ""
    near = False

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.tables = DoomedTables(self, self.records, self.leagues)

    def announce(self, db: sa.Connection, *names: str) -> None:
        super().announce(db, *names)
        self.die("inside")

    def die(self, point: str) -> None:
        if self.near and point == self.point:
            os.kill(os.getpid(), signal.SIGKILL)


class DoomedTables(TableStore):
    """The part of it that keeps tables."""

    def write_all(self, given: Sequence[TableChange | TableCreation]) -> None:
        doomed = self._database
        assert isinstance(doomed, Doomed)
        doomed.near = any(isinstance(one, TableChange) and one.league is not None for one in given)
        super().write_all(given)
        doomed.die("after")


def main(url: str) -> None:
    """The league and its table, then the processes that die."""
    store = Store(url)
    first = LeagueHouse(store)
    table, league = first.table(FIRST), first.league
    first.close()
    for point in ("inside", "after"):
        child = os.fork()
        if child == 0:
            doomed = Doomed(url)
            doomed.point = point
            LeagueHouse(doomed, league).concede(table)
            os._exit(0)
        ended = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        assert ended == -signal.SIGKILL, (point, ended)
        left = LeagueHouse(Store(url), league)
        result = left.journal.result(left.fixture(FIRST))
        print(point, left.state(table), "no result" if result is None else result.kind)
        left.close()


if __name__ == "__main__":
    main(sys.argv[1])
