"""The lobby: pick a game, or resume one of yours."""

from __future__ import annotations

from litestar import get
from litestar.response import Template
from litestar.types import ControllerRouterHandler

from fieldhouse.store import server_clock
from fieldhouse.web.daily.drive import daily_game
from fieldhouse.web.engine.threads import in_thread
from fieldhouse.web.lobby.games import COMPLEXITY, GameCard, playable_games, quick_length
from fieldhouse.web.lobby.my_games import my_games, my_leagues
from fieldhouse.web.middleware.auth import Req, hash_of, table_service
from fieldhouse.web.setup import dice_commitment


@get("/", include_in_schema=False)
async def lobby_page(request: Req) -> Template:
    """Choose a game, or go on with one of your tables."""
    place, holder = table_service(request), hash_of(request)
    mine, leagues = await in_thread(lambda: (my_games(place, holder), my_leagues(place, holder)))
    going_on = [one for one in mine if one.row.status != "over"]
    games = [
        GameCard(folder, quick_length(folder), *dice_commitment.issue_token(place))
        for folder in playable_games()
    ]
    games.sort(key=lambda game: game.folder.meta.weight or 9)
    given = {"games": games, "mine": going_on, "weights": COMPLEXITY, "leagues": leagues}
    return Template("lobby.html", context={**given, "drive": daily_game(server_clock.today())})


HANDLERS: list[ControllerRouterHandler] = [lobby_page]
