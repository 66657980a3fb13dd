"""The values of an option as cards: teams with their colors, formations with pictures; and search."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec
from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Template
from litestar.types import ControllerRouterHandler

from fieldhouse.football.parts import Face
from fieldhouse.kernel import registry
from fieldhouse.kernel.errors import FieldhouseError
from fieldhouse.kernel.meta import ChoiceCard
from fieldhouse.kernel.registry import Folder
from fieldhouse.web.engine.threads import in_thread
from fieldhouse.web.filters import key_text
from fieldhouse.web.middleware.auth import Req
from fieldhouse.web.setup.setup_form import RolledMaterial
from fieldhouse.web.table_page.board import drawn_face

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


@lru_cache(maxsize=32)
def choice_cards(folder: Folder) -> Mapping[str, Sequence[ChoiceCard]]:
    """The cards of the game's options, by option."""
    if folder.lobby is None:
        return {}
    found: Mapping[str, Sequence[ChoiceCard]] = getattr(folder.lobby, "choice_cards", dict)()
    return found


@get("/play/{game:str}/choices/{option:str}", include_in_schema=False)
async def choices_json(game: FromPath[str], option: FromPath[str]) -> Response[list[list[str]]]:
    """Every value of an option for the picker: value, title, sentence, colors."""
    cards = await in_thread(choice_cards, registry.find(game))
    name = option.removesuffix(".json")
    if name not in cards:
        raise NotFoundException(f"{name} has no list of choices")
    found = [[card.value, card.title, card.about, *card.colors] for card in cards[name]]
    return Response(found, headers={"Cache-Control": "max-age=3600"})


def rolled_materials(folder: Folder, names: Iterable[str], form: Mapping[str, Any]) -> list[RolledMaterial]:
    """The teams in the form as cards; nothing where the game draws none, or of a file that is no team."""
    draw: Callable[[str], Sequence[Face]] | None = getattr(folder.lobby, "material_cards", None)
    found: list[RolledMaterial] = []
    if draw is None:
        return found
    for name in names:
        text = str(form.get(f"chart.{name}", ""))
        try:
            faces = draw(text) if text else ()
        except FieldhouseError:
            continue
        if faces:
            label = key_text(folder.meta.materials[name].partition(":")[0].removeprefix("the "))
            cards = [drawn_face(face) for face in faces]
            found.append(RolledMaterial(name, label, str(form.get(f"title.{name}", "")), text, cards))
    return found


HANDLERS: list[ControllerRouterHandler] = [choices_json, teams_json, team_search_page]
