"""Balance and realism of a game, and the strength of its coaches."""

from __future__ import annotations

import msgspec
from litestar import get
from litestar.params import FromPath
from litestar.response import Template
from litestar.types import ControllerRouterHandler
from markupsafe import Markup

from fieldhouse.kernel import registry
from fieldhouse.lab.arena_table import ArenaRow, ArenaTable, shipped_arena_table
from fieldhouse.lab.report import Report
from fieldhouse.web.chart_editor.pages import trial_service
from fieldhouse.web.engine.threads import in_thread
from fieldhouse.web.middleware.auth import Req, table_service


class BalancePage(msgspec.Struct):
    """The report of a game, or how much of it is ready."""

    game: str
    title: str
    percent_done: int | None
    failed: str
    report: Report | None
    pictures: list[Markup]


class CoachesPage(msgspec.Struct):
    """How the levels of a game do against each other."""

    game: str
    title: str
    levels: str
    arena: ArenaTable
    rows: list[ArenaRow]


@get("/design/{game:str}/figures", include_in_schema=False)
async def balance_page(request: Req, game: FromPath[str]) -> Template:
    """Balance and realism of the game with the standard charts."""
    folder = registry.find(game)
    bound = await in_thread(table_service(request).setups.open, folder, {}, {}, None)
    work = await trial_service(request).report(bound)
    found = work.found if work is not None and isinstance(work.found, Report) else None
    page = BalancePage(
        folder.name,
        folder.meta.title,
        round(100 * work.share) if work is not None and work.at_work else None,
        work.failed if work is not None else "",
        found,
        [Markup(picture) for picture in found.pictures] if found is not None else [],  # made by the lab
    )
    return Template("chart_editor/balance.html", context={"page": page})


@get("/design/{game:str}/coaches", include_in_schema=False)
async def coaches_page(game: FromPath[str]) -> Template:
    """How strong the coaches are: every two levels against each other."""
    folder = registry.find(game)
    arena = shipped_arena_table()
    rows = [row for row in arena.pairing if row.game == folder.name]
    page = CoachesPage(folder.name, folder.meta.title, " ".join(folder.meta.levels), arena, rows)
    return Template("chart_editor/coaches.html", context={"page": page})


HANDLERS: list[ControllerRouterHandler] = [balance_page, coaches_page]
