"""Where bulk work runs: here, in a pool of processes, or on a Dask cluster; always as an Executor.

Work is cut into numbered pieces that carry their own seeds, so the result is the same wherever and in
whatever order the pieces run.
"""

from __future__ import annotations

import importlib
import multiprocessing
import os
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from typing import Any, TypeVar

from fieldhouse.kernel.errors import FieldhouseError
from fieldhouse.kernel.registry import add_games_folder

R = TypeVar("R")


def game_folders() -> list[str]:
    """The folders of games, added ones too, for a process that starts afresh."""
    return list(importlib.import_module("fieldhouse.games").__path__)


def add_game_folders(paths: list[str]) -> None:
    """Make a fresh process see the same games."""
    for path in paths:
        add_games_folder(path)


def start_worker(paths: list[str]) -> None:
    """The same games, and Ctrl-C ends a worker without a word: who asked for the work has the last one."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    add_game_folders(paths)


@contextmanager
def executor(jobs: int = 1, cluster: str | None = None) -> Iterator[Executor | None]:
    """None for one job here, a pool of `jobs` fresh processes, or the executor of the cluster's scheduler."""
    if cluster is not None:
        with _cluster(cluster) as pool:
            yield pool
    elif jobs > 1:
        spawn = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(jobs, spawn, initializer=start_worker, initargs=(game_folders(),)) as pool:
            yield pool
    else:
        yield None


@contextmanager
def _cluster(address: str) -> Iterator[Executor]:
    try:
        from distributed import Client
    except ImportError:
        raise FieldhouseError("--cluster needs Dask: pip install 'fieldhouse[cluster]'") from None
    try:
        client = Client(address, timeout=10, set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, ValueError, TimeoutError) as error:
        raise FieldhouseError(f"no Dask scheduler answers at {address}: {error}") from None
    with client:
        client.run(add_game_folders, game_folders())
        with client.get_executor(pure=False, retries=3) as pool:  # type: ignore[no-untyped-call]
            yield pool


def run_pieces(
    pool: Executor | None, work: Callable[..., R], pieces: Iterable[tuple[Any, ...]], *, ahead: int = 8
) -> Iterator[R]:
    """`work(*piece)` for every piece, yielded in the order of the pieces; at most `ahead` wait at a time.

    Memory stays flat however many pieces there are.
    """
    if pool is None:
        for piece in pieces:
            yield work(*piece)
        return
    queue = iter(enumerate(pieces))
    running: dict[Future[R], int] = {}
    done: dict[int, R] = {}
    due = 0
    more = True
    while more or running or due in done:
        while more and len(running) + len(done) < ahead:
            item = next(queue, None)
            if item is None:
                more = False
            else:
                running[pool.submit(work, *item[1])] = item[0]
        if due in done:
            yield done.pop(due)
            due += 1
            continue
        if not running:
            continue
        for future in wait(running, return_when=FIRST_COMPLETED).done:
            done[running.pop(future)] = future.result()


def processor_count() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
