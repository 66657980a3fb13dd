"""All that a seat can perceive of a table, in one place: what must not differ between redealt worlds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from fieldhouse.kernel.requests import Seat

if TYPE_CHECKING:
    from fieldhouse.kernel.session.table_session import TableSession


def sight(table: TableSession[Any], seat: Seat | None, *, undo: bool = True) -> bytes:
    """View, events, log as handed out, options, refusals, sequence number, verbs: bytes to be compared.

    A re-dealt world keeps nothing of the plays before it, so that what was answered there cannot be taken
    back in it: `undo` False leaves out whether the seat may.
    """
    return msgspec.json.encode(perceived(table, seat, undo=undo), order="deterministic")


def perceived(table: TableSession[Any], seat: Seat | None, *, undo: bool = True) -> dict[str, Any]:
    """The same by name, for whoever looks for the difference."""
    asked = table.request_for(seat) if seat is not None else None
    request: Any = None
    if asked is not None:
        options = [msgspec.to_builtins(option) for option in asked.menu.options()]
        refused = [msgspec.to_builtins(refusal) for refusal in asked.menu.refusals()]
        request = [asked.what, asked.prompt, asked.help, asked.rule, asked.facts, options, refused]
    chance = table.chance
    rolling = None
    if chance is not None:
        shown = not chance.veiled and (chance.sees is None or (seat is not None and seat in chance.sees))
        rolling = [chance.stream, chance.label, list(chance.keys) if shown else None]
    verbs = table.verbs(seat) if seat is not None else ()
    return {
        "view": table.view(seat),
        "head": table.scoreboard(seat),
        "told": table.events_digest(seat),
        "log": table.log_digest(seat),
        "request": request,
        "rolling": rolling,
        "waiting": table.pending_seats,
        "sequence": table.sequence(seat) if seat is not None else None,
        "verbs": [verb for verb in verbs if undo or verb != "undo"],
        "outcome": table.outcome,
    }
