"""A chart in the browser: read it, change a cell, see what it does, keep it, play with it."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath
from litestar.response import Redirect, Template
from litestar.types import ControllerRouterHandler

from fieldhouse.kernel import registry
from fieldhouse.kernel.errors import BadChart, BadOptions, FieldhouseError
from fieldhouse.kernel.registry import Folder
from fieldhouse.lab.players import check_won
from fieldhouse.store import timepiece
from fieldhouse.store.charts import (
    MOST_NAMED,
    chart_of,
    charts_of,
    forget_chart,
    keep_chart,
    looked_at,
    named_by,
)
from fieldhouse.store.layout import OwnChart
from fieldhouse.web.design.drafts import CellChange, ChartDraft, cell_changes, digest_of, draft_in, draft_of
from fieldhouse.web.design.trials import BusyLab, TrialRoom, TrialUnderWay
from fieldhouse.web.door.visitor import Req, Visitor, floor, hash_of, house, visitor
from fieldhouse.web.engine.live import HouseFull, NoSuchTable
from fieldhouse.web.engine.setups import Bound
from fieldhouse.web.engine.threads import in_thread
from fieldhouse.web.opening import dicetoken, newtable
from fieldhouse.web.opening.plan import clean_name
from fieldhouse.web.opening.wish import Wish

LOOKED_EVERY = 24 * 3600.0
"""Seconds after which a look at a kept chart is noted."""


class PlayedHow(msgspec.Struct):
    """How the chart is tried and played with: a length, and options that are not as usual."""

    length: str
    options: dict[str, str]

    @property
    def query(self) -> str:
        """The same as the end of an address."""
        given = {"length": self.length, **{f"o.{name}": value for name, value in self.options.items()}}
        return urlencode({name: value for name, value in given.items() if value})


class SheetPage(msgspec.Struct, kw_only=True):
    """Everything the page shows."""

    folder: Folder
    name: str
    what: str
    draft: ChartDraft
    base: str
    wanted: PlayedHow
    own: OwnChart | None
    mine: bool
    changes: list[CellChange]
    trial: TrialUnderWay | None
    fault: str
    won: bool
    token: str
    headings: Mapping[str, str]

    @property
    def address(self) -> str:
        """Where this chart is."""
        return f"/design/{self.folder.name}/{self.name}"

    @property
    def here(self) -> str:
        """Where this page is, with what it is tried with."""
        link = f"{self.address}/{self.own.id}" if self.own is not None else self.address
        return f"{link}?{self.wanted.query}" if self.wanted.query else link

    def heading(self, key: str) -> str:
        """A name in the file as people say it; of a place each part of it."""
        said = ", ".join(self._said(part) for part in key.split(", "))
        return said[:1].upper() + said[1:]

    def _said(self, part: str) -> str:
        if part in self.headings:
            return self.headings[part]
        return " ".join(self.headings.get(word, word) for word in part.split(" ")).replace("_", " ")

    def value(self, cell: Any) -> str:
        """What stands in a field: what was typed, else what the text says."""
        shown: str = cell.shown
        return self.draft.given.get(cell.name, shown)


def chart_folder(game: str, name: str) -> Folder:
    """The game, if it has this chart; BadChart names those it has."""
    folder = registry.find(game)
    if name not in folder.meta.materials:
        known = ", ".join(folder.meta.materials) or "none"
        raise BadChart([f"{folder.meta.title} has no chart {name!r}; it has: {known}"])
    return folder


def wanted_of(folder: Folder, name: str, given: Mapping[str, Any]) -> PlayedHow:
    """From a form or an address; where nothing is said, as the game says that the chart is read."""
    known = {spec.name for spec in folder.meta.options}
    options = {
        key[2:]: str(value)
        for key, value in given.items()
        if key.startswith("o.") and key[2:] in known and str(value) != ""
    }
    usual: Mapping[str, Mapping[str, str]] = getattr(folder.part("designing"), "READ_WITH", {})
    length = str(given.get("length", ""))
    return PlayedHow(length if length in folder.meta.lengths else "", {**usual.get(name, {}), **options})


def room(request: Req) -> TrialRoom:
    """The trials of this server."""
    found: TrialRoom = request.app.state.trials
    return found


async def _bound(request: Req, folder: Folder, wanted: PlayedHow, charts: Mapping[str, Any]) -> Bound:
    place = house(request)
    return await in_thread(place.setups.open, folder, wanted.options, charts, wanted.length or None)


async def _page(
    request: Req,
    folder: Folder,
    name: str,
    draft: ChartDraft,
    wanted: PlayedHow,
    own: OwnChart | None = None,
    *,
    fault: str = "",
    person: Visitor | None = None,
) -> Template:
    usual = await in_thread(folder.game.material_text, name)
    changes = cell_changes(usual, draft.text)
    trial, won = None, False
    try:
        old = await _bound(request, folder, wanted, {})
        check_won(old.game)
        won = True
        if draft.data is not None and draft.text != usual:
            trial = await room(request).look(old, await _bound(request, folder, wanted, {name: draft.data}))
    except FieldhouseError as error:
        if not isinstance(error, BadOptions):
            fault = fault or str(error)
    page = SheetPage(
        folder=folder,
        name=name,
        what=folder.meta.materials[name],
        draft=draft,
        base=digest_of(draft.text),
        wanted=wanted,
        own=own,
        mine=own is not None and own.owner == hash_of(request),
        changes=changes,
        trial=trial,
        fault=fault,
        won=won,
        token=dicetoken.issue(house(request))[0],
        headings=getattr(folder.part("designing"), "HEADINGS", {}),
    )
    status = 400 if fault or draft.faults else 200
    cookies = person.cookies() if person is not None else []
    return Template("design/sheet.html", context={"page": page}, status_code=status, cookies=cookies)


# Looking


@get("/design/{game:str}", include_in_schema=False)
async def index(request: Req, game: FromPath[str]) -> Template:
    """The charts of a game, and those of this visitor."""
    folder = registry.find(game)
    holder = hash_of(request)
    mine = await in_thread(charts_of, house(request).store, holder, folder.name) if holder else []
    return Template("design/index.html", context={"folder": folder, "mine": mine})


@get("/design/{game:str}/{name:str}", include_in_schema=False)
async def usual(request: Req, game: FromPath[str], name: FromPath[str]) -> Template:
    """The house's own chart."""
    folder = chart_folder(game, name)
    draft = await in_thread(lambda: draft_of(folder, name, folder.game.material_text(name)))
    return await _page(request, folder, name, draft, wanted_of(folder, name, request.query_params))


async def _own(request: Req, folder: Folder, name: str, chart_id: str) -> OwnChart:
    own = await in_thread(chart_of, house(request).store, chart_id)
    if own is None or (own.game, own.name) != (folder.name, name):
        raise NoSuchTable("no chart is kept under this link; drafts are kept for a week")
    return own


@get("/design/{game:str}/{name:str}/{chart_id:str}", include_in_schema=False)
async def kept(request: Req, game: FromPath[str], name: FromPath[str], chart_id: FromPath[str]) -> Template:
    """A chart that somebody keeps, for everybody with the link."""
    folder = chart_folder(game, name)
    own = await _own(request, folder, name, chart_id)
    if timepiece.now() - own.updated > LOOKED_EVERY:
        await house(request).writer.do(lambda store: looked_at(store, chart_id, timepiece.now()))
    draft = await in_thread(draft_of, folder, name, own.body)
    return await _page(request, folder, name, draft, wanted_of(folder, name, request.query_params), own)


@get("/design/{game:str}/{name:str}/{chart_id:str}/file", include_in_schema=False, media_type="text/plain")
async def file(
    request: Req, game: FromPath[str], name: FromPath[str], chart_id: FromPath[str]
) -> Response[str]:
    """The file, as `fieldhouse play --charts` reads it."""
    folder = chart_folder(game, name)
    own = await _own(request, folder, name, chart_id)
    called = f'attachment; filename="{folder.name}-{name}.toml"'
    return Response(own.body, media_type="text/plain", headers={"content-disposition": called})


# Changing


async def _form(request: Req, folder: Folder, name: str) -> tuple[dict[str, str], ChartDraft]:
    given = {key: value for key, value in (await request.form()).items() if isinstance(value, str)}
    usual = await in_thread(folder.game.material_text, name)
    return given, await in_thread(draft_in, folder, name, given, usual)


async def _keep(
    request: Req, folder: Folder, name: str, draft: ChartDraft, person: Visitor, of: str, title: str | None
) -> OwnChart:
    """Keep the draft, in the place of the one it was made of if that is this visitor's to change."""
    store = house(request).store
    old = await in_thread(chart_of, store, of) if of else None
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
        and await in_thread(named_by, store, person.hash) >= MOST_NAMED
    ):
        raise HouseFull(f"you keep {MOST_NAMED} charts; delete one to keep another")
    own = OwnChart(
        id=mine.id if mine is not None else secrets.token_urlsafe(16),
        owner=person.hash,
        game=folder.name,
        name=name,
        title=title if title is not None else mine.title if mine is not None else "",
        body=draft.text,
        updated=timepiece.now(),
    )
    await house(request).writer.do(lambda store: keep_chart(store, own))
    return own


@post("/design/{game:str}/{name:str}", include_in_schema=False, status_code=200)
async def check(request: Req, game: FromPath[str], name: FromPath[str]) -> Template:
    """Read the form, and show what it says; nothing is kept."""
    folder = chart_folder(game, name)
    given, draft = await _form(request, folder, name)
    return await _page(request, folder, name, draft, wanted_of(folder, name, given))


@post("/design/{game:str}/{name:str}/try", include_in_schema=False, status_code=303)
async def attempt(request: Req, game: FromPath[str], name: FromPath[str]) -> Response[Any]:
    """See what it does: the trial begins, and the page that shows it is a draft's."""
    folder = chart_folder(game, name)
    given, draft = await _form(request, folder, name)
    wanted, person = wanted_of(folder, name, given), visitor(request)
    if draft.faults:
        return await _page(request, folder, name, draft, wanted)
    if draft.text == await in_thread(folder.game.material_text, name):
        return await _page(
            request, folder, name, draft, wanted, fault="Nothing is changed yet: change a cell first."
        )
    try:
        old = await _bound(request, folder, wanted, {})
        new = await _bound(request, folder, wanted, {name: draft.data})
        check_won(new.game)
        await room(request).begin(old, new, person.hash)
    except (BusyLab, BadOptions, BadChart) as error:
        return await _page(request, folder, name, draft, wanted, fault=str(error))
    own = await _keep(request, folder, name, draft, person, given.get("of", ""), None)
    to = f"/design/{folder.name}/{name}/{own.id}?{wanted.query}#trial"
    return Redirect(to, status_code=303, cookies=person.cookies())


@post("/design/{game:str}/{name:str}/keep", include_in_schema=False, status_code=303)
async def keep(request: Req, game: FromPath[str], name: FromPath[str]) -> Response[Any]:
    """Keep it under a name."""
    folder = chart_folder(game, name)
    given, draft = await _form(request, folder, name)
    wanted, person = wanted_of(folder, name, given), visitor(request)
    title = clean_name(given.get("title", ""))
    if draft.faults or not title:
        fault = "" if draft.faults else "A name is needed to keep it under."
        return await _page(request, folder, name, draft, wanted, fault=fault)
    own = await _keep(request, folder, name, draft, person, given.get("of", ""), title)
    to = f"/design/{folder.name}/{name}/{own.id}?{wanted.query}"
    return Redirect(to, status_code=303, cookies=person.cookies())


@post("/design/{game:str}/{name:str}/play", include_in_schema=False, status_code=303)
async def play(request: Req, game: FromPath[str], name: FromPath[str]) -> Response[Any]:
    """A table with this chart, against the sensible coach."""
    folder = chart_folder(game, name)
    given, draft = await _form(request, folder, name)
    wanted, person = wanted_of(folder, name, given), visitor(request)
    if draft.faults:
        return await _page(request, folder, name, draft, wanted)
    levels = folder.meta.levels
    wish = Wish(
        game=folder.name,
        opponent=f"coach:{'starter' if 'starter' in levels else levels[-1]}",
        length=wanted.length,
        options=dict(wanted.options),
        charts={name: draft.text},
        token=given.get("token", ""),
        nonce=given.get("nonce", ""),
    )
    try:
        opened = await newtable.create(house(request), wish, person.hash)
    except (BadOptions, BadChart) as error:
        return await _page(request, folder, name, draft, wanted, fault=str(error))
    floor(request).drive(await house(request).look(opened.id))
    return Redirect(f"/t/{opened.id}", status_code=303, cookies=person.cookies())


@post("/design/{game:str}/{name:str}/{chart_id:str}/forget", include_in_schema=False, status_code=303)
async def forget(request: Req, game: FromPath[str], name: FromPath[str], chart_id: FromPath[str]) -> Redirect:
    """Delete a chart of one's own."""
    folder, holder = chart_folder(game, name), hash_of(request)
    if holder is not None:
        await house(request).writer.do(lambda store: forget_chart(store, chart_id, holder))
    return Redirect(f"/design/{folder.name}", status_code=303)


HANDLERS: list[ControllerRouterHandler] = [index, usual, kept, file, check, attempt, keep, play, forget]
