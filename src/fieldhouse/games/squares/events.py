"""What happens on the squares, in words; scores and ends of quarters are the house's own events."""

from __future__ import annotations

from typing import ClassVar

from fieldhouse.kernel.events import Event


class Flipped(Event, frozen=True, kw_only=True):
    """The coin, and who has won the flip."""

    says: ClassVar[str] = "The coin shows {coin}: {team} choose."
    coin: str
    team: str


class LinedUp(Event, frozen=True, kw_only=True):
    """A side takes possession and both line up anew."""

    says: ClassVar[str] = "{when}: {team} have the ball and attack {way}. {position}"
    when: str
    team: str
    side: int
    way: str
    position: str


class Acted(Event, frozen=True, kw_only=True):
    """One action, in the notation and in words."""

    says: ClassVar[str] = "{team} {action}: {words}."
    team: str
    side: int
    action: str
    words: str


class Tackled(Event, frozen=True, kw_only=True):
    """A tackle ends the series."""

    says: ClassVar[str] = "{team} tackle the QB on {square}: the series is over."
    team: str
    side: int
    square: str


class TurnEnded(Event, frozen=True, kw_only=True):
    """A side has ended its turn."""

    says: ClassVar[str] = "{team} end their turn: {turn} -> {position}"
    team: str
    side: int
    turn: str
    position: str


class Stopped(Event, frozen=True, kw_only=True):
    """Fourth down without a score."""

    says: ClassVar[str] = "Fourth down without a score: {team} lose the ball."
    team: str
    side: int
