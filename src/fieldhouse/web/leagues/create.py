"""Creating a league: from the lobby, or with the teams of a draft or an auction; joining one by a link."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any
from zoneinfo import available_timezones

import msgspec
from litestar import Response, get, post
from litestar.exceptions import ClientException
from litestar.params import FromPath
from litestar.response import Redirect, Template
from litestar.types import ControllerRouterHandler

from fieldhouse.football.nfl_seasons.history import known_seasons, real_season
from fieldhouse.kernel import registry
from fieldhouse.kernel.errors import BadOptions, FieldhouseError
from fieldhouse.kernel.fair import new_secret
from fieldhouse.kernel.registry import Folder
from fieldhouse.league.formats.game_format import game_formats
from fieldhouse.league.journal.league import Franchise, FranchiseManager, League
from fieldhouse.league.journal.league_journal import LeagueJournal
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
from fieldhouse.web.engine.threads import compute_in_thread, in_thread
from fieldhouse.web.errors import status_of
from fieldhouse.web.leagues.pages import league_cache
from fieldhouse.web.lobby.my_games import my_leagues
from fieldhouse.web.middleware.auth import Req, Visitor, hash_of, table_service, visitor
from fieldhouse.web.setup.dice_commitment import issue_token, redeem_token, valid_nonce
from fieldhouse.web.setup.table_request import clean_name

MOST_TEAMS = 32
USUAL_ZONES = ("America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles", "UTC")
BETWEEN = re.compile(r"^-{3,}\s*$", re.MULTILINE)
MOST_LEAGUES = 20
"""Leagues that one person may have."""
FORMATS = {
    "double": "Double round robin, then playoffs",
    "twice": "Double round robin: best record wins the title",
    "robin": "Single round robin: best record wins the title",
    "cup": "Single-elimination cup: lose and you're out",
}
EXAMPLE_NAMES = ("Ducks", "Geese", "Swans", "Gulls")
"""Names in a game without clubs of its own."""
FEW_CLUBS = 40
"""So many clubs are shown as a list to check; more are searched by name."""
MOST_ROWS = 12
"""Teams that can be entered one by one on the page."""


class TeamPicker(msgspec.Struct):
    """The teams of the form: `choices` to check (key to name), or `rows` to fill in."""

    choices: dict[str, str]
    rows: list[str]
    picked: list[str]
    has_clubs: bool
    search: str = ""
    """Where the names come from that a row completes."""

    @property
    def own(self) -> list[tuple[str, str]]:
        """Which of them may be yours: the value of the field, and what people read."""
        if self.choices:
            return [(f"key:{key}", name) for key, name in self.choices.items()]
        return [(str(n), f"Team {n + 1}") for n in range(len(self.rows))]

    @property
    def own_default(self) -> str:
        """The founder's team at first: the first one picked."""
        return f"key:{self.picked[0]}" if self.choices and self.picked else "0"


def team_picker(folder: Folder, said: Mapping[str, Any]) -> TeamPicker:
    """The picker as it was filled in, or with the game's own examples."""
    part = folder.part("clubs")
    choices: dict[str, str] = part.club_choices() if part is not None else {}
    examples = list(part.EXAMPLE_CLUBS if part is not None else EXAMPLE_NAMES)
    words = _team_words(said) if "teams" in said or "club" in said else examples
    if 0 < len(choices) <= FEW_CLUBS:
        known = {name.lower(): key for key, name in choices.items()}
        picked = [word if word in choices else known.get(word.lower(), word) for word in words]
        return TeamPicker(choices, [], picked, has_clubs=True)
    rows = [choices.get(word, word) for word in words]
    rows += [""] * (MOST_ROWS - len(rows))
    search = f"/play/{folder.name}/clubs.json" if choices else ""
    return TeamPicker({}, rows, words, part is not None, search)


def _team_words(form: Mapping[str, Any]) -> list[str]:
    """The teams that were picked, then those named one to a line."""
    picked = form.get("club", ())
    words = [str(word) for word in (picked if isinstance(picked, list) else [picked])]
    words += str(form.get("teams", "")).splitlines()
    return [word.strip() for word in words if word.strip()]


@get("/play/{game:str}/clubs.json", include_in_schema=False)
async def clubs_json(game: FromPath[str]) -> Response[dict[str, str]]:
    """Every club of a game by its name, for the rows of the form."""
    part = registry.find(game).part("clubs")
    choices = await in_thread(part.club_choices) if part is not None else {}
    names = dict.fromkeys(choices.values(), "")
    return Response(names, headers={"Cache-Control": "max-age=3600"})


def season_teams() -> list[str]:
    """Every team of the real seasons, for the field that picks yours."""
    names = {name for season in known_seasons() for name in real_season(season).teams.values()}
    return sorted(names)


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
        raise BadOptions("finish the draft or auction first; then its teams can form a league")
    game, franchises = franchises_from_draft(live.table)
    seats = [
        DraftSeat(chair.name, chair.level or "starter" if chair.kind == "coach" else "", chair.holder)
        for chair in live.seats
    ]
    levels = registry.find(game).meta.levels
    kept = [
        msgspec.structs.replace(team, chair=FranchiseManager(level=seat.level, stand_in=seat.level))
        if seat.level in levels
        else team
        for team, seat in zip(franchises, seats, strict=True)
    ]
    return DraftTeams(game, kept, seats)


async def render_create_page(
    request: Req, *, status: int = 200, fault: str = "", said: Any = None
) -> Template:
    """The form that creates a league, as it was filled."""
    asked = dict(said or {}) | {k: v for k, v in request.query_params.items() if said is None}
    room = str(asked.get("room", ""))
    teams = draft_teams(await table_service(request).get(room)) if room else None
    games = [folder for folder in registry.list_games().values() if len(folder.meta.seats) == 2]
    games.sort(key=lambda one: one.meta.title)
    usual = next((one for one in games if one.has("clubs")), games[0])
    name = teams.game if teams is not None else str(asked.get("game", usual.name))
    folder = registry.find(name)
    has_seasons = folder.has("seasons") and teams is None
    picker = await in_thread(team_picker, folder, asked)
    token, seal = issue_token(table_service(request))
    context = {
        "token": token,
        "seal": seal,
        "games": games,
        "folder": folder,
        "room": room,
        "teams": teams,
        "formats": FORMATS | {word: told for word, (told, _) in game_formats(name).items()},
        "said": asked,
        "picker": picker,
        "seasons": known_seasons()[::-1] if has_seasons else [],
        "season_teams": await in_thread(season_teams) if has_seasons else [],
        "zones": await in_thread(time_zones),
        "own_default": picker.own_default,
        "fault": fault,
    }
    return Template("leagues/new.html", context=context, status_code=status)


@get("/leagues/new", include_in_schema=False)
async def create_page(request: Req) -> Template:
    """Set up a league."""
    return await render_create_page(request)


@post("/leagues/new", include_in_schema=False, status_code=303)
async def submit_league(request: Req) -> Response[Any]:
    """Create the league that the form describes."""
    sent = await request.form()
    form: dict[str, Any] = {**dict(sent.items()), "club": [str(one) for one in sent.getall("club", [])]}
    who = visitor(request)
    try:
        room = str(form.get("room", ""))
        live = await table_service(request).get(room) if room else None
        if live is not None and not live.held_by(who.hash):
            raise NotYourSeat("only the coaches of this draft can create a league with its teams")
        teams = draft_teams(live) if live is not None else None
        token = str(form.get("token", ""))  # without one nothing was sealed before: a program, not a page
        secret = redeem_token(table_service(request), token) if token else new_secret()
        league_id = await compute_in_thread(
            _found, league_cache(request).service, form, teams, who.hash, secret
        )
    except FieldhouseError as error:
        return await render_create_page(request, status=status_of(error)[0], fault=str(error), said=form)
    return Redirect(f"/l/{league_id}", status_code=303, cookies=who.cookies())


def franchises_from_form(form: Mapping[str, Any], game: str, level: str) -> list[Franchise]:
    """The teams that are named one to a line, then those pasted as files with a line of --- between two."""
    words = _team_words(form)
    files = [text for text in BETWEEN.split(str(form.get("own", ""))) if text.strip()]
    own = {f"your own team {n}{TEAM_FILE_SUFFIX}": text for n, text in enumerate(files, start=1)}
    words += own
    if not 2 <= len(words) <= MOST_TEAMS:
        raise BadOptions(f"a league has 2 to {MOST_TEAMS} teams, but {len(words)} were picked")
    return make_franchises(game, words, own.__getitem__ if own else None, level)


def _fill_in_teams(folder: Folder, form: dict[str, Any]) -> None:
    """Pick the teams that a format is made for, unless that many were picked."""
    clubs: Mapping[str, Sequence[str]] = getattr(folder.part("clubs"), "FORMAT_CLUBS", {})
    wanted = clubs.get(str(form.get("form", "")), ())
    picked = len(_team_words(form)) + sum(
        bool(text.strip()) for text in BETWEEN.split(str(form.get("own", "")))
    )
    if wanted and picked != len(wanted):
        form["club"], form["teams"] = list(wanted), ""


def _found(
    service: LeagueService, form: dict[str, Any], teams: DraftTeams | None, device: str, secret: str
) -> str:
    """The league's id; the same one where its form was sent twice."""
    if len(service.store.leagues.rows_of_device(device)) >= MOST_LEAGUES:
        raise BadOptions(f"you are already in {MOST_LEAGUES} leagues, the most one person can join")
    game = teams.game if teams is not None else str(form.get("game", ""))
    folder = registry.find(game)
    length = str(form.get("length", ""))
    if length and length not in folder.meta.lengths:
        raise BadOptions(
            f"{folder.meta.title} has no length {length!r}; choose from {', '.join(folder.meta.lengths)}"
        )
    name = clean_name(str(form.get("name", "")))
    if not name:
        raise BadOptions("enter your name")
    level = str(form.get("level") or "starter")
    options = folder.meta.lengths[length] if length else {}
    title, zone = str(form.get("title", "")), str(form.get("zone") or "UTC")
    nonce = valid_nonce(str(form.get("nonce", "")))
    if str(form.get("season", "")).strip() and folder.has("seasons") and teams is None:
        league, seat = _season(form, title, options, zone, level, secret, nonce)
        return _settle(service, create_league(service, league, secret, once=True), name, seat, device)
    if teams is None:
        _fill_in_teams(folder, form)
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
    seat = _own_seat(str(form.get("mine", "0")), _team_words(form))
    return _settle(service, journal, name, seat, device)


def _own_seat(mine: str, words: Sequence[str]) -> int | None:
    """The number of the founder's team among those of the form, by number or by key; None: only runs it."""
    if mine.startswith("key:"):
        key = mine.removeprefix("key:")
        return words.index(key) if key in words else None
    return int(mine) if mine.isdigit() and int(mine) < len(words) else None


def time_zones() -> list[str]:
    """Every time zone by its name, the usual ones first."""
    return [*USUAL_ZONES, *sorted(available_timezones() - set(USUAL_ZONES))]


def _settle(service: LeagueService, journal: LeagueJournal, name: str, seat: int | None, device: str) -> str:
    """Who creates it commands; nothing happens where the form was sent twice."""
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
    """A season of record: the year's teams, schedule and playoffs; and the founder's team in it."""
    year = str(form.get("season", "")).strip()
    if not (year.isascii() and year.isdigit() and len(year) == 4):
        raise BadOptions(f"{year!r} is not a season; enter a year like 1985")
    league = make_season_league(
        title, int(year), secret, options=options, zone=zone, level=level, nonce=nonce
    )
    team = str(form.get("team", "")).strip()
    return league, find_franchise(league.names, team) if team else None


def _seat_people(
    service: LeagueService, journal: LeagueJournal, seats: Sequence[DraftSeat], name: str, device: str
) -> None:
    """The people of the room manage what they formed, their devices are let in; who creates it commands."""
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
            "this link no longer works; ask the commissioner for a new one",
            status_code=404,
        )
    return Redirect(f"/l/{found[0]}", status_code=303, cookies=who.cookies())


HANDLERS: list[ControllerRouterHandler] = [
    clubs_json,
    create_page,
    submit_league,
    my_leagues_page,
    join_page,
    join_league,
]
