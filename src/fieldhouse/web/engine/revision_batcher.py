"""Asks the database for the revisions of many tables in one query.

Calls that come while a query is running go together into the next one, so each call still sees what was
committed before it.
"""

from __future__ import annotations

import asyncio

from fieldhouse.store.store import Store
from fieldhouse.web.engine.threads import in_thread


class RevisionBatcher:
    """Runs one query at a time."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.questions = 0
        self._next: dict[str, asyncio.Future[int | None]] = {}
        self._asking: asyncio.Task[None] | None = None

    async def revision(self, table_id: str) -> int | None:
        """The table's revision in the store, not older than this call; None if the table is gone."""
        wanted = self._next.get(table_id)
        if wanted is None:
            wanted = self._next[table_id] = asyncio.get_running_loop().create_future()
        if self._asking is None:
            self._asking = asyncio.create_task(self._ask())
        return await asyncio.shield(wanted)

    async def _ask(self) -> None:
        try:
            while self._next:
                group, self._next = self._next, {}
                self.questions += 1
                try:
                    found = await in_thread(self.store.tables.revisions, list(group))
                except Exception as error:  # the store may be away: each of them hears it
                    for future in group.values():
                        future.set_exception(error)
                        future.exception()  # whoever asked may have hung up
                else:
                    for table_id, future in group.items():
                        future.set_result(found.get(table_id))
        finally:
            self._asking = None
