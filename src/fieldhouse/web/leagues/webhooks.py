"""Webhooks of leagues: a line of JSON to one address whenever a journal grows, wherever it is written."""

from __future__ import annotations

import asyncio
import http.client
import ipaddress
import logging
import socket
import ssl
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any
from urllib.parse import urlsplit

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from fieldhouse.kernel.errors import BadOptions, FieldhouseError
from fieldhouse.store.league_schema import league_shelf, leagues
from fieldhouse.store.schema import FOR_LEAGUE
from fieldhouse.store.store import Store
from fieldhouse.web.engine.engine import Engine
from fieldhouse.web.engine.fair_queue import FairQueue, JobOwner, current_owner
from fieldhouse.web.engine.threads import in_daemon_thread, in_thread

HOOK, SAID, TOLD, BASE = "webhook", "webhook said", "webhook told", "webhook base"
"""Names in a league's cache: the URL, the outcome of the last call, the journal length that was sent, and the
address of the server."""
MOST_ADDRESS = 500
SECONDS = 5.0
"""For each step of a call."""
WHOLE_SECONDS = 10.0
"""For a whole call, however slowly the other end sends."""
TUNNELS = [
    ipaddress.IPv6Network(network)
    for network in ("2002::/16", "2001::/32", "64:ff9b::/96", "64:ff9b:1::/48", "fec0::/10", "::/96")
]
"""IPv6 networks that lead to IPv4 addresses (6to4, Teredo, NAT64, IPv4-compatible), or into a site."""


class WebhookTarget(msgspec.Struct, frozen=True):
    """Where to call: a name and path, and the address that the name has now."""

    host: str
    path: str
    address: str


def check_url(url: str) -> tuple[str, str]:
    """Host and path of an address that may be called; BadOptions says why another may not."""
    parts = urlsplit(url)
    try:
        port = parts.port
    except ValueError:
        port = -1
    if len(url) > MOST_ADDRESS or not url.isascii() or not url.isprintable() or " " in url:
        raise BadOptions("webhook: enter a plain URL of up to 500 characters")
    if parts.scheme != "https" or not parts.hostname:
        raise BadOptions("webhook: the URL must start with https://")
    if parts.username is not None or parts.password is not None or port not in (None, 443):
        raise BadOptions("webhook: leave username, password and port out of the URL")
    return parts.hostname, (parts.path or "/") + (f"?{parts.query}" if parts.query else "")


def is_public(address: str) -> bool:
    """Is this an address of the open internet, and no other kind?"""
    found = ipaddress.ip_address(address)
    mapped = getattr(found, "ipv4_mapped", None)
    found = mapped or found
    if isinstance(found, ipaddress.IPv6Address) and any(found in network for network in TUNNELS):
        return False
    return found.is_global and not (found.is_multicast or found.is_reserved or found.is_unspecified)


def resolve_target(url: str) -> WebhookTarget:
    """The place to call; BadOptions where any address of the name is not public."""
    host, path = check_url(url)
    addresses = _addresses_of(host)
    if addresses is None:
        raise BadOptions(f"webhook: {host} could not be found")
    if not all(map(is_public, addresses)):
        raise BadOptions(f"webhook: {host} is not a public internet address")
    return WebhookTarget(host, path, addresses[0])


def _addresses_of(host: str) -> list[str] | None:
    """Every address of the name; None where there is none, or not in time: the search itself has no limit."""
    found: list[str] = []

    def look() -> None:
        with suppress(OSError, UnicodeError):
            listed = socket.getaddrinfo(host, 443, type=socket.SOCK_STREAM)
            found.extend(str(entry[4][0]) for entry in listed)

    search = threading.Thread(target=look, daemon=True)
    search.start()
    search.join(SECONDS)
    return None if search.is_alive() or not found else found


def save_webhook(store: Store, league_id: str, url: str, base: str) -> None:
    """Set the webhook, which was checked, or (empty) take it away; the first call follows at once."""
    store.leagues.save_cached(league_id, HOOK, url.encode())
    for name, body in ((SAID, ""), (TOLD, ""), (BASE, base)):
        store.leagues.save_cached(league_id, name, body.encode())


def webhook_url(store: Store, league_id: str) -> str:
    """The webhook of a league; empty where it has none."""
    return (store.leagues.load_cached(league_id, HOOK) or b"").decode()


def last_call(store: Store, league_id: str) -> str:
    """What came of the last call: a status, or a fault in a word."""
    return (store.leagues.load_cached(league_id, SAID) or b"").decode()


class _Pinned(http.client.HTTPSConnection):
    """TLS to the address that was checked, under the name it was asked for."""

    def __init__(self, where: WebhookTarget) -> None:
        super().__init__(where.host, 443, timeout=SECONDS, context=ssl.create_default_context())
        self._where = where

    def cut(self) -> None:
        """End the call from another thread; whoever reads then finds the line closed."""
        with suppress(OSError, AttributeError):
            self.sock.shutdown(socket.SHUT_RDWR)

    def connect(self) -> None:
        line = socket.create_connection((self._where.address, 443), SECONDS)
        context = ssl.create_default_context()
        self.sock = context.wrap_socket(line, server_hostname=self._where.host, do_handshake_on_connect=False)
        self.sock.do_handshake()  # `cut` can end this, too


def post_json(url: str, body: bytes) -> str:
    """Post it; the status, or why it could not be done. Redirects are not followed."""
    try:
        where = resolve_target(url)
        line = _Pinned(where)
        alarm = threading.Timer(WHOLE_SECONDS, line.cut)
        alarm.daemon = True
        alarm.start()
        try:
            headers = {"content-type": "application/json", "user-agent": "fieldhouse"}
            line.request("POST", where.path, body, headers)
            return str(line.getresponse().status)
        finally:
            alarm.cancel()
            line.close()
    except BadOptions as refused:
        return str(refused)
    except (OSError, http.client.HTTPException):
        return "no answer"


def webhook_body(league_id: str, title: str, size: int, base: str) -> bytes:
    """What is told: which league, how long its journal is now, and where to look."""
    told: dict[str, Any] = {
        "league": league_id,
        "title": title,
        "entries": size,
        "page": f"{base}/l/{league_id}",
    }
    return msgspec.json.encode(told)


def call_webhook(store: Store, league_id: str, origin: str) -> None:
    """Call the league's webhook, and note what came of it."""
    url = webhook_url(store, league_id)
    if not url:
        return
    base = origin.rstrip("/") or (store.leagues.load_cached(league_id, BASE) or b"").decode()
    row = store.leagues.row(league_id)
    store.leagues.save_cached(
        league_id, SAID, post_json(url, webhook_body(league_id, row.title, row.size, base)).encode()
    )


log = logging.getLogger("fieldhouse.leagues")
MOST_CALLS = 4
"""Webhooks called at the same time."""
MOST_WAITING = 10_000
CALL_COST = 0.5
"""Seconds that a call takes, as a rule."""
EVERY = 3.0
"""Seconds between two looks at what has grown by other hands."""


def leagues_due(store: Store) -> list[str]:
    """The leagues whose webhook has not been told of the last entry."""
    hook, told = league_shelf.alias("hook"), league_shelf.alias("told")
    heard = (told.c.league_id == leagues.c.id) & (told.c.name == TOLD)
    query = (
        sa.select(leagues.c.id, leagues.c.size, hook.c.body, told.c.body)
        .join(hook, (hook.c.league_id == leagues.c.id) & (hook.c.name == HOOK))
        .join(told, heard, isouter=True)
    )
    with store.read_connection() as db:
        rows = db.execute(query).all()
    return [str(name) for name, size, url, last in rows if url and bytes(last or b"") != b"%d" % size]


def claim_call(store: Store, league_id: str) -> bool:
    """Take it on to tell this league's webhook; False if another process has."""
    c = league_shelf.c
    own = (c.league_id == league_id) & (c.name == TOLD)
    with store.write_transaction() as db:
        here = leagues.c.id == league_id
        size = db.scalar(sa.select(leagues.c.size).where(here).with_for_update())
        last = db.scalar(sa.select(c.body).where(own))
        if size is None or bytes(last or b"") == b"%d" % size:
            return False
        db.execute(league_shelf.delete().where(own))
        db.execute(league_shelf.insert(), {"league_id": league_id, "name": TOLD, "body": b"%d" % size})
    return True


def journal_sizes(store: Store, names: list[str]) -> dict[str, int]:
    """How long the journals of these leagues are."""
    query = sa.select(leagues.c.id, leagues.c.size).where(leagues.c.id.in_(names))
    with store.read_connection() as db:
        return {str(name): int(size) for name, size in db.execute(query)}


class WebhookSender:
    """Runs beside the engine on the event loop."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._store = engine.tables.store
        self._wake = asyncio.Event()
        self._calls: dict[str, asyncio.Task[None]] = {}
        self._seen: dict[str, int] = {}
        self._turns = FairQueue(MOST_CALLS, most=MOST_WAITING)
        """Each call has a thread of its own: a slow receiver holds up other webhooks alone."""

    def wake(self) -> None:
        """Some journal has grown just now."""
        self._wake.set()

    async def run(self) -> None:
        """Look for journals that have grown, until the server stops."""
        while True:
            try:
                async with asyncio.timeout(EVERY):
                    await self._wake.wait()
            except TimeoutError:
                pass
            self._wake.clear()
            try:
                await self.look()
            except (FieldhouseError, SQLAlchemyError, OSError) as error:  # the store may be away for a while
                log.warning("leagues could not be looked at", extra={"error": repr(error)})

    async def look(self) -> None:
        """Wake the pages of leagues that grew by another's hand, and call the webhooks that are due."""
        if listened := self._engine.notifier.topics(FOR_LEAGUE):
            now = await in_thread(journal_sizes, self._store, listened)
            for name, size in now.items():
                if self._seen.get(name, size) != size:
                    self._engine.notifier.notify(f"{FOR_LEAGUE}{name}")
            self._seen = now
        for league_id in await in_thread(leagues_due, self._store):
            if league_id not in self._calls and await in_thread(claim_call, self._store, league_id):
                task = asyncio.create_task(self._call(league_id))
                self._calls[league_id] = task
                task.add_done_callback(partial(self._called, league_id))

    async def _call(self, league_id: str) -> None:
        try:
            origin = self._engine.tables.settings.origin
            call = partial(call_webhook, self._store, league_id, origin)
            await self._in_turn(JobOwner(league_id, league_id), call)
        except Exception as error:
            log.warning("webhook failed", extra={"league": league_id, "error": repr(error)})

    async def check(self, url: str) -> None:
        """Look the address up; BadOptions where it must not be called."""
        await self._in_turn(current_owner.get(), partial(resolve_target, url))

    async def _in_turn(self, owner: JobOwner, work: Callable[[], Any]) -> None:
        """Whose receivers were slow lately comes after the others."""
        async with self._turns.turn(owner, CALL_COST):
            await in_daemon_thread(work)

    def _called(self, league_id: str, _: asyncio.Task[None]) -> None:
        del self._calls[league_id]

    def close(self) -> None:
        """Nobody is told any more."""
        for task in list(self._calls.values()):
            task.cancel()
