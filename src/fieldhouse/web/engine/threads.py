"""Waiting away from the event loop."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import ParamSpec, TypeVar

import anyio.to_thread

P = ParamSpec("P")
T = TypeVar("T")


async def in_thread(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Do what waits for the database, or computes for long, away from the event loop.

    It must not touch a table in memory: those belong to the event loop.
    """
    return await anyio.to_thread.run_sync(partial(work, *args, **kwargs))
