"""A table to look at: what may be read of it, offers of a tie included, and nothing that changes it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from fieldhouse.kernel.entries import Entry
from fieldhouse.kernel.events import Event
from fieldhouse.kernel.frame import Frame
from fieldhouse.kernel.game import Game, Outcome, S
from fieldhouse.kernel.requests import Chance, Choose, Menu, Option, Seat
from fieldhouse.kernel.scoreboard import Scoreboard

TIE_MENU = Menu(
    [Option("accept", "Accept the tie"), Option("decline", "Decline and play on")],
    binding=("accept", "decline"),
)


class TieOffers(NamedTuple):
    """Who offers a tie now, who has accepted it, and at which of its answers each seat offered last.

    A value: another takes its place when somebody offers or answers, so copies of a table share it.
    """

    offered_at: tuple[int | None, ...]
    offer: Seat | None = None
    accepted: tuple[Seat, ...] = ()

    def with_offer(self, seat: Seat, sequence: int) -> TieOffers:
        """Add that the seat has offered a tie as its answer of that number."""
        return self._replace(offered_at=(*self.offered_at[:seat], sequence, *self.offered_at[seat + 1 :]))

    def for_seat(self, seat: Seat) -> TieOffers:
        """What this seat knows of it: the open offer, and its own earlier ones."""
        own = tuple([at if other == seat else None for other, at in enumerate(self.offered_at)])
        return self._replace(offered_at=own)

    @property
    def pending_seats(self) -> tuple[Seat, ...]:
        """The seats that have not answered the open offer."""
        done = (self.offer, *self.accepted)
        return tuple(seat for seat in range(len(self.offered_at)) if seat not in done)


TIE_OFFER = "tie-offer"
"""What the question about an offered tie is called."""


def tie_question(seat: Seat, offered_by: str) -> Choose:
    """The question to the other seats while an offer is open; `offered_by` is the name of who offers."""
    return Choose(seat, TIE_OFFER, TIE_MENU, f"{offered_by} offers a tie")


class TableView(Protocol[S]):
    """What observation, verbs and pages read of a table. `Table` has it all; nothing here changes a game."""

    @property
    def game(self) -> Game[S]: ...

    @property
    def state(self) -> S: ...

    @property
    def entries(self) -> Sequence[Entry]: ...

    @property
    def last_frame(self) -> Frame: ...

    @property
    def ties(self) -> TieOffers: ...

    @property
    def outcome(self) -> Outcome | None: ...

    @property
    def chance(self) -> Chance | None: ...

    @property
    def pending_seats(self) -> tuple[Seat, ...]: ...

    def request_for(self, seat: Seat) -> Choose | None: ...

    def scoreboard(self, seat: Seat | None) -> Scoreboard: ...

    def events_for(self, seat: Seat | None) -> Sequence[Event]: ...

    def events_digest(self, seat: Seat | None) -> str: ...

    def log_digest(self, seat: Seat | None) -> str: ...

    def sequence(self, seat: Seat) -> int: ...

    def verbs(self, seat: Seat) -> tuple[str, ...]: ...

    def can_undo(self, seat: Seat) -> bool: ...
