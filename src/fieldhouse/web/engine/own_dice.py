"""Tables at which people roll their own dice: hands typed in at once, a coach's cards, undoing a roll."""

from __future__ import annotations

from fieldhouse.kernel.dice import TypedDice
from fieldhouse.kernel.errors import StaleAnswer
from fieldhouse.kernel.requests import Seat
from fieldhouse.kernel.typed_rolls import draw_for_coaches
from fieldhouse.web.engine.live_table import LiveTable


def deal_typed_cards(live: LiveTable) -> None:
    """Take the cards that people have entered ahead, and draw those that only a coach may see."""
    table = live.table
    if table is None or live.row.dice != TypedDice.kind:
        return
    people = [chair.seat for chair in live.seats if chair.kind == "person"]
    before = -1
    while before != len(table.entries):
        before = len(table.entries)
        draw_for_coaches(table, people, live.typed_ahead)
        live.typed_ahead.deal(table)


def undo_typed_roll(live: LiveTable, seat: Seat, sequence: int | None) -> None:
    """Undo the last roll or card that this seat saw; StaleAnswer if the seat has acted since."""
    table = live.game_table
    if sequence is not None and sequence != table.sequence(seat):
        raise StaleAnswer("The game has moved on. Reload the page.")
    live.typed_ahead.undo(table, seat)
