"""Before and beside the table: the lobby, setting up, invitations, my tables, rules, import, health."""

from __future__ import annotations

import logging
import secrets
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from litestar import Response, get, post
from litestar.datastructures import UploadFile
from litestar.params import FromPath
from litestar.response import Redirect, Template
from litestar.types import ControllerRouterHandler

from fieldhouse.kernel import registry
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.errors import BadRecord, FieldhouseError, UnknownGame
from fieldhouse.kernel.fair import commitment
from fieldhouse.kernel.registry import Folder
from fieldhouse.kernel.requests import Seat
from fieldhouse.kernel.table import Table
from fieldhouse.kernel.tutorials.lesson import lesson_of
from fieldhouse.store import server_clock
from fieldhouse.store.league_schema import LeagueRow
from fieldhouse.store.schema import TableRow
from fieldhouse.web.daily.opening import game_of
from fieldhouse.web.engine.learned_policies import policies_for
from fieldhouse.web.engine.live_table import LiveTable, NoSuchTable, token_hash
from fieldhouse.web.engine.table_service import TableService
from fieldhouse.web.engine.threads import in_thread
from fieldhouse.web.errors import status_of
from fieldhouse.web.middleware.auth import Req, Visitor, floor, hash_of, house, visitor
from fieldhouse.web.opening import again, dicetoken, newtable, sitting
from fieldhouse.web.opening.sentences import sentences
from fieldhouse.web.opening.wish import wish_from_form
from fieldhouse.web.present.picture import parts as boards
from fieldhouse.web.present.scene import scene

log = logging.getLogger("fieldhouse.web")
HERE = Path(__file__).parent
LEVEL_WORDS = {
    "rookie": "errs like a beginner",
    "starter": "a sensible football coach",
    "allpro": "the strongest we have",
}


class Mine(msgspec.Struct):
    """One line in the list of my tables."""

    row: TableRow
    title: str
    seats: list[str]
    scores: list[int]
    status: str
    my_turn: bool
    outcome: str


def my_tables(place: TableService, holder: str | None, limit: int = 200) -> list[Mine]:
    """The visitor's tables, newest first, those that wait for them at the top."""
    if holder is None:
        return []
    rows = place.store.seats_of(holder, limit)
    known = {name: _on_shelf(name) for name in {row.game for row, _ in rows}}
    found: dict[str, Mine] = {}
    for row, seat in rows:
        about = msgspec.json.decode(row.summary)
        mine = found.get(row.id)
        names, teams = about.get("seats", []), about.get("teams", [])
        turn = row.status == "live" and seat in about.get("waiting", [])
        if mine is not None:
            mine.my_turn = mine.my_turn or turn
            mine.seats = names or mine.seats  # somebody who has both seats is not one of them
            continue
        folder = known[row.game]
        title = folder.meta.title if folder is not None else row.game
        seats = list(names or (folder.meta.seats if folder is not None else ()))
        if seat < len(teams):
            seats[seat] = f"{teams[seat]} (you)"
        status = about.get("status", "") if row.status == "live" else "waiting for players"
        found[row.id] = Mine(
            row, title, seats, about.get("scores", []), status, turn, about.get("outcome", "")
        )
    return sorted(found.values(), key=lambda mine: (not mine.my_turn, -mine.row.updated))


def _on_shelf(name: str) -> Folder | None:
    """The game of that name; None where it was taken off the shelf."""
    try:
        return registry.find(name)
    except UnknownGame:
        return None


def my_leagues(place: TableService, holder: str | None) -> list[LeagueRow]:
    """The leagues that this visitor is let into, what moved last first."""
    return [row for row, _ in place.store.leagues_of(holder)] if holder is not None else []


def shelf() -> list[Folder]:
    """The games to choose from; one whose title page cannot be read is left out and written down."""
    found = []
    for name, folder in sorted(registry.games().items()):
        try:
            _ = folder.meta
        except Exception as error:
            log.warning("game left out", extra={"game": name, "error": repr(error)})
        else:
            found.append(folder)
    return found


@get("/", include_in_schema=False)
async def lobby(request: Req) -> Template:
    """Choose a game, or go on with one of your tables."""
    place, holder = house(request), hash_of(request)
    mine, leagues = await in_thread(lambda: (my_tables(place, holder), my_leagues(place, holder)))
    going_on = [one for one in mine if one.row.status != "over"]
    games = [OnShelf(folder, quick_length(folder), *dicetoken.issue(place)) for folder in shelf()]
    games.sort(key=lambda game: game.folder.meta.weight or 9)
    given = {"games": games, "mine": going_on, "weights": WEIGHTS, "leagues": leagues}
    return Template("lobby.html", context={**given, "drive": game_of(server_clock.today())})


class OnShelf(msgspec.Struct):
    """A game in the lobby, with the dice that its next quick game is played with, committed to now."""

    folder: Folder
    length: str
    token: str
    commitment: str

    @property
    def minutes(self) -> int:
        """How long a quick game takes; 0 where nobody measured."""
        return self.folder.meta.minutes.get(self.length, 0)

    @property
    def lesson(self) -> bool:
        """Does the game bring a first game to learn it with?"""
        return lesson_of(self.folder) is not None

    @property
    def level(self) -> str:
        """The coach one plays against."""
        return "starter" if "starter" in self.folder.meta.levels else self.folder.meta.levels[-1]


WEIGHTS = ("", "easy", "light", "medium", "demanding", "heavy")


QUICK = 5
"""A whole game of so many minutes needs no short one."""


def quick_length(folder: Folder) -> str:
    """The length of a quick game: the short one unless a whole game is quick itself, or the only one."""
    lengths, minutes = folder.meta.lengths, folder.meta.minutes
    if "short" not in lengths:
        return next(iter(lengths), "full")
    return "full" if minutes.get("full", 99) <= QUICK else "short"


@get("/play/{game:str}/picture.svg", include_in_schema=False, media_type="image/svg+xml")
async def picture(game: FromPath[str]) -> Response[str]:
    """The game's board in the middle of a game, for the lobby."""
    drawn = await in_thread(_picture, registry.find(game))
    return Response(drawn, headers={"cache-control": "public, max-age=86400"})


@lru_cache(maxsize=32)
def _picture(folder: Folder) -> str:
    """The first part of the board some answers into a game; without a board the ball alone."""
    table: Table[Any] = Table(folder.open(length=quick_length(folder)), FastDice(11))
    rng = Random(11)
    for _ in range(24):
        if not table.waiting:
            break
        asked = table.asked(table.waiting[0])
        assert asked is not None
        quick = [key for key in ("fill", "ready", "scrimmage", "play") if key in asked.menu]
        table.answer(asked.seat, quick[0] if quick else rng.choice(asked.keys))
    drawn = boards(folder, table.view(0))
    shown = [part for part in drawn if part.area == "field" and part.svg]
    if not shown:
        return (HERE / "static" / "ball.svg").read_text(encoding="utf-8")
    held = {face.label: str(face.svg) for part in drawn if part.area == "hand" for face in part.faces}
    return scene(str(shown[0].svg), shown[0].stretch, list(held.values()))


@get("/mine", include_in_schema=False)
async def mine(request: Req) -> Template:
    """All my tables."""
    found = await in_thread(my_tables, house(request), hash_of(request))
    return Template("mine.html", context={"mine": found})


@get("/play/{game:str}", include_in_schema=False)
async def setup(request: Req, game: FromPath[str]) -> Template:
    """Set up a table; what stands in the address (`o.coaches=8`) is filled in."""
    form = {name: value for name, value in request.query_params.items() if name.startswith("o.")}
    return await setup_page(request, registry.find(game), form)


async def setup_page(
    request: Req, folder: Folder, form: dict[str, Any] | None = None, fault: str = ""
) -> Template:
    """The set-up form, with what was filled in and what is wrong with it."""
    token, promise = dicetoken.issue(house(request))
    form = form or {}
    holder = hash_of(request)
    known = await in_thread(house(request).store.known_to, holder) if holder is not None else []
    inner = folder.inside if folder.parent is None else []
    context = {
        "folder": folder,
        "meta": folder.meta,
        "levels": [
            *((level, LEVEL_WORDS.get(level, "")) for level in folder.meta.levels),
            *(
                (name, "a learned player")
                for name in policies_for(house(request).settings.policies, folder.name)
            ),
        ],
        "token": token,
        "commitment": promise,
        "form": form,
        "fault": fault,
        "sentences": sentences(folder),
        "sides": await in_thread(sides, folder, form),
        "known": [(f"with:{table}:{seat}", name) for table, seat, name in known],
        "inner": [one.meta for one in inner],
        "rolls": rolls(folder),
    }
    return Template("setup.html", context=context, status_code=400 if fault else 200)


def rolls(folder: Folder) -> dict[str, str]:
    """The game's materials that can be rolled, with the words of their buttons."""
    found: dict[str, str] = getattr(folder.lobby, "ROLLED", {})
    return found


def sides(folder: Folder, form: dict[str, Any]) -> tuple[str, ...]:
    """Who sits down: where an option says how many, as it stands in the form."""
    meta = folder.meta
    wanted = form.get(f"o.{meta.chairs}") if meta.chairs else None
    if not wanted:
        return meta.seats
    try:
        return folder.open({meta.chairs: wanted}).seats
    except FieldhouseError:
        return meta.seats


@post("/play/{game:str}", include_in_schema=False, status_code=303)
async def start(request: Req, game: FromPath[str]) -> Response[Any]:
    """Start the table: to the table itself, or to its invitation."""
    folder = registry.find(game)
    form = dict(await request.form())
    if folder.lobby is not None and form.get("rolled") in rolls(folder):
        form[f"chart.{form['rolled']}"] = await in_thread(folder.lobby.rolled, secrets.randbelow(1_000_000))
        return await setup_page(request, folder, form)
    person = visitor(request)
    try:
        wish = wish_from_form(game, form)
        opened = await newtable.create(house(request), wish, person.hash)
    except FieldhouseError as error:
        if status_of(error)[0] != 400:
            raise
        return await setup_page(request, folder, form, str(error))
    live = await house(request).look(opened.id)
    floor(request).drive(live)
    if opened.invites:
        return invite_page(request, live, opened.invites, person)
    return Redirect(f"/t/{opened.id}", status_code=303, cookies=person.cookies())


def invite_page(request: Req, live: LiveTable, invites: dict[Seat, str], person: Visitor) -> Template:
    """The links to send."""
    context = {
        "table": live.id,
        "links": [(live.game.seats[seat], f"/join/{key}") for seat, key in invites.items()],
        "origin": origin(request),
        "title": live.game.meta.title,
    }
    return Template("invite.html", context=context, cookies=person.cookies())


@post("/t/{table_id:str}/invite", include_in_schema=False, status_code=200)
async def invite(request: Req, table_id: FromPath[str]) -> Template:
    """New links, because the first ones were lost."""
    person = visitor(request)
    invites = await sitting.invite_again(house(request), table_id, person.hash)
    live = await house(request).look(table_id)
    return invite_page(request, live, invites, person)


def origin(request: Req) -> str:
    """The address people type, for links to send."""
    given = house(request).settings.origin
    return (
        given.rstrip("/") if given else f"{request.url.scheme}://{request.headers.get('host', 'localhost')}"
    )


@get("/join/{token:str}", include_in_schema=False)
async def invitation(request: Req, token: FromPath[str]) -> Template:
    """What one is invited to."""
    place = house(request)
    live, seat = await _invited(place, token)
    context = {
        "live": live,
        "side": live.game.seats[seat],
        "host": next((c.name or "Somebody" for c in live.seats if c.holder is not None), "Somebody"),
        "commitment": commitment(live.row.secret),
        "token": token,
        "mine": bool(live.held_by(hash_of(request))),
    }
    return Template("join.html", context=context)


async def _invited(place: TableService, token: str) -> tuple[LiveTable, int]:
    found = await in_thread(place.store.invited, token_hash(token))
    if found is None:
        raise NoSuchTable(sitting.USED_UP)
    return await place.look(found[0]), found[1]


@post("/join/{token:str}", include_in_schema=False, status_code=303)
async def join(request: Req, token: FromPath[str]) -> Redirect:
    """Take the seat."""
    form = await request.form()
    person = visitor(request)
    name, nonce = str(form.get("name", "")), str(form.get("nonce", ""))
    live = await sitting.join(house(request), token, person.hash, name, nonce)
    floor(request).drive(live)
    return Redirect(f"/t/{live.id}", status_code=303, cookies=person.cookies())


@get("/seat/{token:str}", include_in_schema=False)
async def seat_link(request: Req, token: FromPath[str]) -> Template:
    """Come back to a seat from another device. Opening it needs a button, so that previews change nothing."""
    found = await in_thread(house(request).store.key, token_hash(token))
    if found is None:
        raise NoSuchTable("this seat link is not known here; perhaps the table was deleted")
    return Template("seat.html", context={"token": token})


@post("/seat/{token:str}", include_in_schema=False, status_code=303)
async def open_seat(request: Req, token: FromPath[str]) -> Redirect:
    """The seat is this visitor's too from now on."""
    person = visitor(request)
    table_id = await sitting.open_seat(house(request), token, person.hash)
    return Redirect(f"/t/{table_id}", status_code=303, cookies=person.cookies())


@post("/import", include_in_schema=False, status_code=303, request_max_body_size=4 * 1024 * 1024)
async def bring(request: Req) -> Redirect:
    """Import a record from a file or from pasted text."""
    form = await request.form()
    file, text = form.get("file"), form.get("text")
    body = b""
    if isinstance(file, UploadFile):
        body = await file.read()
    elif isinstance(file, str):
        body = file.encode()
    if not body and isinstance(text, str):
        body = text.encode()
    if not body:
        raise BadRecord("no record was given: choose a file first")
    person = visitor(request)
    table_id = await again.bring(house(request), body, person.hash)
    live = await house(request).look(table_id)
    where = "/replay" if live.row.status == "over" else ""
    return Redirect(f"/t/{table_id}{where}", status_code=303, cookies=person.cookies())


@get("/chart/{game:str}/{name:str}", include_in_schema=False, media_type="text/plain")
async def chart(game: FromPath[str], name: FromPath[str]) -> str:
    """A chart of the game as the text file a person copies and edits."""
    return await in_thread(registry.find(game).game.material_text, name)


@get("/healthz", include_in_schema=False)
async def health(request: Req) -> dict[str, Any]:
    """Does the server answer, and could it keep an answer now?"""
    place = house(request)
    await place.check_store()
    return {"ok": True, "listeners": floor(request).listeners}


@get("/favicon.ico", include_in_schema=False, media_type="image/x-icon")
async def favicon() -> bytes:
    """The ball, for browsers that ask without being told."""
    return (HERE / "static" / "favicon.ico").read_bytes()


@get("/robots.txt", include_in_schema=False, media_type="text/plain")
async def robots() -> str:
    """Lobby and rules may be found; tables and invitations belong to the people who play."""
    return (
        "User-agent: *\nDisallow: /t/\nDisallow: /join/\nDisallow: /seat/\nDisallow: /mine\nDisallow: /api/\n"
    )


@get("/manifest.webmanifest", include_in_schema=False, media_type="application/manifest+json")
async def manifest(request: Req) -> dict[str, Any]:
    """What a phone needs to put Fieldhouse on its home screen."""
    static = request.app.template_engine.engine.globals["static"]  # type: ignore[union-attr]
    icons = [
        {"src": static(f"icon-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png"}
        for size in (192, 512)
    ]
    return {
        "name": "Fieldhouse",
        "short_name": "Fieldhouse",
        "description": "Five tabletop American-football games, played exactly as the rulebooks say.",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#f6f3ea",
        "theme_color": "#f6f3ea",
        "icons": icons,
    }


HANDLERS: list[ControllerRouterHandler] = [
    favicon, robots, manifest, picture, lobby, mine, setup, start, invite, invitation, join, seat_link,
    open_seat, bring, chart, health,
]  # fmt: skip
