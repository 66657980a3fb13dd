"""Sheets to print, blank and filled: score sheets of the week, the log sheet, team and player cards."""

from __future__ import annotations

from typing import Any

from litestar import get
from litestar.params import FromPath
from litestar.response import Template
from litestar.types import ControllerRouterHandler

from fieldhouse.kernel import registry
from fieldhouse.web.engine.threads import in_thread
from fieldhouse.web.leagues.pages import load_view, render_league_page
from fieldhouse.web.middleware.auth import Req

SHEETS = {
    "scores": "Score sheets",
    "log": "Game log",
    "teams": "Team cards",
    "players": "Player cards",
    "blank": "Blank cards",
}
PERIODS = ("1", "2", "3", "4")
PLAIN_CARD = ("Number", "Position", "Strength", "Notes")


@get("/l/{league_id:str}/print", include_in_schema=False)
async def show_print_page(request: Req, league_id: FromPath[str]) -> Template:
    """What to print; one style sheet fits A4 and Letter."""
    view = await load_view(request, league_id)
    what = request.query_params.get("what", "scores")
    part: Any = registry.find(view.league.game).part("sheets")
    cards: list[Any] = [None] * len(view.marks)
    rosters: list[Any] = []
    if part is not None:
        clubs = [franchise.club for franchise in view.league.franchises]
        if what == "teams":
            cards = await in_thread(lambda: [part.team_card(club) for club in clubs])
        if what == "players" and hasattr(part, "player_cards"):
            made = await in_thread(lambda: [part.player_cards(club) for club in clubs])
            rosters = list(zip(view.marks, made, strict=True))
    blank = part.BLANK_CARD if part is not None else PLAIN_CARD
    periods = getattr(part, "PERIODS", PERIODS)
    chosen = what if what in SHEETS else "scores"
    games = view.this_week or view.last_results[1]
    draw = getattr(part, "score_sheet", None)
    sheet_of = dict[int, str]()
    if chosen == "scores" and draw is not None:
        sheet_of = {n: draw(game.visitor.name, game.home.name) for n, game in enumerate(games)}
    given = {
        "games": games,
        "drawn": sheet_of,
        "cards": cards,
        "rosters": rosters,
        "blank": blank,
        "periods": periods,
    }
    return render_league_page("print", view, "print", sheets=SHEETS, what=chosen, **given)


HANDLERS: list[ControllerRouterHandler] = [show_print_page]
