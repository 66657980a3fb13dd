"""What the form of the chart editor does: check, try, save, play, delete."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from litestar import Response, post
from litestar.params import FromPath
from litestar.response import Redirect, Template
from litestar.types import ControllerRouterHandler

from fieldhouse.kernel.errors import BadChart, BadOptions, FieldhouseError
from fieldhouse.kernel.registry import Folder
from fieldhouse.lab.players import check_has_winner
from fieldhouse.store import server_clock
from fieldhouse.store.charts import MOST_NAMED
from fieldhouse.store.schema import OwnChart
from fieldhouse.web.chart_editor.draft import ChartDraft, read_draft
from fieldhouse.web.chart_editor.page_model import TrialSettings
from fieldhouse.web.chart_editor.pages import (
    game_with_chart,
    open_with_charts,
    render_chart_page,
    trial_service,
    trial_settings,
)
from fieldhouse.web.chart_editor.trials import TrialsBusy
from fieldhouse.web.engine.job_queue import CHART_CHECK
from fieldhouse.web.engine.live_table import ServerFull
from fieldhouse.web.engine.threads import in_thread
from fieldhouse.web.engine.worker import CallFunction
from fieldhouse.web.middleware.auth import (
    Req,
    Visitor,
    background_jobs,
    coaches,
    hash_of,
    table_service,
    visitor,
)
from fieldhouse.web.setup import create_table
from fieldhouse.web.setup.table_request import TableRequest, clean_name


class ChartForm(msgspec.Struct):
    """A chart's form as it was sent."""

    folder: Folder
    name: str
    given: dict[str, str]
    draft: ChartDraft
    wanted: TrialSettings
    person: Visitor


class MissingInput(FieldhouseError):
    """Something is missing in the form."""


async def _form(request: Req, game: str, name: str) -> ChartForm:
    folder = game_with_chart(game, name)
    given = {key: value for key, value in (await request.form()).items() if isinstance(value, str)}
    job = CallFunction(read_draft, (folder.name, name, given))
    draft: ChartDraft | FieldhouseError = await background_jobs(request).queue.run(CHART_CHECK, job)
    if isinstance(draft, FieldhouseError):
        raise draft
    return ChartForm(folder, name, given, draft, trial_settings(folder, name, given), visitor(request))


async def _done(
    request: Req, game: str, name: str, act: Callable[[Req, ChartForm], Awaitable[str]]
) -> Response[Any]:
    """Do that with a chart that can be played with and go where it says; else the page with what is wrong."""
    form, fault = await _form(request, game, name), ""
    if not form.draft.faults:
        try:
            to = await act(request, form)
        except (MissingInput, TrialsBusy, BadOptions, BadChart) as error:
            fault = str(error)
        else:
            return Redirect(to, status_code=303, cookies=form.person.cookies())
    return await render_chart_page(request, form.folder, name, form.draft, form.wanted, fault=fault)


async def _keep(request: Req, form: ChartForm, title: str | None) -> str:
    """Keep the draft, in the place of what it was made of if that is this visitor's; its address."""
    store, folder, name, draft, person = (
        table_service(request).store,
        form.folder,
        form.name,
        form.draft,
        form.person,
    )
    of = form.given.get("of", "")
    old = await in_thread(store.charts.get, of) if of else None
    mine = (
        old
        if old is not None and (old.owner, old.game, old.name) == (person.hash, folder.name, name)
        else None
    )
    if mine is not None and (title is None and mine.title and mine.body != draft.text):
        mine = None  # a trial of a named chart is a draft beside it
    if (
        title
        and (mine is None or not mine.title)
        and await in_thread(store.charts.count_named, person.hash) >= MOST_NAMED
    ):
        raise ServerFull(f"you have saved {MOST_NAMED} charts, which is the limit; delete one first")
    own = OwnChart(
        id=mine.id if mine is not None else secrets.token_urlsafe(16),
        owner=person.hash,
        game=folder.name,
        name=name,
        title=title if title is not None else mine.title if mine is not None else "",
        body=draft.text,
        updated=server_clock.now(),
    )
    await table_service(request).writer.do(lambda store: store.charts.save(own))
    return f"/design/{folder.name}/{name}/{own.id}?{form.wanted.query}"


@post("/design/{game:str}/{name:str}", include_in_schema=False, status_code=200)
async def check_chart(request: Req, game: FromPath[str], name: FromPath[str]) -> Template:
    """Read the form, and show what it says; nothing is kept."""
    form = await _form(request, game, name)
    return await render_chart_page(request, form.folder, name, form.draft, form.wanted)


async def _try(request: Req, form: ChartForm) -> str:
    if form.draft.text == await in_thread(form.folder.game.material_text, form.name):
        raise MissingInput("Nothing has changed yet. Change a cell first.")
    old = await open_with_charts(request, form.folder, form.wanted, {})
    new = await open_with_charts(request, form.folder, form.wanted, {form.name: form.draft.data})
    check_has_winner(new.game)
    await trial_service(request).begin(old, new, form.person.hash)
    return f"{await _keep(request, form, None)}#trial"


@post("/design/{game:str}/{name:str}/try", include_in_schema=False, status_code=303)
async def try_chart(request: Req, game: FromPath[str], name: FromPath[str]) -> Response[Any]:
    """See what it does: the trial begins, and the page that shows it is a draft's."""
    return await _done(request, game, name, _try)


async def _name(request: Req, form: ChartForm) -> str:
    title = clean_name(form.given.get("title", ""))
    if not title:
        raise MissingInput("Enter a name for your chart.")
    return await _keep(request, form, title)


@post("/design/{game:str}/{name:str}/keep", include_in_schema=False, status_code=303)
async def save_named_chart(request: Req, game: FromPath[str], name: FromPath[str]) -> Response[Any]:
    """Keep it under a name."""
    return await _done(request, game, name, _name)


async def _play(request: Req, form: ChartForm) -> str:
    levels, given = form.folder.meta.levels, form.given
    wish = TableRequest(
        game=form.folder.name,
        opponent=f"coach:{'starter' if 'starter' in levels else levels[-1]}",
        length=form.wanted.length,
        options=dict(form.wanted.options),
        charts={form.name: form.draft.data},
        token=given.get("token", ""),
        nonce=given.get("nonce", ""),
    )
    opened = await create_table.create_table(table_service(request), wish, form.person.hash)
    coaches(request).drive(await table_service(request).get(opened.id))
    return f"/t/{opened.id}"


@post("/design/{game:str}/{name:str}/play", include_in_schema=False, status_code=303)
async def play_with_chart(request: Req, game: FromPath[str], name: FromPath[str]) -> Response[Any]:
    """A table with this chart, against the sensible coach."""
    return await _done(request, game, name, _play)


@post("/design/{game:str}/{name:str}/{chart_id:str}/forget", include_in_schema=False, status_code=303)
async def delete_own_chart(
    request: Req, game: FromPath[str], name: FromPath[str], chart_id: FromPath[str]
) -> Redirect:
    """Delete a chart of one's own."""
    folder, holder = game_with_chart(game, name), hash_of(request)
    if holder is not None:
        await table_service(request).writer.do(lambda store: store.charts.delete(chart_id, holder))
    return Redirect(f"/design/{folder.name}", status_code=303)


HANDLERS: list[ControllerRouterHandler] = [
    check_chart,
    try_chart,
    save_named_chart,
    play_with_chart,
    delete_own_chart,
]
