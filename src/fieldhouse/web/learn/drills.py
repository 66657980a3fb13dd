"""The drill of the day, the same for everybody on the server, and those of the days before."""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import Any
from urllib.parse import urlencode

import msgspec
from litestar import get, post
from litestar.datastructures import Cookie
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Redirect, Template
from litestar.types import ControllerRouterHandler

from fieldhouse.kernel.errors import FieldhouseError
from fieldhouse.kernel.registry import Folder
from fieldhouse.kernel.table import Table
from fieldhouse.kernel.tutorials.drill import Drill, DrillAnswer, drills_of
from fieldhouse.store.server_clock import today
from fieldhouse.web.engine.threads import in_thread
from fieldhouse.web.learn.practice_table import PracticeTable, practice_table
from fieldhouse.web.lobby.games import playable_games
from fieldhouse.web.middleware.auth import Req, table_service
from fieldhouse.web.table_page.answer_form import AnswerForm, answer_form
from fieldhouse.web.table_routes import keys_of

FIRST = date(2024, 1, 1)
"""The first day that has a drill."""
LISTED = 30
"""Days in the archive's list."""
OPPONENT = "Opponent"
COOKIE = "drills"
_COOKIE = re.compile(r"(\d{4}-\d\d-\d\d)\.(\d{1,4})")


class Streak(msgspec.Struct, frozen=True):
    """The last day that counted, and how many in a row were right. A forged one harms nobody."""

    day: date | None = None
    days: int = 0

    def after(self, today: date, *, right: bool) -> Streak:
        """The first answer of a day counts; a day without a right answer begins anew."""
        if self.day == today:
            return self
        going = self.days if self.day == today - timedelta(days=1) else 0
        return Streak(today, going + 1 if right else 0)


def read_streak(text: str) -> Streak:
    """The cookie read; anything odd is no streak."""
    found = _COOKIE.fullmatch(text)
    try:
        return Streak(date.fromisoformat(found.group(1)), int(found.group(2))) if found else Streak()
    except ValueError:
        return Streak()


class DrillPage(msgspec.Struct, kw_only=True):
    """One drill, before or after the answer."""

    place: str
    """The drill's address."""
    folder: Folder
    drill: Drill
    table: PracticeTable
    day: date | None = None
    """The day of a daily drill."""
    done: list[str] = []
    """The actions of a drill that is played out."""
    chosen: DrillAnswer | None = None
    solved: bool = False
    over: bool = False
    """Answered, right or not."""
    fault: str = ""
    line: list[str] = []
    """A way to the goal, in words."""
    options: list[DrillAnswer] = []
    """The answers to choose from, by name; after the answer the best first."""
    answers: AnswerForm | None = None
    """The form of a drill that is played out."""
    today: bool = False
    streak: int = 0
    earlier: date | None = None
    later: date | None = None
    onward: str = ""
    """The address of the next drill to practice."""

    @property
    def headline(self) -> str:
        """The question, or how it was answered."""
        if not self.over:
            return self.drill.ask
        if self.solved:
            return "Correct!"
        return "Not this time" if self.drill.goal else "There is a better answer"


class DrillsPage(msgspec.Struct):
    """The drills of the last days, and the games that have drills to practice."""

    today: date
    days: list[tuple[date, Folder, Drill]]
    games: list[tuple[Folder, int]]
    """Each game with the number of its drills."""


def drill_of_day(day: date) -> tuple[Folder, Drill]:
    """The drill of that day: the games take turns, each through its own list."""
    games = [folder for folder in playable_games() if drills_of(folder)]
    if not games or day < FIRST:
        raise NotFoundException("there was no drill that day")
    number = (day - FIRST).days
    folder = games[number % len(games)]
    drills = drills_of(folder)
    return folder, drills[number // len(games) % len(drills)]


def build_daily_drill(day: date, answer: str, done: list[str]) -> DrillPage:
    """The drill of that day with what was answered."""
    folder, drill = drill_of_day(day)
    found = build_drill_page(folder, drill, f"/learn/drill/{day}", answer, done)
    found.day = day
    return found


def build_drill_page(folder: Folder, drill: Drill, place: str, answer: str, done: list[str]) -> DrillPage:
    """The drill with what was answered: one of its answers, or the actions of a drill to play."""
    table = drill.table()
    before = table.scoreboard().scores
    shown = practice_table(folder, table, drill.seat, OPPONENT)
    found = DrillPage(place=place, folder=folder, drill=drill, table=shown)
    if drill.goal:
        _played(found, table, before, done)
    else:
        found.chosen = next((one for one in drill.answers if one.key == answer), None)
        found.over = found.chosen is not None
        found.solved = found.chosen is not None and found.chosen.key in drill.right
        by_name = sorted(drill.answers, key=lambda one: one.label)
        found.options = sorted(by_name, key=lambda one: -one.chance) if found.over else by_name
    if not drill.answers and found.table.ask is not None:
        hidden = [("did", key) for key in found.done]
        found.answers = answer_form(found.table.ask, [], folder.name, place, hidden, live=False)
    return found


def _played(found: DrillPage, table: Table[Any], before: tuple[int, ...], done: list[str]) -> None:
    """Play the actions on; the turn's end is the answer, and the game says whether it is right."""
    drill = found.drill
    solves = getattr(found.folder.part("drills"), "solves_drill", None)
    ball = table.scoreboard().ball
    for key in done:
        standing = practice_table(found.folder, table, drill.seat, OPPONENT)
        try:
            table.answer(drill.seat, key)
        except FieldhouseError as fault:
            found.fault = str(fault)
            break
        found.done.append(key)
        scored = table.scoreboard().scores[drill.seat] > before[drill.seat]
        found.over = scored or drill.seat not in table.pending_seats or table.scoreboard().ball != ball
        if found.over:  # another series has begun: the board as it was when the last player moved
            found.solved = solves(drill, found.done) if solves is not None else scored
            found.table = standing
            found.table.ask = None
            found.line = solution_text(drill)
            return
    found.table = practice_table(found.folder, table, drill.seat, OPPONENT)


def solution_text(drill: Drill) -> list[str]:
    """The drill's own line, each action as its button says it."""
    table = drill.table()
    words = []
    for key in drill.right:
        asked = table.request_for(drill.seat)
        assert asked is not None
        words.append(asked.menu.option(key).label)
        table.answer(drill.seat, key)
    return words


def drill_address(place: str, done: list[str]) -> str:
    """The page after these actions."""
    return f"{place}?" + urlencode([("did", one) for one in done])


def answers_given(request: Req) -> tuple[str, list[str]]:
    """What was chosen and what was played so far, from the address."""
    done = [str(one)[:40] for one in request.query_params.getall("did", [])][:12]
    return request.query_params.get("answer", ""), done


async def after_action(request: Req, place: str) -> Redirect:
    """Answer a form of a drill to play: to the page after that action."""
    form = await request.form()
    done = [str(one) for one in form.getall("did", [])]
    return Redirect(drill_address(place, [*done, *keys_of(form)]), status_code=303)


@get("/learn/drill", include_in_schema=False)
async def todays_drill() -> Redirect:
    """To the drill of today."""
    return Redirect(f"/learn/drill/{today()}", status_code=303)


@get("/learn/drill/{day:str}", include_in_schema=False)
async def drill_page(request: Req, day: FromPath[str]) -> Template:
    """The drill of a day; `answer` is what was chosen, `did` what was played."""
    now, wanted = today(), read_day(day)
    if wanted > now:
        raise NotFoundException("that day's drill isn't out yet")
    found = await in_thread(build_daily_drill, wanted, *answers_given(request))
    streak = read_streak(request.cookies.get(COOKIE, ""))
    cookies = []
    if found.over and wanted == now:
        streak = streak.after(now, right=found.solved)
        kept = f"{streak.day}.{streak.days}"
        cookies.append(
            Cookie(
                COOKIE, value=kept, max_age=40_000_000, httponly=True, samesite="lax",
                secure=table_service(request).settings.secure,
            )
        )  # fmt: skip
    found.today = wanted == now
    found.streak = streak.days if streak.day is not None and streak.day >= now - timedelta(days=1) else 0
    found.earlier = wanted - timedelta(days=1) if wanted > FIRST else None
    found.later = wanted + timedelta(days=1) if wanted < now else None
    return Template("learn/drill.html", context={"page": found}, cookies=cookies)


@post("/learn/drill/{day:str}", include_in_schema=False, status_code=303)
async def drill_action(request: Req, day: FromPath[str]) -> Redirect:
    """An action of a drill to play."""
    return await after_action(request, f"/learn/drill/{read_day(day)}")


@get("/learn/drills", include_in_schema=False)
async def drills_page() -> Template:
    """The drills of the last days."""
    now = today()
    days = [now - timedelta(days=back) for back in range(LISTED) if now - timedelta(days=back) >= FIRST]
    games = [(folder, len(drills_of(folder))) for folder in playable_games() if drills_of(folder)]
    page = DrillsPage(now, [(day, *drill_of_day(day)) for day in days], games)
    return Template("learn/drills.html", context={"page": page})


def read_day(text: str) -> date:
    """A day as it stands in an address."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise NotFoundException("enter a date like 2026-11-17") from None


HANDLERS: list[ControllerRouterHandler] = [todays_drill, drill_page, drill_action, drills_page]
