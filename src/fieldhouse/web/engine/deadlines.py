"""Deadlines of a table: when the people who are asked must have answered.

A table has a deadline in minutes for each answer, or a pace in seconds with a reserve for the whole game.
Undoing an answer brings back the time that was left, and no more.
"""

from __future__ import annotations

import msgspec

from fieldhouse.kernel.entries import RollUndone, Undone
from fieldhouse.kernel.requests import Seat
from fieldhouse.store import server_clock
from fieldhouse.store.schema import SeatRow
from fieldhouse.web.engine.live_table import LiveTable


def next_deadline(live: LiveTable, waited: tuple[Seat, ...]) -> float | None:
    """When the people who are asked now must have answered; `waited` are those asked before."""
    table, row = live.game_table, live.row
    people = live.waiting_people()
    question = people, table.log_digest(None)
    if not (row.deadline or row.pace) or not people or row.paused is not None:
        return None
    if row.deadline_at is not None and not clock_restarts(live, waited):
        undone = bool(table.entries) and isinstance(table.entries[-1], Undone | RollUndone)
        # Where an undo gives the question back to another seat, that seat goes on with the time it had.
        own = live.deadlines.get((people, ""), row.deadline_at)
        kept = live.deadlines.get(question, own) if undone else row.deadline_at
        live.remember_deadline((people, ""), kept)
        return kept
    seconds = row.pace + live.seats[people[0]].reserve if row.pace else row.deadline * 60
    at = server_clock.now() + seconds
    live.remember_deadline(question, at)
    live.remember_deadline((people, ""), at)
    return at


def clock_restarts(live: LiveTable, waited: tuple[Seat, ...]) -> bool:
    """Does the clock start anew? It runs on for people who still have to answer, and over an undo: a change
    of mind gains no time and does not show."""
    people, entries = live.waiting_people(), live.game_table.entries
    if not people:
        return True
    if set(people) < set(waited) or (entries and isinstance(entries[-1], Undone | RollUndone)):
        return False
    return people != waited or live.openly_moved()


def spend_reserve(live: LiveTable, waited: tuple[Seat, ...]) -> list[SeatRow]:
    """The seat that has answered at a table with a pace, without the reserve that its answer took."""
    row = live.row
    if not row.pace or row.deadline_at is None or not waited or not clock_restarts(live, waited):
        return []
    seat = live.seats[waited[0]]
    left = max(0.0, min(seat.reserve, row.deadline_at - server_clock.now()))
    if left == seat.reserve:
        return []
    changed = [msgspec.structs.replace(seat, reserve=left)]
    live.replace_seats(changed)
    return changed
