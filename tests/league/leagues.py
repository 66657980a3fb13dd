"""Small leagues for tests, and a store for them."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from fieldhouse.kernel.fair import commitment
from fieldhouse.league import RoundRobin
from fieldhouse.league.journal.league import Franchise, FranchiseManager, League, LeagueFormat
from fieldhouse.league.service.league_service import LeagueService
from fieldhouse.store.store import Store

SECRET = "ab" * 32
QUICK = {"mode": "dice", "quarters": 1}
NAMES = ("Ducks", "Geese", "Swans", "Terns")


def small_league(form: LeagueFormat | None = None, **values: object) -> League:
    """Four coaches of Red Boar, everybody once."""
    form = form or RoundRobin(NAMES)
    franchises = tuple(Franchise(name, "starter", FranchiseManager(level="starter")) for name in form.names)
    given = {"title": "Pond League", "game": "redboar", "edition": 1, "options": QUICK, **values}
    return League(form=form, franchises=franchises, commitment=commitment(SECRET), **given)  # type: ignore[arg-type]


def new_desk(folder: Path) -> LeagueService:
    """A desk at the store in this folder: the one that lies there, or an empty one."""
    place = folder / "leagues.db"
    if not place.exists():
        place.write_bytes(_empty())
    return LeagueService(Store(f"sqlite:///{place}"))


@cache
def _empty() -> bytes:
    """A store without a row. To run all migrations for it takes ten times as long as to open it."""
    with TemporaryDirectory() as folder:
        Store(f"sqlite:///{folder}/leagues.db").close()
        return Path(folder, "leagues.db").read_bytes()
