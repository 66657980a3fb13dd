"""Checks of every request (host, origin, size, rate, timeout) and headers of every response.

It wraps the whole application, so that it also covers unknown addresses. A request reaches the application
when its body is complete.
"""

from __future__ import annotations

import asyncio
import gzip
import logging
import re
import time
from collections.abc import Callable
from functools import lru_cache

import msgspec

from fieldhouse.web.engine.fair_queue import JobOwner, current_owner
from fieldhouse.web.metrics import Metrics
from fieldhouse.web.middleware.asgi import App, Message, Receive, Scope, Send, replay_body
from fieldhouse.web.middleware.origin import TrustedHosts, is_same_origin
from fieldhouse.web.middleware.rate_limit import RateLimit, client_address, visitor_name
from fieldhouse.web.settings import Settings

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'; manifest-src 'self'"
)
HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]
STRICT = (b"strict-transport-security", b"max-age=31536000")
"""Only for servers behind https."""
log = logging.getLogger("fieldhouse.door")
SAFE = ("GET", "HEAD", "OPTIONS")
WORTH_PACKING = 900
"""Responses of at least this many bytes are compressed."""
_PACKABLE = re.compile(rb"text/(?!event-stream)|application/json|image/svg|javascript")


class ClientDisconnected(Exception):
    """The client went away before its request was complete."""


class RequestRefused(Exception):
    """A check failed; the request does not reach the application."""

    def __init__(self, status: int, text: str) -> None:
        self.status = status
        self.text = text


class SecurityMiddleware:
    """The outermost ASGI application."""

    def __init__(self, app: App, settings: Settings, metrics: Metrics, hang_up: Callable[[], None]) -> None:
        self.app = app
        self.hang_up = hang_up
        self.settings = settings
        self.metrics = metrics
        self.limits = RateLimit(settings)
        self.hosts = TrustedHosts(settings)
        self.headers = [*HEADERS, STRICT] if settings.secure else HEADERS

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers: dict[bytes, bytes] = dict(scope["headers"])
        reply = ResponseSender(self, scope, headers, send)
        try:
            self._check(scope, headers)
            whole = await self._whole(scope, headers, receive)
        except RequestRefused as refused:
            await _say(reply.send, refused.status, refused.text)
        except ClientDisconnected:
            log.info("hung up", extra={"path": redacted_path(scope)})
        else:
            where = client_address(scope)
            current_owner.set(JobOwner(visitor_name(headers) or where, where))
            await self.app(scope, whole, reply.send)

    def _check(self, scope: Scope, headers: dict[bytes, bytes]) -> None:
        path = scope["path"]
        if not self.hosts.is_trusted(headers.get(b"host", b""), path):
            raise RequestRefused(
                421,
                "This server isn't set up for that address. Its operator can start it with --origin https://...",
            )
        if scope["method"] not in SAFE and not is_same_origin(self.settings, headers):
            raise RequestRefused(403, "This request came from another site. Open the page here first.")
        if not path.isprintable():
            raise RequestRefused(404, "There is no page at this address.")
        length = headers.get(b"content-length", b"0")
        if not length.isdigit() or int(length) > self._most(path):
            raise RequestRefused(413, f"That's too large. The limit here is {self._most(path):,} bytes.")
        if (why := self.limits.take(scope, headers)) is not None:
            self.metrics.count_refusal()
            raise RequestRefused(429, why)

    def _most(self, path: str) -> int:
        return self.settings.max_import if path == "/import" else self.settings.max_body

    async def _whole(self, scope: Scope, headers: dict[bytes, bytes], receive: Receive) -> Receive:
        """Read the whole body; RequestRefused if it is late, too large, or not UTF-8: no upload is binary."""
        if scope["method"] in SAFE and b"transfer-encoding" not in headers:
            return receive
        most, parts, size = self._most(scope["path"]), [], 0
        try:
            async with asyncio.timeout(self.settings.body_seconds):
                more = True
                while more:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        raise ClientDisconnected
                    part = message.get("body", b"")
                    more = message.get("more_body", False)
                    size += len(part)
                    if size > most:
                        raise RequestRefused(413, f"That's too large. The limit here is {most:,} bytes.")
                    parts.append(part)
        except TimeoutError:
            raise RequestRefused(408, "The request took too long to arrive. Try again.") from None
        body = b"".join(parts)
        if not _is_text(body):
            raise RequestRefused(400, "The body is not valid UTF-8 text.")
        return replay_body(body, receive)


class ResponseSender:
    """Sends a response with security headers and compression, logs and measures it."""

    def __init__(
        self, guard: SecurityMiddleware, scope: Scope, headers: dict[bytes, bytes], send: Send
    ) -> None:
        self.guard = guard
        self.scope = scope
        self.packs = b"gzip" in headers.get(b"accept-encoding", b"")
        self._send = send
        self._start: Message | None = None
        self._began = time.perf_counter()

    async def send(self, message: Message) -> None:
        """Send a message of the application."""
        if message["type"] == "http.response.start":
            self._head(message)
            self._start = message
            return
        start, self._start = self._start, None
        if start is not None:
            if not message.get("more_body", False):
                self._pack(start, message)
            await self._send(start)
        await self._send(message)
        if not message.get("more_body", False):
            self.guard.metrics.count_reply(self.scope, time.perf_counter() - self._began)

    def _head(self, message: Message) -> None:
        if log.isEnabledFor(logging.INFO):
            about = {
                "method": self.scope["method"],
                "path": redacted_path(self.scope),
                "status": message["status"],
            }
            log.info("request", extra=about)
        names = {name for name, _ in message["headers"]}
        message["headers"] = [*message["headers"], *(h for h in self.guard.headers if h[0] not in names)]
        if b"cache-control" not in names:
            message["headers"].append((b"cache-control", b"no-store"))
        if message["status"] == 408:
            message["headers"].append((b"connection", b"close"))

    def _pack(self, start: Message, message: Message) -> None:
        body = message.get("body", b"")
        headers = dict(start["headers"])
        if len(body) < WORTH_PACKING or not _PACKABLE.search(headers.get(b"content-type", b"")):
            return
        start["headers"] = [*start["headers"], (b"vary", b"accept-encoding")]
        if self.packs and b"content-encoding" not in headers:
            message["body"] = _packed(body)
            length = str(len(message["body"])).encode()
            kept = [header for header in start["headers"] if header[0] != b"content-length"]
            start["headers"] = [*kept, (b"content-length", length), (b"content-encoding", b"gzip")]


@lru_cache(maxsize=64)
def _packed(body: bytes) -> bytes:
    """The body compressed; who watches a table gets the same page as the others."""
    return gzip.compress(body, 4, mtime=0)


def _is_text(body: bytes) -> bool:
    try:
        body.decode()
    except UnicodeDecodeError:
        return False
    return True


_SECRET = re.compile(r"/(join|seat|operator)/[\w%.~-]+")


def redact(text: str) -> str:
    """A text for the log, without the tokens that some addresses contain."""
    return _SECRET.sub(r"/\1/...", text)


def redacted_path(scope: Scope) -> str:
    """The path for the log, without the tokens that some paths contain."""
    return redact(scope["path"])


async def _say(send: Send, status: int, text: str) -> None:
    body = msgspec.json.encode({"error": text})
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
    ]
    if status == 429:
        headers.append((b"retry-after", b"5"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
