"""The scoreboard of a page: who plays, the score, the clock and the situation."""

from __future__ import annotations

import msgspec

from fieldhouse.kernel.coaches import coach_name
from fieldhouse.kernel.requests import Seat
from fieldhouse.kernel.scoreboard import Scoreboard
from fieldhouse.web.engine.live_table import LiveTable
from fieldhouse.web.table_page.draft_room import DraftRoom

SAME_DEVICE = "on this device"
"""Two people share a device: neither of them is `You` for both."""


class ScoreboardSeat(msgspec.Struct):
    """One seat on the scoreboard."""

    seat: int
    side: str
    name: str
    score: int | None
    asked: bool
    ball: bool
    mine: bool
    kind: str
    present: bool
    team: str = ""
    timeouts: int | None = None
    """Timeouts left; None where the game has none."""
    right: str = ""
    """What the team may do with the next play: `re-roll`."""

    @property
    def who(self) -> str:
        """The person or coach in this seat."""
        if self.mine:
            return "You"
        return (self.name or "Guest") if self.present else "not here yet"


class ScoreboardPanel(msgspec.Struct, kw_only=True):
    """Everything that the scoreboard shows."""

    seats: list[ScoreboardSeat]
    status: str = ""
    """The situation in one line; empty before the game has begun."""
    period: str = ""
    clock: str = ""
    """A clock to be counted down beside the period: `7:50`."""
    left: str = ""
    """What is left where the game has no clock: `31 cards`."""
    down: str = ""
    place: str = ""
    final: bool = False
    many: bool = False
    """A list of seats instead of two sides with a score."""
    room: DraftRoom | None = None


def scoreboard_panel(
    seats: list[ScoreboardSeat],
    head: Scoreboard | None,
    room: DraftRoom | None = None,
    *,
    final: bool = False,
) -> ScoreboardPanel:
    """The scoreboard of these seats; `head` is None before the game has begun."""
    many = len(seats) > 2 or room is not None
    if head is None:
        return ScoreboardPanel(seats=seats, final=final, many=many, room=room)
    counted = head.clock[-1:].isalpha()
    return ScoreboardPanel(
        seats=seats,
        status=head.status,
        period=head.period,
        clock="" if counted else head.clock,
        left=head.clock if counted else "",
        down=head.down,
        place=head.place,
        final=final,
        many=many,
        room=room,
    )


def scoreboard_seats(
    live: LiveTable, head: Scoreboard | None, waiting: tuple[Seat, ...], held: tuple[Seat, ...] = ()
) -> list[ScoreboardSeat]:
    """The seats of a table; before the game has begun nobody has points or the ball."""
    shared = live.row.mode == "hotseat"
    return [
        ScoreboardSeat(
            chair.seat,
            live.game.seats[chair.seat],
            coach_name(chair.level)
            if chair.kind == "coach"
            else chair.name or (SAME_DEVICE if shared else ""),
            head.scores[chair.seat] if head is not None else None,
            chair.seat in waiting,
            head is not None and head.ball == chair.seat,
            chair.seat in held and not shared,
            chair.kind,
            chair.kind == "coach" or chair.holder is not None,
            head.teams[chair.seat] if head is not None else live.game.seats[chair.seat],
            head.timeouts[chair.seat] if head is not None and head.timeouts else None,
            head.rights[chair.seat] if head is not None and head.rights else "",
        )
        for chair in live.seats
    ]
