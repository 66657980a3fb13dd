"""What the set-up page says of each value of an option: of each team, where the game has such words."""

from __future__ import annotations

from functools import lru_cache

import msgspec
from litestar import Response, get
from litestar.params import FromPath
from litestar.response import Template
from litestar.types import ControllerRouterHandler

from fieldhouse.kernel import registry
from fieldhouse.kernel.registry import Folder
from fieldhouse.web.engine.threads import in_thread
from fieldhouse.web.middleware.auth import Req

MOST_FOUND = 60
"""Teams that a search lists."""


class TeamSearchPage(msgspec.Struct):
    """The teams that were found, each with a sentence about it."""

    game: str
    title: str
    wanted: str
    found: list[tuple[str, str]]
    count: int


@lru_cache(maxsize=32)
def option_sentences(folder: Folder) -> dict[str, dict[str, str]]:
    """A sentence on each value of an option (on each team), where the game has some."""
    if folder.lobby is None:
        return {}
    found: dict[str, dict[str, str]] = getattr(folder.lobby, "sentences", dict)()
    return found


def searchable_teams(folder: Folder) -> dict[str, str]:
    """The teams of an option that is typed, since they are too many to choose from a list."""
    told = option_sentences(folder)
    typed = [spec.name for spec in folder.meta.options if not spec.choices and spec.name in told]
    return told[typed[0]] if typed else {}


@get("/play/{game:str}/teams.json", include_in_schema=False)
async def teams_json(game: FromPath[str]) -> Response[dict[str, str]]:
    """Every team with its sentence, for the page's own script: fetched when the options are opened."""
    found = await in_thread(searchable_teams, registry.find(game))
    return Response(found, headers={"Cache-Control": "max-age=3600"})


@get("/play/{game:str}/teams", include_in_schema=False)
async def team_search_page(request: Req, game: FromPath[str]) -> Template:
    """The teams whose names or sentences hold all the words of `q`: the first of them, with what they are."""
    folder = registry.find(game)
    told = await in_thread(searchable_teams, folder)
    wanted = " ".join(request.query_params.get("q", "").split())[:80]
    words = wanted.lower().split()
    found = [pair for pair in told.items() if all(word in " ".join(pair).lower() for word in words)]
    page = TeamSearchPage(folder.name, folder.meta.title, wanted, found[:MOST_FOUND], len(found))
    return Template("setup/teams.html", context={"page": page})


HANDLERS: list[ControllerRouterHandler] = [teams_json, team_search_page]
