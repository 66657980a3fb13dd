"""A program for tests: a league whose processes are killed at every point of keeping a game.

    python -m tests.league.killed sqlite:///FILE

Each process plays two games and is killed (SIGKILL) before the transaction, inside it with everything
written, or after it. It prints the digest, and how many entries the journal has.
"""

from __future__ import annotations

import os
import signal
import sys

import sqlalchemy as sa
from tests.league.leagues import NAMES, SECRET, small_league

from fieldhouse.league import DoubleRoundRobin
from fieldhouse.league.service.league_service import LeagueService
from fieldhouse.league.service.simulator import Simulator, league_digest
from fieldhouse.store.league_schema import LeagueChange
from fieldhouse.store.leagues import LeagueStore
from fieldhouse.store.store import Store

POINTS = ("before", "inside", "after")


class DoomedLeagues(LeagueStore):
    """Its process dies at the second game that it keeps."""

    point = ""
    left = 2

    def write(self, change: LeagueChange) -> None:
        self.left -= change.record is not None
        self._die("before")
        super().write(change)
        self._die("after")

    def announce(self, db: sa.Connection, league_id: str) -> None:
        self._die("inside")
        super().announce(db, league_id)

    def _die(self, point: str) -> None:
        if self.left == 0 and point == self.point:
            os.kill(os.getpid(), signal.SIGKILL)


def process(url: str, league: str, point: str) -> None:
    """One process: it opens the store, plays, and is killed, or ends."""
    store = Store(url)
    store.leagues = doomed = DoomedLeagues(store)
    doomed.point = point
    service = LeagueService(store)
    Simulator(service, service.journal(league), first=len(point)).all()


def main(url: str) -> None:
    """The league, its processes one after another, the last to the end."""
    store = Store(url)
    league = LeagueService(store).create(small_league(DoubleRoundRobin(NAMES)), SECRET, league_id="pond")
    store.close()
    for point in (*POINTS, *POINTS, "never"):
        child = os.fork()
        if child == 0:
            process(url, league, point)
            os._exit(0)
        ended = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        assert ended == (0 if point == "never" else -signal.SIGKILL), (point, ended)
    service = LeagueService(Store(url))
    print(league_digest(service, service.journal(league)), service.store.leagues.row(league).size)


if __name__ == "__main__":
    main(sys.argv[1])
