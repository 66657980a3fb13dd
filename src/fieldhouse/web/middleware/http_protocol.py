"""Uvicorn's HTTP protocol with timeouts and limits for slow or too many clients."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any, ClassVar

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from fieldhouse.web.settings import Settings

MOST_HEADERS = 64 * 1024
"""Bytes of URL and headers together."""


def http_protocol(settings: Settings) -> type[HttpToolsProtocol]:
    """The protocol class for a server with these settings."""

    class Timed(LimitedHttpProtocol):
        allowed = settings

    return Timed


class LimitedHttpProtocol(HttpToolsProtocol):
    """Limits the time for a request's headers, and the number of connections."""

    allowed: ClassVar[Settings]
    _held: ClassVar[Counter[str]] = Counter()
    _where = ""
    _size = 0
    _due: float | None = None
    _alarm: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """Refuse connections beyond the limits, in all and from one address."""
        super().connection_made(transport)
        self._where = str(self.client[0]) if self.client else "?"
        self._held[self._where] += 1
        many = len(self.connections) > self.allowed.max_connections
        crowd = not self.allowed.origin and self._held[self._where] > self.allowed.max_connections_per_address
        if many or crowd:
            transport.abort()
        else:
            self._expect()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a connection that was lost."""
        if self._alarm is not None:
            self._alarm.cancel()
        self._held[self._where] -= 1
        if self._held[self._where] <= 0:
            del self._held[self._where]
        super().connection_lost(exc)

    def on_message_begin(self) -> None:
        """Start the timeout of a new request."""
        super().on_message_begin()
        self._size = 0
        self._expect()

    def on_url(self, url: bytes) -> None:
        """Count a part of the URL."""
        super().on_url(url)
        self._measure(len(url))

    def on_header(self, name: bytes, value: bytes) -> None:
        """Count a header against the limit."""
        super().on_header(name, value)
        self._measure(len(name) + len(value))

    def on_headers_complete(self) -> None:
        """Stop the timeout of a slow request."""
        self._due = None
        super().on_headers_complete()

    def _measure(self, more: int) -> None:
        self._size += more
        if self._size > MOST_HEADERS:
            self.transport.abort()

    def _expect(self) -> None:
        """Set the time by which the headers must be complete. A connection has one timer."""
        self._due = self.loop.time() + self.allowed.header_seconds
        if self._alarm is None:
            self._alarm = self.loop.call_at(self._due, self._look)

    def _look(self) -> None:
        self._alarm = None
        if self._due is None or self.transport.is_closing():
            return
        if self._due <= self.loop.time():
            self.transport.close()
        else:
            self._alarm = self.loop.call_at(self._due, self._look)
