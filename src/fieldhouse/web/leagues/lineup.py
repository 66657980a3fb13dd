"""The lineup that a manager leaves behind: chosen on his team's page, read by nobody else."""

from __future__ import annotations

from collections import Counter
from typing import Any

from litestar import Response, post
from litestar.params import FromPath
from litestar.response import Redirect
from litestar.types import ControllerRouterHandler

from fieldhouse.kernel.errors import BadOptions, FieldhouseError
from fieldhouse.league.service.members import MemberService
from fieldhouse.league.service.permissions import require_manager
from fieldhouse.league.service.teams import LeagueTeams, LineupSlot
from fieldhouse.web.engine.threads import in_thread
from fieldhouse.web.errors import status_of
from fieldhouse.web.leagues.actions import announce_change, fresh_journal, require_member
from fieldhouse.web.leagues.pages import league_cache, load_view, render_team_page
from fieldhouse.web.middleware.auth import Req


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


HANDLERS: list[ControllerRouterHandler] = [set_lineup]
