"""Random games of the shortest length: what the checks play."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from fieldhouse.kernel.game import Game
from fieldhouse.kernel.registry import Folder
from fieldhouse.kernel.requests import Seat
from fieldhouse.kernel.table import Table

MOST_ANSWERS = 20_000
NONSENSE = "no such thing"


def tiny(folder: Folder) -> Game[Any]:
    """The game at the length tests use."""
    return folder.open(length=folder.meta.tiny)


def steps(table: Table[Any], rng: Random, limit: int = MOST_ANSWERS) -> Iterator[Seat]:
    """Play random answers; yields before each, with the seat about to answer."""
    for _ in range(limit):
        if table.outcome is not None:
            return
        seat = rng.choice(table.waiting)
        yield seat
        asked = table.asked(seat)
        if asked is not None:
            table.answer(seat, rng.choice(asked.keys))
    raise AssertionError(f"the game has not ended after {limit} answers")


def sampled(table: Table[Any], rng: Random, share: float) -> Iterator[Seat]:
    """Some of the points of a random game."""
    for seat in steps(table, rng):
        if rng.random() < share:
            yield seat
