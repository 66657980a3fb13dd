"""One game of a league: its box score when it is over, what can be done about it before."""

from __future__ import annotations

from collections.abc import Mapping

from litestar import Response, get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Redirect, Template
from litestar.types import ControllerRouterHandler

from fieldhouse.football.competition.format import Fixture
from fieldhouse.kernel import record
from fieldhouse.kernel.errors import FieldhouseError
from fieldhouse.league.service.teams import LeagueTeams
from fieldhouse.web.engine.live_table import LiveTable
from fieldhouse.web.engine.threads import compute_in_thread, in_thread
from fieldhouse.web.leagues.box_score import box_score_page, win_probability_svg
from fieldhouse.web.leagues.league_view import LeagueView
from fieldhouse.web.leagues.odds_service import odds_service
from fieldhouse.web.leagues.pages import league_cache, load_view, render_league_page
from fieldhouse.web.leagues.simulation import simulations
from fieldhouse.web.middleware.auth import Req, background_jobs
from fieldhouse.web.replay.index import ReplayIndex
from fieldhouse.web.replay.pages import build_replay_page, render_verify_page, replay_template, start_branch
from fieldhouse.web.table_routes import number

CONFIRM = {"correct": "Correct score", "void": "Void game", "replay": "Discard and replay"}
"""The button that does what was previewed."""


def find_fixture(view: LeagueView, key: str) -> Fixture:
    """The game of that address."""
    found = view.fixtures.get(key)
    if found is None:
        raise NotFoundException("this league has no such game; a correction may have changed the matchup")
    return found


async def render_game_page(
    request: Req,
    league_id: str,
    key: str,
    *,
    status: int = 200,
    fault: str = "",
    hangs: list[str] | None = None,
    wanted: Mapping[str, object] | None = None,
) -> Template:
    """The page of a game, with what was refused, or with what hangs on a correction before it is made."""
    view = await load_view(request, league_id)
    fixture = find_fixture(view, key)
    game, box, lost = view.game(fixture), None, ""
    curve: list[float] = []
    how = ""
    result = view.journal.result(fixture)
    if result is not None and result.record:
        try:
            sheet, home_seat = await compute_in_thread(league_cache(request).sheet, view, fixture, result)
            box = box_score_page(sheet, home_seat, (game.home.name, game.visitor.name))
            curve, how = await odds_service(request).chances_of(view, fixture, result, home_seat)
        except FieldhouseError as error:
            lost = str(error)
    page = render_league_page(
        "game",
        view,
        "schedule",
        game=game,
        box=box,
        lost=lost,
        fault=fault,
        hangs=hangs,
        wanted=wanted or {},
        confirm_words=CONFIRM,
        curve=win_probability_svg(curve),
        curve_kind=how,
        simulation=simulations(request).of(league_id),
    )
    page.status_code = status
    return page


@get("/l/{league_id:str}/g/{key:str}", include_in_schema=False)
async def show_game(request: Req, league_id: FromPath[str], key: FromPath[str]) -> Template:
    """Show the page of one game."""
    return await render_game_page(request, league_id, key)


@get("/l/{league_id:str}/g/{key:str}/record.json", include_in_schema=False)
async def record_file(request: Req, league_id: FromPath[str], key: FromPath[str]) -> Response[str]:
    """The record of the game, to be replayed and verified anywhere."""
    view = await load_view(request, league_id)
    made = await in_thread(league_cache(request).record, view, find_fixture(view, key))
    if made is None:
        raise NotFoundException("this game has no play-by-play")
    headers = {"content-disposition": f'attachment; filename="{league_id}-{key}.json"'}
    return Response(
        await compute_in_thread(record.record_text, made), media_type="application/json", headers=headers
    )


async def _filmed(request: Req, league_id: str, key: str) -> tuple[LeagueView, LiveTable, ReplayIndex]:
    view = await load_view(request, league_id)
    live = await compute_in_thread(league_cache(request).load_replay, view, find_fixture(view, key))
    if live is None or live.replay_index is None:
        raise NotFoundException("this game has no play-by-play")
    return view, live, live.replay_index


@get("/l/{league_id:str}/g/{key:str}/film", include_in_schema=False)
async def replay_game(request: Req, league_id: FromPath[str], key: FromPath[str]) -> Template:
    """The game play by play, whoever played it: from its record, in the replay's own rooms."""
    _, live, shot = await _filmed(request, league_id, key)
    await background_jobs(request).review(live)
    at, seat = number(request.query_params.get("at")), number(request.query_params.get("seat"))
    page = await compute_in_thread(build_replay_page, live, shot, None, at, seat, f"/l/{league_id}/g/{key}")
    return Template(replay_template(request), context={"page": page})


@post("/l/{league_id:str}/g/{key:str}/branch", include_in_schema=False, status_code=303)
async def play_on_from_record(request: Req, league_id: FromPath[str], key: FromPath[str]) -> Redirect:
    """What if: play on from a moment of the game, at a table of its own; the league hears nothing of it."""
    view, live, _ = await _filmed(request, league_id, key)
    teams = await in_thread(LeagueTeams, view.journal)
    sides = [teams.team_at(find_fixture(view, key), seat) for seat in (0, 1)]
    own = next((seat for seat, team in enumerate(sides) if view.marks[team].mine), None)
    return await start_branch(request, live, own)


@get("/l/{league_id:str}/g/{key:str}/verify", include_in_schema=False)
async def verify_game(request: Req, league_id: FromPath[str], key: FromPath[str]) -> Template:
    """Derive every roll of the game again and say what that proves, and what not."""
    _, live, shot = await _filmed(request, league_id, key)
    return await render_verify_page(request, live, shot, f"/l/{league_id}/g/{key}")


HANDLERS: list[ControllerRouterHandler] = [
    show_game,
    record_file,
    replay_game,
    play_on_from_record,
    verify_game,
]
