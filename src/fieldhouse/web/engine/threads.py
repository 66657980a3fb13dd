"""Runs blocking work in threads."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any, ParamSpec, TypeVar

import anyio.to_thread

from fieldhouse.web.engine.fair_queue import FairQueue, current_owner

COMPUTE_COST = 0.2
"""Seconds that work in the one thread for computing takes, as a rule."""
_COMPUTING = FairQueue(1, most=200, most_per_person=20)

P = ParamSpec("P")
T = TypeVar("T")


async def in_thread(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run work that waits for the database, or computes a little, in a thread.

    The work must not touch a LiveTable: those belong to the event loop.
    """
    return await anyio.to_thread.run_sync(partial(work, *args, **kwargs))


async def in_daemon_thread(work: Callable[[], T]) -> T:
    """Run work that waits for the outside world in a thread that never delays the server's end."""
    loop = asyncio.get_running_loop()
    found: asyncio.Future[T] = loop.create_future()

    def settle(tell: Callable[[Any], None], what: Any) -> None:
        if not found.done():
            tell(what)

    def run() -> None:
        try:
            end: tuple[Callable[[Any], None], Any] = (found.set_result, work())
        except Exception as error:
            end = (found.set_exception, error)
        with suppress(RuntimeError):  # the loop is closed
            loop.call_soon_threadsafe(settle, *end)

    threading.Thread(target=run, daemon=True).start()
    return await found


async def compute_in_thread(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run work that computes for long in a thread, one at a time: whoever computed least lately comes next.

    Threads share one processor with the event loop, so that more of them at once would only slow it down.
    """
    async with _COMPUTING.turn(current_owner.get(), COMPUTE_COST):
        return await in_thread(work, *args, **kwargs)
