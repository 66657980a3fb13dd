"""After the game: its result as a picture, and what to learn from it."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath
from litestar.response import Template
from litestar.types import ControllerRouterHandler

from fieldhouse.kernel.errors import NotYourTurn
from fieldhouse.kernel.requests import Choose, Seat
from fieldhouse.lab.review.story import CostlyDecision
from fieldhouse.web.middleware.auth import Req, background_jobs, hash_of, table_service
from fieldhouse.web.replay.pages import replay_index
from fieldhouse.web.replay.result_picture import draw_result
from fieldhouse.web.table_page.board import ShownPart, board_parts
from fieldhouse.web.table_page.page import ScoreboardSeat, scoreboard_seats
from fieldhouse.web.table_page.question import (
    QuestionForm,
    offered_keys,
    question_form,
    use_board_answers,
)
from fieldhouse.web.table_routes import keys_of, number

# The result as a picture


@get("/t/{table_id:str}/result.svg", include_in_schema=False, media_type="image/svg+xml")
async def result_svg(request: Req, table_id: FromPath[str]) -> Response[str]:
    """Final score and curve, to be sent to somebody."""
    live = await table_service(request).look(table_id)
    if live.row.status != "over" or live.table is None or len(live.seats) != 2:
        raise NotYourTurn("there is a picture of the result when the game is over")
    await background_jobs(request).review(live)
    head, story = live.table.scoreboard(), live.review.found
    return Response(
        draw_result(live.game.meta.title, head.teams, head.scores, story, len(live.table.entries)),
        media_type="image/svg+xml",
    )


# Learn from your mistakes


class MistakePage(msgspec.Struct, kw_only=True):
    """One costly decision: first the position and the question, then what each answer was worth."""

    id: str
    title: str
    game: str
    n: int
    count: int
    seat: Seat
    team: str
    when: str
    chairs: list[ScoreboardSeat]
    head: Any
    parts: list[ShownPart]
    ask: QuestionForm | None
    lesson: CostlyDecision
    tried: str
    """The key that was chosen this time; empty before."""
    label: str
    right: bool


async def _lesson(request: Req, table_id: str, n: int, tried: str) -> Template:
    live = await table_service(request).look(table_id)
    film = await replay_index(live)
    await background_jobs(request).review(live)
    held = live.held_by(hash_of(request))
    wanted = number(request.query_params.get("seat"))
    seat = wanted if wanted is not None and wanted < len(live.seats) else held[0] if held else 0
    story = live.review.found
    lessons = story.lessons_of(seat) if story is not None else []
    if not 0 <= n < len(lessons):
        return Template(
            "lessons.html", context={"live": live, "story": story, "lessons": lessons, "seat": seat}
        )
    lesson = lessons[n]
    table = film.at(lesson.entry, seat).table
    asked, head = table.request_for(seat), table.scoreboard(seat)
    question = question_form(live.folder, asked, table.sequence(seat), head) if asked is not None else None
    shown = board_parts(
        live.folder, table.view(seat), offered_keys(question) if question else set(), table.events_for(seat)
    )
    if question is not None:
        use_board_answers(question, shown)
    best = max(lesson.options, key=lambda option: option.win_probability)
    mine = next((option for option in lesson.options if option.key == tried), None)
    page = MistakePage(
        id=live.id,
        title=live.game.meta.title,
        game=live.row.game,
        n=n,
        count=len(lessons),
        seat=seat,
        team=head.teams[seat],
        when=lesson.when,
        chairs=scoreboard_seats(live, head, table.pending_seats, held),
        head=head,
        parts=shown,
        ask=question,
        lesson=lesson,
        tried=tried,
        label=mine.label if mine is not None else answer_label(asked, tried),
        right=mine is not None
        and best.win_probability - mine.win_probability <= max(best.error, mine.error, 0.005),
    )
    return Template("lesson_learned.html", context={"page": page})


def answer_label(asked: Choose | None, key: str) -> str:
    """The answer in words, if it is one."""
    return asked.menu.option(key).label if asked is not None and key in asked.menu else key


@get("/t/{table_id:str}/learn", include_in_schema=False)
async def mistakes_page(request: Req, table_id: FromPath[str]) -> Template:
    """The costliest decisions of a finished game, one after the other."""
    return await _lesson(request, table_id, number(request.query_params.get("n")) or 0, "")


@post("/t/{table_id:str}/learn", include_in_schema=False, status_code=200)
async def choose_again(request: Req, table_id: FromPath[str]) -> Template:
    """Another answer to the same question: what it is worth, and why."""
    form = await request.form()
    tried = keys_of(form)[0]
    return await _lesson(request, table_id, number(str(form.get("n", ""))) or 0, tried)


HANDLERS: list[ControllerRouterHandler] = [result_svg, mistakes_page, choose_again]
