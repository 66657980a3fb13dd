"""Tutorials: a first game, step by step. Nothing is saved: the answers so far are in the address."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

import msgspec
from litestar import Response, get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Redirect, Template
from litestar.types import ControllerRouterHandler
from markupsafe import Markup

from fieldhouse.kernel import record, registry
from fieldhouse.kernel.registry import Folder
from fieldhouse.kernel.tutorials.lesson import READ, Lesson, LessonStep, lesson_of, play_lesson
from fieldhouse.web.engine.threads import in_thread
from fieldhouse.web.learn.practice_table import PracticeTable, practice_table
from fieldhouse.web.lobby.games import GameCard, quick_length
from fieldhouse.web.middleware.auth import Req, table_service
from fieldhouse.web.setup import dice_commitment
from fieldhouse.web.table_page.answer_form import AnswerForm, CardRow, answer_form, hand_rows
from fieldhouse.web.table_page.board import ShownPart
from fieldhouse.web.table_routes import keys_of

COACH = "Tutorial"
"""Who plays the other side, on the scoreboard."""


class LessonPage(msgspec.Struct, kw_only=True):
    """One step of a lesson, or its end."""

    name: str
    title: str
    step: LessonStep | None
    """What is said now; None at the end."""
    number: int
    size: int
    tried: str
    """What to do instead of what was tried."""
    table: PracticeTable
    answers: AnswerForm | None
    hand: list[CardRow]
    done: list[str]
    end: str
    back: str
    onward: str
    has_quiz: bool
    game: GameCard | None = None
    """To play at the end."""

    @property
    def points(self) -> str:
        """The part of the page that the step points at."""
        return self.step.points if self.step is not None else ""


def find_lesson(game: str) -> tuple[Folder, Lesson]:
    """The game and its lesson; not found where it has none."""
    folder = registry.find(game)
    lesson = lesson_of(folder)
    if lesson is None:
        raise NotFoundException(f"{folder.meta.title} has no tutorial yet")
    return folder, lesson


def build_lesson_page(folder: Folder, lesson: Lesson, done: list[str]) -> LessonPage:
    """The step that comes after what was done."""
    at = play_lesson(folder, lesson, done)
    seen = practice_table(folder, at.table, lesson.seat, COACH)
    pointed = ""
    if at.step is not None:
        keys = at.step.do.split()
        pointed = msgspec.json.encode(keys).decode() if len(keys) > 1 else at.step.do
        mark_squares(seen.parts, at.step.at.split())
        put_card_first(seen.parts, pointed)
        if not at.step.do:
            seen.ask = None
    done, answers = done[: at.number], None
    if at.step is not None and seen.ask is not None:
        hidden = [("did", key) for key in done]
        action = f"/learn/{folder.name}/lesson"
        shown = [pointed, *at.step.do.split()[-1:]]  # of several answers the last is the card
        answers = answer_form(
            seen.ask, seen.board.hand, folder.name, action, hidden, live=False, pointed=shown
        )
    return LessonPage(
        name=folder.name,
        title=folder.meta.title,
        step=at.step,
        number=at.number,
        size=len(lesson.step),
        tried=at.tried,
        table=seen,
        answers=answers,
        hand=hand_rows(seen.board.hand) if answers is None and at.step is not None else [],
        done=done,
        end=lesson.end,
        back=lesson_address(folder.name, done[:-1]),
        onward=lesson_address(folder.name, [*done, READ]),
        has_quiz=bool(lesson.quiz),
    )


def mark_squares(parts: list[ShownPart], names: list[str]) -> None:
    """Point at these squares and places of the pictures."""
    for one in parts:
        for name in names if one.svg else ():
            found = f'data-square="{name}"'
            one.svg = Markup(str(one.svg).replace(found, f'{found} data-pointed="yes"'))  # ours, cleaned


def put_card_first(parts: list[ShownPart], pointed: str) -> None:
    """The card that is pointed at lies first, so that no hand has to be searched."""
    for one in parts:
        if one.area == "hand" and not one.half:
            one.faces.sort(key=lambda face: (face.batch or face.key) != pointed)


@get("/learn/{game:str}/lesson", include_in_schema=False)
async def lesson_page(request: Req, game: FromPath[str]) -> Template:
    """Show a step: `did` are the answers so far, `.` for a step that was only read."""
    folder, script = find_lesson(game)
    done = [str(one)[:80] for one in request.query_params.getall("did", [])][: len(script.step)]
    page = await in_thread(build_lesson_page, folder, script, done)
    if page.step is None:
        token, promise = dice_commitment.issue_token(table_service(request))
        page.game = GameCard(folder, quick_length(folder), token, promise)
    return Template("learn/lesson.html", context={"page": page})


@post("/learn/{game:str}/lesson", include_in_schema=False, status_code=303)
async def lesson_action(request: Req, game: FromPath[str]) -> Redirect:
    """A button of the lesson was pressed."""
    form = await request.form()
    done = [str(one) for one in form.getall("did", [])]
    return Redirect(lesson_address(game, [*done, " ".join(keys_of(form))]), status_code=303)


def lesson_address(game: str, done: list[str]) -> str:
    """The page after what was done."""
    return f"/learn/{game}/lesson?" + urlencode([("did", one) for one in done])


@get("/learn/{game:str}/lesson.json", include_in_schema=False)
async def lesson_record(game: FromPath[str]) -> Response[Any]:
    """The lesson's game as a record, played as it asks."""
    folder, script = find_lesson(game)
    text = await in_thread(lesson_game_record, folder, script)
    headers = {"content-disposition": f'attachment; filename="fieldhouse-{game}-lesson.json"'}
    return Response(text, media_type="application/json", headers=headers)


def lesson_game_record(folder: Folder, script: Lesson) -> str:
    """The record of the lesson, every step done as it asks."""
    at = play_lesson(folder, script, [step.do or READ for step in script.step])
    return record.record_text(record.record_of_table(at.table))


HANDLERS: list[ControllerRouterHandler] = [lesson_page, lesson_action, lesson_record]
