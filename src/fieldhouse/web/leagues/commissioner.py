"""The commissioner tools: people and links, managers, deadlines, simulated weeks, pauses, the webhook."""

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
from fieldhouse.league.journal.league import FranchiseManager, Role
from fieldhouse.league.journal.league_journal import LeagueJournal
from fieldhouse.league.service.deadlines import DeadlineService
from fieldhouse.league.service.league_service import LeagueService
from fieldhouse.league.service.members import MemberService
from fieldhouse.league.service.permissions import require_commissioner, require_running
from fieldhouse.web.engine.threads import in_thread
from fieldhouse.web.errors import status_of
from fieldhouse.web.leagues import webhooks
from fieldhouse.web.leagues.actions import (
    announce_change,
    fresh_journal,
    read_int,
    read_reason,
    require_member,
)
from fieldhouse.web.leagues.league_worker import GamesWanted
from fieldhouse.web.leagues.pages import league_cache, load_view, render_league_page
from fieldhouse.web.leagues.simulation import simulations
from fieldhouse.web.middleware.auth import Req, site_address, table_service


class CommissionerTools(msgspec.Struct):
    """What every tool needs: the service, a fresh journal, who acts, and the server's address."""

    service: LeagueService
    journal: LeagueJournal
    who: int
    base: str

    @property
    def people(self) -> MemberService:
        """The service for members and managers."""
        return MemberService(self.service, self.journal, self.who)

    @property
    def calendar(self) -> DeadlineService:
        """The service for deadlines and pauses."""
        return DeadlineService(self.service, self.journal, self.who)


def invite_member(office: CommissionerTools, form: Any) -> str:
    """A new member; the token of the link, shown this once."""
    team = str(form.get("team", ""))
    role: Role = "reader" if form.get("role") == "reader" else "manager"
    franchise = int(team) if team.isdigit() and role == "manager" else None
    if franchise is not None and franchise >= len(office.journal.managers):
        raise BadOptions(f"this league has no team {franchise}")
    _, token = office.people.invite(str(form.get("name", "")), role, franchise)
    return token


def renew_link(office: CommissionerTools, form: Any) -> str:
    """A new link for a member who lost one."""
    return office.people.new_link(office.people.member(str(form.get("member", ""))).number)


def assign_manager(office: CommissionerTools, form: Any) -> str:
    """Another manager, or a coach; the words are `member:<n>` or `coach:<level>`."""
    team, (kind, _, rest) = read_int(form, "team"), str(form.get("who", "")).partition(":")
    if not 0 <= team < len(office.journal.managers):
        raise BadOptions(f"this league has no team {team}")
    before = office.journal.managers[team]
    if kind == "coach":
        given = FranchiseManager(level=rest, stand_in=rest)
    else:
        number = office.people.member(rest).number
        given = msgspec.structs.replace(before, member=number, away=False)
    office.people.assign_manager(team, given, read_reason(form))
    return ""


def set_away(office: CommissionerTools, form: Any) -> str:
    """The stand-in plays, or the manager is back."""
    office.people.away(read_int(form, "team"), away=form.get("away") == "yes", reason=read_reason(form))
    return ""


def set_deadline(office: CommissionerTools, form: Any) -> str:
    """When a week or a game is due."""
    office.calendar.set_deadline(str(form.get("of", "")), str(form.get("at", "")), read_reason(form))
    return ""


def pause_league(office: CommissionerTools, form: Any) -> str:
    """Nothing is due until it goes on."""
    office.calendar.pause(read_reason(form))
    return ""


def resume_league(office: CommissionerTools, form: Any) -> str:
    """Resume the league."""
    office.calendar.resume(read_reason(form))
    return ""


def add_commissioner(office: CommissionerTools, form: Any) -> str:
    """Make another member a commissioner, too."""
    office.people.add_commissioner(office.people.member(str(form.get("member", ""))).number)
    return ""


def step_down(office: CommissionerTools, form: Any) -> str:
    """One commissioner fewer; there is always one left."""
    office.people.step_down(office.people.member(str(form.get("member", ""))).number)
    return ""


def transfer_league(office: CommissionerTools, form: Any) -> str:
    """Make another member the commissioner."""
    office.people.transfer(office.people.member(str(form.get("member", ""))).number, read_reason(form))
    return ""


def games_to_simulate(office: CommissionerTools, form: Any) -> GamesWanted:
    """The games of this week, those of coaches only or all that nobody has begun; or everything left."""
    require_running(office.journal)
    stage = "" if form.get("far") == "end" else None
    return GamesWanted(all=form.get("which") == "all", stage=stage, who=office.who)


def change_webhook(office: CommissionerTools, form: Any) -> str:
    """Where the server tells of every result."""
    require_commissioner(office.journal, office.who)
    webhooks.save_webhook(
        office.service.store, office.journal.id, str(form.get("url", "")).strip(), office.base
    )
    return ""


WEBHOOK = "webhook"
Verb = Callable[[CommissionerTools, Any], str]
VERBS: dict[str, Verb] = {
    "invite": invite_member,
    "link": renew_link,
    "chair": assign_manager,
    "away": set_away,
    "deadline": set_deadline,
    "pause": pause_league,
    "resume": resume_league,
    "add-commissioner": add_commissioner,
    "step-down": step_down,
    "hand-over": transfer_league,
    WEBHOOK: change_webhook,
}
FOR_MANAGERS = ("link", "away")
SIMULATE, STOP = "simulate", "stop-simulation"
"""What is done in the background."""


async def render_commissioner_page(
    request: Req, league_id: str, *, status: int = 200, fault: str = "", link: str = ""
) -> Template:
    """The desk, with what was refused or with a link that is shown this once."""
    view = await load_view(request, league_id)
    if not view.is_commissioner:
        return Template(
            "error.html",
            context={
                "status": 403,
                "headline": "Commissioner tools",
                "detail": fault or "Only the commissioner of this league can open this page.",
            },
            status_code=403,
        )
    store = league_cache(request).store
    page = render_league_page(
        "desk",
        view,
        "desk",
        fault=fault,
        link=link,
        levels=registry.find(view.league.game).meta.levels,
        simulation=simulations(request).of(league_id),
        hook=await in_thread(webhooks.webhook_url, store, league_id),
        hook_said=await in_thread(webhooks.last_call, store, league_id),
    )
    page.status_code = status
    return page


@get("/l/{league_id:str}/desk", include_in_schema=False)
async def commissioner_page(request: Req, league_id: FromPath[str]) -> Template:
    """Show the commissioner tools."""
    return await render_commissioner_page(request, league_id)


@post("/l/{league_id:str}/desk/{verb:str}", include_in_schema=False, status_code=303)
async def run_commissioner_tool(request: Req, league_id: FromPath[str], verb: FromPath[str]) -> Response[Any]:
    """One act at the commissioner tools."""
    view = await load_view(request, league_id)
    form = await request.form()
    if verb not in (*VERBS, SIMULATE, STOP):
        raise ClientException(f"there is no action {verb!r}", status_code=404)
    try:
        journal = await in_thread(fresh_journal, request, view)
        office = CommissionerTools(
            league_cache(request).service, journal, require_member(view), site_address(request)
        )
        if verb not in FOR_MANAGERS:
            require_commissioner(office.journal, office.who)
        token = ""
        if verb == SIMULATE:
            await simulations(request).simulate(league_id, games_to_simulate(office, form))
        elif verb == STOP:
            simulations(request).stop(league_id)
        else:
            if verb == WEBHOOK and (url := str(form.get("url", "")).strip()):
                await request.app.state.webhooks.check(url)
            token = await in_thread(VERBS[verb], office, form)
    except FieldhouseError as error:
        return await render_commissioner_page(
            request, league_id, status=status_of(error)[0], fault=str(error)
        )
    if verb in ("invite", "link", "chair"):  # games under way are read anew: who was shut out is so at once
        for tried in office.journal.attempts.values():
            if tried and tried[-1].status == "live" and tried[-1].table:
                table_service(request).forget(tried[-1].table)
    announce_change(request, league_id)
    if token:
        address = f"{site_address(request)}/leagues/join/{token}"
        again = await load_view(request, league_id)
        if again.is_commissioner:
            return await render_commissioner_page(request, league_id, link=address)
        return render_league_page("link", again, "rules", link=address)  # his own: this device is shut out
    return Redirect(f"/l/{league_id}/{'desk' if view.is_commissioner else ''}", status_code=303)


HANDLERS: list[ControllerRouterHandler] = [commissioner_page, run_commissioner_tool]
