"""The lobby: pick a game, or resume one of yours."""

from __future__ import annotations

import msgspec
from litestar import get
from litestar.response import Template
from litestar.types import ControllerRouterHandler

from fieldhouse.kernel.registry import Folder
from fieldhouse.store import server_clock
from fieldhouse.store.league_schema import LeagueRow
from fieldhouse.web.daily.drive import DailyGame, daily_game
from fieldhouse.web.engine.threads import in_thread
from fieldhouse.web.lobby.games import GameCard, playable_games, quick_length
from fieldhouse.web.lobby.my_games import MyGame, my_games, my_leagues
from fieldhouse.web.middleware.auth import Req, hash_of, table_service
from fieldhouse.web.setup import dice_commitment
from fieldhouse.web.setup.choices import choice_cards
from fieldhouse.web.setup.setup_page import last_choices


class LobbyPage(msgspec.Struct, kw_only=True):
    """Games to choose from, and those of the visitor."""

    games: list[GameCard]
    first: GameCard | None
    """The game to learn first."""
    mine: list[MyGame]
    turns: int
    """Games that wait for the visitor."""
    leagues: list[LeagueRow]
    daily: DailyGame | None


@get("/", include_in_schema=False)
async def lobby_page(request: Req) -> Template:
    """Choose a game, or go on with one of your tables."""
    place, holder = table_service(request), hash_of(request)
    mine, leagues = await in_thread(lambda: (my_games(place, holder), my_leagues(place, holder)))
    games = [
        GameCard(
            folder, quick_length(folder), *dice_commitment.issue_token(place), *_last_game(request, folder)
        )
        for folder in playable_games()
    ]
    games.sort(key=lambda game: game.folder.meta.weight or 9)
    page = LobbyPage(
        games=games,
        first=next((game for game in games if game.lesson), None),
        mine=[one for one in mine if one.status != "over"][:4],
        turns=sum(one.my_turn for one in mine),
        leagues=leagues[:5],
        daily=daily_game(server_clock.today()),
    )
    return Template("lobby/home.html", context={"page": page})


def _last_game(request: Req, folder: Folder) -> tuple[list[tuple[str, str]], str]:
    """The teams that the visitor played this game with last: as fields, and in words."""
    chosen = last_choices(request, folder)
    titles = [
        card.title
        for name, value in chosen.items()
        for card in choice_cards(folder).get(name.removeprefix("o."), ())
        if card.value == value
    ]
    return list(chosen.items()), " vs. ".join(titles)


HANDLERS: list[ControllerRouterHandler] = [lobby_page]
