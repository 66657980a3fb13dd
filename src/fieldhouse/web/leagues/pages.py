"""The pages that everybody may read who has the league's address."""

from __future__ import annotations

from typing import Any

from litestar import get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Template
from litestar.types import ControllerRouterHandler

from fieldhouse.football.box_score import STATISTICS
from fieldhouse.kernel.errors import FieldhouseError
from fieldhouse.league.statistics import totals
from fieldhouse.web.engine.threads import compute_in_thread, in_thread
from fieldhouse.web.leagues import odds_service
from fieldhouse.web.leagues.league_cache import LeagueCache
from fieldhouse.web.leagues.league_view import LeagueView, url_key
from fieldhouse.web.leagues.text import journal_lines, stat_label
from fieldhouse.web.middleware.auth import Req, hash_of

LEADERS = (
    *("points", "pass_yards", "pass_touchdowns", "run_yards", "run_touchdowns", "receiving_yards"),
    *("receptions", "touchdowns", "field_goals", "interceptions_made", "yards", "first_downs"),
)
"""What leaders lead in, of that which the game counts."""
RECORDS = tuple(dict.fromkeys((*LEADERS, "longest_field_goal", "plays", "punts")))


def league_cache(request: Req) -> LeagueCache:
    """The hall of this server."""
    found: LeagueCache = request.app.state.league_cache
    return found


async def load_view(request: Req, league_id: str) -> LeagueView:
    """The league for this visitor."""
    return await in_thread(league_cache(request).view, league_id, hash_of(request))


def render_league_page(name: str, view: LeagueView, tab: str, **more: Any) -> Template:
    """A page of the league."""
    return Template(f"leagues/{name}.html", context={"view": view, "tab": tab, **more})


@get("/l/{league_id:str}", include_in_schema=False)
async def league_home(request: Req, league_id: FromPath[str]) -> Template:
    """This week, my game, whom the league waits for, the table."""
    view = await load_view(request, league_id)
    found = odds_service.odds_service(request).ready(view)
    recent = journal_lines(view)[-4:][::-1]
    stake = found.stake(view.my_game) if found is not None and view.my_game is not None else None
    return render_league_page("home", view, "home", odds=found, recent=recent, stake=stake)


@get("/l/{league_id:str}/schedule", include_in_schema=False)
async def schedule_page(request: Req, league_id: FromPath[str]) -> Template:
    """Every game, by week or round."""
    return render_league_page("schedule", await load_view(request, league_id), "schedule")


@get("/l/{league_id:str}/teams", include_in_schema=False)
async def teams_page(request: Req, league_id: FromPath[str]) -> Template:
    """Every team with its totals."""
    view = await load_view(request, league_id)
    lines = await in_thread(totals.season_totals, league_cache(request).store, league_id)
    runs = await in_thread(totals.team_streaks, league_cache(request).store, league_id)
    now = {run.team: run for run in runs if run.last}
    best = {run.team: run.games for run in sorted(runs, key=lambda run: run.games) if run.outcome == 1}
    known = [name for name in STATISTICS if any(name in line.stats for line in lines)]
    return render_league_page(
        "teams",
        view,
        "teams",
        lines={line.team: line for line in lines},
        columns=known[:8],
        now=now,
        best=best,
    )


@get("/l/{league_id:str}/team/{number:int}", include_in_schema=False)
async def show_team(request: Req, league_id: FromPath[str], number: FromPath[int]) -> Template:
    """One team: its games, its players, its numbers."""
    return await render_team_page(request, league_id, number)


async def render_team_page(
    request: Req, league_id: str, number: int, *, status: int = 200, fault: str = ""
) -> Template:
    """The page of a team, with what was refused; to its manager also the lineup he leaves behind."""
    view = await load_view(request, league_id)
    if not 0 <= number < len(view.marks):
        raise NotFoundException(f"this league has no team {number}")
    store = league_cache(request).store
    own = await in_thread(totals.season_totals, store, league_id, team=number)
    men = await in_thread(totals.season_totals, store, league_id, men=True, team=number)
    games = [
        game
        for games in view.stages.values()
        for game in games
        if number in (game.home.number, game.visitor.number)
    ]
    line = own[0] if own else None
    page = render_league_page(
        "team",
        view,
        "teams",
        fault=fault,
        places=await in_thread(league_cache(request).own_places, view, number),
        mark=view.marks[number],
        line=line,
        men=men,
        games=games,
        names=list(STATISTICS),
    )
    page.status_code = status
    return page


@get("/l/{league_id:str}/player/{key:str}", include_in_schema=False)
async def league_player_page(request: Req, league_id: FromPath[str], key: FromPath[str]) -> Template:
    """A player's card: this season, and his career in this house."""
    view = await load_view(request, league_id)
    store = league_cache(request).store
    rows = await in_thread(store.leagues.players, league_id)
    found = next((row for row in rows if url_key(row.player) == key), None)
    if found is None:
        raise NotFoundException("no player with that name has played in this league")
    lines = await in_thread(store.leagues.stat_lines, league_id)
    games: dict[str, dict[str, int]] = {}
    for fixture, line in lines:
        if line.player == found.player and line.value is not None:
            games.setdefault(fixture, {})[line.what] = int(line.value)
    years = await in_thread(totals.career_totals, store, league_id, found.player)
    marks = [view.game(fixture) for fixture in view.fixtures.values() if fixture.id in games]
    return render_league_page(
        "player",
        view,
        "teams",
        man=found,
        mark=view.marks[found.team],
        games=marks,
        lines=games,
        career=years,
    )


@get("/l/{league_id:str}/leaders", include_in_schema=False)
async def leaders_page(request: Req, league_id: FromPath[str]) -> Template:
    """Who has most of what."""
    view = await load_view(request, league_id)

    def read() -> list[tuple[str, list[totals.Leader]]]:
        return [(what, totals.stat_leaders(league_cache(request).store, league_id, what)) for what in LEADERS]

    lists = [(stat_label(what), rows) for what, rows in await in_thread(read) if rows]
    return render_league_page("leaders", view, "leaders", lists=lists)


@get("/l/{league_id:str}/records", include_in_schema=False)
async def records_page(request: Req, league_id: FromPath[str]) -> Template:
    """The best of single games, and the longest runs."""
    view = await load_view(request, league_id)
    store = league_cache(request).store

    def read() -> tuple[
        list[totals.SingleGameRecord], list[totals.SingleGameRecord], list[totals.TeamStreak]
    ]:
        both = (totals.single_game_records(store, league_id, RECORDS, men=men) for men in (True, False))
        return *both, totals.team_streaks(store, league_id)  # type: ignore[return-value]

    men, sides, runs = await in_thread(read)
    longest = sorted(runs, key=lambda run: (-run.games, run.team))
    won, lost = ([run for run in longest if run.outcome == sign][:3] for sign in (1, -1))
    return render_league_page("records", view, "leaders", men=men, sides=sides, won=won, lost=lost)


@get("/l/{league_id:str}/audit", include_in_schema=False)
async def log_page(request: Req, league_id: FromPath[str]) -> Template:
    """The league log: everything that was done, by whom, in a chain."""
    view = await load_view(request, league_id)
    try:
        head = await compute_in_thread(league_cache(request).check_journal, league_id)
        broken = ""
    except FieldhouseError as error:
        head, broken = "", str(error)
    return render_league_page(
        "audit", view, "audit", lines=journal_lines(view)[::-1], head=head, broken=broken
    )


@get("/l/{league_id:str}/rules", include_in_schema=False)
async def league_rules_page(request: Req, league_id: FromPath[str]) -> Template:
    """The rules of the league: form, tie-breakers, options, charts, the commitment."""
    view = await load_view(request, league_id)
    return render_league_page("rules", view, "rules")


HANDLERS: list[ControllerRouterHandler] = [
    league_home, schedule_page, teams_page, show_team, league_player_page, leaders_page, records_page,
    log_page,
    league_rules_page,
]  # fmt: skip
