"""The luck ledger of a finished game as a page: what dice and decisions did, play by play."""

from __future__ import annotations

import msgspec
from litestar import get
from litestar.params import FromPath
from litestar.response import Template
from litestar.types import ControllerRouterHandler

from fieldhouse.kernel.errors import NotYourTurn
from fieldhouse.kernel.requests import Seat
from fieldhouse.lab.review.story import GameReview, TurnNote
from fieldhouse.web.engine.live_table import LiveTable
from fieldhouse.web.middleware.auth import Req, background_jobs, hash_of, table_service
from fieldhouse.web.table_routes import number


class LedgerRow(msgspec.Struct):
    """A play for one team, in percentage points of win probability."""

    at: int
    when: str
    words: str
    after: float
    moved: float
    dice: float
    own: float
    theirs: float


class LedgerTotal(msgspec.Struct):
    """A line of the sum, with half its 95 % interval where it is an estimate."""

    what: str
    points: float
    error: float = 0.0
    whole: bool = False
    """A win probability, not a change of it."""


class LedgerPage(msgspec.Struct, kw_only=True):
    """Everything the page shows."""

    id: str
    title: str
    teams: tuple[str, ...]
    scores: tuple[int, ...]
    seat: Seat
    method: str
    """How it was calculated; empty until it is."""
    percent_done: int | None
    totals: list[LedgerTotal]
    rows: list[LedgerRow]
    notes: list[TurnNote] | None
    """Both teams' turns that gave something away, where the game is judged by turns."""


def ledger_rows(story: GameReview, seat: Seat) -> list[LedgerRow]:
    """The plays as this side sees them."""
    sign = 100.0 if seat == 0 else -100.0
    return [
        LedgerRow(
            play.first,
            play.when,
            play.words,
            100 * (play.after if seat == 0 else 1 - play.after),
            sign * (play.after - play.before),
            sign * (play.dice + play.drift),
            sign * play.decisions[seat],
            sign * play.decisions[1 - seat],
        )
        for play in story.plays
    ]


def luck_totals(story: GameReview, seat: Seat) -> list[LedgerTotal]:
    """Start, dice, decisions and drift: what they add up to is the result."""
    sign = 1 if seat == 0 else -1
    start, result = (x if seat == 0 else 1 - x for x in (story.start, story.result))
    dice, mine, theirs, drift = story.errors
    if seat == 1:
        mine, theirs = theirs, mine
    found = [
        LedgerTotal("At the start", 100 * start, whole=True),
        LedgerTotal("Dice and cards", 100 * sign * story.dice, 100 * dice),
        LedgerTotal("Own decisions", 100 * story.decisions[seat], 100 * mine),
        LedgerTotal("Opponent's decisions", -100 * story.decisions[1 - seat], 100 * theirs),
    ]
    if story.drift or drift:
        found.append(LedgerTotal("Estimation error", 100 * sign * story.drift, 100 * drift))
    return [*found, LedgerTotal("Result", 100 * result, whole=True)]


def build_ledger_page(live: LiveTable, seat: Seat) -> LedgerPage:
    """The page for a side."""
    head, story, done = live.game_table.scoreboard(), live.review.found, live.review.at_work
    return LedgerPage(
        id=live.id,
        title=live.game.meta.title,
        teams=tuple(head.teams),
        scores=tuple(head.scores),
        seat=seat,
        method=story.how if story is not None else "",
        percent_done=None if done is None else round(100 * done),
        totals=luck_totals(story, seat) if story is not None else [],
        rows=ledger_rows(story, seat) if story is not None else [],
        notes=list(story.turn_notes) if story is not None and story.turn_notes is not None else None,
    )


@get("/t/{table_id:str}/ledger", include_in_schema=False)
async def ledger_page(request: Req, table_id: FromPath[str]) -> Template:
    """The ledger of a finished game, for one side or the other."""
    live = await table_service(request).get(table_id)
    if live.row.status != "over" or live.table is None or len(live.seats) != 2 or live.room:
        raise NotYourTurn("the luck report is ready when the game is over")
    await background_jobs(request).review(live)
    held = live.held_by(hash_of(request))
    wanted = number(request.query_params.get("seat"))
    seat = wanted if wanted is not None and wanted < 2 else held[0] if held else 0
    page = build_ledger_page(live, seat)
    return Template("replay/luck_ledger.html", context={"page": page})


HANDLERS: list[ControllerRouterHandler] = [ledger_page]
