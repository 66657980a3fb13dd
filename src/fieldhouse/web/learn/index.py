"""The front page of the learning room."""

from __future__ import annotations

import msgspec
from litestar import get
from litestar.response import Template
from litestar.types import ControllerRouterHandler

from fieldhouse.kernel.registry import Folder
from fieldhouse.kernel.tutorials.drill import Drill, drills_of
from fieldhouse.kernel.tutorials.lesson import Lesson, lesson_of
from fieldhouse.store.server_clock import today
from fieldhouse.web.daily.drive import DailyGame, daily_game
from fieldhouse.web.learn.drills import drill_of_day
from fieldhouse.web.lobby.games import playable_games


class ToLearn(msgspec.Struct):
    """A game with its tutorial, if it has one."""

    folder: Folder
    lesson: Lesson | None


class LearnPage(msgspec.Struct):
    """Tutorials, today's drill and today's drive."""

    games: list[ToLearn]
    drill: tuple[Folder, Drill] | None
    daily: DailyGame


def courses() -> list[ToLearn]:
    """Every game, the easiest first."""
    found = [ToLearn(folder, lesson_of(folder)) for folder in playable_games()]
    return sorted(found, key=lambda one: one.folder.meta.weight or 9)


@get("/learn", include_in_schema=False)
async def learn_page() -> Template:
    """Show tutorials, drills and rules."""
    games = courses()
    has_drill = any(drills_of(one.folder) for one in games)
    page = LearnPage(games, drill_of_day(today()) if has_drill else None, daily_game(today()))
    return Template("learn/index.html", context={"page": page})


HANDLERS: list[ControllerRouterHandler] = [learn_page]
