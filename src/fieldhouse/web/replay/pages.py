"""Replay a finished game: step through it, jump to a drive, play from here, verify the dice."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

import msgspec
from litestar import get, post
from litestar.params import FromPath
from litestar.response import Redirect, Template
from litestar.types import ControllerRouterHandler
from markupsafe import Markup

from fieldhouse.kernel.coaches import level_label
from fieldhouse.kernel.concession import result_text
from fieldhouse.kernel.errors import NotYourTurn
from fieldhouse.kernel.requests import Seat
from fieldhouse.kernel.verify import Verdict
from fieldhouse.web.engine.daily_drive import check_dice_revealed
from fieldhouse.web.engine.live_table import LiveTable
from fieldhouse.web.engine.threads import compute_in_thread
from fieldhouse.web.middleware.auth import Req, background_jobs, coaches, hash_of, table_service, visitor
from fieldhouse.web.replay.index import ReplayIndex
from fieldhouse.web.replay.win_probability_chart import win_probability_chart
from fieldhouse.web.setup import rematch
from fieldhouse.web.table_page.board import board_parts
from fieldhouse.web.table_page.panels import BoardPanel, board_panel
from fieldhouse.web.table_page.play_by_play import (
    PlayByPlayLine,
    encode_beats,
    name_conceding_team,
    step_lines,
)
from fieldhouse.web.table_page.scoreboard import ScoreboardPanel, scoreboard_panel, scoreboard_seats
from fieldhouse.web.table_routes import fragment, number


class ReplayPage(msgspec.Struct, kw_only=True):
    """One moment of a finished game."""

    home: str
    """The address of the game: that of its table, or of its page in a league."""
    home_label: str
    title: str
    game: str
    at: int
    size: int
    seat: int | None
    suffix: str
    """What links of this page end in, so that the same seat keeps looking."""
    sides: list[str]
    scoreboard: ScoreboardPanel
    board: BoardPanel
    entry: str
    event: str
    beats: str
    told: int
    """The number of the last event before this step."""
    lines: list[PlayByPlayLine]
    jumps: list[tuple[int, str]]
    back: int
    forward: int
    """The steps before and after this one."""
    last_play: int
    next_play: int
    before: int
    after: int
    following: int
    """The next step at which something is told."""
    outcome: str
    opponents: list[tuple[str, str]]
    """Against whom the game can be played from here, the opponent of this game first."""
    curve: Markup | None = None
    """Win probability through the game, with this moment marked."""


class VerifyPage(msgspec.Struct):
    """What the record of a finished game proves."""

    home: str
    title: str
    verdict: Verdict
    server_shares: list[str]
    """Seats whose share in the dice came from the server."""
    receipts: str


async def replay_index(live: LiveTable) -> ReplayIndex:
    """The index of a finished game, made for the first replay; NotYourTurn before the end."""
    if live.row.status != "over":
        raise NotYourTurn("the replay opens when the game is over")
    if live.replay_index is None:
        live.replay_index = await compute_in_thread(ReplayIndex, live.game, live.record_for(None))
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
    board = board_panel(board_parts(live.folder, view, told=told), view)
    lines = step_lines(live.folder, told, first)
    name_conceding_team(table, lines)
    return ReplayPage(
        home=league or f"/t/{live.id}",
        home_label="Box score" if league else "Back to the table",
        title=live.game.meta.title,
        game=live.row.game,
        at=at,
        size=len(log),
        seat=seat,
        suffix="" if seat is None else f"&seat={seat}",
        sides=list(sides),
        scoreboard=scoreboard_panel(scoreboard_seats(live, head, table.pending_seats, held), head),
        board=board,
        entry=words,
        event=lines[-1].text if lines else words,
        beats=encode_beats(live.folder, told, view, first),
        told=first - 1,
        lines=lines[::-1],
        jumps=jumps,
        back=max(at - 1, 0),
        forward=min(at + 1, len(log)),
        last_play=max([n for n in film.plays if n < at], default=0),
        next_play=min([n for n in film.plays if n > at], default=len(log)),
        before=max([n for n, _ in jumps if n < at], default=0),
        after=min([n for n, _ in jumps if n > at], default=len(log)),
        following=[*film.telling, len(log)][bisect_right(film.telling, at)],
        outcome=result_text(table),
        opponents=_opponents(live),
        curve=_curve(live, at, seat or 0, sides),
    )


def _opponents(live: LiveTable) -> list[tuple[str, str]]:
    if len(live.seats) == 1:
        return [("both", "alone")]
    coaches = [
        (f"coach:{level}", f"against {level_label(level)}") for level in reversed(live.game.meta.levels)
    ]
    choices = [("both", "both sides yourself"), *coaches]
    played = {f"coach:{chair.level}" for chair in live.seats if chair.kind == "coach"}
    if len(played) == 1 and len(live.seats) == 2:
        choices.sort(key=lambda choice: choice[0] not in played)
    return choices


def _curve(live: LiveTable, at: int, seat: Seat, sides: Sequence[str]) -> Markup | None:
    """Win probability through the game, once the review is there."""
    story = live.review.found
    if story is None or story.turn_notes is not None:
        return None
    return win_probability_chart(
        story, seat, len(live.game_table.entries), sides[seat], lambda to: f"?at={to}", at
    )


async def render_verify_page(request: Req, live: LiveTable, film: ReplayIndex, home: str) -> Template:
    """What the record of a finished game proves, with the receipts that somebody kept."""
    kept = [part for part in request.query_params.get("receipts", "").split() if part][:50]
    verdict = await compute_in_thread(film.verdict, kept)
    by_server = [live.seat_name(c.seat) for c in live.seats if c.kind == "person" and c.nonce_by == "server"]
    page = VerifyPage(home, live.game.meta.title, verdict, by_server, " ".join(kept))
    return Template("replay/verify.html", context={"page": page})


async def start_branch(request: Req, live: LiveTable, own: Seat | None = None) -> Redirect:
    """Start a new table at the moment that the form names; `own` is the seat of who asks, if known."""
    form = await request.form()
    at, opponent = number(str(form.get("at", ""))) or 0, str(form.get("opponent", "both"))
    person = visitor(request)
    following = await rematch.branch_game(table_service(request), live, person.hash, at, opponent, own)
    coaches(request).drive(await table_service(request).get(following))
    return Redirect(f"/t/{following}", status_code=303, cookies=person.cookies())


def replay_template(request: Req) -> str:
    """The whole page, or its inside for our script."""
    return "replay/part.html" if fragment(request) else "replay/replay.html"


@get("/t/{table_id:str}/replay", include_in_schema=False)
async def replay_page(request: Req, table_id: FromPath[str]) -> Template:
    """Step through a finished game."""
    at, seat = number(request.query_params.get("at")), number(request.query_params.get("seat"))
    live = await table_service(request).get(table_id)
    film = await replay_index(live)
    await background_jobs(request).review(live)
    page = build_replay_page(live, film, hash_of(request), at, seat)
    return Template(replay_template(request), context={"page": page})


@post("/t/{table_id:str}/branch", include_in_schema=False, status_code=303)
async def play_from_here(request: Req, table_id: FromPath[str]) -> Redirect:
    """Play on from here at a new table."""
    return await start_branch(request, await table_service(request).get(table_id))


@get("/t/{table_id:str}/verify", include_in_schema=False)
async def verify_page(request: Req, table_id: FromPath[str]) -> Template:
    """Work out every roll again and say what that proves."""
    live = await table_service(request).get(table_id)
    check_dice_revealed(live)
    return await render_verify_page(request, live, await replay_index(live), f"/t/{table_id}")


HANDLERS: list[ControllerRouterHandler] = [replay_page, play_from_here, verify_page]
