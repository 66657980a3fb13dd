"""Pages for invitation links and seat links."""

from __future__ import annotations

import msgspec
from litestar import get, post
from litestar.params import FromPath
from litestar.response import Redirect, Template
from litestar.types import ControllerRouterHandler

from fieldhouse.kernel.fair import commitment
from fieldhouse.kernel.requests import Seat
from fieldhouse.web.engine.live_table import LiveTable, NoSuchTable, token_hash
from fieldhouse.web.engine.table_service import TableService
from fieldhouse.web.engine.threads import in_thread
from fieldhouse.web.middleware.auth import (
    Req,
    Visitor,
    coaches,
    hash_of,
    site_address,
    table_service,
    visitor,
)
from fieldhouse.web.setup import join


class InvitePage(msgspec.Struct):
    """The links to send."""

    title: str
    links: list[tuple[str, str]]
    """A seat and the link that takes it."""
    watch: str
    table: str


class JoinPage(msgspec.Struct, kw_only=True):
    """What somebody is invited to."""

    title: str
    game: str
    blurb: str
    side: str
    host: str
    deadline: int
    """Minutes for each answer; 0 for no deadline."""
    claim: bool
    """Who waits may claim the game after the deadline; else a coach answers."""
    address: str
    table: str
    own: bool
    """The visitor sits at this table already."""
    commitment: str


class SeatLinkPage(msgspec.Struct):
    """A link that opens a seat on another device."""

    link: str
    side: str
    table: str


def invite_page(request: Req, live: LiveTable, invites: dict[Seat, str], person: Visitor) -> Template:
    """The links to send."""
    site = site_address(request)
    links = [(live.game.seats[seat], f"{site}/join/{key}") for seat, key in invites.items()]
    page = InvitePage(live.game.meta.title, links, f"{site}/t/{live.id}", f"/t/{live.id}")
    return Template("setup/invite.html", context={"page": page}, cookies=person.cookies())


@post("/t/{table_id:str}/invite", include_in_schema=False, status_code=200)
async def renew_invitations(request: Req, table_id: FromPath[str]) -> Template:
    """New links, because the first ones were lost."""
    person = visitor(request)
    invites = await join.renew_invites(table_service(request), table_id, person.hash)
    live = await table_service(request).get(table_id)
    return invite_page(request, live, invites, person)


@get("/join/{token:str}", include_in_schema=False)
async def invitation_page(request: Req, token: FromPath[str]) -> Template:
    """What one is invited to."""
    place = table_service(request)
    live, seat = await _invited(place, token)
    row = live.row
    page = JoinPage(
        title=live.game.meta.title,
        game=row.game,
        blurb=live.game.meta.blurb,
        side=live.game.seats[seat],
        host=next((c.name or "Somebody" for c in live.seats if c.holder is not None), "Somebody"),
        deadline=row.deadline,
        claim=row.on_deadline == "claim",
        address=f"/join/{token}",
        table=f"/t/{live.id}",
        own=bool(live.held_by(hash_of(request))),
        commitment=commitment(row.secret),
    )
    return Template("setup/join.html", context={"page": page})


async def _invited(place: TableService, token: str) -> tuple[LiveTable, int]:
    found = await in_thread(place.store.tables.seat_of_invite, token_hash(token))
    if found is None:
        raise NoSuchTable(join.USED_UP)
    return await place.get(found[0]), found[1]


@post("/join/{token:str}", include_in_schema=False, status_code=303)
async def accept_invitation(request: Req, token: FromPath[str]) -> Redirect:
    """Take the seat that the invitation is for."""
    form = await request.form()
    person = visitor(request)
    name, nonce = str(form.get("name", "")), str(form.get("nonce", ""))
    live = await join.join_table(table_service(request), token, person.hash, name, nonce)
    coaches(request).drive(live)
    return Redirect(f"/t/{live.id}", status_code=303, cookies=person.cookies())


@get("/seat/{token:str}", include_in_schema=False)
async def seat_link_page(request: Req, token: FromPath[str]) -> Template:
    """Come back to a seat from another device. Opening it needs a button, so that previews change nothing."""
    found = await in_thread(table_service(request).store.tables.seat_of_key, token_hash(token))
    if found is None:
        raise NoSuchTable("this seat link does not work here; the table may have been deleted")
    return Template("setup/seat.html", context={"address": f"/seat/{token}"})


@post("/seat/{token:str}", include_in_schema=False, status_code=303)
async def open_seat_here(request: Req, token: FromPath[str]) -> Redirect:
    """The seat is this visitor's too from now on."""
    person = visitor(request)
    table_id = await join.use_seat_link(table_service(request), token, person.hash)
    return Redirect(f"/t/{table_id}", status_code=303, cookies=person.cookies())


HANDLERS: list[ControllerRouterHandler] = [
    renew_invitations,
    invitation_page,
    accept_invitation,
    seat_link_page,
    open_seat_here,
]
