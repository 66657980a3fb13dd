"""Errors as pages for people and as JSON for programs: what happened, and what to do."""

from __future__ import annotations

import errno
import logging
import traceback
from http import HTTPStatus
from typing import Any

from litestar import Request, Response
from litestar.exceptions import HTTPException
from litestar.response import Template
from litestar.types import ExceptionHandlersMap
from sqlalchemy.exc import SQLAlchemyError

from fieldhouse.kernel.errors import (
    BadChart,
    BadOptions,
    BadRecord,
    FieldhouseError,
    IllegalAnswer,
    NotYourTurn,
    StaleAnswer,
    UnknownGame,
)
from fieldhouse.league.season import BadResult
from fieldhouse.league.service.permissions import NotPermitted
from fieldhouse.store.leagues import LeagueConflict, NoSuchLeague
from fieldhouse.web.engine.fair_queue import QueueFull
from fieldhouse.web.engine.job_queue import JobFailed
from fieldhouse.web.engine.live_table import (
    NoSuchTable,
    NotYourSeat,
    OutdatedTable,
    ServerFull,
    TamperedRecord,
)
from fieldhouse.web.engine.notifier import TooManyListeners
from fieldhouse.web.engine.worker_pool import CoachFailed

log = logging.getLogger("fieldhouse.web")

STATUS: dict[type[Exception], tuple[int, str]] = {
    NoSuchTable: (404, "Table not found"),
    UnknownGame: (404, "Game not found"),
    NotYourSeat: (403, "Not your seat"),
    ServerFull: (503, "The server is full"),
    OutdatedTable: (410, "This game needs older rules"),
    TamperedRecord: (410, "This game's record is damaged"),
    StaleAnswer: (409, "The game has moved on"),
    NotYourTurn: (409, "You can't do that now"),
    IllegalAnswer: (422, "That's not allowed"),
    BadOptions: (400, "Check the options"),
    BadChart: (400, "Check the chart"),
    BadRecord: (400, "That file isn't a Fieldhouse game"),
    TooManyListeners: (429, "Too many open pages"),
    CoachFailed: (503, "The coach didn't answer"),
    JobFailed: (503, "That didn't work right now"),
    QueueFull: (503, "The server is busy"),
    NoSuchLeague: (404, "League not found"),
    NotPermitted: (403, "You don't have permission"),
    LeagueConflict: (409, "The league has changed"),
    BadResult: (422, "Check the result"),
}


FULL = (errno.ENOSPC, errno.EDQUOT)
"""Errors of a file system that has no room left."""


def status_of(error: Exception) -> tuple[int, str]:
    """The HTTP status and the headline of an error."""
    for kind in type(error).__mro__:
        if kind in STATUS:
            return STATUS[kind]
    return 400, "That didn't work"


def respond(request: Request[Any, Any, Any], status: int, headline: str, detail: str) -> Response[Any]:
    """An error as JSON for programs and as a page for people."""
    if request.scope["path"].startswith("/api/"):
        return Response(
            {"error": headline, "detail": detail}, status_code=status, media_type="application/json"
        )
    context = {"status": status, "headline": headline, "detail": detail}
    return Template("error.html", context=context, status_code=status)


def describe_error(path: str, error: Exception) -> tuple[int, str, str]:
    """Status, headline and detail of an error; one of our own is logged."""
    if isinstance(error, FieldhouseError):
        return *status_of(error), str(error)
    if isinstance(error, SQLAlchemyError | TimeoutError):  # nothing was acknowledged, so nothing is lost
        log.error("database error", extra={"path": path, "error": repr(error)})
        return 503, "The database isn't responding", "Nothing was changed. Try again in a moment."
    if isinstance(error, OSError) and error.errno in FULL:
        log.error("the disk is full", extra={"path": path, "error": repr(error)})
        return 503, "The server's disk is full", "Nothing was changed. Try again later."
    log.exception("unexpected error", extra={"path": path}, exc_info=error)
    return (
        500,
        "Something went wrong",
        "The error was logged and your game is safe. Reload the page.",
    )


def handle_error(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """Answer with what was refused or went wrong."""
    return respond(request, *describe_error(request.scope["path"], error))


def handle_http_error(request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    """Answer errors of the framework: unknown addresses, bodies that cannot be read."""
    status = error.status_code
    phrases = {
        404: "Page not found",
        405: "Method not allowed",
        413: "File too large",
    }
    headline = phrases.get(status, HTTPStatus(status).phrase)
    if status >= 500:
        log.error("http error", extra={"path": request.scope["path"], "status": status, "error": repr(error)})
        return respond(request, status, headline, "")
    detail = _detail(error) if status in (400, 413) and request.scope["path"].startswith("/api/") else ""
    reply = respond(request, status, headline, detail)
    if error.headers:
        reply.headers.update(error.headers)
    return reply


def _detail(error: HTTPException) -> str:
    """What is wrong and where, without the URL, which may contain a token."""
    if not isinstance(error.extra, list):
        return error.detail.partition(" for ")[0]
    parts = [f"{fault.get('key', 'body')}: {fault.get('message', '')}" for fault in error.extra[:8]]
    return "; ".join(parts)[:1000]


def handle_recursion(request: Request[Any, Any, Any], error: RecursionError) -> Response[Any]:
    """Blame the sender for a body nested too deeply to decode; any other endless recursion is a bug."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    if "serialization" not in last.filename:
        return handle_error(request, error)
    return respond(request, 400, HTTPStatus.BAD_REQUEST.phrase, "The body is nested too deeply.")


HANDLERS: ExceptionHandlersMap = {
    HTTPException: handle_http_error,
    RecursionError: handle_recursion,
    Exception: handle_error,
}
