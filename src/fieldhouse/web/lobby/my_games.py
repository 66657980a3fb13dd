"""A visitor's own games and leagues."""

from __future__ import annotations

import msgspec
from litestar import get
from litestar.response import Template
from litestar.types import ControllerRouterHandler

from fieldhouse.kernel import registry
from fieldhouse.kernel.errors import UnknownGame
from fieldhouse.kernel.registry import Folder
from fieldhouse.store.league_schema import LeagueRow
from fieldhouse.store.schema import TableRow
from fieldhouse.web.engine.table_service import TableService
from fieldhouse.web.engine.threads import in_thread
from fieldhouse.web.middleware.auth import Req, hash_of, table_service


class MyGame(msgspec.Struct):
    """One line in the list of my tables."""

    row: TableRow
    title: str
    seats: list[str]
    scores: list[int]
    status: str
    my_turn: bool
    outcome: str


def my_games(place: TableService, holder: str | None, limit: int = 200) -> list[MyGame]:
    """The visitor's tables, newest first, those that wait for them at the top."""
    if holder is None:
        return []
    rows = place.store.tables.seats_of(holder, limit)
    known = {name: _on_shelf(name) for name in {row.game for row, _ in rows}}
    found: dict[str, MyGame] = {}
    for row, seat in rows:
        about = msgspec.json.decode(row.summary)
        mine = found.get(row.id)
        names, teams = about.get("seats", []), about.get("teams", [])
        turn = row.status == "live" and seat in about.get("waiting", [])
        if mine is not None:
            mine.my_turn = mine.my_turn or turn
            mine.seats = names or mine.seats  # somebody who has both seats is not one of them
            continue
        folder = known[row.game]
        title = folder.meta.title if folder is not None else row.game
        seats = list(names or (folder.meta.seats if folder is not None else ()))
        if seat < len(teams):
            seats[seat] = f"{teams[seat]} (you)"
        status = about.get("status", "") if row.status == "live" else "waiting for players"
        found[row.id] = MyGame(
            row, title, seats, about.get("scores", []), status, turn, about.get("outcome", "")
        )
    return sorted(found.values(), key=lambda mine: (not mine.my_turn, -mine.row.updated))


def _on_shelf(name: str) -> Folder | None:
    """The game of that name; None where it was taken off the shelf."""
    try:
        return registry.find(name)
    except UnknownGame:
        return None


def my_leagues(place: TableService, holder: str | None) -> list[LeagueRow]:
    """The leagues that this visitor is let into, what moved last first."""
    return [row for row, _ in place.store.leagues.rows_of_device(holder)] if holder is not None else []


@get("/mine", include_in_schema=False)
async def my_games_page(request: Req) -> Template:
    """All my tables."""
    found = await in_thread(my_games, table_service(request), hash_of(request))
    return Template("mine.html", context={"mine": found})


HANDLERS: list[ControllerRouterHandler] = [my_games_page]
