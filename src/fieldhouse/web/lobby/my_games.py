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
from fieldhouse.web.engine.table_service import TableService
from fieldhouse.web.engine.threads import in_thread
from fieldhouse.web.learn.drill_practice import practiced_games
from fieldhouse.web.middleware.auth import Req, hash_of, table_service


class MyGame(msgspec.Struct):
    """One line in the list of my games."""

    address: str
    title: str
    seats: list[str]
    scores: list[int]
    status: str
    """`open`, `live` or `over`."""
    situation: str
    """How it stands, or how it ended."""
    my_turn: bool
    updated: float


def my_games(place: TableService, holder: str | None, limit: int = 200) -> list[MyGame]:
    """The visitor's games, those that wait for them first, then the newest."""
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
        if row.status == "over":
            situation = about.get("outcome", "")
        else:
            situation = about.get("status", "") if row.status == "live" else "Waiting for players"
        found[row.id] = MyGame(
            f"/t/{row.id}", title, seats, about.get("scores", []), row.status, situation, turn, row.updated
        )
    return sorted(found.values(), key=lambda mine: (not mine.my_turn, -mine.updated))


def _on_shelf(name: str) -> Folder | None:
    """The game of that name; None where it is no longer installed."""
    try:
        return registry.find(name)
    except UnknownGame:
        return None


def my_leagues(place: TableService, holder: str | None) -> list[LeagueRow]:
    """The leagues of this visitor, the latest change first."""
    return [row for row, _ in place.store.leagues.rows_of_device(holder)] if holder is not None else []


@get("/mine", include_in_schema=False)
async def my_games_page(request: Req) -> Template:
    """Show all games of the visitor."""
    found = await in_thread(my_games, table_service(request), hash_of(request))
    drills = await in_thread(practiced_games, request)
    return Template("lobby/my_games.html", context={"mine": found, "drills": drills})


HANDLERS: list[ControllerRouterHandler] = [my_games_page]
