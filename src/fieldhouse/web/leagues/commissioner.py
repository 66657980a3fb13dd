"""The commissioner's desk: people and links, chairs, deadlines, simulated weeks, pauses, the webhook."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from litestar import Response, get, post
from litestar.exceptions import ClientException
from litestar.params import FromPath
from litestar.response import Redirect, Template
from litestar.types import ControllerRouterHandler

from fieldhouse.kernel import registry
from fieldhouse.kernel.errors import BadOptions, FieldhouseError
from fieldhouse.league.journal.league import FranchiseChair, Role
from fieldhouse.league.journal.league_journal import LeagueBook
from fieldhouse.league.service.deadlines import CalendarDesk
from fieldhouse.league.service.league_service import LeagueDesk
from fieldhouse.league.service.members import PeopleDesk
from fieldhouse.league.service.permissions import must_command, must_run
from fieldhouse.league.service.simulator import Simulator, everything, without_people
from fieldhouse.web.engine.threads import in_thread
from fieldhouse.web.errors import status_of
from fieldhouse.web.leagues import webhook_client
from fieldhouse.web.leagues.actions import fresh, member, reason, tell, whole
from fieldhouse.web.leagues.pages import hall, looked, shown
from fieldhouse.web.middleware.auth import Req, site_address, table_service


class Office(msgspec.Struct):
    """Where a verb of the desk works: the desk, a book of its own, who acts, and the address of the house."""

    desk: LeagueDesk
    book: LeagueBook
    who: int
    base: str

    @property
    def people(self) -> PeopleDesk:
        """People and chairs."""
        return PeopleDesk(self.desk, self.book, self.who)

    @property
    def calendar(self) -> CalendarDesk:
        """Deadlines and pauses."""
        return CalendarDesk(self.desk, self.book, self.who)


def invite(office: Office, form: Any) -> str:
    """A new member; the token of the link, shown this once."""
    team = str(form.get("team", ""))
    role: Role = "reader" if form.get("role") == "reader" else "manager"
    franchise = int(team) if team.isdigit() and role == "manager" else None
    if franchise is not None and franchise >= len(office.book.chairs):
        raise BadOptions(f"this league has no team {franchise}")
    _, token = office.people.invite(str(form.get("name", "")), role, franchise)
    return token


def link(office: Office, form: Any) -> str:
    """A new link for a member who lost one."""
    return office.people.new_link(office.people.member(str(form.get("member", ""))).number)


def chair(office: Office, form: Any) -> str:
    """Another manager, or a coach; the words are `member:<n>` or `coach:<level>`."""
    team, (kind, _, rest) = whole(form, "team"), str(form.get("who", "")).partition(":")
    if not 0 <= team < len(office.book.chairs):
        raise BadOptions(f"this league has no team {team}")
    before = office.book.chairs[team]
    if kind == "coach":
        given = FranchiseChair(level=rest, stand_in=rest)
    else:
        number = office.people.member(rest).number
        given = msgspec.structs.replace(before, member=number, away=False)
    office.people.give_chair(team, given, reason(form))
    return ""


def away(office: Office, form: Any) -> str:
    """The stand-in plays, or the manager is back."""
    office.people.away(whole(form, "team"), away=form.get("away") == "yes", reason=reason(form))
    return ""


def deadline(office: Office, form: Any) -> str:
    """When a week or a game is due."""
    office.calendar.set_deadline(str(form.get("of", "")), str(form.get("at", "")), reason(form))
    return ""


def pause(office: Office, form: Any) -> str:
    """Nothing is due until it goes on."""
    office.calendar.pause(reason(form))
    return ""


def resume(office: Office, form: Any) -> str:
    """It goes on."""
    office.calendar.resume(reason(form))
    return ""


def hand_over(office: Office, form: Any) -> str:
    """Another commissioner."""
    office.people.hand_over(office.people.member(str(form.get("member", ""))).number, reason(form))
    return ""


def simulate(office: Office, form: Any) -> str:
    """The games of this week, those of coaches only or all that nobody has begun; or everything left."""
    must_command(office.book, office.who)
    must_run(office.book)
    wanted = everything if form.get("which") == "all" else without_people
    simulator = Simulator(office.desk, office.book)
    if form.get("far") == "end":
        simulator.all(wanted)
    else:
        simulator.week(wanted)
    return ""


def webhook(office: Office, form: Any) -> str:
    """Where the house tells of every result."""
    must_command(office.book, office.who)
    webhook_client.settle(office.desk.store, office.book.id, str(form.get("url", "")), office.base)
    return ""


Verb = Callable[[Office, Any], str]
VERBS: dict[str, Verb] = {
    "invite": invite,
    "link": link,
    "chair": chair,
    "away": away,
    "deadline": deadline,
    "pause": pause,
    "resume": resume,
    "hand-over": hand_over,
    "simulate": simulate,
    "webhook": webhook,
}
FOR_MANAGERS = ("link", "away")


async def desk_page(
    request: Req, league_id: str, *, status: int = 200, fault: str = "", link: str = ""
) -> Template:
    """The desk, with what was refused or with a link that is shown this once."""
    view = await looked(request, league_id)
    if not view.commands:
        return Template(
            "error.html",
            context={
                "status": 403,
                "headline": "The commissioner's desk",
                "detail": fault or "Only the commissioner of the league sits here.",
            },
            status_code=403,
        )
    store = hall(request).store
    page = shown(
        "desk",
        view,
        "desk",
        fault=fault,
        link=link,
        levels=registry.find(view.league.game).meta.levels,
        hook=await in_thread(webhook_client.address_of, store, league_id),
        hook_said=await in_thread(webhook_client.said, store, league_id),
    )
    page.status_code = status
    return page


@get("/l/{league_id:str}/desk", include_in_schema=False)
async def desk(request: Req, league_id: FromPath[str]) -> Template:
    """The commissioner's desk."""
    return await desk_page(request, league_id)


@post("/l/{league_id:str}/desk/{verb:str}", include_in_schema=False, status_code=303)
async def do(request: Req, league_id: FromPath[str], verb: FromPath[str]) -> Response[Any]:
    """One act at the desk."""
    view = await looked(request, league_id)
    form = await request.form()
    if verb not in VERBS:
        raise ClientException(f"nothing is called {verb!r} here", status_code=404)
    try:
        book = await in_thread(fresh, request, view)
        office = Office(hall(request).desk, book, member(view), site_address(request))
        if verb not in FOR_MANAGERS:
            must_command(office.book, office.who)
        token = await in_thread(VERBS[verb], office, form)
    except FieldhouseError as error:
        return await desk_page(request, league_id, status=status_of(error)[0], fault=str(error))
    if verb in ("link", "chair"):  # who was shut out of games under way is so at once: they are read anew
        for tried in office.book.attempts.values():
            if tried and tried[-1].status == "live" and tried[-1].table:
                table_service(request).forget(tried[-1].table)
    tell(request, league_id)
    if token:
        address = f"{site_address(request)}/leagues/join/{token}"
        again = await looked(request, league_id)
        if again.commands:
            return await desk_page(request, league_id, link=address)
        return shown("link", again, "rules", link=address)  # his own: this device is shut out
    return Redirect(f"/l/{league_id}/{'desk' if view.commands else ''}", status_code=303)


HANDLERS: list[ControllerRouterHandler] = [desk, do]
