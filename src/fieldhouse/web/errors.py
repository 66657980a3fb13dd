"""Clear pages (and JSON for programs) for everything that can go wrong."""

from __future__ import annotations

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
    NoSuchTable: (404, "No such table"),
    UnknownGame: (404, "No such game"),
    NotYourSeat: (403, "This seat is not yours"),
    ServerFull: (503, "The house is full"),
    OutdatedTable: (410, "The rules have changed since"),
    TamperedRecord: (410, "The record was changed"),
    StaleAnswer: (409, "The table has moved on"),
    NotYourTurn: (409, "Not now"),
    IllegalAnswer: (422, "That is not allowed"),
    BadOptions: (400, "These options do not fit"),
    BadChart: (400, "This chart cannot be used"),
    BadRecord: (400, "This record cannot be read"),
    TooManyListeners: (429, "Too many listen"),
    CoachFailed: (503, "The coach has no answer"),
    NoSuchLeague: (404, "No such league"),
    NotPermitted: (403, "This is somebody else's to do"),
    LeagueConflict: (409, "The league has moved on"),
    BadResult: (422, "That result cannot be"),
}


def status_of(error: Exception) -> tuple[int, str]:
    """The HTTP status and a headline."""
    for kind in type(error).__mro__:
        if kind in STATUS:
            return STATUS[kind]
    return 400, "That did not work"


def respond(request: Request[Any, Any, Any], status: int, headline: str, detail: str) -> Response[Any]:
    """An error as JSON for programs and as a page for people."""
    if request.scope["path"].startswith("/api/"):
        return Response(
            {"error": headline, "detail": detail}, status_code=status, media_type="application/json"
        )
    context = {"status": status, "headline": headline, "detail": detail}
    return Template("error.html", context=context, status_code=status)


def describe_error(path: str, error: Exception) -> tuple[int, str, str]:
    """Status, headline and detail of what the house refused, or of a fault of our own, which is logged."""
    if isinstance(error, FieldhouseError):
        return *status_of(error), str(error)
    if isinstance(error, SQLAlchemyError | TimeoutError):  # nothing was acknowledged, so nothing is lost
        log.error("store failed", extra={"path": path, "error": repr(error)})
        return 503, "The store does not answer", "Nothing was changed. Try again in a moment."
    log.exception("server error", extra={"path": path}, exc_info=error)
    return 500, "Something broke on our side", "It was written down. Your table is safe."


def handle_error(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """Whatever the house refused or could not do."""
    return respond(request, *describe_error(request.scope["path"], error))


def handle_http_error(request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    """Addresses that do not exist, bodies that cannot be read, and their like."""
    status = error.status_code
    phrases = {
        404: "There is nothing at this address",
        405: "This address does not take that",
        413: "Too large",
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
    """What is wrong and where, without the address (it may hold a token)."""
    if not isinstance(error.extra, list):
        return error.detail.partition(" for ")[0]
    parts = [f"{fault.get('key', 'body')}: {fault.get('message', '')}" for fault in error.extra[:8]]
    return "; ".join(parts)[:1000]


def handle_recursion(request: Request[Any, Any, Any], error: RecursionError) -> Response[Any]:
    """A body nested beyond what can be read is the sender's fault; any other endless descent is ours."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    if "serialization" not in last.filename:
        return handle_error(request, error)
    return respond(request, 400, HTTPStatus.BAD_REQUEST.phrase, "the body is nested too deeply")


HANDLERS: ExceptionHandlersMap = {
    HTTPException: handle_http_error,
    RecursionError: handle_recursion,
    Exception: handle_error,
}
