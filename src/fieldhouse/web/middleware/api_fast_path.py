"""Answers the two most frequent API requests without the framework: read a state, submit an answer.

It calls the API's own `read_state` and `submit_answer`, behind the same security checks; everything else goes
on to Litestar. Reading a state takes 0.03 to 0.08 ms this way and 0.17 to 0.22 ms through Litestar.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec
from litestar import Litestar
from litestar.exceptions import HTTPException

from fieldhouse.web.api import read_state, submit_answer
from fieldhouse.web.api_models import Answer
from fieldhouse.web.engine.live_table import token_hash
from fieldhouse.web.errors import describe_error
from fieldhouse.web.middleware.asgi import Receive, Scope, Send, replay_body
from fieldhouse.web.middleware.auth import token_from_headers

_TABLE = re.compile(r"/api/tables/([A-Za-z0-9_-]{1,32})(/answers)?")
_QUERY = re.compile(rb"(?:seat=(\d{1,2}))?&?(?:after=(\d{1,6}|1000000))?")
_ANSWER = msgspec.json.Decoder(Answer)
_ENCODER = msgspec.json.Encoder()


class ApiFastPath:
    """ASGI middleware between `SecurityMiddleware` and the application."""

    def __init__(self, app: Litestar) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        found = _TABLE.fullmatch(scope["path"]) if scope["type"] == "http" else None
        if found is None:
            pass
        elif scope["method"] == "POST" and found.group(2):
            body = await _read(receive)
            if await self._answer(found.group(1), scope, body, send):
                return
            receive = replay_body(body, receive)
        elif (
            scope["method"] == "GET" and not found.group(2) and await self._look(found.group(1), scope, send)
        ):
            return
        await self.app(scope, receive, send)  # type: ignore[arg-type]

    async def _answer(self, table_id: str, scope: Scope, body: bytes, send: Send) -> bool:
        headers: dict[bytes, bytes] = dict(scope["headers"])
        if not headers.get(b"content-type", b"").startswith(b"application/json"):
            return False
        try:
            data = _ANSWER.decode(body)
        except (msgspec.DecodeError, RecursionError):
            return False
        try:
            kept = await submit_answer(self.app.state.engine, table_id, _holder(headers), data)
        except HTTPException:  # the body contradicts itself; the table was not asked
            return False
        except Exception as error:
            await _refuse(send, scope, error)
        else:
            await _send(send, 201, kept)
        return True

    async def _look(self, table_id: str, scope: Scope, send: Send) -> bool:
        found = _QUERY.fullmatch(scope["query_string"])
        if found is None or (seat := int(found.group(1) or 0)) > 64:
            return False
        wanted, after = seat if found.group(1) else None, int(found.group(2) or 0)
        headers: dict[bytes, bytes] = dict(scope["headers"])
        try:
            state = await read_state(self.app.state.engine, table_id, _holder(headers), wanted, after)
        except Exception as error:
            await _refuse(send, scope, error)
        else:
            await _send(send, 200, state)
        return True


def _holder(headers: dict[bytes, bytes]) -> str | None:
    token = token_from_headers(headers)
    return token_hash(token) if token is not None else None


async def _refuse(send: Send, scope: Scope, error: Exception) -> None:
    status, headline, detail = describe_error(scope["path"], error)
    await _send(send, status, {"error": headline, "detail": detail})


async def _send(send: Send, status: int, value: Any) -> None:
    body = _ENCODER.encode(value)
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})


async def _read(receive: Receive) -> bytes:
    """The body, which `SecurityMiddleware` has read completely."""
    body: bytes = (await receive()).get("body", b"")
    return body
