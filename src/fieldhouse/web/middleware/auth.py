"""Visitors and their tokens: a cookie in browsers, the Authorization header in programs."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import msgspec
from litestar import Request
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.handlers import BaseRouteHandler

from fieldhouse.web.engine.background_jobs import BackgroundJobs
from fieldhouse.web.engine.coach_driver import CoachDriver
from fieldhouse.web.engine.daily_drive import check_may_watch
from fieldhouse.web.engine.engine import Engine
from fieldhouse.web.engine.live_table import token_hash
from fieldhouse.web.engine.notifier import Notifier
from fieldhouse.web.engine.table_service import TableService

COOKIE = "fieldhouse"
HOST_COOKIE = "__Host-fieldhouse"
"""Its name under https: browsers take it from this very host alone, and only over https."""
_TOKEN = re.compile(r"[A-Za-z0-9_-]{22}(?:[A-Za-z0-9_-]{10})?")
_COOKIES = [
    re.compile(rf"(?:^|;)\s*{name}=\"?({_TOKEN.pattern})\"?\s*(?:;|$)") for name in (HOST_COOKIE, COOKIE)
]

Req = Request[Any, Any, Any]


class Visitor(msgspec.Struct):
    """The token that came with a request, or a new one that the response must set."""

    token: str
    new: bool
    secure: bool

    @property
    def hash(self) -> str:
        """The token's hash, which is stored and compared."""
        return token_hash(self.token)

    def cookies(self) -> list[Cookie]:
        """The cookie to set: for a year, hidden from scripts, not sent from other sites."""
        if not self.new:
            return []
        return [
            Cookie(
                HOST_COOKIE if self.secure else COOKIE,
                value=self.token,
                max_age=365 * 24 * 3600,
                httponly=True,
                samesite="lax",
                secure=self.secure,
            )
        ]


def token_from_headers(headers: Mapping[bytes, bytes]) -> str | None:
    """The visitor's token, if it looks like one of ours: from the Authorization header, or the cookie."""
    given = headers.get(b"authorization", b"").decode("latin-1")
    if given[:7].lower() == "bearer ":
        token = given[7:].strip()
        return token if _TOKEN.fullmatch(token) else None
    text = headers.get(b"cookie", b"").decode("latin-1")
    found = next(filter(None, (cookie.search(text) for cookie in _COOKIES)), None)
    return found.group(1) if found is not None else None


def token_of(request: Req) -> str | None:
    """The token of the request, or None."""
    return token_from_headers(dict(request.scope["headers"]))


def hash_of(request: Req) -> str | None:
    """The hash of the request's token, or None."""
    token = token_of(request)
    return token_hash(token) if token is not None else None


def visitor(request: Req) -> Visitor:
    """The visitor of this request, with a new token if there was none of ours.

    Under https a token in a cookie of the old name moves to the new one.
    """
    service, token = table_service(request), token_of(request)
    if token is None or not service.tokens.is_ours(token):
        return Visitor(service.tokens.new(), new=True, secure=service.settings.secure)
    moves = service.settings.secure and HOST_COOKIE not in request.cookies
    return Visitor(token, new=moves, secure=service.settings.secure)


async def authorize(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    """Litestar guard: raise NotYourSeat if this visitor may not see the table in the URL."""
    table_id = connection.path_params.get("table_id")
    if table_id is not None:
        token = token_from_headers(dict(connection.scope["headers"]))
        live = await connection.app.state.engine.tables.get(table_id, fresh=False)
        check_may_watch(live, token_hash(token) if token is not None else None)


def engine(request: Req) -> Engine:
    """The running engine of this server."""
    found: Engine = request.app.state.engine
    return found


def table_service(request: Req) -> TableService:
    """The tables of this server."""
    return engine(request).tables


def notifier(request: Req) -> Notifier:
    """The notifier of this server."""
    return engine(request).notifier


def coaches(request: Req) -> CoachDriver:
    """The coach driver of this server."""
    return engine(request).coaches


def background_jobs(request: Req) -> BackgroundJobs:
    """The background jobs of this server."""
    return engine(request).jobs


def site_address(request: Req) -> str:
    """The address people type, for links to send."""
    given = table_service(request).settings.origin
    if given:
        return given.rstrip("/")
    return f"{request.url.scheme}://{request.headers.get('host', 'localhost')}"
