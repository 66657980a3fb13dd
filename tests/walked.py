"""A walk through a game to its questions, for tests that look at what a person is shown."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from fieldhouse.kernel import registry
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.requests import Choose, Seat
from fieldhouse.kernel.table import Table

QUICK = ("fill", "ready", "end-turn", "play", "scrimmage")
"""Answers that lead past long set-ups."""


def walked(name: str, seed: int, steps: int) -> Iterator[tuple[Table[Any], Seat, Choose]]:
    """Random positions of a short game, each with a seat and what it is asked, quickly past set-ups."""
    rng = Random(seed)
    table: Table[Any] = Table(registry.find(name).open(length="tiny"), FastDice(seed))
    for _ in range(steps):
        if not table.pending_seats:
            return
        seat = rng.choice(table.pending_seats)
        request = table.request_for(seat)
        assert request is not None
        yield table, seat, request
        quick = [key for key in QUICK if key in request.menu]
        table.answer(seat, quick[0] if quick and rng.random() < 0.6 else rng.choice(request.keys))
