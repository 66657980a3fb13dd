"""The odds of a league, and what they would be if."""

from __future__ import annotations

from math import ceil

import msgspec
from litestar import get
from litestar.params import FromPath
from litestar.response import Template
from litestar.types import ControllerRouterHandler
from markupsafe import Markup

from fieldhouse.kernel.errors import FieldhouseError
from fieldhouse.web.leagues.league_view import LeagueView, TeamLabel
from fieldhouse.web.leagues.odds_service import LeagueOdds, odds_service
from fieldhouse.web.leagues.pages import load_view, render_league_page
from fieldhouse.web.middleware.auth import Req

OUTCOMES = ("home", "draw", "visitor")


@get("/l/{league_id:str}/odds", include_in_schema=False)
async def odds_page(request: Req, league_id: FromPath[str]) -> Template:
    """Chances of every place, stage and the title; outcomes that are supposed stand in the query as
    `w.<game>=home|draw|visitor`."""
    view = await load_view(request, league_id)
    place = odds_service(request)
    has_lab = place.begin(view)
    found = place.ready(view)
    given = assumed_results(view, request)
    weeks = list(dict.fromkeys(game.stage for game in view.open_games))
    week = request.query_params.get("week", "")
    week = week if week in weeks else next(iter(weeks), "")
    instead, fault = None, ""
    if given and found is not None:
        try:
            fixtures = view.fixtures
            instead = await place.what_if(view, {fixtures[key].id: outcome for key, outcome in given.items()})
        except (FieldhouseError, TimeoutError) as error:
            fault = str(error) or "that took too long; try again in a moment"
    picture = title_curve(found, view)
    return render_league_page(
        "odds",
        view,
        "odds",
        odds=found,
        instead=instead,
        given=given,
        weeks=weeks,
        week=week,
        fault=fault,
        has_lab=has_lab,
        curve=picture,
    )


def assumed_results(view: LeagueView, request: Req) -> dict[str, str]:
    """The suppositions of the address, by the key of the game; those that cannot be are left out."""
    open_games = {game.key: game for game in view.open_games}
    found = {}
    for name, value in request.query_params.items():
        key = name.removeprefix("w.")
        game = open_games.get(key) if name.startswith("w.") and value in OUTCOMES else None
        if game is not None and (value != "draw" or not game.knockout):
            found[key] = value
    return found


class TitleCurve(msgspec.Struct):
    """The chance of the title by weeks, of the likeliest teams; `top` is the upper edge in per cent."""

    picture: Markup
    top: int
    teams: list[TeamLabel]


def title_curve(found: LeagueOdds | None, view: LeagueView) -> TitleCurve | None:
    """A line for each of the five likeliest teams; None before the first week."""
    weeks: list[list[float]] = found.chances.weeks if found is not None else []
    if len(weeks) < 2:
        return None
    best = sorted(range(len(view.marks)), key=lambda team: -weeks[-1][team])[:5]
    top = min(1.0, 0.1 * ceil(10 * max(week[team] for week in weeks for team in best) + 0.01))
    step = 100 / (len(weeks) - 1)
    lines = [
        f'<path class="c3 t{view.marks[team].color}" d="M'
        + "L".join(f"{step * n:.2f} {100 - 100 * week[team] / top:.2f}" for n, week in enumerate(weeks))
        + '"/>'
        for team in best
    ]
    start = '<svg viewBox="0 0 100 100" preserveAspectRatio="none" role="img"'
    label = "Title odds by week"
    picture = Markup(f'{start} aria-label="{label}">' + "".join(lines) + "</svg>")
    return TitleCurve(picture, round(100 * top), [view.marks[team] for team in best])


HANDLERS: list[ControllerRouterHandler] = [odds_page]
