"""A JSON API for programs that play.

Send your token as `Authorization: Bearer <token>`. A program can create tables, accept invitations,
read what its seat can see, answer, and wait for changes.
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import Annotated, Any

import msgspec
from litestar import Router, get, post
from litestar.exceptions import ClientException
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import JSONBody, PathParameter, QueryParameter
from litestar.types import ControllerRouterHandler

from fieldhouse.kernel.errors import NotYourTurn
from fieldhouse.kernel.events import event_to_record
from fieldhouse.kernel.requests import Seat
from fieldhouse.store import server_clock
from fieldhouse.web.api_models import (
    Answer,
    Command,
    ErrorLine,
    GameLine,
    Instructions,
    Join,
    NewTable,
    Promise,
    Receipt,
    Room,
    Seated,
    TableLine,
    TableState,
)
from fieldhouse.web.engine import drafts
from fieldhouse.web.engine.daily_drive import check_may_watch
from fieldhouse.web.engine.engine import Engine
from fieldhouse.web.engine.live_table import LiveTable, NotYourSeat
from fieldhouse.web.engine.table_service import summary
from fieldhouse.web.engine.threads import in_thread
from fieldhouse.web.lobby.games import playable_games
from fieldhouse.web.middleware.auth import (
    Req,
    Visitor,
    coaches,
    engine,
    hash_of,
    notifier,
    table_service,
    token_of,
)
from fieldhouse.web.middleware.rate_limit import client_address
from fieldhouse.web.setup import create_table, dice_commitment
from fieldhouse.web.setup.join import join_table
from fieldhouse.web.setup.table_request import TableRequest

Invite = Annotated[str, PathParameter(max_length=64)]
TableId = Annotated[str, PathParameter(max_length=32, description="the table's id, as in its URL")]


def _refusals(*statuses: int) -> dict[int, ResponseSpec]:
    """The error responses that a route documents."""
    words = {
        400: "the request is not valid",
        403: "your token is not for this seat, or the request came from another site",
        404: "table, game or invitation not found",
        409: "not now: the game has moved on, or it is not your turn",
        410: "the game needs rules that this server does not have",
        413: "too large",
        422: "not allowed by the rules; the detail says why",
        429: "too many requests from this address",
        503: "the server is full, or its database is not responding",
    }
    every = (400, 413, 429, 503, *statuses)
    return {
        status: ResponseSpec(ErrorLine, description=words[status], generate_examples=False)
        for status in every
    }


@get("/games", responses=_refusals())
async def games() -> list[GameLine]:
    """List the installed games."""
    return [
        GameLine(
            folder.name,
            folder.meta.title,
            folder.meta.blurb,
            folder.meta.seats,
            list(folder.meta.lengths),
            folder.meta.levels,
            [msgspec.to_builtins(spec) for spec in folder.meta.options],
        )
        for folder in playable_games()
    ]


@get("/tables", responses=_refusals())
async def mine(request: Req) -> list[TableLine]:
    """The tables where your token has a seat."""
    holder = hash_of(request)
    rows = await in_thread(table_service(request).store.tables.seats_of, holder) if holder is not None else []
    found = []
    for row, seat in rows:
        about = msgspec.json.decode(row.summary)
        turn = row.status == "live" and seat in about.get("waiting", ())
        found.append(TableLine(row.id, row.game, row.status, seat, turn, about))
    return found


@post("/promises", status_code=201, responses=_refusals(403))
async def promise(request: Req) -> Promise:
    """Get a commitment to dice, before you choose your nonce."""
    return Promise(*dice_commitment.issue_token(table_service(request)))


@post("/tables", status_code=201, responses=_refusals(403, 404))
async def create(request: Req, data: JSONBody[NewTable]) -> Seated:
    """Create a table. Without a bearer token you get one."""
    place = table_service(request)
    person = _person(request)
    wish = TableRequest(
        game=data.game,
        opponent=data.opponent,
        length=data.length,
        options=dict(data.options),
        seat=data.seat,
        plan=data.plan,
        name=data.name,
        deadline=data.deadline,
        on_deadline=data.on_deadline,
        pace=data.pace,
        reserve=data.reserve,
        token=data.token or dice_commitment.issue_token(place)[0],
        nonce=data.nonce,
    )
    opened = await create_table.create_table(place, wish, person.hash)
    live = await place.get(opened.id)
    coaches(request).drive(live)
    invites = {str(seat): token for seat, token in opened.invites.items()}
    return Seated(opened.id, person.token, live.held_by(person.hash), invites)


def _person(request: Req) -> Visitor:
    tokens, token = table_service(request).tokens, token_of(request)
    if token is None or not tokens.is_ours(token):
        return Visitor(tokens.new(), new=True, secure=False)
    return Visitor(token, new=False, secure=False)


@post("/join/{invite:str}", status_code=201, responses=_refusals(403, 404, 409, 410))
async def join(request: Req, invite: Invite, data: JSONBody[Join]) -> Seated:
    """Accept an invitation to a table."""
    person = _person(request)
    live = await join_table(table_service(request), invite, person.hash, data.name, data.nonce)
    coaches(request).drive(live)
    return Seated(live.id, person.token, live.held_by(person.hash))


def _seat(live: LiveTable, holder: str | None, seat: Seat | None) -> Seat | None:
    """The seat to show: the one asked for, or the holder's seat that has to answer."""
    held = live.held_by(holder)
    if seat is None and held:
        waiting = live.table.pending_seats if live.table is not None else ()
        seat = next((one for one in held if one in waiting), held[0])
    if seat is not None and seat not in held:
        raise NotYourSeat("Your token is not for this seat.")
    return seat


def state(live: LiveTable, seat: Seat | None, after: int) -> TableState:
    """What the seat can see, with its events from number `after` on."""
    row = live.row
    if live.table is None:
        return TableState(row.id, row.game, row.status, seat, live.tag(seat), {}, None, (), (), None, [], 0)
    seen = live.snapshot(seat)
    return TableState(
        row.id,
        row.game,
        row.status,
        seat,
        seen.tag,
        seen.view,
        seen.request,
        seen.verbs,
        seen.waiting,
        seen.outcome,
        [event_to_record(event) for event in seen.events[after:]],
        len(seen.events),
        seen.head,
    )


async def read_state(
    running: Engine, table_id: str, holder: str | None, seat: Seat | None, after: int
) -> TableState:
    """What the holder of this token can see now."""
    live = await running.tables.get(table_id)
    check_may_watch(live, holder)
    return state(live, _seat(live, holder, seat), after)


async def submit_answer(running: Engine, table_id: str, holder: str | None, data: Answer) -> Receipt:
    """Answer for the holder of this token; the receipt once the answer is saved."""
    live = await running.tables.get(table_id, fresh=False)
    held = live.held_by(holder)
    if data.key is not None and data.keys:
        raise ClientException("Give `key` or `keys`, not both.")
    if data.seat is None and len(held) > 1:
        raise ClientException(f"Your token has several seats, {list(held)}. Give the `seat` that answers.")
    seat = data.seat if data.seat is not None else held[0] if held else None
    if seat is None or seat not in held:
        raise NotYourSeat("Your token is not for this seat.")
    keys = [data.key] if data.key is not None else data.keys
    known = len(live.table.events_for(seat)) if live.table is not None else 0
    live = await running.tables.answer(table_id, seat, keys, data.sequence)
    running.coaches.drive(live)
    now = state(live, seat, known)
    return Receipt(live.receipt(seat), now.tag, live.game_table.sequence(seat), now)


@get("/tables/{table_id:str}", responses=_refusals(403, 404, 410))
async def look(
    request: Req,
    table_id: TableId,
    seat: Annotated[int | None, QueryParameter(ge=0, le=64)] = None,
    after: Annotated[int, QueryParameter(ge=0, le=1_000_000)] = 0,
    unless: Annotated[str, QueryParameter(max_length=16, description="the tag you have seen")] = "",
    wait: Annotated[float, QueryParameter(ge=0, le=30, description="seconds to wait for another tag")] = 0,
) -> TableState:
    """What your seat can see; without a token, what a spectator can. Long poll with `unless` and `wait`."""
    place, listeners, holder = table_service(request), notifier(request), hash_of(request)
    if not wait:
        return await read_state(engine(request), table_id, holder, seat, after)
    where = client_address(dict(request.scope))
    listeners.check_capacity(where)
    async with listeners.subscribe(table_id, where) as ear:
        end = asyncio.get_running_loop().time() + wait
        while True:
            ear.clear()
            live = await place.get(table_id)
            wanted = _seat(live, holder, seat)
            left = end - asyncio.get_running_loop().time()
            if live.tag(wanted) != unless or left <= 0 or listeners.is_closing:
                return state(live, wanted, after)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(ear.wait(), left)


@post("/tables/{table_id:str}/answers", status_code=201, responses=_refusals(403, 404, 409, 410, 422))
async def answer(request: Req, table_id: TableId, data: JSONBody[Answer]) -> Receipt:
    """Answer your seat's request (or concede, offer-tie, undo). 201 means that the answer is saved."""
    return await submit_answer(engine(request), table_id, hash_of(request), data)


def room_of(live: LiveTable, seat: Seat | None) -> Room:
    """The draft as this seat can see it."""
    hands = drafts.read_clock(live, server_clock.now())
    return Room(
        live.row.paused is not None,
        hands.left if hands is not None else None,
        hands.reserve if hands is not None else None,
        live.autopick(seat) if seat is not None else None,
        live.wishes(seat) if seat is not None else None,
    )


@get("/tables/{table_id:str}/room", responses=_refusals(403, 404, 409, 410))
async def room(
    request: Req, table_id: TableId, seat: Annotated[int | None, QueryParameter(ge=0, le=64)] = None
) -> Room:
    """The draft clock, your draft queue and your autopick."""
    live = await table_service(request).get(table_id)
    _has_room(live)
    return room_of(live, _seat(live, hash_of(request), seat))


@post("/tables/{table_id:str}/room", status_code=201, responses=_refusals(403, 404, 409, 410))
async def instruct(request: Req, table_id: TableId, data: JSONBody[Instructions]) -> Room:
    """Set your draft queue and autopick. Nobody else can see them."""
    place = table_service(request)
    live = await place.get(table_id)
    _has_room(live)
    seat = _seat(live, hash_of(request), data.seat)
    if seat is None:
        raise NotYourSeat("Your token is not for this seat.")
    if data.wishes is not None:
        live = await drafts.save_draft_queue(place, table_id, seat, data.wishes)
    if data.autopick is not None:
        live = await drafts.save_autopick(place, table_id, seat, data.autopick)
    coaches(request).drive(live)
    return room_of(live, seat)


@post("/tables/{table_id:str}/clock", status_code=201, responses=_refusals(403, 404, 409, 410))
async def command(request: Req, table_id: TableId, data: JSONBody[Command]) -> Room:
    """Pause, resume or add time, as the commissioner who created the table."""
    place, holder = table_service(request), hash_of(request)
    _has_room(await place.get(table_id))
    live = await drafts.run_command(place, table_id, holder, data.do, server_clock.now())
    coaches(request).drive(live)
    return room_of(live, _seat(live, holder, None))


def _has_room(live: LiveTable) -> None:
    if not live.room:
        raise NotYourTurn(f"{live.game.meta.title} is not a draft: it has no clock and no draft queue.")


@get("/tables/{table_id:str}/summary", responses=_refusals(404, 410))
async def about(request: Req, table_id: TableId) -> dict[str, Any]:
    """A summary of the table with public facts only."""

    live = await table_service(request).get(table_id)
    return summary(live) if live.table is not None else {}


HANDLERS: list[ControllerRouterHandler] = [
    Router(
        "/api",
        route_handlers=[games, mine, promise, create, join, look, answer, room, instruct, command, about],
    ),
]
