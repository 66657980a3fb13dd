"""Routes of the table page: show, answer and all other actions of a seat, and the stream of changes."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Sequence
from typing import Any

import msgspec
from litestar import MediaType, Response, get, post
from litestar.exceptions import ClientException
from litestar.params import FromPath
from litestar.plugins.jinja import JinjaTemplateEngine
from litestar.response import Redirect, Template
from litestar.types import ASGIApp, ControllerRouterHandler, Receive, Scope, Send

from fieldhouse.kernel import record
from fieldhouse.kernel.draft_queue import QueuedPick
from fieldhouse.kernel.errors import BadOptions, FieldhouseError, IllegalAnswer, NotYourTurn
from fieldhouse.kernel.requests import Seat
from fieldhouse.lab.advice.result import Advice
from fieldhouse.store import server_clock
from fieldhouse.web import win_probability_bar
from fieldhouse.web.engine import drafts
from fieldhouse.web.engine import drafts as standin
from fieldhouse.web.engine.daily_drive import check_dice_revealed
from fieldhouse.web.engine.live_table import LiveTable, NotYourSeat
from fieldhouse.web.engine.notifier import Notifier
from fieldhouse.web.engine.table_service import TableService
from fieldhouse.web.engine.threads import in_thread
from fieldhouse.web.errors import status_of
from fieldhouse.web.middleware.auth import (
    Req,
    background_jobs,
    coaches,
    hash_of,
    notifier,
    site_address,
    table_service,
    visitor,
)
from fieldhouse.web.middleware.rate_limit import client_address
from fieldhouse.web.setup import create_table, dice_commitment, join
from fieldhouse.web.setup.invitations import SeatLinkPage
from fieldhouse.web.setup.rematch import start_rematch, start_same_dice
from fieldhouse.web.table_page.page import Visit, table_page
from fieldhouse.web.table_page.panels import HintPanel
from fieldhouse.web.table_page.play_by_play import LINES
from fieldhouse.web.table_page.question import answers_around, attempted_key
from fieldhouse.web.table_page.render_cache import cached_page
from fieldhouse.web.table_page.roll_form import entered_keys

PING = 20.0
"""Seconds between two keep-alive comments on a stream."""
STREAM_HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-cache"),
    (b"x-accel-buffering", b"no"),
]
PATIENCE = 0.7
"""Seconds that a page without JavaScript waits for a coach's answer."""
MOST_AT_ONCE = 256
"""Answers in one form at most, as in the API."""

FACING_COOKIE = "turn_board"
"""On: the board turns with the team that is asked, where one browser plays both."""


NOTHING_CHOSEN = "Choose one of the options first."


def number(text: str | None) -> int | None:
    """A small number from an address or form, or None."""
    return int(text) if text is not None and re.fullmatch(r"[0-9]{1,6}", text) else None


def fragment(request: Req) -> bool:
    """Does our script ask for a part of the page only?"""
    return request.headers.get("x-fieldhouse") in ("part", "rest")


async def show(
    request: Req,
    table_id: str,
    wanted: Seat | None,
    *,
    status: int = 200,
    fault: str = "",
    hint: str = "",
    hinted: Sequence[str] = (),
    advice: Advice | None = None,
    then: Advice | None = None,
) -> Response[Any]:
    """Render the table page, or the part of it that the script asks for."""
    holder = hash_of(request)
    live = await table_service(request).get(table_id)
    await background_jobs(request).find_estimator(live)
    await background_jobs(request).review(live)
    held = live.held_by(holder)
    token, promise = "", ""
    if live.row.status == "over" and held:
        token, promise = dice_commitment.issue_token(table_service(request))
    visit = Visit(
        held=held,
        holder=holder,
        wanted=wanted,
        lines=None if request.query_params.get("log") == "all" else LINES,
        site=site_address(request),
        bar_off=request.cookies.get(win_probability_bar.COOKIE) == win_probability_bar.OFF,
        turns=request.cookies.get(FACING_COOKIE) == win_probability_bar.ON,
        rest=request.headers.get("x-fieldhouse") == "rest",
        review_seconds=table_service(request).settings.lab_seconds,
        token=token,
        next_commitment=promise,
        fault=fault,
        hint=HintPanel(hint, advice, then) if hint else None,
        hinted=hinted,
    )
    if not fragment(request):
        return Template("table/table.html", context={"page": table_page(live, visit)}, status_code=status)

    def render() -> bytes:
        templates: JinjaTemplateEngine = request.app.template_engine  # type: ignore[assignment]
        return templates.engine.get_template("table/part.html").render(page=table_page(live, visit)).encode()

    shown = cached_page(live, visit, render) if visit.repeats(live) else render()
    return Response(shown, media_type=MediaType.HTML, status_code=status)


@get("/t/{table_id:str}", include_in_schema=False)
async def table(request: Req, table_id: FromPath[str]) -> Response[Any]:
    """Show the table as this visitor may see it."""
    return await show(request, table_id, number(request.query_params.get("seat")))


async def form_seat(request: Req, table_id: str, form: Any) -> tuple[LiveTable, Seat]:
    """The table and seat of a form; NotYourSeat if the visitor doesn't have the seat."""
    live = await table_service(request).get(table_id)
    held = live.held_by(hash_of(request))
    wanted = number(str(form.get("seat", "")))
    if wanted is None and len(held) == 1:
        wanted = held[0]
    if wanted is None or wanted not in held:
        raise NotYourSeat("You don't have this seat. You can watch the game.")
    return live, wanted


async def _settle(request: Req, task: asyncio.Task[None] | None) -> None:
    """Wait a moment for a coach, so that a page without JavaScript shows its answer."""
    if task is not None and not fragment(request):
        await asyncio.wait([task], timeout=PATIENCE)


async def back(request: Req, live: LiveTable, seat: Seat | None) -> Response[Any]:
    if fragment(request):
        return await show(request, live.id, seat)
    suffix = f"?seat={seat}" if seat is not None and len(live.held_by(hash_of(request))) > 1 else ""
    return Redirect(f"/t/{live.id}{suffix}", status_code=303)


def keys_of(form: Any) -> list[str]:
    """The answers of a form: `key` fields, a `batch` as a JSON list, or the two halves of a key.

    `first` is answered before the halves, where they answer the question that follows.
    """
    batch = form.get("batch")
    halves = [*form.getall("half-1", []), *form.getall("half-2", [])]
    if halves and not form.get("key"):
        first = str(form.get("first", ""))
        return [*([first] if first else []), str(form.get("joined", "-")).join(map(str, halves))]
    if batch is None:  # a list beside the cards only counts where no card was pressed
        return [str(key) for key in form.getall("key", [form.get("listed", "")])]
    try:
        return msgspec.json.decode(str(batch), type=list[str])
    except msgspec.DecodeError:
        raise ClientException("A batch must be a JSON list of keys.", status_code=400) from None


def placed_cards(form: Any) -> dict[str, str]:
    """Cards that lie on places of the board and have not been sent yet: `place=card` in `placed` fields."""
    pairs = (str(field).rpartition("=") for field in form.getall("placed", [])[:MOST_AT_ONCE])
    return {place: card for place, _, card in pairs if place}


@post("/t/{table_id:str}/answer", include_in_schema=False, status_code=303)
async def answer(request: Req, table_id: FromPath[str]) -> Response[Any]:
    """Answer with one key, or with several that count all or not at all."""
    form = await request.form()
    live, seat = await form_seat(request, table_id, form)
    touched = str(form.get("touched", ""))
    keys = [attempted_key(live, seat, touched)] if touched else keys_of(form)
    sequence = number(str(form.get("sequence", "")))
    shown = None if form.get("shared") else seat  # an answer in the open opens nobody's cards
    if keys == [""]:
        return await show(request, table_id, shown, status=422, fault=NOTHING_CHOSEN)
    try:
        if sequence is None:
            raise NotYourTurn("The answer doesn't say which question it is for. Reload the page.")
        if len(keys) > MOST_AT_ONCE:
            raise IllegalAnswer(keys[0], f"at most {MOST_AT_ONCE} answers at once")
        if len(keys) == 1 and (placed := placed_cards(form)):
            keys = answers_around(live, seat, keys[0], placed)
        live = await table_service(request).answer(table_id, seat, keys, sequence)
    except FieldhouseError as error:
        return await show(request, table_id, shown, status=status_of(error)[0], fault=str(error))
    await _settle(request, coaches(request).drive(live))
    return await back(request, live, shown)


@post("/t/{table_id:str}/roll", include_in_schema=False, status_code=303)
async def roll(request: Req, table_id: FromPath[str]) -> Response[Any]:
    """Enter the result of a player's own dice."""
    form = await request.form()
    live, seat = await form_seat(request, table_id, form)
    keys = entered_keys(form, live.table.chance if live.table is not None else None)
    try:
        live = await table_service(request).roll(table_id, seat, keys, str(form.get("tag", "")))
    except FieldhouseError as error:
        return await show(request, table_id, seat, status=status_of(error)[0], fault=str(error))
    await _settle(request, coaches(request).drive(live))
    return await back(request, live, seat)


@post("/t/{table_id:str}/wishes", include_in_schema=False, status_code=303)
async def wishes(request: Req, table_id: FromPath[str]) -> Response[Any]:
    """Change the seat's draft queue by its form."""
    form = await request.form()
    live, seat = await form_seat(request, table_id, form)
    try:
        wanted = wishlist(form)
        live = await standin.save_draft_queue(table_service(request), table_id, seat, wanted)
    except FieldhouseError as error:
        return await show(request, table_id, seat, status=status_of(error)[0], fault=str(error))
    return await back(request, live, seat)


def wishlist(form: Any) -> list[QueuedPick]:
    """The draft queue of a form after the pressed button: up, down, drop or add."""
    keys = [str(key) for key in form.getall("wish", [])]
    tops = [str(top).strip() for top in form.getall("top", [])]
    tops += [""] * (len(keys) - len(tops))
    for top in tops:
        if not re.fullmatch(r"[0-9]{0,6}", top):
            raise BadOptions(f"${top}: the maximum bid must be a whole number of dollars.")
    found = [QueuedPick(key, int(top or 0)) for key, top in zip(keys, tops, strict=False)]
    do, _, key = str(form.get("do", "")).partition(":")
    if do == "add" and (key := key or str(form.get("add", ""))):
        return [*found, QueuedPick(key)]
    at = keys.index(key) if key in keys else -1
    if do == "drop" and at >= 0:
        del found[at]
    if do in ("up", "down") and at >= 0:
        to = at - 1 if do == "up" else at + 1
        found.insert(max(0, to), found.pop(at))
    return found


@post("/t/{table_id:str}/autopick", include_in_schema=False, status_code=303)
async def post_autopick(request: Req, table_id: FromPath[str]) -> Response[Any]:
    """Set autopick: off, once or on."""
    form = await request.form()
    live, seat = await form_seat(request, table_id, form)
    try:
        wanted = str(form.get("autopick", ""))
        live = await standin.save_autopick(table_service(request), table_id, seat, wanted)
    except FieldhouseError as error:
        return await show(request, table_id, seat, status=status_of(error)[0], fault=str(error))
    await _settle(request, coaches(request).drive(live))
    return await back(request, live, seat)


@post("/t/{table_id:str}/clock", include_in_schema=False, status_code=303)
async def post_clock(request: Req, table_id: FromPath[str]) -> Response[Any]:
    """Pause, resume or add time, as the commissioner."""
    form = await request.form()
    live, seat = await form_seat(request, table_id, form)
    try:
        wanted = str(form.get("do", ""))
        live = await drafts.run_command(
            table_service(request), table_id, hash_of(request), wanted, server_clock.now()
        )
    except FieldhouseError as error:
        return await show(request, table_id, seat, status=status_of(error)[0], fault=str(error))
    await _settle(request, coaches(request).drive(live))
    return await back(request, live, seat)


@post("/t/{table_id:str}/claim", include_in_schema=False, status_code=303)
async def claim(request: Req, table_id: FromPath[str]) -> Response[Any]:
    """Claim the game after the opponent's deadline passed."""
    live, seat = await form_seat(request, table_id, await request.form())
    live = await table_service(request).claim(table_id, seat)
    coaches(request).drive(live)
    return await back(request, live, seat)


@post("/t/{table_id:str}/ready", include_in_schema=False, status_code=303)
async def ready(request: Req, table_id: FromPath[str]) -> Response[Any]:
    """Take the seat that is reserved in a rematch."""
    form = await request.form()
    await form_seat(request, table_id, form)
    nonce = str(form.get("nonce", ""))
    live = await join.take_kept_seat(table_service(request), table_id, visitor(request).hash, nonce)
    await _settle(request, coaches(request).drive(live))
    return Redirect(f"/t/{live.id}", status_code=303)


@post("/t/{table_id:str}/rematch", include_in_schema=False, status_code=303)
async def rematch(request: Req, table_id: FromPath[str]) -> Redirect:
    """Create a rematch, with new dice or the same."""
    form = await request.form()
    holder = visitor(request).hash
    if form.get("dice") == "same":
        following = await start_same_dice(table_service(request), table_id, holder)
    else:
        token, nonce = str(form.get("token", "")), str(form.get("nonce", ""))
        following = await start_rematch(table_service(request), table_id, holder, token, nonce)
    notifier(request).notify(table_id)
    coaches(request).drive(await table_service(request).get(following))
    return Redirect(f"/t/{following}", status_code=303)


@post("/t/{table_id:str}/delete", include_in_schema=False, status_code=303)
async def delete(request: Req, table_id: FromPath[str]) -> Redirect:
    """Delete the table."""
    await create_table.delete_table(table_service(request), table_id, visitor(request).hash)
    notifier(request).notify(table_id)
    return Redirect("/mine", status_code=303)


@post("/t/{table_id:str}/seat-link", include_in_schema=False, status_code=200)
async def seat_link(request: Req, table_id: FromPath[str]) -> Template:
    """Show a link that opens this seat on another device."""
    live, seat = await form_seat(request, table_id, await request.form())
    token = await join.new_seat_link(table_service(request), table_id, seat)
    page = SeatLinkPage(f"{site_address(request)}/seat/{token}", live.team(seat), f"/t/{table_id}")
    return Template("setup/seat_link.html", context={"page": page})


@get("/t/{table_id:str}/record.json", include_in_schema=False)
async def export(request: Req, table_id: FromPath[str]) -> Response[str]:
    """Download the record: complete after the game, without secrets before."""

    live = await table_service(request).get(table_id)
    check_dice_revealed(live)
    held = live.held_by(hash_of(request))
    one = held[0] if len(held) == 1 else None
    given = live.record_for(one)
    headers = {"content-disposition": f'attachment; filename="fieldhouse-{table_id}.json"'}
    return Response(
        await in_thread(record.record_text, given), media_type="application/json", headers=headers
    )


# The stream


@get("/t/{table_id:str}/live", include_in_schema=False)
async def stream(request: Req, table_id: FromPath[str]) -> ASGIApp:
    """Stream an event whenever the visitor's page has changed. It carries no content."""
    place, listeners, where = table_service(request), notifier(request), client_address(dict(request.scope))
    listeners.check_capacity(where)
    wanted = number(request.query_params.get("seat"))
    live = await place.get(table_id)
    if wanted is not None and wanted not in live.held_by(hash_of(request)):
        raise ClientException("You don't have this seat.", status_code=403)

    async def run(scope: Scope, receive: Receive, send: Send) -> None:
        async with listeners.subscribe(table_id, where) as ear:
            leaving = asyncio.create_task(_gone(receive, ear))
            try:
                await send({"type": "http.response.start", "status": 200, "headers": STREAM_HEADERS})
                async for line in _changes(place, listeners, table_id, wanted, ear, leaving):
                    await send({"type": "http.response.body", "body": line, "more_body": True})
                await send({"type": "http.response.body", "body": b"", "more_body": False})
            finally:
                leaving.cancel()

    return run


async def _gone(receive: Receive, ear: asyncio.Event) -> None:
    """Wait until the listener disconnects."""
    while (await receive())["type"] != "http.disconnect":
        pass
    ear.set()


async def _changes(
    place: TableService,
    listeners: Notifier,
    table_id: str,
    seat: Seat | None,
    ear: asyncio.Event,
    leaving: asyncio.Task[None],
) -> AsyncIterator[bytes]:
    last, ping = "", asyncio.get_running_loop().time() + PING
    while not leaving.done():
        ear.clear()
        tag = await _tag(place, table_id, seat)
        if tag != last:  # what this seat cannot see sends it no line, not even an empty one
            last = tag
            yield f"event: changed\r\ndata: {tag}\r\n\r\n".encode()
        if not tag or listeners.is_closing:
            return
        try:
            async with asyncio.timeout_at(ping):  # at its time, whatever happens unseen
                await ear.wait()
        except TimeoutError:
            ping += PING
            yield b": still here\r\n\r\n"


async def _tag(place: TableService, table_id: str, seat: Seat | None) -> str:
    """The seat's tag; empty if the table is gone."""
    try:
        return (await place.get(table_id)).tag(seat)
    except FieldhouseError:
        return ""


HANDLERS: list[ControllerRouterHandler] = [
    table, answer, roll, wishes, post_autopick, post_clock, claim, ready, rematch, delete,
    seat_link, export, stream,
]  # fmt: skip
