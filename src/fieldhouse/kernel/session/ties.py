"""Offers of a tie. A tie needs everybody's agreement; while an offer is open nothing else is answered."""

from __future__ import annotations

from typing import NamedTuple

from fieldhouse.kernel.requests import Choose, Menu, Option, Seat

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
