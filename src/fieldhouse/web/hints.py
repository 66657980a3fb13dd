"""Routes for hints, the win probability of every option, and the win probability bar."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from litestar import Response, post
from litestar.datastructures import Cookie
from litestar.params import FromPath
from litestar.response import Redirect
from litestar.types import ControllerRouterHandler

from fieldhouse.kernel.coaches import coach_name
from fieldhouse.kernel.errors import FieldhouseError, NotYourTurn
from fieldhouse.kernel.requests import Choose, Seat
from fieldhouse.lab.advice import text as advice_text
from fieldhouse.lab.advice.result import Advice
from fieldhouse.lab.win_probability.estimator import NOT_ENOUGH
from fieldhouse.web import win_probability_bar
from fieldhouse.web.engine.coach_driver import TookTooLong
from fieldhouse.web.engine.daily_drive import check_hints_allowed
from fieldhouse.web.engine.live_table import LiveTable
from fieldhouse.web.engine.worker_pool import CoachFailed
from fieldhouse.web.middleware.auth import Req, coaches, table_service
from fieldhouse.web.table_page.board import board_parts
from fieldhouse.web.table_routes import FACING_COOKIE, back, form_seat, fragment, show

HINT_SECONDS = 0.6
"""For the hard coach's answer where win probabilities leave it open."""
YEAR = 365 * 24 * 3600


@post("/t/{table_id:str}/hint", include_in_schema=False, status_code=200)
async def post_hint(request: Req, table_id: FromPath[str]) -> Response[Any]:
    """Show a hint with its reason, or the win probability of every option."""
    form = await request.form()
    live, seat = await form_seat(request, table_id, form)
    check_hints_allowed(live)
    win_probability_bar.check_hints_agreed(live)
    asked = live.game_table.request_for(seat)
    if asked is None:
        raise NotYourTurn("It isn't your turn.")
    every = form.get("what") == "chances"
    advice: Advice | None = None
    is_busy = False
    try:
        advice = await coaches(request).advise(live, seat, patient=every)
    except CoachFailed as failed:
        if every:
            words = f"There are no win probabilities for this decision ({failed}). Ask for a hint."
            return await show(request, table_id, seat, hint=words)
        is_busy = isinstance(failed, TookTooLong)
    else:
        if every and not advice.reliable:
            return await show(request, table_id, seat, hint=NOT_ENOUGH)
        batches = card_batches(live, seat, asked)
        first = advice.best.key
        if every and first not in batches and not advice.clear:  # close calls: the cards are weighed, too
            first = next(iter(batches), "")
        cards = batches.get(first, [])
        then = await _advice_on_card(request, live, seat, first) if cards else None
        if every and not advice.reason:
            words = "Win probability of each option:"
            return await show(request, table_id, seat, hint=words, advice=advice, then=then)
        if then is not None:
            named = {option.key for option in advice_text.recommended_options(then)}
            keys = [batch for batch, card in cards if card in named]
            words = f"{advice_text.hint_text(advice)} {advice_text.hint_text(then)}"
            return await show(request, table_id, seat, hint=words, hinted=keys)
        if advice.is_mixed or advice.clear:
            keys = [option.key for option in advice_text.recommended_options(advice)]
            return await show(request, table_id, seat, hint=advice_text.hint_text(advice), hinted=keys)
    answers = [] if is_busy else await _best_coach(request, live, seat)
    if answers:
        words = best_coach_text(live, asked, answers)
        return await show(request, table_id, seat, hint=words, hinted=answers[:1])
    usual = advice.usual if advice is not None else await _usual_answer(request, live, seat)
    if usual not in asked.menu:
        return await show(request, table_id, seat, hint="No hint in time. Try again in a moment.")
    words = f"Quick suggestion: {asked.menu.option(usual).label}."
    return await show(request, table_id, seat, hint=words, hinted=[usual])


async def _best_coach(request: Req, live: LiveTable, seat: Seat) -> Sequence[str]:
    """The answers of the best level; none where that takes too long."""
    try:
        return await coaches(request).hint(live, seat, live.game.meta.levels[-1], HINT_SECONDS)
    except CoachFailed:
        return []


def best_coach_text(live: LiveTable, asked: Choose, answers: Sequence[str]) -> str:
    """What the best level would choose, in words."""
    labels = [asked.menu.option(key).label if key in asked.menu else key for key in answers[:3]]
    choice = " the play drawn on the board" if advice_text.is_whole_turn(answers[0]) else ""
    return f"The {coach_name(live.game.meta.levels[-1])} would choose{choice}: {', then '.join(labels)}."


async def _usual_answer(request: Req, live: LiveTable, seat: Seat) -> str:
    """What the quickest coach would do; "" where even that takes too long."""
    try:
        return await coaches(request).usual_answer(live, seat)
    except FieldhouseError:  # too slow, or somebody may have answered in the meantime
        return ""


async def _advice_on_card(request: Req, live: LiveTable, seat: Seat, first: str) -> Advice | None:
    """Advice on the question that a card answers along with this one; None where there is none in time."""
    try:
        return await coaches(request).advise(live, seat, first)
    except CoachFailed:
        return None


def card_batches(live: LiveTable, seat: Seat, asked: Choose) -> dict[str, list[tuple[str, str]]]:
    """Cards that answer this question and the next one: by the first answer, the batch and the second."""
    found: dict[str, list[tuple[str, str]]] = {}
    for part in board_parts(live.folder, live.game_table.view(seat), asked.keys):
        if part.first:
            found.setdefault(part.first, []).extend((pair, pair) for pair in part.pairs)
        for card in part.faces:
            if card.batch:
                first, second, *_ = msgspec.json.decode(card.batch, type=list[str])
                found.setdefault(first, []).append((card.batch, second))
    return found


@post("/t/{table_id:str}/bar", include_in_schema=False, status_code=303)
async def winbar(request: Req, table_id: FromPath[str]) -> Response[Any]:
    """Turn the win probability bar on or off: by consent between two people, else for this browser."""
    form = await request.form()
    wanted = form.get("bar") == win_probability_bar.ON
    live = await table_service(request).get(table_id)
    if len(win_probability_bar.seats_of_people(live)) > 1:
        live, seat = await form_seat(request, table_id, form)
        live = await win_probability_bar.set_hints_wanted(table_service(request), table_id, seat, wanted)
        coaches(request).drive(live)
        return await back(request, live, seat)
    return await _remember(request, table_id, form, win_probability_bar.COOKIE, wanted=wanted)


@post("/t/{table_id:str}/facing", include_in_schema=False, status_code=303)
async def turn_board(request: Req, table_id: FromPath[str]) -> Response[Any]:
    """Turn the board with each team, or leave it, where one browser plays both."""
    form = await request.form()
    wanted = form.get("facing") == win_probability_bar.ON
    return await _remember(request, table_id, form, FACING_COOKIE, wanted=wanted)


async def _remember(request: Req, table_id: str, form: Any, name: str, *, wanted: bool) -> Response[Any]:
    """Show the table as it is wanted, and remember that in this browser."""
    cookie = Cookie(
        key=name,
        value=win_probability_bar.ON if wanted else win_probability_bar.OFF,
        path="/",
        max_age=YEAR,
        httponly=True,
        samesite="lax",
    )
    suffix = f"?seat={form.get('seat')}" if str(form.get("seat", "")).isdecimal() else ""
    if fragment(request):
        request.cookies[name] = cookie.value or ""
        shown = await show(request, table_id, int(suffix[6:]) if suffix else None)
        shown.cookies.append(cookie)
        return shown
    return Redirect(f"/t/{table_id}{suffix}", status_code=303, cookies=[cookie])


HANDLERS: list[ControllerRouterHandler] = [post_hint, winbar, turn_board]
