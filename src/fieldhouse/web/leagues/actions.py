"""What people do about a game of their league: play it, type its score, confirm; the commissioner's pen."""

from __future__ import annotations

import logging
from collections import Counter
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
from fieldhouse.league.journal.league_journal import LeagueJournal
from fieldhouse.league.journal.results import TERMINAL
from fieldhouse.league.season import BadResult
from fieldhouse.league.service.members import MemberService
from fieldhouse.league.service.permissions import (
    NotPermitted,
    require_commissioner,
    require_manager,
    require_running,
)
from fieldhouse.league.service.results import ResultService
from fieldhouse.league.service.teams import LeagueTeams, LineupSlot
from fieldhouse.league.standings import FinalScore
from fieldhouse.league.text import fixture_name
from fieldhouse.web.engine.threads import in_thread
from fieldhouse.web.errors import status_of
from fieldhouse.web.leagues import fixture_table
from fieldhouse.web.leagues.game_page import find_fixture, render_game_page
from fieldhouse.web.leagues.league_view import LeagueView, url_key
from fieldhouse.web.leagues.league_worker import GamesWanted
from fieldhouse.web.leagues.pages import league_cache, load_view, render_team_page
from fieldhouse.web.leagues.simulation import simulations
from fieldhouse.web.middleware.auth import Req, notifier, table_service


def lineup_from_form(places: list[LineupSlot], form: Any) -> str:
    """The words of the form's lineup; BadOptions where a player stands twice."""
    cards = {place.word: str(form.get(place.word, place.card)) for place in places}
    names = dict(man for place in places for man in place.men)
    twice = next((card for card, times in Counter(cards.values()).items() if times > 1), None)
    if twice is not None:
        raise BadOptions(f"{names.get(twice, twice)} is in the lineup twice")
    return " ".join(f"{word}:{card}" for word, card in cards.items())


@post("/l/{league_id:str}/team/{number:int}/line-up", include_in_schema=False, status_code=303)
async def set_lineup(request: Req, league_id: FromPath[str], number: FromPath[int]) -> Response[Any]:
    """Leave it behind; what is refused stands on the team's page."""
    view = await load_view(request, league_id)
    form = await request.form()
    try:
        who = require_member(view)
        journal = await in_thread(fresh_journal, request, view)
        if not 0 <= number < len(journal.managers):
            raise BadOptions(f"this league has no team {number}")
        require_manager(journal, who, number)
        places = await in_thread(LeagueTeams(journal).lineup_places, number)
        words = lineup_from_form(places, form)
        await in_thread(MemberService(league_cache(request).service, journal, who).set_lineup, number, words)
    except FieldhouseError as error:
        return await render_team_page(
            request, league_id, number, status=status_of(error)[0], fault=str(error)
        )
    announce_change(request, league_id)
    return Redirect(f"/l/{league_id}/team/{number}", status_code=303)


log = logging.getLogger("fieldhouse.leagues")


def require_member(view: LeagueView) -> int:
    """The number of who acts; NotYourOffice for a visitor."""
    if view.me is None:
        raise NotPermitted("only members can do this; open your invite link on this device first")
    return view.me


def fresh_journal(request: Req, view: LeagueView) -> LeagueJournal:
    """A journal of its own for an act: pages read theirs meanwhile."""
    return league_cache(request).service.journal(view.journal.id)


def announce_change(request: Req, league_id: str) -> None:
    """Let everybody know who looks at the league."""
    notifier(request).notify(f"league:{league_id}")
    request.app.state.webhooks.wake()


def read_score(form: Any) -> FinalScore:
    """The score of a form."""
    try:
        return FinalScore(int(str(form.get("home", ""))), int(str(form.get("visitor", ""))))
    except ValueError:
        raise BadOptions("a score is two whole numbers") from None


def read_int(form: Any, name: str) -> int:
    """A number of a form."""
    try:
        return int(str(form.get(name, "")))
    except ValueError:
        raise BadOptions(f"{name} must be a number") from None


def read_reason(form: Any) -> str:
    """The reason of a form, which every member will read."""
    return str(form.get("reason", ""))


Verb = Callable[[ResultService, Fixture, Any], object]
VERBS: dict[str, Verb] = {
    "typed": lambda service, fixture, form: service.type_score(fixture, read_score(form)),
    "confirm": lambda service, fixture, form: service.confirm(fixture),
    "dispute": lambda service, fixture, form: service.dispute(fixture, read_reason(form)),
    "void": lambda service, fixture, form: service.void(fixture, read_reason(form)),
    "replay": lambda service, fixture, form: service.replay(fixture, read_reason(form)),
    "forfeit": lambda service, fixture, form: service.forfeit(
        fixture, read_int(form, "team"), read_reason(form)
    ),
    "correct": lambda service, fixture, form: service.correct(fixture, read_score(form), read_reason(form)),
}


async def _simulate(request: Req, view: LeagueView, fixture: Fixture, who: int) -> None:
    journal = await in_thread(fresh_journal, request, view)
    require_commissioner(journal, who)
    require_running(journal)
    await simulations(request).simulate(journal.id, GamesWanted(fixture=fixture.id, who=who))


PREVIEWED: dict[str, Callable[[ResultService, Fixture, Any], Act]] = {
    "correct": lambda service, fixture, form: service.correction_act(
        fixture, read_score(form), read_reason(form)
    ),
    "void": lambda service, fixture, form: service.void_act(fixture, read_reason(form)),
    "replay": lambda service, fixture, form: service.replay_act(fixture, read_reason(form)),
}
"""Strokes of the commissioner's pen that others may hang on: those are shown first."""


async def _concede(request: Req, view: LeagueView, fixture: Fixture, who: int, form: Any) -> None:
    """Give the game up, with the score at its table, or the league's for a forfeit before kickoff."""
    journal = await in_thread(fresh_journal, request, view)
    own = [team for team in (fixture.home, fixture.visitor) if journal.managers[team].member == who]
    loser = next((team for team in own if str(team) == str(form.get("team", ""))), None)
    if loser is None:
        raise NotPermitted("only the manager of one of the teams can concede")
    service, attempt = ResultService(league_cache(request).service, journal, who), journal.current(fixture)
    if attempt is None or attempt.status != "live" or attempt.table == TERMINAL:
        await in_thread(service.concede, fixture, loser)
        return
    teams = await in_thread(LeagueTeams, journal)
    live = await table_service(request).get(attempt.table)
    if live.table is not None and live.game.meta.concession:
        await table_service(request).answer(attempt.table, teams.seat_of(fixture, loser), [CONCEDE], None)
        return
    scores = live.table.scoreboard().scores if live.table is not None else (0, 0)
    score = FinalScore(scores[teams.home_seat], scores[1 - teams.home_seat])
    await in_thread(service.concede, fixture, loser, score)


STOPPING = {
    "void": "The commissioner voided this game",
    "replay": "The commissioner discarded this game, and it will be replayed",
    "forfeit": "The commissioner recorded a forfeit",
}
"""What the commissioner may do to a game under way, as the players read it at their table."""


async def _stop_table(request: Req, table: str, line: str) -> None:
    """Let the players see what happened to their game, and take no more answers there."""
    if table and table != TERMINAL:
        await table_service(request).stop(table, line)
        notifier(request).notify(table)


async def _take(request: Req, view: LeagueView, fixture: Fixture) -> None:
    """Take the result from the table once more, where it could not be taken when the game ended."""
    attempt = view.journal.current(fixture)
    if attempt is None or attempt.status != "live" or not attempt.table:
        raise BadResult(f"{fixture_name(fixture.id)} is not being played right now")
    try:
        await table_service(request).take_result(attempt.table)
    except FieldhouseError:
        raise
    except Exception as error:
        log.warning("a result could not be taken", extra={"table": attempt.table}, exc_info=error)
        raise BadResult(
            f"{fixture_name(fixture.id)}: {view.red.get(fixture.id) or 'its result could not be recorded'}"
        ) from None


@post("/l/{league_id:str}/g/{key:str}/{verb:str}", include_in_schema=False, status_code=303)
async def act_on_game(
    request: Req, league_id: FromPath[str], key: FromPath[str], verb: FromPath[str]
) -> Response[Any]:
    """One act on one game; what is refused stands on the game's page."""
    view = await load_view(request, league_id)
    fixture = find_fixture(view, key)
    form = await request.form()
    try:
        who = require_member(view)
        if verb == "play":
            table = await fixture_table.open_fixture_table(request, league_cache(request), view, fixture, who)
            announce_change(request, league_id)
            return Redirect(f"/t/{table}", status_code=303)
        if verb == "take":
            await _take(request, view, fixture)
            announce_change(request, league_id)
            return Redirect(f"/l/{league_id}/g/{key}", status_code=303)
        if verb in ("concede", "simulate"):
            if verb == "concede":
                await _concede(request, view, fixture, who, form)
            else:
                await _simulate(request, view, fixture, who)
            announce_change(request, league_id)
            return Redirect(f"/l/{league_id}/g/{key}", status_code=303)
        if verb not in VERBS:
            raise ClientException(f"there is no action {verb!r}", status_code=404)
        journal = await in_thread(fresh_journal, request, view)
        service = ResultService(league_cache(request).service, journal, who)
        if verb in PREVIEWED and form.get("sure") != "yes":
            hangs = await in_thread(lambda: service.changes_from(PREVIEWED[verb](service, fixture, form)))
            if hangs or verb == "correct":
                wanted = {name: form.get(name) for name in ("home", "visitor") if verb == "correct"}
                wanted |= {"verb": verb, "reason": read_reason(form)}
                return await render_game_page(request, league_id, key, hangs=hangs, wanted=wanted)
        under_way = journal.current(fixture)
        table = under_way.table if under_way is not None and under_way.status == "live" else ""
        await in_thread(VERBS[verb], service, fixture, form)
        if verb in STOPPING:
            await _stop_table(request, table, f"{STOPPING[verb]}: {read_reason(form)}")
    except FieldhouseError as error:
        return await render_game_page(request, league_id, key, status=status_of(error)[0], fault=str(error))
    announce_change(request, league_id)
    return Redirect(f"/l/{league_id}/g/{url_key(fixture.id)}", status_code=303)


HANDLERS: list[ControllerRouterHandler] = [act_on_game, set_lineup]
