"""Looking back: step through a game, jump to a drive, branch off, verify the dice."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

import msgspec
from litestar import get, post
from litestar.params import FromPath
from litestar.response import Redirect, Template
from litestar.types import ControllerRouterHandler
from markupsafe import Markup

from fieldhouse.kernel.errors import NotYourTurn
from fieldhouse.kernel.requests import Seat
from fieldhouse.kernel.scoreboard import Scoreboard
from fieldhouse.web.engine.daily_drive import check_dice_revealed
from fieldhouse.web.engine.live_table import LiveTable
from fieldhouse.web.engine.threads import in_thread
from fieldhouse.web.middleware.auth import Req, background_jobs, coaches, hash_of, table_service, visitor
from fieldhouse.web.replay.index import ReplayIndex
from fieldhouse.web.replay.win_probability_chart import win_probability_chart
from fieldhouse.web.setup import rematch
from fieldhouse.web.table_page.board import ShownPart, board_parts
from fieldhouse.web.table_page.page import ScoreboardSeat, scoreboard_seats, view_facts
from fieldhouse.web.table_page.play_by_play import PlayByPlayLine, encode_beats, step_lines
from fieldhouse.web.table_routes import fragment, number


class ReplayPage(msgspec.Struct, kw_only=True):
    """One moment of a finished game."""

    home: str
    """The address of the game: that of its table, or of its page in a league."""
    table: bool
    """Is it a table's?"""
    title: str
    game: str
    at: int
    size: int
    seat: int | None
    sides: tuple[str, ...]
    chairs: list[ScoreboardSeat]
    status: str
    head: Scoreboard
    parts: list[ShownPart]
    facts: list[tuple[str, str]]
    entry: str
    beats: str
    told: int
    """The last event that was told before this step."""
    lines: list[PlayByPlayLine]
    jumps: list[tuple[int, str]]
    before: int
    after: int
    following: int
    """The next step at which something is told."""
    outcome: str
    mine: bool
    curve: Markup | None = None
    """The chance through the game, with this moment marked."""


async def replay_index(live: LiveTable) -> ReplayIndex:
    """The film of a finished game, made when somebody first looks back; NotYourTurn before the end."""
    if live.row.status != "over":
        raise NotYourTurn("the replay opens when the game is over; until then secrets are secrets")
    if live.replay_index is None:
        live.replay_index = await in_thread(ReplayIndex, live.game, live.record_for(None))
    return live.replay_index


def build_replay_page(
    live: LiveTable,
    film: ReplayIndex,
    holder: str | None,
    at: int | None,
    seat: Seat | None,
    league: str = "",
) -> ReplayPage:
    """The moment after `at` entries; `league` is the game's own address where it has no table."""
    log = film.whole.entries
    at = len(log) if at is None else min(max(at, 0), len(log))
    held = live.held_by(holder)
    sides = tuple(live.seat_name(seat, held) for seat in range(len(live.seats)))
    seat = seat if seat in range(len(sides)) else None
    jumps = [(jump.entry, jump.words) for jump in film.jumps]
    table, first, words = film.at(at, seat)
    view, head = table.view(seat), table.scoreboard(seat)
    told = table.events_for(seat)
    shown = board_parts(live.folder, view, told=told)
    return ReplayPage(
        home=league or f"/t/{live.id}",
        table=not league,
        title=live.game.meta.title,
        game=live.row.game,
        at=at,
        size=len(log),
        seat=seat,
        sides=sides,
        chairs=scoreboard_seats(live, head, table.pending_seats, held),
        status=head.status,
        head=head,
        parts=shown,
        facts=view_facts(view) if not shown else [],
        entry=words,
        beats=encode_beats(live.folder, told, view, first),
        told=first - 1,
        lines=step_lines(live.folder, told, first),
        jumps=jumps,
        before=max([n for n, _ in jumps if n < at], default=0),
        after=min([n for n, _ in jumps if n > at], default=len(log)),
        following=[*film.telling, len(log)][bisect_right(film.telling, at)],
        outcome=table.outcome.text if table.outcome is not None else "",
        mine=bool(held),
        curve=_curve(live, at, seat or 0, sides),
    )


def _curve(live: LiveTable, at: int, seat: Seat, sides: Sequence[str]) -> Markup | None:
    """The lab's curve, once it has told how the game was won."""
    story = live.review.found
    if story is None:
        return None
    return win_probability_chart(
        story, seat, len(live.game_table.entries), sides[seat], lambda to: f"?at={to}", at
    )


async def render_verify_page(request: Req, live: LiveTable, film: ReplayIndex, home: str) -> Template:
    """What the record of a finished game proves, with the receipts that somebody kept."""
    kept = [part for part in request.query_params.get("receipts", "").split() if part][:50]
    verdict = await in_thread(film.verdict, kept)
    by_server = [live.seat_name(c.seat) for c in live.seats if c.kind == "person" and c.nonce_by == "server"]
    context = {"live": live, "verdict": verdict, "by_server": by_server, "receipts": " ".join(kept)}
    return Template("verify.html", context={**context, "home": home})


async def start_branch(request: Req, live: LiveTable, own: Seat | None = None) -> Redirect:
    """To a new table that goes on from the moment of the form; `own` is the seat of who asks, if known."""
    form = await request.form()
    at, opponent = number(str(form.get("at", ""))) or 0, str(form.get("opponent", "both"))
    person = visitor(request)
    following = await rematch.branch_game(table_service(request), live, person.hash, at, opponent, own)
    coaches(request).drive(await table_service(request).look(following))
    return Redirect(f"/t/{following}", status_code=303, cookies=person.cookies())


@get("/t/{table_id:str}/replay", include_in_schema=False)
async def replay_page(request: Req, table_id: FromPath[str]) -> Template:
    """Step through a finished game."""
    at, seat = number(request.query_params.get("at")), number(request.query_params.get("seat"))
    live = await table_service(request).look(table_id)
    film = await replay_index(live)
    await background_jobs(request).review(live)
    page = build_replay_page(live, film, hash_of(request), at, seat)
    name = "replay_part.html" if fragment(request) else "replay.html"
    return Template(name, context={"page": page, "meta": live.game.meta})


@post("/t/{table_id:str}/branch", include_in_schema=False, status_code=303)
async def play_from_here(request: Req, table_id: FromPath[str]) -> Redirect:
    """What if: play on from here at a new table."""
    return await start_branch(request, await table_service(request).look(table_id))


@get("/t/{table_id:str}/verify", include_in_schema=False)
async def verify_page(request: Req, table_id: FromPath[str]) -> Template:
    """Derive every roll again and say what that proves, and what not."""
    live = await table_service(request).look(table_id)
    check_dice_revealed(live)
    return await render_verify_page(request, live, await replay_index(live), f"/t/{table_id}")


HANDLERS: list[ControllerRouterHandler] = [replay_page, play_from_here, verify_page]
