"""The webhook of a league: a line of JSON to one address whenever its journal grows.

It must not become a door into the server's own network. So: https only, the ports of the web only, no user or
password in the address, no redirects; the name is resolved by us, every address it has must be a public one,
and the connection is made to that very address (the name stands only in TLS and in the Host header, so that
a name that changes in between leads nowhere else). Of the reply nothing is read but its status, the body
holds nothing that the league's page does not show, and there is one call at a time for a league.
"""

from __future__ import annotations

import http.client
import ipaddress
import socket
import ssl
import threading
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

import msgspec

from fieldhouse.kernel.errors import BadOptions
from fieldhouse.store.store import Store

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
    try:
        listed = socket.getaddrinfo(host, 443, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise BadOptions(f"webhook: {host} could not be found") from None
    addresses = [str(entry[4][0]) for entry in listed]
    if not addresses or not all(map(is_public, addresses)):
        raise BadOptions(f"webhook: {host} is not a public internet address")
    return WebhookTarget(host, path, addresses[0])


def save_webhook(store: Store, league_id: str, url: str, base: str) -> None:
    """Set the webhook, or (empty) take it away; the first call follows at once."""
    url = url.strip()
    if url:
        resolve_target(url)
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
        self.sock = ssl.create_default_context().wrap_socket(line, server_hostname=self._where.host)


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
