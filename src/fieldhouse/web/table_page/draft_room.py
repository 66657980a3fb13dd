"""What a draft or an auction shows beside the game: clock, autopick, draft queue, commissioner's buttons."""

from __future__ import annotations

import msgspec

from fieldhouse.kernel.draft_queue import DraftChoice
from fieldhouse.kernel.requests import Seat
from fieldhouse.store import server_clock
from fieldhouse.web.engine import drafts
from fieldhouse.web.engine.drafts import ClockReading
from fieldhouse.web.engine.live_table import LiveTable


class DraftRoom(msgspec.Struct):
    """The clock for everybody; autopick and queue are those of the seat that looks."""

    hands: ClockReading | None
    pace: int
    paused: bool
    asked: str
    """Whose clock it is."""
    commissioner: bool
    autopick: str = ""
    """`off`, `once` or `on`; empty for who has no seat."""
    priced: bool = False
    queue: list[tuple[DraftChoice, int]] = []
    """The seat's own queue, with top prices."""
    free: list[tuple[str, list[DraftChoice]]] = []
    """Those who may still be queued, by kind."""
    top: int = 0
    """The top price in the queue for the player on offer."""

    @property
    def clock_shown(self) -> bool:
        """Is there a clock to show?"""
        return bool(self.pace) or self.paused


def draft_room(live: LiveTable, seat: Seat | None, holder: str | None) -> DraftRoom | None:
    """The room of a draft or an auction; None at other tables."""
    part = live.folder.draft_queue
    if part is None:
        return None
    hands = drafts.read_clock(live, server_clock.now())
    shown = DraftRoom(
        hands,
        live.row.pace,
        live.row.paused is not None,
        live.game.seats[hands.seat] if hands is not None else "",
        live.commissioner(holder) and live.row.status == "live",
    )
    if seat is None or live.row.status != "live":
        return shown
    shown.autopick, shown.priced = live.autopick(seat), part.PRICED
    every = {one.key: one for one in drafts.draft_choices(live, seat)}
    for wanted in live.wishes(seat):
        one = every.pop(wanted.key)
        shown.queue.append((one, wanted.top))
        if one.on_offer:
            shown.top = wanted.top
    kinds = dict.fromkeys(one.kind for one in every.values())
    free = {kind: [one for one in every.values() if one.kind == kind and not one.gone] for kind in kinds}
    shown.free = [(kind, some) for kind, some in free.items() if some]
    return shown
