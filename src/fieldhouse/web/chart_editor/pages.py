"""A chart in the browser: read it, change a cell, see what it does, keep it, play with it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from litestar import Response, get
from litestar.params import FromPath
from litestar.response import Template
from litestar.types import ControllerRouterHandler

from fieldhouse.kernel import registry
from fieldhouse.kernel.errors import BadChart, BadOptions, FieldhouseError
from fieldhouse.kernel.registry import Folder
from fieldhouse.lab.players import check_has_winner
from fieldhouse.store import server_clock
from fieldhouse.store.schema import OwnChart
from fieldhouse.web.chart_editor.draft import (
    ChartDraft,
    cell_changes,
    draft_from_text,
    read_draft,
)
from fieldhouse.web.chart_editor.page_model import TrialSettings, chart_page
from fieldhouse.web.chart_editor.trials import TrialService
from fieldhouse.web.engine.job_queue import CHART_CHECK
from fieldhouse.web.engine.live_table import NoSuchTable
from fieldhouse.web.engine.table_loader import BoundGame
from fieldhouse.web.engine.threads import in_thread
from fieldhouse.web.engine.worker import CallFunction
from fieldhouse.web.middleware.auth import Req, background_jobs, hash_of, table_service
from fieldhouse.web.setup import dice_commitment

LOOKED_EVERY = 24 * 3600.0
"""Seconds after which a look at a kept chart is noted."""


class ChartIndexPage(msgspec.Struct):
    """The charts of a game, and the visitor's own."""

    game: str
    title: str
    charts: dict[str, str]
    mine: list[OwnChart]


def game_with_chart(game: str, name: str) -> Folder:
    """The game, if it has this chart; BadChart names those it has."""
    folder = registry.find(game)
    if name not in folder.meta.materials:
        known = ", ".join(folder.meta.materials) or "none"
        raise BadChart([f"{folder.meta.title} has no chart {name!r}; it has: {known}"])
    return folder


def trial_settings(folder: Folder, name: str, given: Mapping[str, Any]) -> TrialSettings:
    """From a form or an address; where nothing is said, as the game says that the chart is read."""
    known = {spec.name for spec in folder.meta.options}
    options = {
        key[2:]: str(value)
        for key, value in given.items()
        if key.startswith("o.") and key[2:] in known and str(value) != ""
    }
    usual: Mapping[str, Mapping[str, str]] = getattr(folder.part("lobby"), "READ_WITH", {})
    length = str(given.get("length", ""))
    return TrialSettings(length if length in folder.meta.lengths else "", {**usual.get(name, {}), **options})


def trial_service(request: Req) -> TrialService:
    """The trials of this server."""
    found: TrialService = request.app.state.trials
    return found


async def open_with_charts(
    request: Req, folder: Folder, wanted: TrialSettings, charts: Mapping[str, Any]
) -> BoundGame:
    """The game with these charts, as it is to be played."""
    place = table_service(request)
    return await in_thread(place.setups.open, folder, wanted.options, charts, wanted.length or None)


async def render_chart_page(
    request: Req,
    folder: Folder,
    name: str,
    draft: ChartDraft,
    wanted: TrialSettings,
    own: OwnChart | None = None,
    *,
    fault: str = "",
) -> Template:
    """The page of a chart: its tables, what was changed, and the trial of it if there is one."""
    usual = await in_thread(folder.game.material_text, name)
    changes = cell_changes(usual, draft.text)
    trial, won = None, False
    try:
        old = await open_with_charts(request, folder, wanted, {})
        check_has_winner(old.game)
        won = True
        if draft.data is not None and draft.text != usual:
            trial = await trial_service(request).look(
                old, await open_with_charts(request, folder, wanted, {name: draft.data})
            )
    except FieldhouseError as error:
        if not isinstance(error, BadOptions):
            fault = fault or str(error)
    page = chart_page(
        folder,
        name,
        draft,
        wanted,
        own,
        mine=own is not None and own.owner == hash_of(request),
        changes=changes,
        trial=trial,
        fault=fault,
        playable=won,
        token=dice_commitment.issue_token(table_service(request))[0],
    )
    status = 400 if fault or draft.faults else 200
    return Template("chart_editor/chart.html", context={"page": page}, status_code=status)


@get("/design/{game:str}", include_in_schema=False)
async def chart_index(request: Req, game: FromPath[str]) -> Template:
    """The charts of a game, and those of this visitor."""
    folder = registry.find(game)
    holder = hash_of(request)
    charts = table_service(request).store.charts
    mine = await in_thread(charts.of_owner, holder, folder.name) if holder else []
    page = ChartIndexPage(folder.name, folder.meta.title, dict(folder.meta.materials), mine)
    return Template("chart_editor/index.html", context={"page": page})


@get("/design/{game:str}/{name:str}", include_in_schema=False)
async def standard_chart(request: Req, game: FromPath[str], name: FromPath[str]) -> Template:
    """Show the standard chart."""
    folder = game_with_chart(game, name)
    draft = await in_thread(lambda: draft_from_text(folder, name, folder.game.material_text(name)))
    return await render_chart_page(
        request, folder, name, draft, trial_settings(folder, name, request.query_params)
    )


async def _own(request: Req, folder: Folder, name: str, chart_id: str) -> OwnChart:
    own = await in_thread(table_service(request).store.charts.get, chart_id)
    if own is None or (own.game, own.name) != (folder.name, name):
        raise NoSuchTable("there is no chart at this link; drafts are kept for a week")
    return own


@get("/design/{game:str}/{name:str}/{chart_id:str}", include_in_schema=False)
async def saved_chart(
    request: Req, game: FromPath[str], name: FromPath[str], chart_id: FromPath[str]
) -> Template:
    """Show a saved chart to everybody who has the link."""
    folder = game_with_chart(game, name)
    own = await _own(request, folder, name, chart_id)
    if server_clock.now() - own.updated > LOOKED_EVERY:
        await table_service(request).writer.do(lambda store: store.charts.touch(chart_id, server_clock.now()))
    job = CallFunction(read_draft, (folder.name, name, {"text": own.body}))
    draft: ChartDraft | FieldhouseError = await background_jobs(request).queue.run(
        CHART_CHECK, job, key=f"chart {chart_id} {own.updated}"
    )
    if isinstance(draft, FieldhouseError):
        raise draft
    return await render_chart_page(
        request, folder, name, draft, trial_settings(folder, name, request.query_params), own
    )


@get("/design/{game:str}/{name:str}/{chart_id:str}/file", include_in_schema=False, media_type="text/plain")
async def download_chart(
    request: Req, game: FromPath[str], name: FromPath[str], chart_id: FromPath[str]
) -> Response[str]:
    """The file, as `fieldhouse play --charts` reads it."""
    folder = game_with_chart(game, name)
    own = await _own(request, folder, name, chart_id)
    called = f'attachment; filename="{folder.name}-{name}.toml"'
    return Response(own.body, media_type="text/plain", headers={"content-disposition": called})


HANDLERS: list[ControllerRouterHandler] = [chart_index, standard_chart, saved_chart, download_chart]
