"""The guard at the door: headers on every response, who may change what from where, and how often.

It stands outside the application, so that its rules also hold for pages that do not exist.
"""

from __future__ import annotations

import logging
import re
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import urlsplit

import msgspec

from fieldhouse.web.settings import Settings

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

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
log = logging.getLogger("fieldhouse.door")
SAFE = ("GET", "HEAD", "OPTIONS")


class Guard:
    """Wraps the application."""

    def __init__(self, app: App, settings: Settings, hang_up: Callable[[], None]) -> None:
        self.app = app
        self.hang_up = hang_up
        self.settings = settings
        self.buckets = Buckets(settings.rate, settings.burst)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                log.info(
                    "request",
                    extra={"method": scope["method"], "path": shown(scope), "status": message["status"]},
                )
                names = {name for name, _ in message["headers"]}
                message["headers"] = [*message["headers"], *(h for h in HEADERS if h[0] not in names)]
                if b"cache-control" not in names:
                    message["headers"].append((b"cache-control", b"no-store"))
            await send(message)

        refusal = self._refuse(scope)
        if refusal is not None:
            await _say(send_guarded, *refusal)
            return
        await self.app(scope, receive, send_guarded)

    def _refuse(self, scope: Scope) -> tuple[int, str] | None:
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        if scope["method"] not in SAFE and not self._same_origin(scope, headers):
            return 403, "This change came from another site and was refused."
        if any(ord(letter) < 32 for letter in scope["path"]):
            return 404, "There is nothing at this address."
        most = self.settings.max_import if scope["path"] == "/import" else self.settings.max_body
        if (
            not headers.get(b"content-length", "0").isdecimal()
            or int(headers.get(b"content-length", "0")) > most
        ):
            return 413, f"Too large: at most {most} bytes are read here."
        static = scope["path"].startswith("/static/")
        cost = 0.0 if static else 0.1 if scope["method"] in SAFE else 1.0
        if not self.buckets.take(address(scope), cost):
            return 429, "Too many requests from your address. Wait a few seconds and try again."
        return None

    def _same_origin(self, scope: Scope, headers: dict[bytes, str]) -> bool:
        """A change must come from our own pages, or from a program with a token of its own.

        Browsers send Origin (or at least Sec-Fetch-Site or Referer) with every form. A program that
        sends a bearer token has no cookie that another site could misuse.
        """
        if headers.get(b"authorization", "").lower().startswith("bearer ") and b"cookie" not in headers:
            return True
        if b"sec-fetch-site" in headers and headers[b"sec-fetch-site"] not in ("same-origin", "none"):
            return False
        origin = headers.get(b"origin") or headers.get(b"referer", "")
        if not origin or origin == "null":
            return b"cookie" not in headers and b"sec-fetch-site" not in headers
        return self._is_us(origin, headers)

    def _is_us(self, origin: str, headers: dict[bytes, str]) -> bool:
        try:
            given = urlsplit(origin)
        except ValueError:
            return False
        if self.settings.origin:
            ours = urlsplit(self.settings.origin)
            return (given.scheme, given.netloc) == (ours.scheme, ours.netloc)
        return given.scheme in ("http", "https") and given.netloc == headers.get(b"host", "")


def address(scope: Scope) -> str:
    """Where a request comes from; an IPv6 network of one customer counts as one."""
    client = scope.get("client")
    host = client[0] if client else "?"
    return ":".join(host.split(":")[:4]) if host.count(":") > 1 else host


def shown(scope: Scope) -> str:
    """The path for the log, without the tokens that stand in some of them."""
    return re.sub(r"^(/api)?/(join|seat)/.*", r"\1/\2/...", scope["path"])


class Buckets:
    """A leaking bucket for each address; addresses not seen for a while are forgotten."""

    def __init__(self, rate: float, burst: int, most: int = 50_000) -> None:
        self.rate = rate
        self.burst = burst
        self.most = most
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, who: str, cost: float) -> bool:
        """True if there is room for one more request of this cost."""
        now = time.monotonic()
        left, then = self._left.get(who, (float(self.burst), now))
        left = min(float(self.burst), left + (now - then) * self.rate)
        allowed = left >= cost
        self._left[who] = (left - cost if allowed else left, now)
        self._left.move_to_end(who)
        while len(self._left) > self.most:
            self._left.popitem(last=False)
        return allowed


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
