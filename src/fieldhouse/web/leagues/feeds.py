"""Feeds: deadlines as a calendar, results as Atom, statistics and plays as tables, word of every change."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

from litestar import Response, get
from litestar.params import FromPath
from litestar.response import File
from litestar.types import ASGIApp, ControllerRouterHandler, Receive, Scope, Send

from fieldhouse.kernel.errors import FieldhouseError
from fieldhouse.kernel.files import cache_folder
from fieldhouse.league.text import stage_name
from fieldhouse.web.engine.job_queue import EXPORT
from fieldhouse.web.engine.threads import in_thread
from fieldhouse.web.engine.worker import CallFunction
from fieldhouse.web.leagues.league_view import LeagueView, url_key
from fieldhouse.web.leagues.league_worker import write_lines, write_plays
from fieldhouse.web.leagues.pages import league_cache, load_view
from fieldhouse.web.leagues.text import journal_lines
from fieldhouse.web.middleware.auth import Req, background_jobs, notifier, site_address
from fieldhouse.web.middleware.rate_limit import client_address
from fieldhouse.web.table_routes import PING, STREAM_HEADERS

FORM = 1
"""Raised when the form of a file changes: older ones are written anew."""
MOST_FILES = 60
"""Files that are kept; the oldest go first."""
WriteFile = Callable[[str, str, str], None]
"""Writes a file of a league: the store's URL, the league, the file."""


async def league_file(request: Req, league_id: str, write: WriteFile, ending: str) -> Path:
    """The file of the league as its log stands, written once for everybody who asks."""
    store = league_cache(request).store
    row = await in_thread(store.leagues.row, league_id)
    about = " ".join((league_id, str(row.size), row.head, ending, version("fieldhouse")))
    name = f"export-{FORM}-{hashlib.sha256(about.encode()).hexdigest()[:32]}-{ending}"
    place = cache_folder() / name
    if not await in_thread(place.is_file):
        url = store.url.render_as_string(hide_password=False)
        job = CallFunction(write, (url, league_id, str(place)))
        refused = await background_jobs(request).queue.run(EXPORT, job, key=name)
        if isinstance(refused, FieldhouseError):
            raise refused
        await in_thread(_prune)
    return place


def _prune() -> None:
    """Delete the oldest files beyond the limit."""
    with suppress(OSError):
        files = sorted(cache_folder().glob(f"export-{FORM}-*"), key=lambda file: file.stat().st_mtime)
        for file in files[:-MOST_FILES]:
            file.unlink(missing_ok=True)


MOST_RESULTS = 50


def _ics(text: str) -> str:
    """Text as a calendar wants it (RFC 5545, 3.3.11)."""
    return text.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,").replace("\n", "\\n")


def fold_line(line: str) -> str:
    """Lines of at most 75 bytes, continued with a space (RFC 5545, 3.1)."""
    raw, parts = line.encode(), []
    while len(raw) > 74:
        cut = 74
        while raw[cut] & 0xC0 == 0x80:
            cut -= 1
        parts.append(raw[:cut].decode())
        raw = b" " + raw[cut:]
    return "\r\n".join([*parts, raw.decode()])


def calendar_text(view: LeagueView, base: str) -> str:
    """The deadlines that are ahead or past, as moments in UTC."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Fieldhouse//Leagues//EN"]
    lines.append(f"X-WR-CALNAME:{_ics(view.league.title)}")
    for note in view.journal.deadlines.values():
        try:
            at = datetime.fromisoformat(note.at).astimezone(UTC)
        except ValueError:
            continue
        stamp = f"{at:%Y%m%dT%H%M%SZ}"
        lines += [
            "BEGIN:VEVENT",
            f"UID:{view.journal.id}-{url_key(note.of)}@fieldhouse",
            f"DTSTAMP:{stamp}",
            f"DTSTART:{stamp}",
            f"SUMMARY:{_ics(f'{view.league.title}: {stage_name(note.of)} due')}",
            f"URL:{base}/l/{view.journal.id}",
            "END:VEVENT",
        ]
    return "\r\n".join([*map(fold_line, lines), "END:VCALENDAR", ""])


@get("/l/{league_id:str}/deadlines.ics", include_in_schema=False)
async def deadlines_feed(request: Req, league_id: FromPath[str]) -> Response[str]:
    """The deadlines, for any calendar."""
    view = await load_view(request, league_id)
    return Response(calendar_text(view, site_address(request)), media_type="text/calendar; charset=utf-8")


def atom_text(view: LeagueView, base: str) -> str:
    """The last results, newest first, and everything else that stands in the journal."""
    lines = journal_lines(view)[::-1][:MOST_RESULTS]
    here = f"{base}/l/{view.journal.id}"
    updated = _moment(lines[0].at if lines else 0.0)
    found = [
        '<?xml version="1.0" encoding="utf-8"?>',
        '<feed xmlns="http://www.w3.org/2005/Atom">',
        f"<title>{escape(view.league.title)}</title><id>{escape(here)}</id><updated>{updated}</updated>",
        f'<link href={quoteattr(here)}/><link rel="self" href={quoteattr(here + "/results.atom")}/>',
    ]
    for line in lines:
        words = escape(line.text)
        found.append(
            f"<entry><title>{words}</title><id>{escape(here)}/audit#{line.n}</id>"
            f"<updated>{_moment(line.at)}</updated><author><name>{escape(line.who)}</name></author>"
            f"<link href={quoteattr(here + '/audit')}/>"
            f"<summary>{words}</summary></entry>"
        )
    return "\n".join([*found, "</feed>", ""])


def _moment(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds")


@get("/l/{league_id:str}/results.atom", include_in_schema=False)
async def results_feed(request: Req, league_id: FromPath[str]) -> Response[str]:
    """The results, for any reader."""
    view = await load_view(request, league_id)
    return Response(atom_text(view, site_address(request)), media_type="application/atom+xml; charset=utf-8")


@get("/l/{league_id:str}/lines.csv", include_in_schema=False)
async def statistics_file(request: Req, league_id: FromPath[str]) -> File:
    """Every statistic of every game that counts, one row each, for teams and players."""
    await load_view(request, league_id)
    place = await league_file(request, league_id, write_lines, "lines.csv")
    return File(place, filename=f"{league_id}-statistics.csv", media_type="text/csv; charset=utf-8")


@get(["/l/{league_id:str}/plays.csv", "/l/{league_id:str}/plays.parquet"], include_in_schema=False)
async def league_plays_file(request: Req, league_id: FromPath[str]) -> File:
    """Every play of every recorded game, with nflverse's column names."""
    await load_view(request, league_id)
    ending = request.url.path.rpartition(".")[2]
    place = await league_file(request, league_id, write_plays, f"plays.{ending}")
    kind = "text/csv; charset=utf-8" if ending == "csv" else "application/vnd.apache.parquet"
    return File(place, filename=f"{league_id}-plays.{ending}", media_type=kind)


@get("/l/{league_id:str}/live", include_in_schema=False)
async def change_stream(request: Req, league_id: FromPath[str]) -> ASGIApp:
    """Says when the league log has grown. It carries no content but its length."""
    listeners, where = notifier(request), client_address(dict(request.scope))
    listeners.check_capacity(where)
    await load_view(request, league_id)

    async def run(scope: Scope, receive: Receive, send: Send) -> None:
        async with listeners.subscribe(f"league:{league_id}", where) as ear:
            leaving = asyncio.create_task(_gone(receive, ear))
            try:
                await send({"type": "http.response.start", "status": 200, "headers": STREAM_HEADERS})
                async for line in _lengths(request, league_id, ear, leaving):
                    await send({"type": "http.response.body", "body": line, "more_body": True})
                await send({"type": "http.response.body", "body": b"", "more_body": False})
            finally:
                leaving.cancel()

    return run


async def _lengths(
    request: Req, league_id: str, ear: asyncio.Event, leaving: asyncio.Task[None]
) -> AsyncIterator[bytes]:
    last = -1
    while not leaving.done() and not notifier(request).is_closing:
        ear.clear()
        row = await in_thread(league_cache(request).store.leagues.row, league_id)
        if row.size != last:
            last = row.size
            yield f"event: changed\r\ndata: {last}\r\n\r\n".encode()
        try:
            async with asyncio.timeout(PING):
                await ear.wait()
        except TimeoutError:
            yield b": still here\r\n\r\n"


async def _gone(receive: Receive, ear: asyncio.Event) -> None:
    """Done when the listener has hung up."""
    while (await receive())["type"] != "http.disconnect":
        pass
    ear.set()


HANDLERS: list[ControllerRouterHandler] = [
    deadlines_feed,
    results_feed,
    statistics_file,
    league_plays_file,
    change_stream,
]
