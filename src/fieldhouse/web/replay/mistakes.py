"""After the game: its result as a picture, and the decisions that cost the most."""

from __future__ import annotations

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath
from litestar.response import Template
from litestar.types import ControllerRouterHandler

from fieldhouse.kernel.concession import conceding_seat, result_text
from fieldhouse.kernel.errors import NotYourTurn
from fieldhouse.kernel.requests import Choose, Seat
from fieldhouse.lab.advice.result import OptionAdvice, Prospect
from fieldhouse.lab.review.story import CostlyDecision, TurnNote
from fieldhouse.web.middleware.auth import Req, background_jobs, hash_of, table_service
from fieldhouse.web.replay.pages import replay_index
from fieldhouse.web.replay.result_picture import draw_result
from fieldhouse.web.table_page.answer_form import AnswerForm, answer_form
from fieldhouse.web.table_page.board import board_parts
from fieldhouse.web.table_page.panels import BoardPanel, board_panel
from fieldhouse.web.table_page.question import (
    QuestionForm,
    offered_keys,
    question_form,
    use_board_answers,
)
from fieldhouse.web.table_page.scoreboard import ScoreboardPanel, scoreboard_panel, scoreboard_seats
from fieldhouse.web.table_routes import keys_of, number

# The result as a picture


@get("/t/{table_id:str}/result.svg", include_in_schema=False, media_type="image/svg+xml")
async def result_svg(request: Req, table_id: FromPath[str]) -> Response[str]:
    """Draw the final score and the win-probability chart, to share."""
    live = await table_service(request).get(table_id)
    if live.row.status != "over" or live.table is None or len(live.seats) != 2:
        raise NotYourTurn("the result picture is ready when the game is over")
    await background_jobs(request).review(live)
    head, story = live.table.scoreboard(), live.review.found
    return Response(
        draw_result(
            live.game.meta.title,
            head.teams,
            head.scores,
            story,
            len(live.table.entries),
            result_text(live.table) if conceding_seat(live.table) is not None else "",
        ),
        media_type="image/svg+xml",
    )


# Learn from your mistakes


class OptionRow(msgspec.Struct):
    """An answer with its win probability, as it was chosen in the game, now, or not."""

    advice: OptionAdvice
    in_game: bool
    now: bool
    ways: list[Prospect]
    """How it may turn out."""


class MistakePage(msgspec.Struct, kw_only=True):
    """One costly decision: first the position and the question, then the value of each answer."""

    id: str
    title: str
    game: str
    number: int
    count: int
    seat: Seat
    lesson: CostlyDecision
    scoreboard: ScoreboardPanel
    board: BoardPanel
    ask: QuestionForm | None
    answers: AnswerForm | None
    tried: str
    """The key that was chosen this time; empty before."""
    label: str
    right: bool
    options: list[OptionRow]
    """The best first."""

    @property
    def layout(self) -> str:
        """The class that arranges the page."""
        return self.board.layout

    @property
    def next_address(self) -> str:
        """The next decision; empty after the last."""
        more = self.number + 1 < self.count
        return f"/t/{self.id}/learn?seat={self.seat}&n={self.number + 1}" if more else ""


class NoMistakesPage(msgspec.Struct):
    """There is nothing to learn from, or not yet."""

    id: str
    title: str
    team: str
    ready: bool
    notes: list[TurnNote] | None
    """The team's turns that gave something away, where the game is judged by turns."""


async def _mistake(request: Req, table_id: str, n: int, tried: str) -> Template:
    live = await table_service(request).get(table_id)
    film = await replay_index(live)
    await background_jobs(request).review(live)
    held = live.held_by(hash_of(request))
    wanted = number(request.query_params.get("seat"))
    seat = wanted if wanted is not None and wanted < len(live.seats) else held[0] if held else 0
    story = live.review.found
    lessons = story.lessons_of(seat) if story is not None else []
    if not 0 <= n < len(lessons):
        judged = story is not None and story.turn_notes is not None
        empty = NoMistakesPage(
            live.id,
            live.game.meta.title,
            live.team(seat),
            story is not None,
            story.notes_of(seat) if story is not None and judged else None,
        )
        return Template("replay/no_mistakes.html", context={"page": empty})
    lesson = lessons[n]
    table = film.at(lesson.entry, seat).table
    asked, head = table.request_for(seat), table.scoreboard(seat)
    question = question_form(live.folder, asked, table.sequence(seat), head) if asked is not None else None
    shown = board_parts(
        live.folder, table.view(seat), offered_keys(question) if question else set(), table.events_for(seat)
    )
    if question is not None:
        use_board_answers(question, shown)
    board = board_panel(shown)
    best = max(lesson.options, key=lambda option: option.win_probability)
    mine = next((option for option in lesson.options if option.key == tried), None)
    address = f"/t/{live.id}/learn?seat={seat}"
    page = MistakePage(
        id=live.id,
        title=live.game.meta.title,
        game=live.row.game,
        number=n,
        count=len(lessons),
        seat=seat,
        lesson=lesson,
        scoreboard=scoreboard_panel(scoreboard_seats(live, head, table.pending_seats, held), head),
        board=board,
        ask=question,
        answers=answer_form(question, board.hand, live.row.game, address, [("n", n)], live=False)
        if question is not None
        else None,
        tried=tried,
        label=mine.label if mine is not None else answer_label(asked, tried),
        right=mine is not None
        and best.win_probability - mine.win_probability <= max(best.error, mine.error, 0.005),
        options=[
            OptionRow(one, one.key == lesson.chosen, one.key == tried, [way for way in one.why if way.words])
            for one in sorted(lesson.options, key=lambda option: -option.win_probability)
        ],
    )
    return Template("replay/mistake.html", context={"page": page})


def answer_label(asked: Choose | None, key: str) -> str:
    """The answer in words, if it is one."""
    return asked.menu.option(key).label if asked is not None and key in asked.menu else key


@get("/t/{table_id:str}/learn", include_in_schema=False)
async def mistakes_page(request: Req, table_id: FromPath[str]) -> Template:
    """The costliest decisions of a finished game, one after the other."""
    return await _mistake(request, table_id, number(request.query_params.get("n")) or 0, "")


@post("/t/{table_id:str}/learn", include_in_schema=False, status_code=200)
async def choose_again(request: Req, table_id: FromPath[str]) -> Template:
    """Another answer to the same question: its win probability, and why."""
    form = await request.form()
    tried = keys_of(form)[0]
    return await _mistake(request, table_id, number(str(form.get("n", ""))) or 0, tried)


HANDLERS: list[ControllerRouterHandler] = [result_svg, mistakes_page, choose_again]
