"""Kill the processes that simulate a league, again and again, and look whether anything is lost or doubled.

    python benchmarks/soak_league.py [--kills 20] [--processes 1] [--database URL] [--season 1985] [--small]

The same league (same secret) is played once without kills. Results, records and lines must be the same to the
last bit: the digests are compared. `--small` is four teams of Red Boar.
"""

from __future__ import annotations

import argparse
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from fieldhouse.league import DoubleRoundRobin
from fieldhouse.league.service.audit import verify_league
from fieldhouse.league.service.create import (
    create_league,
    make_franchises,
    make_league,
    make_season_league,
)
from fieldhouse.league.service.league_file import export_league, import_league
from fieldhouse.league.service.league_service import LeagueService
from fieldhouse.league.service.simulator import Simulator, league_digest
from fieldhouse.store.store import Store

SECRET = "5e" * 32
TITLE = "Killed"


def found(service: LeagueService, season: int | None) -> str:
    """The league: a season of record, or four teams of Red Boar."""
    if season is not None:
        return create_league(service, make_season_league(TITLE, season, SECRET), SECRET).id
    teams = make_franchises("redboar", ["Ducks", "Geese", "Swans", "Terns"], None, "starter")
    form = DoubleRoundRobin(tuple(team.name for team in teams))
    rules = {"mode": "dice", "quarters": 1}
    return create_league(
        service, make_league(TITLE, "redboar", form, teams, SECRET, options=rules), SECRET
    ).id


def start(url: str, league: str) -> subprocess.Popen[bytes]:
    """A process that simulates what waits."""
    verb = [sys.executable, "-m", "fieldhouse", "league", "simulate", "--quiet", "-l", league]
    return subprocess.Popen([*verb, "--database", url], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)


def killed_season(service: LeagueService, url: str, league: str, kills: int, processes: int) -> int:
    """Play the league to its end with so many kills; how many processes were killed at work."""
    running = [start(url, league) for _ in range(processes)]
    done = 0
    games = len(service.journal(league).season().waiting)
    step = max(1, games // (kills + 1))
    while (row := service.store.leagues.row(league)).status != "over":
        size, aim = row.size, (done + 1) * step
        if done < kills and size > aim:
            victim = running.pop(0)
            victim.send_signal(signal.SIGKILL)
            if victim.wait() == -signal.SIGKILL:
                done += 1
            running.append(start(url, league))
        for process in list(running):
            if process.poll() is not None:
                if process.returncode:
                    said = process.stderr.read().decode() if process.stderr else ""
                    raise SystemExit(f"a process ended with {process.returncode}: {said}")
                running.remove(process)
                if service.store.leagues.row(league).status != "over":
                    running.append(start(url, league))
        time.sleep(0.002)
    for process in running:
        process.wait()
    return done


def main() -> None:
    """Both leagues, and the comparison."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--season", type=int, default=1985)
    parser.add_argument("--small", action="store_true")
    parser.add_argument("--database")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        url = given.database or f"sqlite:///{Path(folder) / 'killed.db'}"
        service = LeagueService(Store(url))
        season = None if given.small else given.season
        league = found(service, season)
        calm = LeagueService(Store(f"sqlite:///{Path(folder) / 'whole.db'}"))  # its id is in the dice
        import_league(calm, export_league(service, league, commissioner=True))
        Simulator(calm, calm.journal(league)).all()
        done = killed_season(service, url, league, given.kills, given.processes)
        digests = [league_digest(one, one.journal(league)) for one in (calm, service)]
        entries = [one.store.leagues.row(league).size for one in (calm, service)]
        faults = verify_league(service, league).faults if given.small else []
        print(f"kills {done}, processes {given.processes}, entries {entries[0]} and {entries[1]}")
        print(f"digest without kills {digests[0]}")
        print(f"digest with kills    {digests[1]}")
        service.store.leagues.delete(league)
        for one in (calm, service):
            one.store.close()
    if digests[0] != digests[1] or entries[0] != entries[1] or faults or done < given.kills:
        raise SystemExit("\n".join(["not the same", *faults]))


if __name__ == "__main__":
    main()
