"""Random games of the shortest length, which the checks play."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from fieldhouse.kernel.game import Game
from fieldhouse.kernel.registry import Folder
from fieldhouse.kernel.requests import Choose, Seat
from fieldhouse.kernel.table import Table

MOST_ANSWERS = 20_000
NONSENSE = "no such thing"


def open_tiny(folder: Folder) -> Game[Any]:
    """The game at the length tests use."""
    return folder.open(length=folder.meta.tiny)


def random_steps(table: Table[Any], rng: Random, limit: int = MOST_ANSWERS) -> Iterator[Seat]:
    """Play random answers; yields before each, with the seat about to answer."""
    for _ in range(limit):
        if table.outcome is not None:
            return
        seat = rng.choice(table.pending_seats)
        yield seat
        asked = table.request_for(seat)
        if asked is not None:
            table.answer(seat, rng.choice(asked.keys))
    raise AssertionError(f"the game has not ended after {limit} answers")


def sample_points(table: Table[Any], rng: Random, share: float) -> Iterator[Seat]:
    """Play a random game and stop at a share of its decisions."""
    for seat in random_steps(table, rng):
        if rng.random() < share:
            yield seat


def sample_choices(table: Table[Any], rng: Random, most: int) -> Iterator[tuple[Seat, Choose]]:
    """About every second real choice of a random game, at most so many, with the seat that has it."""
    found = 0
    for seat in random_steps(table, rng):
        asked = table.request_for(seat)
        if asked is None or len(asked.keys) < 2 or rng.random() < 0.5:
            continue
        yield seat, asked
        found += 1
        if found == most:
            return
