"""The values of an option as cards: teams with their colors, formations with pictures; rolled teams."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.types import ControllerRouterHandler

from fieldhouse.football.parts import Face
from fieldhouse.kernel import registry
from fieldhouse.kernel.errors import FieldhouseError
from fieldhouse.kernel.meta import ChoiceCard
from fieldhouse.kernel.registry import Folder
from fieldhouse.web.engine.threads import in_thread
from fieldhouse.web.filters import key_text
from fieldhouse.web.setup.setup_form import RolledMaterial
from fieldhouse.web.table_page.board import drawn_face


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


def renamed_material(folder: Folder, text: str, title: str) -> str:
    """The team file under the name that was typed for it; as it is where that cannot be done."""
    rename = getattr(folder.lobby, "rename_material", None)
    try:
        return text if rename is None or not title else str(rename(text, title))
    except FieldhouseError:
        return text


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


HANDLERS: list[ControllerRouterHandler] = [choices_json]
