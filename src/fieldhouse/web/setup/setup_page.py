"""The page that sets up a new table, and the form that starts it."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qsl, urlencode

from litestar import Response, get, post
from litestar.datastructures import Cookie
from litestar.params import FromPath
from litestar.response import Redirect, Template
from litestar.types import ControllerRouterHandler

from fieldhouse.kernel import registry
from fieldhouse.kernel.errors import FieldhouseError
from fieldhouse.kernel.registry import Folder
from fieldhouse.web.engine.job_queue import CHART_CHECK
from fieldhouse.web.engine.learned_policies import policies_for
from fieldhouse.web.engine.threads import compute_in_thread, in_thread
from fieldhouse.web.engine.worker import CallFunction
from fieldhouse.web.errors import status_of
from fieldhouse.web.middleware.auth import Req, background_jobs, coaches, hash_of, table_service, visitor
from fieldhouse.web.setup import create_table, dice_commitment
from fieldhouse.web.setup.choices import choice_cards, option_sentences, rolled_materials
from fieldhouse.web.setup.foreign_files import OwnCharts, check_chart_texts
from fieldhouse.web.setup.invitations import invite_page
from fieldhouse.web.setup.setup_form import RolledMaterial, setup_form
from fieldhouse.web.setup.table_request import request_from_form

LAST = "fieldhouse_last_"
"""The cookie that remembers the teams of the last game begins so."""


@get("/play/{game:str}", include_in_schema=False)
async def new_table_page(request: Req, game: FromPath[str]) -> Template:
    """Set up a table; what stands in the address (`o.coaches=8`) is filled in, then what was chosen last."""
    folder = registry.find(game)
    form = {name: value for name, value in request.query_params.items() if name.startswith("o.")}
    return await setup_page(request, folder, {**last_choices(request, folder), **form})


async def setup_page(
    request: Req,
    folder: Folder,
    form: dict[str, Any] | None = None,
    fault: str = "",
) -> Template:
    """The set-up form, with what was filled in and what is wrong with it."""
    token, promise = dice_commitment.issue_token(table_service(request))
    form = form or {}
    holder = hash_of(request)
    tables = table_service(request).store.tables
    known = await in_thread(tables.opponents_of, holder) if holder is not None else []
    rolls, rolled = rollable_materials(folder), list[RolledMaterial]()
    if any(form.get(f"chart.{name}") for name in rolls):
        rolled = await compute_in_thread(rolled_materials, folder, rolls, form)
    page = setup_form(
        folder,
        form,
        await in_thread(seat_labels, folder, form),
        policies=list(policies_for(table_service(request).settings.policies, folder.name)),
        known=[(f"with:{table}:{seat}", name) for table, seat, name in known],
        sentences=option_sentences(folder),
        cards=await in_thread(choice_cards, folder),
        rolls=rolls,
        rolled=rolled,
        token=token,
        commitment=promise,
        fault=fault,
    )
    return Template("setup/setup.html", context={"page": page}, status_code=400 if fault else 200)


def rollable_materials(folder: Folder) -> dict[str, str]:
    """The game's materials that can be rolled, with the words of their buttons."""
    found: dict[str, str] = getattr(folder.lobby, "ROLL_BUTTONS", {})
    return found


def seat_labels(folder: Folder, form: dict[str, Any]) -> tuple[str, ...]:
    """Who sits down: where an option says how many, as it stands in the form."""
    meta = folder.meta
    wanted = form.get(f"o.{meta.chairs}") if meta.chairs else None
    if not wanted:
        return meta.seats
    try:
        return folder.open({meta.chairs: wanted}).seats
    except FieldhouseError:
        return meta.seats


@post("/play/{game:str}", include_in_schema=False, status_code=303)
async def start_table(request: Req, game: FromPath[str]) -> Response[Any]:
    """Start the table: to the table itself, or to its invitation."""
    folder = registry.find(game)
    form = dict(await request.form())
    if folder.lobby is not None and form.get("rolled") in rollable_materials(folder):
        name = str(form["rolled"])
        form[f"chart.{name}"] = await in_thread(folder.lobby.roll_material, secrets.randbelow(1_000_000))
        return await setup_page(request, folder, form)
    person = visitor(request)
    try:
        charts = await read_own_charts(request, folder, form)
        form.update({f"chart.{name}": text for name, text in charts.texts.items()})
        wish = request_from_form(game, form, charts.data)
        opened = await create_table.create_table(table_service(request), wish, person.hash)
    except FieldhouseError as error:
        if status_of(error)[0] != 400:
            raise
        return await setup_page(request, folder, form, str(error))
    live = await table_service(request).get(opened.id)
    coaches(request).drive(live)
    if opened.invites:
        return invite_page(request, live, opened.invites, person)
    cookies = [*person.cookies(), *choices_cookie(folder, form, secure=person.secure)]
    return Redirect(f"/t/{opened.id}", status_code=303, cookies=cookies)


async def read_own_charts(request: Req, folder: Folder, form: Mapping[str, Any]) -> OwnCharts:
    """The charts in the fields `chart.<name>`, named as `title.<name>` says, read by a worker."""
    given = {name[6:]: str(text) for name, text in form.items() if name.startswith("chart.")}
    texts = {name: text for name, text in given.items() if text.strip()}
    if not texts:
        return OwnCharts()
    titles = {name: " ".join(str(form.get(f"title.{name}", "")).split()) for name in texts}
    job = CallFunction(check_chart_texts, (folder.name, texts, titles))
    found: OwnCharts | FieldhouseError = await background_jobs(request).queue.run(CHART_CHECK, job)
    if isinstance(found, FieldhouseError):
        raise found
    return found


def choices_cookie(folder: Folder, form: Mapping[str, Any], *, secure: bool) -> list[Cookie]:
    """Remember the teams, or how the game was played, for the next game."""
    names = [f"o.{spec.name}" for spec in folder.meta.options if spec.first]
    if not names or not any(form.get(name) for name in names):
        return []
    kept = urlencode([(name, str(form[name])) for name in names if form.get(name)])
    return [
        Cookie(
            f"{LAST}{folder.name}",
            value=kept,
            max_age=365 * 24 * 3600,
            httponly=True,
            samesite="lax",
            secure=secure,
        )
    ]


def last_choices(request: Req, folder: Folder) -> dict[str, str]:
    """The teams of the visitor's last game, as fields of the form; nothing that the game no longer has."""
    kept = dict(parse_qsl(request.cookies.get(f"{LAST}{folder.name}", "")))
    cards = choice_cards(folder)
    found = {}
    for spec in folder.meta.options:
        value = kept.get(f"o.{spec.name}", "")
        known = {card.value for card in cards.get(spec.name, ())} or set(map(str, spec.choices))
        if spec.first and value in known:
            found[f"o.{spec.name}"] = value
    return found


HANDLERS: list[ControllerRouterHandler] = [new_table_page, start_table]
