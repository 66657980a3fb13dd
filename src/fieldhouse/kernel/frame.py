"""A frame: the snapshot of one whistle and the answers since. Copies, undo and worlds are made of it."""

from __future__ import annotations

from typing import NamedTuple

from fieldhouse.kernel.entries import Entry
from fieldhouse.kernel.events import Event
from fieldhouse.kernel.game import GivenAnswer


class Aside(NamedTuple):
    """A line beside the rules (a tie offer, a server note), told after so many answers.

    `entry` is its line in the log; server notes have none. One that `announces` the next answer goes when
    that is undone.
    """

    place: int
    note: Event
    entry: Entry | None = None
    announces: bool = False


class Frame:
    """A whistle: the state then, the answers since, and how many events and log entries came before."""

    __slots__ = ("entries", "events", "given", "said", "snapshot")

    def __init__(
        self,
        snapshot: bytes,
        given: list[GivenAnswer],
        events: int = 0,
        entries: int = 0,
        said: tuple[Aside, ...] = (),
    ) -> None:
        self.snapshot = snapshot
        self.given = given
        self.events = events
        self.entries = entries
        self.said = said

    def copy(self) -> Frame:
        """Copy the frame; the snapshot never changes and is shared."""
        other = object.__new__(Frame)
        other.snapshot, other.given = self.snapshot, self.given[:]
        other.events, other.entries, other.said = self.events, self.entries, self.said
        return other

    def say(self, note: Event, entry: Entry | None = None, *, announces: bool = False) -> None:
        """Keep a line said now, so that a replay tells it again in its place."""
        self.said = (*self.said, Aside(len(self.given), note, entry, announces))

    def remove_answer(self, place: int) -> None:
        """Remove the answer at `place`; lines said after it stay."""
        del self.given[place]
        self.said = tuple(
            aside if aside.place <= place else aside._replace(place=aside.place - 1)
            for aside in self.said
            if not (aside.announces and aside.place == place)
        )

    def absorb(self, later: Frame) -> None:
        """Take over the lines of a later frame that is undone, after the answers that remain."""
        here = len(self.given)
        self.said += tuple(aside._replace(place=here) for aside in later.said)
