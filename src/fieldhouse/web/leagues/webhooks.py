"""Notify pages and webhooks that a league's journal has grown, wherever the entry was written.

A webhook is due when the journal is longer than the length it was last sent. Actions on pages check at once;
a timer checks every few seconds for what a terminal wrote. Of several processes on one database, one calls.
"""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from fieldhouse.kernel.errors import FieldhouseError
from fieldhouse.store.league_schema import league_shelf, leagues
from fieldhouse.store.schema import FOR_LEAGUE
from fieldhouse.store.store import Store
from fieldhouse.web.engine.engine import Engine
from fieldhouse.web.engine.threads import in_thread
from fieldhouse.web.leagues import webhook_client

log = logging.getLogger("fieldhouse.leagues")
MOST_CALLS = 4
"""Webhooks called at the same time."""
EVERY = 3.0
"""Seconds between two looks at what has grown by other hands."""


def leagues_due(store: Store) -> list[str]:
    """The leagues whose webhook has not been told of the last entry."""
    hook, told = league_shelf.alias("hook"), league_shelf.alias("told")
    heard = (told.c.league_id == leagues.c.id) & (told.c.name == webhook_client.TOLD)
    query = (
        sa.select(leagues.c.id, leagues.c.size, hook.c.body, told.c.body)
        .join(hook, (hook.c.league_id == leagues.c.id) & (hook.c.name == webhook_client.HOOK))
        .join(told, heard, isouter=True)
    )
    with store.read_connection() as db:
        rows = db.execute(query).all()
    return [str(name) for name, size, url, last in rows if url and bytes(last or b"") != b"%d" % size]


def claim_call(store: Store, league_id: str) -> bool:
    """Take it on to tell this league's webhook; False if another process has."""
    c = league_shelf.c
    own = (c.league_id == league_id) & (c.name == webhook_client.TOLD)
    with store.write_transaction() as db:
        here = leagues.c.id == league_id
        size = db.scalar(sa.select(leagues.c.size).where(here).with_for_update())
        last = db.scalar(sa.select(c.body).where(own))
        if size is None or bytes(last or b"") == b"%d" % size:
            return False
        db.execute(league_shelf.delete().where(own))
        db.execute(
            league_shelf.insert(), {"league_id": league_id, "name": webhook_client.TOLD, "body": b"%d" % size}
        )
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
        self._threads = ThreadPoolExecutor(MOST_CALLS, "webhook")
        """Threads of their own: a receiver that keeps us waiting holds up other webhooks alone."""

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
            call = partial(webhook_client.call_webhook, self._store, league_id, origin)
            await asyncio.get_running_loop().run_in_executor(self._threads, call)
        except Exception as error:
            log.warning("webhook failed", extra={"league": league_id, "error": repr(error)})

    def _called(self, league_id: str, _: asyncio.Task[None]) -> None:
        del self._calls[league_id]

    def close(self) -> None:
        """Nobody is told any more."""
        for task in list(self._calls.values()):
            task.cancel()
        self._threads.shutdown(wait=False, cancel_futures=True)
