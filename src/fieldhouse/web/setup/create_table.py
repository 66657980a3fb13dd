"""Tables are set up, kept, begun when nobody is missing, and deleted."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

import msgspec

from fieldhouse.kernel import record, registry
from fieldhouse.kernel.entries import Entry
from fieldhouse.kernel.errors import BadOptions, NotYourTurn
from fieldhouse.kernel.fair import commitment
from fieldhouse.kernel.table import Table
from fieldhouse.store import server_clock
from fieldhouse.store.league_schema import LeagueChange
from fieldhouse.store.schema import SeatRow, TableRow
from fieldhouse.store.tables import StoredTable, TableCreation
from fieldhouse.web.engine import table_loader
from fieldhouse.web.engine.daily_drive import day_of, dice_still_secret
from fieldhouse.web.engine.live_table import LiveTable, NotYourSeat, ServerFull, new_token, token_hash
from fieldhouse.web.engine.standing_answers import give_unasked_answers
from fieldhouse.web.engine.table_loader import BoundGame
from fieldhouse.web.engine.table_service import TableService
from fieldhouse.web.engine.threads import compute_in_thread, in_thread
from fieldhouse.web.setup.dice_commitment import own_or_fresh_nonce, redeem_token
from fieldhouse.web.setup.table_request import (
    ME,
    TableRequest,
    clean_name,
    people_only,
    plan_mode,
    requested_mode,
    requested_seat,
    seat_plan,
    seat_rows,
)

MOST_PACE, MOST_RESERVE = 3600, 24 * 3600


class OpenedTable(msgspec.Struct):
    """A new table, with the invitations to its free seats (shown once; only hashes are kept)."""

    id: str
    invites: dict[int, str] = {}


async def create_table(house: TableService, wish: TableRequest, holder: str) -> OpenedTable:
    """Set up a table for the person whose token has this hash, and begin if nobody is missing."""
    folder = house.setups.folder(wish.game)
    secret = redeem_token(house, wish.token)
    await check_table_limit(house, holder)
    bound = await in_thread(_bind, house, folder, wish)
    seats = len(bound.game.seats)
    if wish.plan:
        plan, mode = wish.plan, plan_mode(wish.plan, seats)
    else:
        mode, level = requested_mode(house, folder, wish, seats)
        plan = seat_plan(mode, level, requested_seat(wish, seats), seats)
    chairs = await seat_rows(house, folder, plan, holder)
    invites = {}
    nonce, by = own_or_fresh_nonce(wish.nonce)
    for chair in chairs:
        first = chair.seat == plan.index(ME)
        if chair.holder == holder:
            chair.name = clean_name(wish.name) if first or mode != "hotseat" else ""
            chair.nonce, chair.nonce_by = (nonce, by) if first else own_or_fresh_nonce("")
        elif chair.kind == "person" and chair.holder is None:
            invites[chair.seat] = new_token()
            chair.invite = token_hash(invites[chair.seat])
    row = new_table_row(bound, mode, wish.length, holder)
    row.dice = "typed" if wish.dice == "typed" else "fair"
    row.secret = secret
    if mode == "link":
        row.deadline = max(0, min(wish.deadline, 60 * 24 * 30))
        row.on_deadline = "claim" if wish.on_deadline == "claim" else "coach"
    _set_clock(folder, wish, row, chairs)
    kept = await save_table(house, folder, bound, row, chairs, (), commitment(secret))
    return OpenedTable(kept, invites if kept == row.id else {})


def _set_clock(folder: registry.Folder, wish: TableRequest, row: TableRow, chairs: Sequence[SeatRow]) -> None:
    """The clock of a draft or an auction, in place of a deadline."""
    if not wish.pace and not wish.reserve:
        return
    if folder.draft_queue is None:
        raise BadOptions(f"{folder.meta.title} has no clock; you can set a deadline for games by link")
    if not 5 <= wish.pace <= MOST_PACE or not 0 <= wish.reserve <= MOST_RESERVE:
        raise BadOptions(
            f"the clock must be 5 to {MOST_PACE} seconds per pick, with 0 to {MOST_RESERVE} in reserve, "
            f"not {wish.pace} and {wish.reserve}"
        )
    row.pace, row.reserve, row.deadline, row.on_deadline = wish.pace, wish.reserve, 0, "coach"
    for chair in chairs:
        chair.reserve = float(wish.reserve)


def _bind(house: TableService, folder: registry.Folder, wish: TableRequest) -> BoundGame:
    options = {name: value for name, value in wish.options.items() if value != ""}
    if people_only(wish):
        options = folder.meta.people_options(options, wish.length or None)
    return house.setups.open(folder, options, wish.charts, wish.length or None)


async def check_table_limit(house: TableService, holder: str) -> None:
    """HouseFull where this person, or anybody, can have no further table."""
    if house.count >= house.settings.max_tables:
        raise ServerFull("this server is full; try again later")
    mine = await in_thread(house.store.tables.count_of, holder)
    if mine >= house.settings.max_tables_per_person:
        raise ServerFull(f"you already have {mine} games; delete one to start another")


def new_table_row(bound: BoundGame, mode: str, length: str, owner: str) -> TableRow:
    """A fresh table, with dice that nobody has committed to yet."""
    now = server_clock.now()
    return TableRow(
        id=secrets.token_urlsafe(12),
        game=bound.game.meta.name,
        setup=bound.name,
        mode=mode,
        length=length,
        created=now,
        updated=now,
        secret=secrets.token_hex(32),
        salt=secrets.token_hex(16),
        owner=owner,
    )


async def save_table(
    house: TableService,
    folder: registry.Folder,
    bound: BoundGame,
    row: TableRow,
    chairs: list[SeatRow],
    log: Sequence[Entry],
    used: str | None,
    league: LeagueChange | None = None,
) -> str:
    """Keep the table, begun if nobody is missing. A used commitment leads to its first table."""
    row.size = len(log)
    live = LiveTable(StoredTable(row, chairs, list(log), [], []), folder, bound.game)
    if is_complete(live):
        if log:  # nobody else has the table yet, so a thread may
            await compute_in_thread(_start, house, live)
        else:
            _start(house, live)
    entries = live.game_table.entries if live.table is not None else log
    new = TableCreation(row, chairs, entries, used, bound.body, league=league)
    await house.writer.create(new)
    if new.kept == row.id:
        house.count += 1
        house.admit(live)
    return new.kept


def is_complete(live: LiveTable) -> bool:
    """Has everybody come, so that the game can start?"""
    return all(chair.kind == "coach" or chair.nonce for chair in live.seats)


def _start(house: TableService, live: LiveTable) -> None:
    """Start the game, and note in its row where it stands."""
    start_game(live)
    for name, value in house.header(live).items():
        setattr(live.row, name, value)
    live.row.receipt = table_loader.current_receipt(live)
    live.row.size = len(live.game_table.entries)


def start_game(live: LiveTable) -> None:
    """Everybody is here: the first dice fall."""
    table: Table[Any] = Table(live.game)
    live.open_table(table)
    record.apply_entries(table, live.log_before)
    table.take_dice(live.fresh_dice(table.entries))
    give_unasked_answers(live)


async def delete_table(house: TableService, table_id: str, holder: str) -> None:
    """Delete a private table: its owner may, when it is over or nobody else plays there."""
    live = await house.get(table_id)
    others = [c for c in live.seats if c.kind == "person" and c.holder not in (None, holder)]
    if not live.held_by(holder):
        raise NotYourSeat("only the person who set up this game can delete it")
    if dice_still_secret(live.row):
        raise NotYourSeat("this is today's daily drive; you can delete it tomorrow")
    if live.row.kept_for and day_of(live.row) is None:
        raise NotYourSeat("this game belongs to a league and can't be deleted")
    if live.row.owner != holder and (live.row.owner is not None or others):
        raise NotYourSeat("only the person who set up this game can delete it")
    if others and live.row.status == "live":
        raise NotYourTurn("your opponent is still playing; concede first, then delete the game")
    await remove_table(house, table_id)


async def remove_table(house: TableService, table_id: str) -> None:
    """Delete the table without asking who wants it."""
    await house.writer.do(lambda store: store.tables.delete(table_id))
    house.count -= 1
    house.forget(table_id)
