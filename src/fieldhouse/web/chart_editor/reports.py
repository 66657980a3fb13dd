"""What the lab knows of a game as it is: its report of balance and realism, and how its coaches do."""

from __future__ import annotations

from litestar import get
from litestar.params import FromPath
from litestar.response import Template
from litestar.types import ControllerRouterHandler
from markupsafe import Markup

from fieldhouse.kernel import registry
from fieldhouse.lab.arena_table import shipped_arena_table
from fieldhouse.lab.report import Report
from fieldhouse.web.chart_editor.pages import trial_service
from fieldhouse.web.engine.threads import in_thread
from fieldhouse.web.middleware.auth import Req, table_service


@get("/design/{game:str}/figures", include_in_schema=False)
async def balance_page(request: Req, game: FromPath[str]) -> Template:
    """Balance and realism of the game with the house's charts."""
    folder = registry.find(game)
    bound = await in_thread(table_service(request).setups.open, folder, {}, {}, None)
    work = await trial_service(request).report(bound)
    found = work.found if work is not None and isinstance(work.found, Report) else None
    pictures = [Markup(picture) for picture in found.pictures] if found is not None else []  # made by the lab
    context = {"folder": folder, "work": work, "report": found, "pictures": pictures}
    return Template("design/figures.html", context=context)


@get("/design/{game:str}/coaches", include_in_schema=False)
async def coaches_page(game: FromPath[str]) -> Template:
    """How strong the coaches are: every two levels against each other."""
    folder = registry.find(game)
    arena = shipped_arena_table()
    rows = [row for row in arena.pairing if row.game == folder.name]
    context = {"folder": folder, "arena": arena, "rows": rows}
    return Template("design/coaches.html", context=context)


HANDLERS: list[ControllerRouterHandler] = [balance_page, coaches_page]
