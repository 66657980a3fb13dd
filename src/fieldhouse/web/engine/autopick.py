"""Draft queues and autopick: who answers for a seat that asks for it, or whose time is up.

`autopick` is off, on, or once: for the next play in which the seat is asked. When it was used it is stored as
`once:<entries before that play>` and ends with the play.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from fieldhouse.kernel import draft_queue as wishing
from fieldhouse.kernel.draft_queue import DraftChoice, DraftQueueRules, QueuedPick
from fieldhouse.kernel.errors import BadOptions, NotYourTurn
from fieldhouse.kernel.requests import Seat
from fieldhouse.web.engine.live_table import AUTOPICK, LiveTable
from fieldhouse.web.engine.table_service import ChangeResult, TableService


def draft_choices(live: LiveTable, seat: Seat) -> list[DraftChoice]:
    """Everybody whom the seat could draft; nobody before the draft has started."""
    part = live.folder.draft_queue
    return [] if part is None or live.table is None else part.available_players(live.table.view(seat))


def answer_from_queue(live: LiveTable, seat: Seat) -> str | None:
    """The answer of the seat's draft queue to its request; None if the queue has none."""
    part, asked = live.folder.draft_queue, live.game_table.request_for(seat)
    if part is None or asked is None or live.game_table.tie_offer is not None:
        return None
    return part.answer(asked, live.game_table.view(seat), live.wishes(seat))


async def save_draft_queue(
    tables: TableService, table_id: str, seat: Seat, wishes: Sequence[QueuedPick]
) -> LiveTable:
    """Save the seat's draft queue. Nobody else can see that it changed."""

    def act(live: LiveTable) -> ChangeResult:
        part = _part(live)
        known = {one.key for one in draft_choices(live, seat)}
        kept = wishing.check_queue(wishes, known, priced=part.PRICED)
        return _own(live, seat, wishes=wishing.queue_text(kept))

    return await tables.change(table_id, act)


async def save_autopick(tables: TableService, table_id: str, seat: Seat, wanted: str) -> LiveTable:
    """Set autopick to off, once or on."""

    def act(live: LiveTable) -> ChangeResult:
        _part(live)
        if wanted not in AUTOPICK:
            raise BadOptions(f"Autopick can be {', '.join(AUTOPICK)}, not {wanted!r}.")
        return _own(live, seat, autopick=wanted)

    return await tables.change(table_id, act)


def _part(live: LiveTable) -> DraftQueueRules:
    part = live.folder.draft_queue
    if part is None:
        raise NotYourTurn(f"{live.game.meta.title} has no draft queue.")
    if live.table is None or live.table.outcome is not None:
        raise NotYourTurn("You can change your draft queue only while the draft is running.")
    return part


def _own(live: LiveTable, seat: Seat, **values: str) -> ChangeResult:
    chairs = [msgspec.structs.replace(live.seats[seat], **values)]
    live.replace_seats(chairs)
    return ChangeResult(chairs=chairs, values={"updated": live.row.updated})
