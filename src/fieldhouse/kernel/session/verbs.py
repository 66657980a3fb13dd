"""What a seat may do at every table besides answering: concede, offer a tie, undo."""

from __future__ import annotations

from typing import Any

from fieldhouse.kernel.entries import TieOffered
from fieldhouse.kernel.requests import Seat
from fieldhouse.kernel.session.table_view import TableView

CONCEDE = "concede"
OFFER_TIE = "offer-tie"
UNDO = "undo"
VERBS = (CONCEDE, OFFER_TIE, UNDO)
"""Keys that mean the same at every table; no game may use them for options of its own."""


def available_verbs(table: TableView[Any], seat: Seat) -> tuple[str, ...]:
    """The verbs that this seat may use now."""
    if table.outcome is not None:
        return ()
    meta = table.game.meta
    concession = (CONCEDE,) if meta.concession else ()
    tie = (
        meta.ties and table.ties.offer is None and seat in table.pending_seats and may_offer_tie(table, seat)
    )
    return (*concession, *((OFFER_TIE,) if tie else ()), *((UNDO,) if table.can_undo(seat) else ()))


def may_offer_tie(table: TableView[Any], seat: Seat) -> bool:
    """True if the seat has not offered a tie yet at this decision (in some games: in this play)."""
    if table.game.one_tie_offer_a_play:
        return TieOffered(seat) not in table.entries[table.last_frame.entries :]
    return table.ties.offered_at[seat] != table.sequence(seat)
