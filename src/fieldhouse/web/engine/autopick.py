"""Who answers for a seat that wishes it or whose time is up: its list of wishes, then the game's manager.

`autopick` is off, on, or once: for the next play in which the seat is asked. Once it has been used it stands
as `once:<entries at that whistle>` and is over with the play.
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
    """All that the seat may wish for; nothing before the game has begun."""
    part = live.folder.draft_queue
    return [] if part is None or live.table is None else part.available_players(live.table.view(seat))


def answer_from_queue(live: LiveTable, seat: Seat) -> str | None:
    """What the seat's own list says to what it is asked now; None where it says nothing."""
    part, asked = live.folder.draft_queue, live.game_table.request_for(seat)
    if part is None or asked is None or live.game_table.tie_offer is not None:
        return None
    return part.answer(asked, live.game_table.view(seat), live.wishes(seat))


async def set_wishes(
    house: TableService, table_id: str, seat: Seat, wishes: Sequence[QueuedPick]
) -> LiveTable:
    """Keep the seat's list. Nobody else can tell that it did."""

    def act(live: LiveTable) -> ChangeResult:
        part = _part(live)
        known = {one.key for one in draft_choices(live, seat)}
        kept = wishing.check_queue(wishes, known, priced=part.PRICED)
        return _own(live, seat, wishes=wishing.queue_text(kept))

    return await house.change(table_id, act)


async def set_autopick(house: TableService, table_id: str, seat: Seat, wanted: str) -> LiveTable:
    """Off, once or on."""

    def act(live: LiveTable) -> ChangeResult:
        _part(live)
        if wanted not in AUTOPICK:
            raise BadOptions(f"Autopick can be {', '.join(AUTOPICK)}, not {wanted!r}.")
        return _own(live, seat, autopick=wanted)

    return await house.change(table_id, act)


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
