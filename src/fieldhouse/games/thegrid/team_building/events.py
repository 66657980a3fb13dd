"""What a draft and an auction tell. `side` is the coach's seat, `team` the name he is known by."""

from __future__ import annotations

from typing import ClassVar

from fieldhouse.football.events import FootballEvent
from fieldhouse.kernel.events import Event


class OrderDrawn(Event, frozen=True, kw_only=True):
    """The draft order, drawn by lot."""

    order: tuple[str, ...]

    def text(self) -> str:
        return f"The order of picks, by lot: {', '.join(self.order)}."


class Picked(FootballEvent, frozen=True, kw_only=True):
    """A pick of the draft."""

    closes: ClassVar[bool] = True
    pick: int
    round: int
    id: str
    who: str

    def text(self) -> str:
        return f"Round {self.round}, pick {self.pick}: {self.team} take {self.who}."


class TurnedUp(Event, frozen=True, kw_only=True):
    """A card of the pile is turned face up."""

    id: str
    who: str
    says: ClassVar[str] = "Turned up: {who}."


class Begins(FootballEvent, frozen=True, kw_only=True):
    """Who nominates first."""

    def text(self) -> str:
        return f"{self.team} nominate first, by lot."


class Nominated(FootballEvent, frozen=True, kw_only=True):
    """A face-up player is put up and the bidding opened."""

    id: str
    who: str
    bid: int

    def text(self) -> str:
        return f"{self.team} put up {self.who} and open at ${self.bid}."


class Raised(FootballEvent, frozen=True, kw_only=True):
    """A higher bid."""

    bid: int

    def text(self) -> str:
        return f"{self.team} bid ${self.bid}."


class Sold(FootballEvent, frozen=True, kw_only=True):
    """The last coach left pays and has the player."""

    closes: ClassVar[bool] = True
    lot: int
    id: str
    who: str
    price: int

    def text(self) -> str:
        return f"Sold: {self.who} to {self.team} for ${self.price}."


class Formed(Event, frozen=True, kw_only=True):
    """Everybody has fifteen."""

    says: ClassVar[str] = "Every coach has fifteen players. The rosters are closed."
