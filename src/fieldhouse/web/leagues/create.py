"""Founding a league: from the lobby, or with the teams of a draft or an auction; joining one by a link."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from litestar import Response, get, post
from litestar.exceptions import ClientException
from litestar.params import FromPath
from litestar.response import Redirect, Template
from litestar.types import ControllerRouterHandler

from fieldhouse.kernel import registry
from fieldhouse.kernel.errors import BadOptions, FieldhouseError
from fieldhouse.kernel.fair import new_secret
from fieldhouse.league.formats.game_format import game_formats
from fieldhouse.league.journal.league import Franchise, League
from fieldhouse.league.journal.league_journal import LeagueJournal
from fieldhouse.league.season_replay import GAME as SEASON_GAME
from fieldhouse.league.service.create import (
    create_league,
    franchises_from_draft,
    make_format,
    make_franchises,
    make_league,
    make_season_league,
)
from fieldhouse.league.service.derive import update_derived
from fieldhouse.league.service.league_service import LeagueService
from fieldhouse.league.service.members import MemberService, find_franchise
from fieldhouse.league.service.teams import hash_token
from fieldhouse.league.teams import TEAM_FILE_SUFFIX
from fieldhouse.web.engine.live_table import LiveTable, NotYourSeat
from fieldhouse.web.engine.threads import in_thread
from fieldhouse.web.errors import status_of
from fieldhouse.web.leagues.pages import league_cache
from fieldhouse.web.lobby.my_games import my_leagues
from fieldhouse.web.middleware.auth import Req, Visitor, hash_of, table_service, visitor
from fieldhouse.web.setup.dice_commitment import issue_token, redeem_token, valid_nonce
from fieldhouse.web.setup.seating import clean_name

MOST_TEAMS = 32
BETWEEN = re.compile(r"^-{3,}\s*$", re.MULTILINE)
MOST_LEAGUES = 20
"""Leagues that one person may have."""
FORMS = {
    "robin": "Everybody once; the best of the table are champions",
    "twice": "Everybody twice; the best of the table are champions",
    "double": "Everybody twice, then semi-finals and a final",
    "cup": "A cup: who loses is out",
}
EXAMPLES = {
    "fastdrive": "Chicago Bears 1985\nMiami Dolphins 1984\nDenver Broncos 2013\nDallas Cowboys 1992",
    "thegrid": "canton\nbremen\nleeds\nbari",
}


class DraftSeat(msgspec.Struct):
    """Who sat there: a coach of this level, or a person and the device that holds the seat."""

    name: str
    level: str
    device: str | None


class DraftTeams(msgspec.Struct):
    """The teams of a finished room, and who sat there, by seat."""

    game: str
    franchises: list[Franchise]
    seats: list[DraftSeat]


def draft_teams(live: LiveTable) -> DraftTeams:
    """What was formed at this table; BadOptions where it is no finished room of a game with leagues."""
    if live.table is None:
        raise BadOptions("a league is founded with the teams of a draft or an auction that is over")
    game, franchises = franchises_from_draft(live.table)
    seats = [
        DraftSeat(chair.name, chair.level or "starter" if chair.kind == "coach" else "", chair.holder)
        for chair in live.seats
    ]
    return DraftTeams(game, franchises, seats)


async def render_create_page(
    request: Req, *, status: int = 200, fault: str = "", said: Any = None
) -> Template:
    """The form that founds a league, as it was filled."""
    asked = dict(said or {}) | {k: v for k, v in request.query_params.items() if said is None}
    room = str(asked.get("room", ""))
    teams = draft_teams(await table_service(request).look(room)) if room else None
    name = teams.game if teams is not None else str(asked.get("game", "thegrid"))
    folder = registry.find(name)
    games = [folder for folder in registry.list_games().values() if len(folder.meta.seats) == 2]
    token, seal = issue_token(table_service(request))
    context = {
        "token": token,
        "seal": seal,
        "games": sorted(games, key=lambda one: one.meta.title),
        "folder": folder,
        "room": room,
        "teams": teams,
        "forms": FORMS | {word: told for word, (told, _) in game_formats(name).items()},
        "said": asked,
        "example": EXAMPLES.get(name, "Ducks\nGeese\nSwans\nGulls"),
        "has_clubs": folder.part("clubs") is not None,
        "has_seasons": folder.name == SEASON_GAME and teams is None,
        "fault": fault,
    }
    return Template("leagues/new.html", context=context, status_code=status)


@get("/leagues/new", include_in_schema=False)
async def create_page(request: Req) -> Template:
    """Set up a league."""
    return await render_create_page(request)


@post("/leagues/new", include_in_schema=False, status_code=303)
async def submit_league(request: Req) -> Response[Any]:
    """Found it."""
    form = dict((await request.form()).items())
    who = visitor(request)
    try:
        room = str(form.get("room", ""))
        live = await table_service(request).look(room) if room else None
        if live is not None and not live.held_by(who.hash):
            raise NotYourSeat("only who sat in this room may found a league with its teams")
        teams = draft_teams(live) if live is not None else None
        token = str(form.get("token", ""))  # without one nothing was sealed before: a program, not a page
        secret = redeem_token(table_service(request), token) if token else new_secret()
        league_id = await in_thread(_found, league_cache(request).service, form, teams, who.hash, secret)
    except FieldhouseError as error:
        return await render_create_page(request, status=status_of(error)[0], fault=str(error), said=form)
    return Redirect(f"/l/{league_id}", status_code=303, cookies=who.cookies())


def franchises_from_form(form: Mapping[str, Any], game: str, level: str) -> list[Franchise]:
    """The teams that are named one to a line, then those pasted as files with a line of --- between two."""
    words = [line.strip() for line in str(form.get("teams", "")).splitlines() if line.strip()]
    files = [text for text in BETWEEN.split(str(form.get("own", ""))) if text.strip()]
    own = {f"your own team {n}{TEAM_FILE_SUFFIX}": text for n, text in enumerate(files, start=1)}
    words += own
    if not 2 <= len(words) <= MOST_TEAMS:
        raise BadOptions(f"a league has 2 to {MOST_TEAMS} teams, one to a line; here are {len(words)}")
    return make_franchises(game, words, own.__getitem__ if own else None, level)


def _found(
    service: LeagueService, form: dict[str, Any], teams: DraftTeams | None, device: str, secret: str
) -> str:
    """The league's id; the same one where its form was sent twice."""
    if len(service.store.leagues.rows_of_device(device)) >= MOST_LEAGUES:
        raise BadOptions(f"you take part in {MOST_LEAGUES} leagues already")
    game = teams.game if teams is not None else str(form.get("game", ""))
    folder = registry.find(game)
    length = str(form.get("length", ""))
    if length and length not in folder.meta.lengths:
        raise BadOptions(
            f"{folder.meta.title} has no length {length!r}; it has {', '.join(folder.meta.lengths)}"
        )
    name = clean_name(str(form.get("name", "")))
    if not name:
        raise BadOptions("say what the others shall call you")
    level = str(form.get("level") or "starter")
    options = folder.meta.lengths[length] if length else {}
    title, zone = str(form.get("title", "")), str(form.get("zone") or "UTC")
    nonce = valid_nonce(str(form.get("nonce", "")))
    if str(form.get("season", "")).strip() and folder.name == SEASON_GAME and teams is None:
        league, seat = _season(form, title, options, zone, level, secret, nonce)
        return _settle(service, create_league(service, league, secret, once=True), name, seat, device)
    franchises = franchises_from_form(form, folder.name, level) if teams is None else teams.franchises
    kind = str(form.get("form", "robin"))
    names = tuple(franchise.name for franchise in franchises)
    word, times = ("robin", 2) if kind == "twice" else (kind, 1)
    shape = make_format(word, names, folder.name, {"times": times})
    league = make_league(
        title, folder.name, shape, franchises, secret, options=options, zone=zone, nonce=nonce
    )
    journal = create_league(service, league, secret, once=True)
    if teams is not None:
        if not journal.members:
            _seat_people(service, journal, teams.seats, name, device)
        return journal.id
    own = str(form.get("mine", "0"))
    seat = int(own) if own.isdigit() and int(own) < len(franchises) else None
    return _settle(service, journal, name, seat, device)


def _settle(service: LeagueService, journal: LeagueJournal, name: str, seat: int | None, device: str) -> str:
    """Who founds it commands; nothing happens where the form was sent twice."""
    if not journal.members:
        update_derived(service, journal)
        me, _ = MemberService(service, journal).invite(name, "commissioner", seat)
        service.store.leagues.add_device(journal.id, me.number, device)
    return journal.id


def _season(
    form: dict[str, Any],
    title: str,
    options: Mapping[str, Any],
    zone: str,
    level: str,
    secret: str,
    nonce: str,
) -> tuple[League, int | None]:
    """A season of record: the year's teams, schedule and play-offs; and the founder's team in it."""
    year = str(form.get("season", "")).strip()
    if not (year.isascii() and year.isdigit() and len(year) == 4):
        raise BadOptions(f"{year!r} is no season; a year such as 1985 is")
    league = make_season_league(
        title, int(year), secret, options=options, zone=zone, level=level, nonce=nonce
    )
    team = str(form.get("team", "")).strip()
    return league, find_franchise(league.names, team) if team else None


def _seat_people(
    service: LeagueService, journal: LeagueJournal, seats: Sequence[DraftSeat], name: str, device: str
) -> None:
    """The people of the room manage what they formed, their devices are let in; who founds it commands."""
    people = MemberService(service, journal)
    own = next((number for number, seat in enumerate(seats) if seat.device == device), None)
    me, _ = people.invite(name, "commissioner", own)
    service.store.leagues.add_device(journal.id, me.number, device)
    for number, seat in enumerate(seats):
        if number == own or seat.level:
            continue
        taken = {member.name.lower() for member in journal.members}
        wanted = seat.name or journal.league.names[number]
        tries = (f"{wanted[:28]}{tail}" for tail in ("", *(f" {n}" for n in range(2, 40))))
        other, _ = people.invite(next(one for one in tries if one.lower() not in taken), "manager", number)
        if seat.device is not None:
            service.store.leagues.add_device(journal.id, other.number, seat.device)


@get("/leagues", include_in_schema=False)
async def my_leagues_page(request: Req) -> Template:
    """The leagues of this browser."""
    rows = await in_thread(my_leagues, table_service(request), hash_of(request))
    titles = {name: folder.meta.title for name, folder in registry.list_games().items()}
    return Template("leagues/mine.html", context={"rows": rows, "titles": titles})


@get("/leagues/join/{token:str}", include_in_schema=False)
async def join_page(request: Req, token: FromPath[str]) -> Template:
    """A member's link: looking at it does nothing yet."""
    return Template("leagues/join.html", context={"token": token})


@post("/leagues/join/{token:str}", include_in_schema=False, status_code=303)
async def join_league(request: Req, token: FromPath[str]) -> Response[Any]:
    """This device is let in."""
    who: Visitor = visitor(request)
    found = await in_thread(league_cache(request).store.leagues.follow_link, hash_token(token), who.hash)
    if found is None:
        raise ClientException(
            "this link is dead: a newer one took its place, or it never was one; ask the commissioner",
            status_code=404,
        )
    return Redirect(f"/l/{found[0]}", status_code=303, cookies=who.cookies())


HANDLERS: list[ControllerRouterHandler] = [
    create_page,
    submit_league,
    my_leagues_page,
    join_page,
    join_league,
]
