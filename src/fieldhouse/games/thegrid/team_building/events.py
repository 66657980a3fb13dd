"""Events of drafts and auctions. `side` is the coach's seat, `team` the coach's name."""

from __future__ import annotations

from typing import ClassVar

from fieldhouse.football.events import FootballEvent
from fieldhouse.kernel.events import Event


class OrderDrawn(Event, frozen=True, kw_only=True):
    """The draft order, drawn by lot."""

    order: tuple[str, ...]

    def text(self) -> str:
        return f"Draft order: {', '.join(self.order)}."


class Picked(FootballEvent, frozen=True, kw_only=True):
    """A pick of the draft."""

    closes: ClassVar[bool] = True
    pick: int
    round: int
    id: str
    who: str

    def text(self) -> str:
        return f"Round {self.round}, pick {self.pick}: {self.team} selects {self.who}."


class TurnedUp(Event, frozen=True, kw_only=True):
    """The next player from the pile comes up for nomination."""

    id: str
    who: str
    says: ClassVar[str] = "Up for nomination: {who}."


class Begins(FootballEvent, frozen=True, kw_only=True):
    """The coach who nominates first."""

    def text(self) -> str:
        return f"{self.team} nominates first."


class Nominated(FootballEvent, frozen=True, kw_only=True):
    """A player is nominated and the bidding opens."""

    id: str
    who: str
    bid: int

    def text(self) -> str:
        return f"{self.team} nominates {self.who} and opens at ${self.bid}."


class Raised(FootballEvent, frozen=True, kw_only=True):
    """A bid above the last one."""

    bid: int

    def text(self) -> str:
        return f"{self.team} bids ${self.bid}."


class Sold(FootballEvent, frozen=True, kw_only=True):
    """The highest bidder pays and gets the player."""

    closes: ClassVar[bool] = True
    lot: int
    id: str
    who: str
    price: int

    def text(self) -> str:
        return f"Sold: {self.who} to {self.team} for ${self.price}."


class Formed(Event, frozen=True, kw_only=True):
    """Every roster is full."""

    says: ClassVar[str] = "All rosters are full at 15 players."
