"""A golden playthrough: one short game in full, as text. A change of rules shows as a change of this text."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from fieldhouse.kernel.conformance.random_games import open_tiny
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.events import render
from fieldhouse.kernel.registry import Folder
from fieldhouse.kernel.table import Table

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
