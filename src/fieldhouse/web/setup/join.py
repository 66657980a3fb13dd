"""People sit down at a table that was set up: by invitation, at a seat kept for them, from another device."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from fieldhouse.kernel.errors import NotYourTurn
from fieldhouse.kernel.requests import Seat
from fieldhouse.store.schema import SeatRow
from fieldhouse.web.engine.live_table import LiveTable, NoSuchTable, NotYourSeat, new_token, token_hash
from fieldhouse.web.engine.table_service import ChangeResult, TableService
from fieldhouse.web.engine.threads import in_thread
from fieldhouse.web.setup.create_table import is_complete, start_game
from fieldhouse.web.setup.dice_commitment import nonce_for, own_or_fresh_nonce
from fieldhouse.web.setup.table_request import clean_name

USED_UP = (
    "this invitation has been used or never existed; if you joined already, look under My games, "
    "otherwise ask for a new invitation"
)


def _seated(live: LiveTable, chairs: Sequence[SeatRow]) -> ChangeResult:
    """These chairs have changed; begin if that was what was missing."""
    live.replace_seats(chairs)
    if live.table is None and is_complete(live):
        start_game(live)
    return ChangeResult(chairs=chairs)


async def join_table(house: TableService, token: str, holder: str, name: str, nonce: str) -> LiveTable:
    """Take the seat an invitation leads to. The invitation is used up."""
    invite = token_hash(token)
    found = await in_thread(house.store.tables.seat_of_invite, invite)
    if found is None:
        raise NoSuchTable(USED_UP)
    table_id, seat = found

    def act(live: LiveTable) -> ChangeResult:
        chair = live.seats[seat]
        if live.held_by(holder):
            raise NotYourTurn("you already have a seat at this table; send the link to your opponent")
        if chair.holder is not None or chair.invite != invite:
            raise NotYourTurn("somebody else just took this seat")
        chair = msgspec.structs.replace(chair, holder=holder, name=clean_name(name), invite=None)
        chair.nonce, chair.nonce_by = own_or_fresh_nonce(nonce)
        return _seated(live, [chair])

    return await house.change(table_id, act)


async def renew_invites(house: TableService, table_id: str, holder: str) -> dict[Seat, str]:
    """New invitations to the free seats for who lost the first ones, which serve no more."""
    invites: dict[Seat, str] = {}

    def act(live: LiveTable) -> ChangeResult:
        if not live.held_by(holder):
            raise NotYourSeat("only players at this table can invite others")
        free = [msgspec.structs.replace(c) for c in live.seats if c.kind == "person" and c.holder is None]
        if not free:
            raise NotYourTurn("every seat at this table is taken")
        for chair in free:
            invites[chair.seat] = new_token()
            chair.invite = token_hash(invites[chair.seat])
        return _seated(live, free)

    await house.change(table_id, act)
    return invites


async def take_kept_seat(house: TableService, table_id: str, holder: str, nonce: str) -> LiveTable:
    """A person whose seat is kept for them (a rematch) says that they are there."""

    def act(live: LiveTable) -> ChangeResult:
        held = [live.seats[seat] for seat in live.held_by(holder)]
        mine = [msgspec.structs.replace(chair) for chair in held if chair.nonce is None]
        for chair in mine:
            chair.nonce, chair.nonce_by = nonce_for(live.row, nonce)
        return _seated(live, mine)

    return await house.change(table_id, act)


async def new_seat_link(house: TableService, table_id: str, seat: Seat) -> str:
    """A token that opens this seat from another device; shown once."""
    token = new_token()
    await add_seat_key(house, table_id, seat, token_hash(token))
    return token


async def add_seat_key(house: TableService, table_id: str, seat: Seat, key: str) -> None:
    """The token of this hash opens the seat, too."""
    await house.writer.do(lambda store: store.tables.add_key(key, table_id, seat))

    def act(live: LiveTable) -> ChangeResult:  # the revision moves, so that other processes hear of it
        live.keys.append((key, seat))
        return ChangeResult()

    await house.change(table_id, act)


async def use_seat_link(house: TableService, token: str, holder: str) -> str:
    """Somebody comes by a seat link: from now on their own token opens the seat too."""
    found = await in_thread(house.store.tables.seat_of_key, token_hash(token))
    if found is None:
        raise NotYourSeat("this seat link does not work here; the table may have been deleted")
    table_id, seat = found
    if seat not in (await house.get(table_id)).held_by(holder):
        await add_seat_key(house, table_id, seat, holder)
    return table_id
