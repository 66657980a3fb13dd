"""The line-up that a manager leaves behind: chosen on his team's page, read by nobody else."""

from __future__ import annotations

from collections import Counter
from typing import Any

from litestar import Response, post
from litestar.params import FromPath
from litestar.response import Redirect
from litestar.types import ControllerRouterHandler

from fieldhouse.kernel.errors import BadOptions, FieldhouseError
from fieldhouse.league.service.members import PeopleDesk
from fieldhouse.league.service.permissions import must_manage
from fieldhouse.league.service.teams import LeagueTeams, LineUpPlace
from fieldhouse.web.engine.threads import in_thread
from fieldhouse.web.errors import status_of
from fieldhouse.web.leagues.actions import fresh, member, tell
from fieldhouse.web.leagues.pages import hall, looked, team_page
from fieldhouse.web.middleware.auth import Req


def chosen(places: list[LineUpPlace], form: Any) -> str:
    """The words of the form's line-up; BadOptions where a man stands twice."""
    cards = {place.word: str(form.get(place.word, place.card)) for place in places}
    names = dict(man for place in places for man in place.men)
    twice = next((card for card, times in Counter(cards.values()).items() if times > 1), None)
    if twice is not None:
        raise BadOptions(f"{names.get(twice, twice)} stands in two places")
    return " ".join(f"{word}:{card}" for word, card in cards.items())


@post("/l/{league_id:str}/team/{number:int}/line-up", include_in_schema=False, status_code=303)
async def leave(request: Req, league_id: FromPath[str], number: FromPath[int]) -> Response[Any]:
    """Leave it behind; what is refused stands on the team's page."""
    view = await looked(request, league_id)
    form = await request.form()
    try:
        who = member(view)
        book = await in_thread(fresh, request, view)
        if not 0 <= number < len(book.chairs):
            raise BadOptions(f"this league has no team {number}")
        must_manage(book, who, number)
        places = await in_thread(LeagueTeams(book).lineup_places, number)
        words = chosen(places, form)
        await in_thread(PeopleDesk(hall(request).desk, book, who).leave_line_up, number, words)
    except FieldhouseError as error:
        return await team_page(request, league_id, number, status=status_of(error)[0], fault=str(error))
    tell(request, league_id)
    return Redirect(f"/l/{league_id}/team/{number}", status_code=303)


HANDLERS: list[ControllerRouterHandler] = [leave]
