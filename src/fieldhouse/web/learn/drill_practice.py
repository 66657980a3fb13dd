"""Every drill of a game on any day, graded by difficulty; missed drills come back sooner than solved ones.

What a visitor solved is in a cookie of the game, and so is the rating: a forged one harms nobody.
"""

from __future__ import annotations

import re
from datetime import date
from enum import StrEnum

import msgspec
from litestar import get, post
from litestar.datastructures import Cookie
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Redirect, Template
from litestar.types import ControllerRouterHandler

from fieldhouse.kernel import registry
from fieldhouse.kernel.registry import Folder
from fieldhouse.kernel.tutorials.drill import Drill, drills_of
from fieldhouse.store.server_clock import today
from fieldhouse.web.engine.threads import in_thread
from fieldhouse.web.learn.drills import after_action, answers_given, build_drill_page
from fieldhouse.web.lobby.games import playable_games
from fieldhouse.web.middleware.auth import Req, table_service

DAYS = (0, 1, 3, 7, 21, 60)
"""How many days until a drill comes back, by how often in a row it was solved (the Leitner system)."""
START_RATING, RATING_STEP = 1500.0, 32.0
"""A newcomer's rating, and the most that one drill changes (the Elo system)."""
_ENTRY = re.compile(r"([\w-]{1,24})\.(\d)\.(\d{6})")


class Difficulty(StrEnum):
    """How hard a drill is beside the others of its game."""

    EASY = "Easy"
    MEDIUM = "Medium"
    HARD = "Hard"

    @property
    def elo(self) -> int:
        """The rating of such a drill."""
        return 1200 + 300 * list(Difficulty).index(self)


class DrillState(StrEnum):
    """Where a visitor stands with a drill."""

    NEW = "New"
    MISSED = "Try again"
    DUE = "Review"
    SOLVED = "Solved"


class DrillProgress(msgspec.Struct, frozen=True):
    """How often in a row a drill was solved, and the day when it comes back."""

    solved: int
    due: date


class PracticeDrill(msgspec.Struct, frozen=True):
    """One row of the list."""

    drill: Drill
    number: int
    difficulty: Difficulty
    state: DrillState


class PracticePage(msgspec.Struct, frozen=True):
    """All drills of a game, and the visitor's rating in them."""

    folder: Folder
    rows: list[PracticeDrill]
    onward: str
    rating: int

    @property
    def solved_count(self) -> int:
        """Drills that were answered right the last time."""
        return sum(row.state in (DrillState.SOLVED, DrillState.DUE) for row in self.rows)


def difficulties(drills: tuple[Drill, ...]) -> dict[str, Difficulty]:
    """The drills by name: hard where the best answer is close to the next, or the line is long."""

    def hardness(drill: Drill) -> float:
        if drill.goal:
            return drill.hardness or len(drill.right)
        chances = sorted((one.chance for one in drill.answers), reverse=True)
        return -(chances[0] - chances[1]) if len(chances) > 1 else -100.0

    ranked = sorted(drills, key=hardness)
    levels = (Difficulty.EASY, Difficulty.MEDIUM, Difficulty.HARD)
    return {drill.name: levels[3 * place // len(ranked)] for place, drill in enumerate(ranked)}


def read_progress(text: str) -> dict[str, DrillProgress]:
    """The cookie read; odd entries are left out."""
    found = {}
    for entry in text.split("~")[:200]:
        match = _ENTRY.fullmatch(entry)
        if match and int(match.group(3)) > 0:
            found[match.group(1)] = DrillProgress(
                min(int(match.group(2)), len(DAYS) - 1), date.fromordinal(int(match.group(3)))
            )
    return found


def write_progress(progress: dict[str, DrillProgress]) -> str:
    """The progress as the text of a cookie."""
    return "~".join(f"{name}.{one.solved}.{one.due.toordinal()}" for name, one in progress.items())


def after_answer(before: DrillProgress | None, now: date, *, right: bool) -> DrillProgress:
    """Solved once more: it comes back later. Missed: it comes back today."""
    if not right:
        return DrillProgress(0, now)
    if before is not None and before.solved and before.due > now:
        return before  # practiced again before it was due
    solved = min((before.solved if before else 0) + 1, len(DAYS) - 1)
    return DrillProgress(solved, date.fromordinal(now.toordinal() + DAYS[solved]))


def rating_after(rating: float, level: Difficulty, *, right: bool) -> float:
    """The rating after a drill of that level (Elo)."""
    expected = 1 / (1 + 10 ** ((level.elo - rating) / 400))
    return rating + RATING_STEP * (right - expected)


def counts_for_rating(before: DrillProgress | None, now: date) -> bool:
    """A new drill counts, and a solved one that is due; one that was just missed does not."""
    return before is None or (before.solved > 0 and before.due <= now)


def read_rating(request: Req, folder: Folder) -> float:
    """The visitor's rating in the drills of the game."""
    text = request.cookies.get(_rating_cookie(folder), "")
    return float(text) if re.fullmatch(r"\d{1,4}(\.\d)?", text) else START_RATING


def drill_state(one: DrillProgress | None, now: date) -> DrillState:
    """What the list says of a drill."""
    if one is None:
        return DrillState.NEW
    if not one.solved:
        return DrillState.MISSED
    return DrillState.DUE if one.due <= now else DrillState.SOLVED


def practice_rows(folder: Folder, progress: dict[str, DrillProgress], now: date) -> list[PracticeDrill]:
    """The game's drills, the easiest first."""
    drills = drills_of(folder)
    level = difficulties(drills)
    rows = [
        PracticeDrill(drill, number, level[drill.name], drill_state(progress.get(drill.name), now))
        for number, drill in enumerate(drills, start=1)
    ]
    return sorted(rows, key=lambda row: list(Difficulty).index(row.difficulty))


def next_drill(rows: list[PracticeDrill], after: str = "") -> str:
    """The name of the next drill: missed ones first, then those due, then new ones; "" if none is left."""
    for state in (DrillState.MISSED, DrillState.DUE, DrillState.NEW):
        found = next((row.drill.name for row in rows if row.state is state and row.drill.name != after), "")
        if found:
            return found
    return ""


def practice_address(folder: Folder, name: str) -> str:
    """Where a drill of the game is practiced."""
    return f"/learn/{folder.name}/drills/{name}"


def find_drill(game: str, name: str) -> tuple[Folder, Drill]:
    """The game and its drill of that name."""
    folder = registry.find(game)
    for drill in drills_of(folder):
        if drill.name == name:
            return folder, drill
    raise NotFoundException(f"{folder.meta.title} has no drill {name!r}")


def _cookie_name(folder: Folder) -> str:
    return f"drills-{folder.name}"


def _rating_cookie(folder: Folder) -> str:
    return f"drill-rating-{folder.name}"


def build_practice_page(request: Req, folder: Folder) -> PracticePage:
    """Every drill of the game and where this visitor stands with it."""
    rows = practice_rows(folder, read_progress(request.cookies.get(_cookie_name(folder), "")), today())
    name = next_drill(rows)
    onward = practice_address(folder, name) if name else ""
    return PracticePage(folder, rows, onward, round(read_rating(request, folder)))


def practiced_games(request: Req) -> list[PracticePage]:
    """The games in whose drills this visitor has answered something."""
    begun = [folder for folder in playable_games() if request.cookies.get(_cookie_name(folder))]
    return [build_practice_page(request, folder) for folder in begun if drills_of(folder)]


@get("/learn/{game:str}/drills", include_in_schema=False)
async def practice_page(request: Req, game: FromPath[str]) -> Template:
    """All drills of a game, and where the visitor stands with each."""
    folder = registry.find(game)
    if not drills_of(folder):
        raise NotFoundException(f"{folder.meta.title} has no drills yet")
    return Template("learn/practice.html", context={"page": build_practice_page(request, folder)})


@get("/learn/{game:str}/drills/{name:str}", include_in_schema=False)
async def practice_drill_page(request: Req, game: FromPath[str], name: FromPath[str]) -> Template:
    """One drill; an answer is remembered in the cookie."""
    folder, drill = find_drill(game, name)
    found = await in_thread(
        build_drill_page, folder, drill, practice_address(folder, name), *answers_given(request)
    )
    progress, now = read_progress(request.cookies.get(_cookie_name(folder), "")), today()
    kept: dict[str, str] = {}
    if found.over:
        before = progress.get(name)
        if counts_for_rating(before, now):
            level = difficulties(drills_of(folder))[name]
            rating = rating_after(read_rating(request, folder), level, right=found.solved)
            kept[_rating_cookie(folder)] = f"{min(max(rating, 0), 9999):.1f}"
        progress[name] = after_answer(before, now, right=found.solved)
        kept[_cookie_name(folder)] = write_progress(progress)
    secure = table_service(request).settings.secure
    cookies = [
        Cookie(key, value=value, max_age=40_000_000, httponly=True, samesite="lax", secure=secure)
        for key, value in kept.items()
    ]
    onward = next_drill(practice_rows(folder, progress, now), after=name)
    found.onward = practice_address(folder, onward) if onward else ""
    return Template("learn/drill.html", context={"page": found}, cookies=cookies)


@post("/learn/{game:str}/drills/{name:str}", include_in_schema=False, status_code=303)
async def practice_action(request: Req, game: FromPath[str], name: FromPath[str]) -> Redirect:
    """An action of a drill to play."""
    folder, drill = find_drill(game, name)
    return await after_action(request, practice_address(folder, drill.name))


HANDLERS: list[ControllerRouterHandler] = [practice_page, practice_drill_page, practice_action]
