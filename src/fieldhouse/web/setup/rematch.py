"""Tables that follow from a game played before: a rematch, the same dice, a branch, an imported record."""

from __future__ import annotations

import msgspec
from litestar import post
from litestar.datastructures import UploadFile
from litestar.response import Redirect
from litestar.types import ControllerRouterHandler

from fieldhouse.kernel import record
from fieldhouse.kernel.errors import BadOptions, BadRecord, FieldhouseError, NotYourTurn
from fieldhouse.kernel.fair import commitment
from fieldhouse.kernel.record import Record
from fieldhouse.kernel.requests import Seat
from fieldhouse.store.schema import SeatRow
from fieldhouse.web.engine.daily_drive import check_dice_revealed
from fieldhouse.web.engine.job_queue import IMPORT
from fieldhouse.web.engine.live_table import LiveTable, NotYourSeat
from fieldhouse.web.engine.table_service import ChangeResult, TableService
from fieldhouse.web.engine.threads import in_thread
from fieldhouse.web.engine.worker import CallFunction
from fieldhouse.web.middleware.auth import Req, background_jobs, table_service, visitor
from fieldhouse.web.setup.create_table import check_table_limit, new_table_row, remove_table, save_table
from fieldhouse.web.setup.dice_commitment import own_or_fresh_nonce, redeem_token
from fieldhouse.web.setup.foreign_files import check_record_file
from fieldhouse.web.setup.table_request import TableRequest, clean_name, requested_mode, seat_plan, seat_rows


async def start_rematch(house: TableService, table_id: str, holder: str, token: str, nonce: str) -> str:
    """Start a new table for the same people; the second to ask gets the table of the first."""
    secret = redeem_token(house, token)
    return await _next_table(house, table_id, holder, nonce, secret)


async def start_same_dice(house: TableService, table_id: str, holder: str) -> str:
    """The same people once more with the same dice. The game before is over, so they are no secret now."""
    return await _next_table(house, table_id, holder, "", None)


async def _next_table(house: TableService, table_id: str, holder: str, nonce: str, secret: str | None) -> str:
    live = await house.get(table_id)
    if live.row.status != "over":
        raise NotYourTurn("the game is not over yet")
    if not live.held_by(holder):
        raise NotYourSeat("only the players of this game can ask for a rematch")
    if secret is None:
        check_dice_revealed(live)
    if live.row.successor is not None and secret is not None:
        return live.row.successor
    await check_table_limit(house, holder)
    bound = await in_thread(house.setups.keep, live.game)
    row = new_table_row(bound, live.row.mode, live.row.length, holder)
    row.dice, row.deadline, row.on_deadline = live.row.dice, live.row.deadline, live.row.on_deadline
    row.pace, row.reserve = live.row.pace, live.row.reserve
    row.origin_table, row.origin_kind = live.id, "rematch" if secret else "same dice"
    row.secret = secret or live.row.secret
    chairs = [_again(chair, holder, nonce, fresh=secret is not None) for chair in live.seats]
    for chair in chairs:
        chair.reserve, chair.wishes, chair.autopick = float(row.reserve), "[]", "off"
    kept = await save_table(
        house, live.folder, bound, row, chairs, (), commitment(secret) if secret else None
    )
    if secret is None:
        return kept
    following = kept

    def act(live: LiveTable) -> ChangeResult:
        nonlocal following
        following = live.row.successor or kept
        return ChangeResult(values={"successor": following})

    await house.change(table_id, act)
    if following != kept:  # somebody else asked in the same moment: one table is enough
        await remove_table(house, kept)
    return following


def _again(chair: SeatRow, holder: str, nonce: str, *, fresh: bool) -> SeatRow:
    """The same chair at the next table. Others bring their own nonce when they come."""
    new = msgspec.structs.replace(chair, invite=None)
    if chair.kind == "person" and fresh:
        mine = chair.holder == holder
        new.nonce, new.nonce_by = own_or_fresh_nonce(nonce) if mine else (None, "")
    return new


async def branch_game(
    house: TableService, live: LiveTable, holder: str, at: int, opponent: str, own: Seat | None = None
) -> str:
    """What if: a new table from entry `at` of a finished game, with fresh dice; the old one stays. Who asks
    sits in the seat he had, or in `own`."""
    if live.row.status != "over":
        raise NotYourTurn("you can play from here once the game is over")
    check_dice_revealed(live)
    log = live.game_table.entries[: max(0, at)]
    seats = len(live.seats)
    mode, level = requested_mode(
        house, live.folder, TableRequest(game=live.row.game, opponent=opponent), seats
    )
    if mode == "link":
        raise BadOptions("choose a coach as your opponent, or play both sides yourself")
    await check_table_limit(house, holder)
    me = own if own is not None else next(iter(live.held_by(holder)), 0)
    chairs = await seat_rows(house, live.folder, seat_plan(mode, level, me, seats), holder)
    for chair in chairs:
        if chair.kind == "person":
            chair.nonce, chair.nonce_by = own_or_fresh_nonce("")
    bound = await in_thread(house.setups.keep, live.game)
    row = new_table_row(bound, mode, live.row.length, holder)
    row.prefix = len(log)
    row.origin_table, row.origin_kind = live.id, f"branch at {len(log)}"
    branch = await save_table(house, live.folder, bound, row, chairs, log, None)

    def say_so(live: LiveTable) -> ChangeResult:
        head = live.game_table.scoreboard()
        teams = " and ".join(head.teams)
        return ChangeResult(
            f"What if: branched from step {len(log)} of a game between {teams}, {head.status}."
        )

    await house.change(branch, say_so)
    return branch


async def import_record(house: TableService, found: Record, holder: str, opponent: str = "both") -> str:
    """Import a record that replays: a finished game to look at, an unfinished one to play on."""
    await check_table_limit(house, holder)
    game = await in_thread(record.record_game, found)
    folder = house.setups.folder(found.game)
    seats = len(game.seats)
    mode, level = requested_mode(house, folder, TableRequest(game=found.game, opponent=opponent), seats)
    chairs = await seat_rows(house, folder, seat_plan(mode, level, 0, seats), holder)
    lines = found.seats if len(found.seats) == len(chairs) else ()
    for chair, line in zip(chairs, lines or [None] * len(chairs), strict=True):
        if chair.kind == "person":
            chair.name = clean_name(line.name) if line is not None else ""
            chair.nonce, chair.nonce_by = own_or_fresh_nonce("")
    bound = await in_thread(house.setups.keep, game)
    row = new_table_row(bound, mode, "", holder)
    row.prefix, row.origin_kind = max(1, len(found.entries)), "import"
    row.dice = "typed" if found.dice.kind == "typed" and found.outcome is None else "fair"
    return await save_table(house, folder, bound, row, chairs, found.entries, None)


@post("/import", include_in_schema=False, status_code=303, request_max_body_size=4 * 1024 * 1024)
async def import_game(request: Req) -> Redirect:
    """Import a record from a file or from pasted text."""
    form = await request.form()
    file, text = form.get("file"), form.get("text")
    body = b""
    if isinstance(file, UploadFile):
        body = await file.read()
    elif isinstance(file, str):
        body = file.encode()
    if not body and isinstance(text, str):
        body = text.encode()
    if not body:
        raise BadRecord("choose a game file first")
    person = visitor(request)
    job = CallFunction(check_record_file, (body,))
    found: Record | FieldhouseError = await background_jobs(request).queue.run(IMPORT, job)
    if isinstance(found, FieldhouseError):
        raise found
    table_id = await import_record(table_service(request), found, person.hash)
    live = await table_service(request).get(table_id)
    where = "/replay" if live.row.status == "over" else ""
    return Redirect(f"/t/{table_id}{where}", status_code=303, cookies=person.cookies())


HANDLERS: list[ControllerRouterHandler] = [import_game]
