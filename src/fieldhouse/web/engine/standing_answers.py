"""Standing answers at a table: a seat's timeout called ahead, and questions that people are not asked.

A seat's standing answer is kept with the seat, in the column that holds a draft queue at drafts.
"""

from __future__ import annotations

import msgspec

from fieldhouse.kernel.coaches import answer_forced
from fieldhouse.kernel.requests import Seat
from fieldhouse.kernel.standing_answer import CANCEL, passing_answer, standing_options
from fieldhouse.store.schema import SeatRow
from fieldhouse.web.engine.live_table import LiveTable

NOTHING = "[]"
"""An empty column."""


def standing_key(live: LiveTable, seat: Seat) -> str:
    """What the seat has asked for ahead; empty if nothing, or if it is no longer possible."""
    kept = live.seats[seat].wishes
    if live.room or kept == NOTHING or live.table is None:
        return ""
    key = msgspec.json.decode(kept, type=str)
    return key if any(option.key == key for option in standing_options(live.table, seat)) else ""


def save_standing_key(live: LiveTable, seat: Seat, key: str) -> list[SeatRow]:
    """Note what the seat asks for ahead; a key that begins with `cancel:` takes it back. The changed seat."""
    text = NOTHING if key.startswith(CANCEL) else msgspec.json.encode(key).decode()
    if live.seats[seat].wishes == text:
        return []
    chairs = [msgspec.structs.replace(live.seats[seat], wishes=text)]
    live.replace_seats(chairs)
    return chairs


def give_unasked_answers(live: LiveTable) -> list[SeatRow]:
    """Give the answers that nobody is asked for: forced ones, passes, standing ones. The changed seats."""
    table = live.table
    if table is None or live.row.paused is not None:
        return []
    if live.room:
        answer_forced(table)
        return []
    people = [chair.seat for chair in live.seats if chair.kind == "person"]
    changed: dict[Seat, SeatRow] = {}

    def clear(seat: Seat) -> None:
        changed.update((chair.seat, chair) for chair in save_standing_key(live, seat, CANCEL))

    answer_forced(table)
    while (found := _next_pass(live, people)) is not None:
        seat, key = found
        used = key == standing_key(live, seat)
        table.answer(seat, key)
        if used:
            clear(seat)
        answer_forced(table)
    for seat in people:
        if live.seats[seat].wishes != NOTHING and not standing_key(live, seat):
            clear(seat)
    return list(changed.values())


def _next_pass(live: LiveTable, people: list[Seat]) -> tuple[Seat, str] | None:
    return passing_answer(live.game_table, people, {seat: standing_key(live, seat) for seat in people})
