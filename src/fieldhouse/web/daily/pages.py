"""The page of the daily drive: today's game and table of results, and those of the days before."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

import msgspec
from litestar import get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Redirect, Template
from litestar.types import ControllerRouterHandler

from fieldhouse.lab.extras import has_lab
from fieldhouse.lab.win_probability.estimator import is_judged_by_turns
from fieldhouse.store import server_clock
from fieldhouse.store.daily import DailyResult
from fieldhouse.web.daily.drive import (
    DailyGame,
    daily_commitment,
    daily_game,
    daily_secret,
    my_attempt,
    open_drive,
)
from fieldhouse.web.engine.daily_drive import GAVE_UP, kept_for_day
from fieldhouse.web.engine.table_service import TableService
from fieldhouse.web.engine.threads import in_thread
from fieldhouse.web.learn.drills import read_day
from fieldhouse.web.middleware.auth import Req, background_jobs, coaches, hash_of, table_service, visitor

SHOWN = 50
"""Lines of a day's table; one's own is shown wherever it stands."""
BACK = 60
"""Days that can be looked back to."""
DAY = 24 * 3600


class DayRow(msgspec.Struct):
    """A line of the day's results: its place (0: not ranked) and whether it is the visitor's own."""

    place: int
    result: DailyResult
    mine: bool

    @property
    def is_conceded(self) -> bool:
        """Was the game given up?"""
        return self.result.ended == GAVE_UP

    @property
    def result_text(self) -> str:
        """`won`, `lost` or `tied`; empty where it was given up."""
        return "" if self.is_conceded else self.result.ended


class DailyPage(msgspec.Struct, kw_only=True):
    """A day's drive: the game, the visitor's attempt, the results, the dice."""

    day: date
    today: bool
    game: DailyGame
    attempt: str
    """The address of the visitor's attempt; empty where there is none."""
    finished: bool
    rows: list[DayRow]
    yesterday_rows: list[DayRow]
    yesterday: date
    tomorrow: date
    commitment: str
    secret: str
    """Of the day's dice; told when the day is over."""
    playing: int
    streak: int
    left: str
    by_decisions: bool
    """Decisions are compared; else the score is."""


def rank_results(
    results: Sequence[DailyResult], holder: str | None, *, by_score: bool = False
) -> list[DayRow]:
    """By decisions, or by the score where nobody judges them. Equals share a place.

    Who gave up, or is not worked out yet, has none.
    """
    if by_score:
        results = sorted(results, key=lambda one: (one.ended == GAVE_UP, one.against - one.points))
    lines: list[DayRow] = []
    worth_before: float | None = None
    for number, one in enumerate(results, start=1):
        lead = None if one.ended == GAVE_UP else one.points - one.against
        worth = lead if by_score else one.decisions
        same = lines and worth == worth_before
        lines.append(
            DayRow(0 if worth is None else lines[-1].place if same else number, one, one.holder == holder)
        )
        worth_before = worth
    return [line for n, line in enumerate(lines) if n < SHOWN or line.mine]


def has_review(place: TableService, day: date) -> bool:
    """Does somebody here put a figure on the decisions of that day's game when it is over?"""
    rated = not is_judged_by_turns(daily_game(day).folder.meta.name)
    return rated and place.settings.lab_seconds > 0 and has_lab()


def daily_streak(days: Sequence[str], today: date) -> int:
    """Days in a row with a try played to its end, up to today or yesterday."""
    played, count = set(days), 0
    at = today if f"{today}" in played else today - timedelta(days=1)
    while f"{at}" in played:
        count += 1
        at -= timedelta(days=1)
    return count


async def day_table(place: TableService, day: date, holder: str | None) -> list[DayRow]:
    """The table of a day as this visitor sees it."""
    results = await in_thread(place.store.daily.results_on, f"{day}")
    known = any(one.decisions is not None for one in results)
    return rank_results(results, holder, by_score=not known and not has_review(place, day))


@get("/daily", include_in_schema=False)
async def daily_page(request: Req) -> Template:
    """Show today's drive and its results."""
    return await render_daily_page(request, server_clock.today())


@get("/daily/{day:str}", include_in_schema=False)
async def past_daily_page(request: Req, day: FromPath[str]) -> Template:
    """The drive of an earlier day, with the secret of its dice."""
    wanted, now = read_day(day), server_clock.today()
    if not now - timedelta(days=BACK) <= wanted <= now:
        raise NotFoundException(f"results are kept for {BACK} days")
    return await render_daily_page(request, wanted)


async def render_daily_page(request: Req, day: date) -> Template:
    """Show a day: its game, its results, its dice."""
    place, holder, now = table_service(request), hash_of(request), server_clock.today()
    mine = await my_attempt(place, day, holder)
    if mine is not None:
        await background_jobs(request).review(mine)
    played = await in_thread(place.store.daily.days_played, holder) if holder is not None else ()
    yesterday, today = day - timedelta(days=1), day == now
    playing = await in_thread(place.store.daily.count_unfinished, kept_for_day(day)) if today else 0
    left = int(DAY - server_clock.now() % DAY)
    page = DailyPage(
        day=day,
        today=today,
        game=daily_game(day),
        attempt=f"/t/{mine.id}" if mine is not None else "",
        finished=mine is not None and mine.row.status == "over",
        rows=await day_table(place, day, holder),
        yesterday_rows=(await day_table(place, yesterday, holder))[:5] if today else [],
        yesterday=yesterday,
        tomorrow=day + timedelta(days=1),
        commitment=daily_commitment(place, day),
        secret="" if today else daily_secret(place, day),
        playing=playing,
        streak=daily_streak(played, now),
        left=f"{left // 3600} h {left % 3600 // 60} min",
        by_decisions=has_review(place, day),
    )
    return Template("daily/daily.html", context={"page": page})


@post("/daily", include_in_schema=False, status_code=303)
async def play_daily_drive(request: Req) -> Redirect:
    """To today's table: the try that counts, begun or gone on with; or, after it, practice."""
    form = await request.form()
    person = visitor(request)
    practice = form.get("practice") == "yes"
    table_id = await open_drive(
        table_service(request), person.hash, str(form.get("name", "")), practice=practice
    )
    coaches(request).drive(await table_service(request).get(table_id))
    return Redirect(f"/t/{table_id}", status_code=303, cookies=person.cookies())


HANDLERS: list[ControllerRouterHandler] = [daily_page, past_daily_page, play_daily_drive]
