"""The front page of the learning room."""

from __future__ import annotations

import msgspec
from litestar import get
from litestar.response import Template
from litestar.types import ControllerRouterHandler

from fieldhouse.kernel.registry import Folder
from fieldhouse.kernel.tutorials.drill import drills_of
from fieldhouse.kernel.tutorials.lesson import Lesson, lesson_of
from fieldhouse.store.server_clock import today
from fieldhouse.web.daily.drive import daily_game
from fieldhouse.web.learn.drills import drill_of_day
from fieldhouse.web.lobby.games import playable_games


class ToLearn(msgspec.Struct):
    """What there is to learn of a game."""

    folder: Folder
    lesson: Lesson | None


def courses() -> list[ToLearn]:
    """Every game on the shelf, the easiest first."""
    found = [ToLearn(folder, lesson_of(folder)) for folder in playable_games()]
    return sorted(found, key=lambda one: one.folder.meta.weight or 9)


@get("/learn", include_in_schema=False)
async def learn_page() -> Template:
    """What there is to learn."""
    games = courses()
    drilled = any(drills_of(one.folder) for one in games)
    return Template(
        "learn/index.html",
        context={
            "games": games,
            "drill": drill_of_day(today()) if drilled else None,
            "drive": daily_game(today()),
        },
    )


HANDLERS: list[ControllerRouterHandler] = [learn_page]
