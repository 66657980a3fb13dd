"""What worker processes do for a league, with a connection of their own to the store: simulate and export."""

from __future__ import annotations

import csv
import io
import time
from functools import lru_cache

import msgspec

from fieldhouse.kernel.errors import FieldhouseError
from fieldhouse.kernel.files import atomic_write, escape_formula
from fieldhouse.league.journal.league import SERVER
from fieldhouse.league.packed_record import unpack_record
from fieldhouse.league.service.league_service import LeagueService
from fieldhouse.league.service.permissions import require_running
from fieldhouse.league.service.simulator import Simulator, any_open_game, coaches_only
from fieldhouse.league.text import fixture_name
from fieldhouse.store.store import Store


class GamesWanted(msgspec.Struct):
    """Which games of a league are to be simulated."""

    all: bool = False
    """Games of people too, if they have not started."""
    stage: str | None = None
    """Of this stage only; None: of the first that waits; empty: to the end of the season."""
    fixture: str = ""
    """This game alone."""
    who: int = SERVER
    """The member who asked for it."""


class SimulatedGames(msgspec.Struct):
    """What one turn simulated: the fixtures, how many still wait, and of which stage."""

    fixtures: list[str]
    stages: list[str]
    left: int
    stage: str


@lru_cache(maxsize=2)
def _service(url: str) -> LeagueService:
    return LeagueService(Store(url))


def simulate_league_games(url: str, league_id: str, wanted: GamesWanted, seconds: float) -> SimulatedGames:
    """Simulate for so many seconds, at least one game."""
    service = _service(url)
    journal = service.journal(league_id)
    simulator = Simulator(service, journal, who=wanted.who)
    if wanted.fixture:
        fixture = journal.fixture(wanted.fixture)
        kept = [fixture] if simulator.one(fixture) else []
        simulator.all(lambda *_: False)  # what follows from it
        return SimulatedGames([one.id for one in kept], [one.stage for one in kept], 0, fixture.stage)
    stage = simulator.first_stage() if wanted.stage is None else wanted.stage
    if wanted.stage is None and not stage:
        return SimulatedGames([], [], 0, "")
    require_running(journal)
    until = time.monotonic() + seconds
    which = any_open_game if wanted.all else coaches_only
    kept = simulator.all(which, stage, lambda: time.monotonic() > until)
    left = 0 if journal.over else len(simulator.open_in_stage(which, stage))
    return SimulatedGames([one.id for one in kept], [one.stage for one in kept], left, stage)


def write_plays(url: str, league_id: str, place: str) -> None:
    """Every play of every recorded game, into a file whose name ends in .csv or .parquet."""
    from fieldhouse.lab.export import open_plays_file
    from fieldhouse.lab.play_rows import play_rows

    service = _service(url)
    journal, leagues = service.journal(league_id), service.store.leagues
    with open_plays_file(place) as file:
        for fixture in journal.fixtures().values():
            result = journal.result(fixture)
            if result is None or not result.record:
                continue
            kept = leagues.record(league_id, fixture.id, result.attempt)
            if kept is None or kept.digest != result.record:
                raise FieldhouseError(f"{fixture_name(fixture.id)}: the record of this game is missing")
            made = unpack_record(kept, lambda names: leagues.materials(league_id, names))
            file.write(play_rows(made, fixture.id)[0].rows)


def write_lines(url: str, league_id: str, place: str) -> None:
    """Every statistic of every game that counts, one row each."""
    service = _service(url)
    leagues, teams = service.store.leagues, service.journal(league_id).league.names
    names = {row.player: row.name for row in leagues.players(league_id)}
    text = io.StringIO()
    rows = csv.writer(text)
    rows.writerow(["game_id", "team", "player_id", "player_name", "statistic", "value"])
    for fixture, line in leagues.stat_lines(league_id):
        value = "" if line.value is None else int(line.value)
        who = [line.player, names.get(line.player, "")]
        cells = [fixture, teams[line.team], *who, line.what, value]
        rows.writerow([escape_formula(cell) for cell in cells])
    with atomic_write(place) as file:
        file.write(text.getvalue().encode())
