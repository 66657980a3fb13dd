"""Runs blocking work in threads."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import ParamSpec, TypeVar

import anyio.to_thread

P = ParamSpec("P")
T = TypeVar("T")


async def in_thread(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run work that waits for the database, or computes for long, in a thread.

    The work must not touch a LiveTable: those belong to the event loop.
    """
    return await anyio.to_thread.run_sync(partial(work, *args, **kwargs))
