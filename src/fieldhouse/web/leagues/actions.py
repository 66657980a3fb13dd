"""What people do about a game of their league: play it, type its score, confirm; the commissioner's pen."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

from litestar import Response, post
from litestar.exceptions import ClientException
from litestar.params import FromPath
from litestar.response import Redirect
from litestar.types import ControllerRouterHandler

from fieldhouse.football.competition.format import Fixture
from fieldhouse.kernel.errors import BadOptions, FieldhouseError
from fieldhouse.kernel.session.verbs import CONCEDE
from fieldhouse.league.journal.acts import Act
from fieldhouse.league.journal.league_journal import LeagueBook
from fieldhouse.league.journal.results import TERMINAL
from fieldhouse.league.season import BadResult
from fieldhouse.league.service.permissions import NotYourOffice, must_command, must_run
from fieldhouse.league.service.results import ResultDesk
from fieldhouse.league.service.simulator import Simulator
from fieldhouse.league.service.teams import LeagueTeams
from fieldhouse.league.standings import FinalScore
from fieldhouse.web.engine.threads import in_thread
from fieldhouse.web.errors import status_of
from fieldhouse.web.leagues import fixture_table
from fieldhouse.web.leagues.game_page import fixture_of, game_page
from fieldhouse.web.leagues.league_view import LeagueView, key_of
from fieldhouse.web.leagues.pages import hall, looked
from fieldhouse.web.middleware.auth import Req, notifier, table_service

log = logging.getLogger("fieldhouse.leagues")


def member(view: LeagueView) -> int:
    """The number of who acts; NotYourOffice for a visitor."""
    if view.me is None:
        raise NotYourOffice("only members of the league may do this; a member's link opens it on this device")
    return view.me


def fresh(request: Req, view: LeagueView) -> LeagueBook:
    """A book of its own for an act: pages read theirs meanwhile."""
    return hall(request).desk.book(view.book.id)


def tell(request: Req, league_id: str) -> None:
    """Let everybody know who looks at the league."""
    notifier(request).notify(f"league:{league_id}")
    request.app.state.hooks.grown()


def points(form: Any) -> FinalScore:
    """The score of a form."""
    try:
        return FinalScore(int(str(form.get("home", ""))), int(str(form.get("visitor", ""))))
    except ValueError:
        raise BadOptions("a score is two whole numbers") from None


def whole(form: Any, name: str) -> int:
    """A number of a form."""
    try:
        return int(str(form.get(name, "")))
    except ValueError:
        raise BadOptions(f"{name} is a number") from None


def reason(form: Any) -> str:
    """The reason of a form, which every member will read."""
    return str(form.get("reason", ""))


Verb = Callable[[ResultDesk, Fixture, Any], object]
VERBS: dict[str, Verb] = {
    "typed": lambda desk, fixture, form: desk.type_score(fixture, points(form)),
    "confirm": lambda desk, fixture, form: desk.confirm(fixture),
    "dispute": lambda desk, fixture, form: desk.dispute(fixture, reason(form)),
    "void": lambda desk, fixture, form: desk.void(fixture, reason(form)),
    "replay": lambda desk, fixture, form: desk.replay(fixture, reason(form)),
    "forfeit": lambda desk, fixture, form: desk.forfeit(fixture, whole(form, "team"), reason(form)),
    "correct": lambda desk, fixture, form: desk.correct(fixture, points(form), reason(form)),
    "simulate": lambda desk, fixture, form: _simulate(desk, fixture),
}


def _simulate(desk: ResultDesk, fixture: Fixture) -> None:
    must_command(desk.book, desk.who)
    must_run(desk.book)
    Simulator(desk.desk, desk.book).one(fixture)


PEN: dict[str, Callable[[ResultDesk, Fixture, Any], Act]] = {
    "correct": lambda desk, fixture, form: desk.correction(fixture, points(form), reason(form)),
    "void": lambda desk, fixture, form: desk.voiding(fixture, reason(form)),
    "replay": lambda desk, fixture, form: desk.annulment(fixture, reason(form)),
}
"""Strokes of the commissioner's pen that others may hang on: those are shown first."""


async def _concede(request: Req, view: LeagueView, fixture: Fixture, who: int, form: Any) -> None:
    """Give the game up, with the score as it stands: that of its table, or the one of the form."""
    book = await in_thread(fresh, request, view)
    own = [team for team in (fixture.home, fixture.visitor) if book.chairs[team].member == who]
    loser = next((team for team in own if str(team) == str(form.get("team", ""))), None)
    if loser is None:
        raise NotYourOffice("only the manager of a team that plays may concede its game")
    desk, attempt = ResultDesk(hall(request).desk, book, who), book.current(fixture)
    if attempt is None or attempt.status != "live" or attempt.table == TERMINAL:
        await in_thread(desk.concede, fixture, loser, points(form))
        return
    teams = await in_thread(LeagueTeams, book)
    live = await table_service(request).look(attempt.table)
    if live.table is not None and live.game.meta.concession:
        await table_service(request).answer(attempt.table, teams.seat_of(fixture, loser), [CONCEDE], None)
        return
    scores = live.table.scoreboard().scores if live.table is not None else (0, 0)
    score = FinalScore(scores[teams.home_seat], scores[1 - teams.home_seat])
    await in_thread(desk.concede, fixture, loser, score)


async def _take(request: Req, view: LeagueView, fixture: Fixture) -> None:
    """Take the result from the table once more, where it could not be taken when the game ended."""
    attempt = view.book.current(fixture)
    if attempt is None or attempt.status != "live" or not attempt.table:
        raise BadResult(f"{fixture.id} is not being played at a table")
    try:
        await table_service(request).take_result(attempt.table)
    except FieldhouseError:
        raise
    except Exception as error:
        log.warning("a result could not be taken", extra={"table": attempt.table}, exc_info=error)
        raise BadResult(f"{fixture.id}: {view.red.get(fixture.id) or 'its result cannot be taken'}") from None


@post("/l/{league_id:str}/g/{key:str}/{verb:str}", include_in_schema=False, status_code=303)
async def act(
    request: Req, league_id: FromPath[str], key: FromPath[str], verb: FromPath[str]
) -> Response[Any]:
    """One act on one game; what is refused stands on the game's page."""
    view = await looked(request, league_id)
    fixture = fixture_of(view, key)
    form = await request.form()
    try:
        who = member(view)
        if verb == "play":
            table = await fixture_table.open_table(request, hall(request), view, fixture, who)
            tell(request, league_id)
            return Redirect(f"/t/{table}", status_code=303)
        if verb == "take":
            await _take(request, view, fixture)
            tell(request, league_id)
            return Redirect(f"/l/{league_id}/g/{key}", status_code=303)
        if verb == "concede":
            await _concede(request, view, fixture, who, form)
            tell(request, league_id)
            return Redirect(f"/l/{league_id}/g/{key}", status_code=303)
        if verb not in VERBS:
            raise ClientException(f"nothing is called {verb!r} here", status_code=404)
        book = await in_thread(fresh, request, view)
        desk = ResultDesk(hall(request).desk, book, who)
        if verb in PEN and form.get("sure") != "yes":
            hangs = await in_thread(lambda: desk.hangs_on(PEN[verb](desk, fixture, form)))
            if hangs or verb == "correct":
                wanted = {name: form.get(name) for name in ("home", "visitor") if verb == "correct"}
                wanted |= {"verb": verb, "reason": reason(form)}
                return await game_page(request, league_id, key, hangs=hangs, wanted=wanted)
        await in_thread(VERBS[verb], desk, fixture, form)
    except FieldhouseError as error:
        return await game_page(request, league_id, key, status=status_of(error)[0], fault=str(error))
    tell(request, league_id)
    return Redirect(f"/l/{league_id}/g/{key_of(fixture.id)}", status_code=303)


HANDLERS: list[ControllerRouterHandler] = [act]
