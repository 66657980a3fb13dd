"""Looking back: step through a game, jump to a drive, branch off, verify the dice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from litestar import get, post
from litestar.response import Redirect, Template
from litestar.types import ControllerRouterHandler
from markupsafe import Markup

from fieldhouse.football.events import Scored
from fieldhouse.kernel import record, verify
from fieldhouse.kernel.entries import Chosen, Entry, Rolled
from fieldhouse.kernel.errors import NotYourTurn
from fieldhouse.kernel.events import Event
from fieldhouse.kernel.requests import Seat
from fieldhouse.kernel.table import Table
from fieldhouse.web import opening, present
from fieldhouse.web.floor import in_thread
from fieldhouse.web.house import House
from fieldhouse.web.live import Live
from fieldhouse.web.picture import board, is_wide
from fieldhouse.web.tables import number
from fieldhouse.web.visitor import Req, floor, hash_of, house, visitor


class ReplayPage(msgspec.Struct, kw_only=True):
    """One moment of a finished game."""

    id: str
    title: str
    game: str
    at: int
    size: int
    seat: int | None
    sides: tuple[str, ...]
    chairs: list[present.Chair]
    status: str
    board: Markup | None
    wide: bool
    facts: list[tuple[str, str]]
    entry: str
    lines: list[present.Line]
    jumps: list[tuple[int, str]]
    before: int
    after: int
    outcome: str
    mine: bool


def in_words(live_sides: tuple[str, ...], entry: Entry) -> str:
    """A log entry in words."""
    if isinstance(entry, Rolled):
        return f"{entry.stream}: {entry.key}"
    if isinstance(entry, Chosen):
        return f"{live_sides[entry.seat]} answers {entry.what}: {entry.key}"
    return f"{live_sides[entry.seat]}: {type(entry).__name__.lower()}"


def _replay(place: House, table_id: str, holder: str | None, at: int | None, seat: Seat | None) -> ReplayPage:
    live = place.look(table_id)
    with live.lock:
        if live.row.status != "over":
            raise NotYourTurn("the replay opens when the game is over; until then secrets are secrets")
        whole = live.record_for(None)
        log = whole.entries
        at = len(log) if at is None else min(max(at, 0), len(log))
        sides = live.game.seats
        seat = seat if seat in range(len(sides)) else None
        jumps = _jumps(live, log)
        held = live.held_by(holder)
    table = record.replay(whole, at) if at < len(log) else record.replay(whole)
    before = record.replay(whole, at - 1) if at else table
    view, head = table.view(seat), table.head(seat)
    told = table.events_for(seat)
    first = len(before.events_for(seat)) if at else 0
    picture = board(live.folder, view)
    return ReplayPage(
        id=table_id,
        title=live.game.meta.title,
        game=live.row.game,
        at=at,
        size=len(log),
        seat=seat,
        sides=sides,
        chairs=present.chairs(live, head, table.waiting),
        status=head.status,
        board=picture,
        wide=is_wide(picture),
        facts=present.facts(view) if picture is None else [],
        entry=in_words(sides, log[at - 1]) if at else "The start",
        lines=_lines(live, told, first),
        jumps=jumps,
        before=max([n for n, _ in jumps if n < at], default=0),
        after=min([n for n, _ in jumps if n > at], default=len(log)),
        outcome=table.outcome.text if table.outcome is not None else "",
        mine=bool(held),
    )


def _lines(live: Live, told: Sequence[Event], first: int) -> list[present.Line]:
    """What this step told, after the eight lines before it."""
    shown = max(0, min(first, len(told)) - 8)
    found = [present.line(live.folder, event, n) for n, event in enumerate(told[shown:], start=shown)]
    for line in found:
        line.new = line.n >= first
    return found


def _jumps(live: Live, log: tuple[Entry, ...]) -> list[tuple[int, str]]:
    """Where drives begin and points are scored, by replaying once; kept with the table."""
    if live.jumps is None:
        live.jumps = [(jump.entry, jump.words) for jump in found_jumps(Table(live.game), log)]
    return live.jumps


class Jump(msgspec.Struct):
    """An entry of the log worth going to: points, or another side has the ball."""

    entry: int
    events: int
    words: str


def found_jumps(table: Table[Any], log: Sequence[Entry]) -> list[Jump]:
    """Points as the football events tell them, and each change of the ball as the headline has it."""
    found: list[Jump] = []
    before = table.head()
    told = len(table.events_for(None))
    for n, entry in enumerate(log, start=1):
        record.apply(table, entry)
        head, events = table.head(), table.events_for(None)
        while found and found[-1].events > len(events):  # taken back
            found.pop()
        scored = [event.text() for event in events[told:] if isinstance(event, Scored)]
        if not scored and head.scores != before.scores:  # a game that tells points in words of its own
            scored = [f"Score {'-'.join(map(str, head.scores))}"]
        found += [Jump(n, len(events), words) for words in scored]
        if head.ball is not None and head.ball != before.ball:
            found.append(Jump(n, len(events), f"{head.teams[head.ball]} have the ball ({head.status})"))
        before, told = head, len(events)
    return found


@get("/t/{table_id:str}/replay", include_in_schema=False)
async def replay(request: Req, table_id: str) -> Template:
    """Step through a finished game."""
    at, seat = number(request.query_params.get("at")), number(request.query_params.get("seat"))
    page = await in_thread(_replay, house(request), table_id, hash_of(request), at, seat)
    live = await in_thread(house(request).look, table_id)
    return Template("replay.html", context={"page": page, "meta": live.game.meta})


@post("/t/{table_id:str}/branch", include_in_schema=False, status_code=303)
async def branch(request: Req, table_id: str) -> Redirect:
    """What if: play on from here at a new table."""
    form = await request.form()
    at, opponent = number(str(form.get("at", ""))) or 0, str(form.get("opponent", "both"))
    person = visitor(request)
    following = await in_thread(opening.branch, house(request), table_id, person.hash, at, opponent)
    floor(request).drive(await in_thread(house(request).look, following))
    return Redirect(f"/t/{following}", status_code=303, cookies=person.cookies())


@get("/t/{table_id:str}/verify", include_in_schema=False)
async def verified(request: Req, table_id: str) -> Template:
    """Derive every roll again and say what that proves, and what not."""
    kept = [part for part in request.query_params.get("receipts", "").split() if part][:50]

    def check() -> tuple[Any, verify.Verdict]:
        live = house(request).look(table_id)
        with live.lock:
            if live.row.status != "over":
                raise NotYourTurn("the dice can be verified when the game is over")
            whole = live.record_for(None)
        return live, verify.verify(whole, kept)

    live, verdict = await in_thread(check)
    by_server = [live.seat_name(c.seat) for c in live.seats if c.kind == "person" and c.nonce_by == "server"]
    context = {"live": live, "verdict": verdict, "by_server": by_server, "receipts": " ".join(kept)}
    return Template("verify.html", context=context)


HANDLERS: list[ControllerRouterHandler] = [replay, branch, verified]
