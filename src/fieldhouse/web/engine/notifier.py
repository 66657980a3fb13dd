"""Wakes streams and long polls when something they listen to has changed."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fieldhouse.kernel.errors import FieldhouseError
from fieldhouse.store.database import CHANNEL, Database
from fieldhouse.web.settings import Settings

log = logging.getLogger("fieldhouse.notifier")


class TooManyListeners(FieldhouseError):
    """No room for one more stream or long poll."""


class Notifier:
    """The listeners of one server process. A topic is a table's id, or `league:` and a league's id."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._listeners: dict[str, set[asyncio.Event]] = defaultdict(set)
        self._per_address: Counter[str] = Counter()
        self._closing = False

    def topics(self, prefix: str) -> list[str]:
        """The topics with this prefix that somebody listens to, without the prefix."""
        return [topic.removeprefix(prefix) for topic in self._listeners if topic.startswith(prefix)]

    def check_capacity(self, address: str) -> None:
        """Raise TooManyListeners if no more may listen from this address."""
        limits = self._settings
        full = self.count >= limits.max_streams
        if full or self._per_address[address] >= limits.max_streams_per_address:
            raise TooManyListeners(
                "Too many pages are listening already. Reload without waiting for updates."
            )

    @asynccontextmanager
    async def subscribe(self, topic: str, address: str) -> AsyncIterator[asyncio.Event]:
        """An event that is set at every change of the topic, for a listener at this address."""
        event = asyncio.Event()
        self._listeners[topic].add(event)
        self._per_address[address] += 1
        try:
            yield event
        finally:
            self._per_address[address] -= 1
            if self._per_address[address] <= 0:
                del self._per_address[address]
            self._listeners[topic].discard(event)
            if not self._listeners[topic]:
                del self._listeners[topic]

    def notify(self, topic: str) -> None:
        """Wake everybody who listens to the topic."""
        for event in self._listeners.get(topic, ()):
            event.set()

    @property
    def is_closing(self) -> bool:
        """True once the server shuts down: streams and long polls end."""
        return self._closing

    def close(self) -> None:
        """Wake every listener, so that all of them end."""
        self._closing = True
        for topic in list(self._listeners):
            self.notify(topic)

    @property
    def count(self) -> int:
        """The number of listeners."""
        return self._per_address.total()

    async def follow_database(self, store: Database) -> None:
        """Pass on what other server processes announce through PostgreSQL; reconnects for ever."""
        import psycopg

        address = store.url.set(drivername="postgresql").render_as_string(hide_password=False)
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(address, autocommit=True) as line:
                    await line.execute(f"LISTEN {CHANNEL}")
                    for topic in list(self._listeners):  # what was announced while we were not connected
                        self.notify(topic)
                    async for message in line.notifies():
                        if (topic_changed := store.announced_topic(message.payload)) is not None:
                            self.notify(topic_changed)
            except (psycopg.Error, OSError) as error:
                log.warning("lost the database connection, reconnecting", extra={"error": repr(error)})
            await asyncio.sleep(1)
