"""All that a seat can perceive of a table, in one place: what must not differ between redealt worlds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from fieldhouse.kernel.events import render
from fieldhouse.kernel.requests import Seat

if TYPE_CHECKING:
    from fieldhouse.kernel.table import Table


def sight(table: Table[Any], seat: Seat | None) -> bytes:
    """View, events, options, refusals, sequence number, verbs: as bytes that can be compared."""
    asked = table.asked(seat) if seat is not None else None
    request: Any = None
    if asked is not None:
        options = [msgspec.to_builtins(option) for option in asked.menu.options()]
        refused = [msgspec.to_builtins(refusal) for refusal in asked.menu.refused()]
        request = [asked.what, asked.prompt, asked.help, asked.rule, asked.facts, options, refused]
    chance = table.chance
    rolling = None
    if chance is not None:
        shown = not chance.veiled and (chance.sees is None or (seat is not None and seat in chance.sees))
        rolling = [chance.stream, chance.label, list(chance.keys) if shown else None]
    return msgspec.json.encode(
        [
            table.view(seat),
            table.head(seat),
            [render(event) for event in table.events_for(seat)],
            request,
            rolling,
            table.waiting,
            table.sequence(seat) if seat is not None else None,
            table.verbs(seat) if seat is not None else (),
            table.outcome,
        ],
        order="deterministic",
    )
