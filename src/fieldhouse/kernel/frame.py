"""A frame: one whistle and what came after it. Copies, saves, undo, re-deals and resumes need no more."""

from __future__ import annotations

from typing import NamedTuple

from fieldhouse.kernel.events import Event
from fieldhouse.kernel.game import GivenAnswer
from fieldhouse.kernel.session.entries import Entry


class Aside(NamedTuple):
    """What was said beside the rules (a tie was offered, a word of the house) after so many answers.

    `entry` is its line in the log; the house's own words have none. What `announces` the answer that follows
    goes when that is taken back.
    """

    place: int
    note: Event
    entry: Entry | None = None
    announces: bool = False


class Frame:
    """A whistle: the state then, the answers since, how many events and log entries came before."""

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
        """Independent of this one; the snapshot itself never changes and is shared."""
        other = object.__new__(Frame)
        other.snapshot, other.given = self.snapshot, self.given[:]
        other.events, other.entries, other.said = self.events, self.entries, self.said
        return other

    def say(self, note: Event, entry: Entry | None = None, *, announces: bool = False) -> None:
        """Keep a word said now, so that it is told again where it stood."""
        self.said = (*self.said, Aside(len(self.given), note, entry, announces))

    def remove_answer(self, place: int) -> None:
        """Strike the answer at `place`; what was said after it stays said."""
        del self.given[place]
        self.said = tuple(
            aside if aside.place <= place else aside._replace(place=aside.place - 1)
            for aside in self.said
            if not (aside.announces and aside.place == place)
        )

    def absorb(self, later: Frame) -> None:
        """A later whistle is struck: what was said there is said here, after the answers that stand."""
        here = len(self.given)
        self.said += tuple(aside._replace(place=here) for aside in later.said)
