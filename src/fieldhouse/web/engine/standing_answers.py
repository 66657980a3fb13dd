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


def standing_keys(live: LiveTable, seat: Seat) -> list[str]:
    """What the seat has asked for ahead and may still ask for."""
    kept = live.seats[seat].wishes
    if live.room or kept == NOTHING or live.table is None:
        return []
    keys = msgspec.json.decode(kept, type=str | list[str])
    possible = {option.key for option in standing_options(live.table, seat)}
    return [key for key in ([keys] if isinstance(keys, str) else keys) if key in possible]


def save_standing_key(live: LiveTable, seat: Seat, key: str) -> list[SeatRow]:
    """Note what the seat asks for ahead; a key that begins with `cancel:` takes it back. The changed seat."""
    kept = [one for one in standing_keys(live, seat) if one != key.removeprefix(CANCEL)]
    if not key.startswith(CANCEL):
        kept.append(key)
    text = msgspec.json.encode(kept).decode()
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

    def clear(seat: Seat, key: str) -> None:
        changed.update((chair.seat, chair) for chair in save_standing_key(live, seat, f"{CANCEL}{key}"))

    _answer_forced(live, people)
    while (found := _next_pass(live, people)) is not None:
        seat, key = found
        if key in standing_keys(live, seat):  # a timeout called ahead is called once
            clear(seat, key)
        table.answer(seat, key)
        _answer_forced(live, people)
    for seat in people:
        if live.seats[seat].wishes != NOTHING:  # what is no longer possible goes
            clear(seat, "")
    return list(changed.values())


def _answer_forced(live: LiveTable, people: list[Seat]) -> None:
    """Give forced answers; where one person plays against coaches or for all seats, secret ones too.

    A coach gives its own secret ones: how fast they came would tell the person what the coach holds.
    """
    table = live.game_table
    alone = live.row.mode != "hotseat" and len({live.seats[seat].holder for seat in people}) == 1
    coached = [seat for seat in table.seats if seat not in people]
    while answer_forced(table) or (alone and answer_forced(table, watched=False, but=coached)):
        pass


def _next_pass(live: LiveTable, people: list[Seat]) -> tuple[Seat, str] | None:
    return passing_answer(live.game_table, people, {seat: standing_keys(live, seat) for seat in people})
