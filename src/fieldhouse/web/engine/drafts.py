"""Drafts and auctions at a table: draft queues, autopick, and the clock.

`autopick` is off, on, or once: for the next play in which the seat is asked. When it was used it is stored
as `once:<entries before that play>` and ends with the play.

The clock has seconds for each answer, and a reserve for the whole draft. `deadline_at` is the moment when
both are used up; a paused table stores the seconds that were left.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from fieldhouse.kernel import draft_queue as wishing
from fieldhouse.kernel.draft_queue import DraftChoice, DraftQueueRules, QueuedPick
from fieldhouse.kernel.errors import BadOptions, NotYourTurn
from fieldhouse.kernel.requests import Seat
from fieldhouse.store.schema import SeatRow
from fieldhouse.web.engine.live_table import AUTOPICK, LiveTable, NotYourSeat
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


MORE = 60
"""Seconds that the commissioner adds at a time."""
PAUSE, RESUME, MORE_TIME = "pause", "resume", "more"


class ClockReading(msgspec.Struct):
    """The seconds left for the answer, and then of the reserve."""

    left: float
    reserve: float
    seat: Seat


def read_clock(live: LiveTable, now: float) -> ClockReading | None:
    """The clock of the seat that is asked; None if there is none."""
    people = live.waiting_people()
    row = live.row
    if not row.pace or not people or (row.deadline_at is None and row.paused is None):
        return None
    left = row.paused if row.paused is not None else (row.deadline_at or now) - now
    reserve = live.seats[people[0]].reserve
    return ClockReading(max(0.0, left - reserve), max(0.0, min(reserve, left)), people[0])


async def run_command(
    tables: TableService, table_id: str, holder: str | None, what: str, now: float
) -> LiveTable:
    """Pause, resume or add time, as the commissioner who created the table."""

    def act(live: LiveTable) -> ChangeResult:
        if not live.commissioner(holder):
            raise NotYourSeat("Only the commissioner can pause the draft or add time.")
        if live.row.status != "live":
            raise NotYourTurn("You can only pause a draft that is running.")
        return {PAUSE: _pause, RESUME: _resume, MORE_TIME: _more}.get(what, _unknown)(live, now)

    return await tables.change(table_id, act)


def _unknown(live: LiveTable, now: float) -> ChangeResult:
    raise NotYourTurn(f"The commissioner can {PAUSE}, {RESUME} or give {MORE_TIME} time.")


def _pause(live: LiveTable, now: float) -> ChangeResult:
    if live.row.paused is not None:
        raise NotYourTurn("The draft is already paused.")
    left = max(0.0, live.row.deadline_at - now) if live.row.deadline_at is not None else 0.0
    return ChangeResult(
        "The commissioner paused the draft.", values={"paused": left, "deadline_at": None, "coach_due": False}
    )


def _resume(live: LiveTable, now: float) -> ChangeResult:
    if live.row.paused is None:
        raise NotYourTurn("The draft isn't paused.")
    people = live.waiting_people()
    timed = bool((live.row.pace or live.row.deadline) and people)
    values = {
        "paused": None,
        "deadline_at": now + live.row.paused if timed else None,
        "coach_due": bool(live.coaches_to_answer()),
    }
    return ChangeResult("The commissioner resumed the draft.", values=values)


def _more(live: LiveTable, now: float) -> ChangeResult:
    people = live.waiting_people()
    if not people or (live.row.deadline_at is None and not live.row.paused):
        raise NotYourTurn("No clock is running.")
    chairs: Sequence[SeatRow] = ()
    if live.row.pace:
        chair = live.seats[people[0]]
        chairs = [msgspec.structs.replace(chair, reserve=chair.reserve + MORE)]
        live.replace_seats(chairs)
    if live.row.paused is not None:
        values: dict[str, float] = {"paused": live.row.paused + MORE}
    else:
        assert live.row.deadline_at is not None
        values = {"deadline_at": live.row.deadline_at + MORE}
    return ChangeResult(f"The commissioner gave {live.seat_name(people[0])} one more minute.", chairs, values)
