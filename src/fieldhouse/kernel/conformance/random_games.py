"""Random games of the shortest length, which the checks play, and one of them in full as text."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.events import render
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


_LONGEST = 400


def playthrough(folder: Folder, seed: int = 1) -> str:
    """Requests with their options, answers, events and now and then both views, to the end of the game."""
    rng = Random(seed)
    table = Table(open_tiny(folder), FastDice(seed))
    lines = [f"{folder.meta.title}, edition {folder.meta.edition}, {folder.meta.tiny}, seed {seed}"]
    told = 0
    count = 0
    while table.outcome is None:
        lines += [f"  {render(event)}" for event in table.events[told:]]
        told = len(table.events)
        seat = rng.choice(table.pending_seats)
        asked = table.request_for(seat)
        assert asked is not None
        if count % 10 == 0:
            lines += [f"= {_view(table, viewer)}" for viewer in (seat, None)]
        answer = rng.choice(asked.keys)
        lines.append(f"? {table.game.seats[seat]} {asked.what}: {_short(' '.join(asked.keys))}")
        lines.append(f"> {answer}")
        table.answer(seat, answer)
        count += 1
    lines += [f"  {render(event)}" for event in table.events[told:]]
    lines.append(f"! {table.outcome.why}: {table.outcome.text}")
    return "\n".join(lines) + "\n"


def _view(table: Table[Any], seat: int | None) -> str:
    who = "spectator" if seat is None else table.game.seats[seat]
    return f"{who} sees {_short(msgspec.json.encode(table.view(seat), order='deterministic').decode())}"


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else text[:_LONGEST] + f"... ({len(text)} characters)"
