"""How a game's whistle states fall into situation, time and margin: what a game says to be compiled.

A *core* is the situation without clock and score: what is carried from play to play. A *slot* is a moment of
the game's time, counted from 0 upwards; a *margin* is the lead of side A. Side A is seat 0, unless the
reduction looks at a core in a mirror (as the offense sees it), which halves the work of games whose two
sides are alike. A *kind* is a class of (slot, margin) in which plays run the same course.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Sequence
from typing import Any, Generic, NamedTuple

from fieldhouse.kernel.game import Game, S
from fieldhouse.solve.lookups import Symbol

Core = Hashable
Kind = Hashable


class Place(NamedTuple):
    """A whistle state as the tables see it; `margin` is the lead of side A."""

    core: Core
    mirrored: bool
    slot: int
    margin: int


class Reduction(ABC, Generic[S]):
    """One game, with its options and charts bound, as the compiler sees it."""

    game: Game[S]
    slots: int
    """How many moments the game's time has; every play leads to the same or a later one."""
    limit: int = 60
    """Moments with leads beyond this are of the same kind as at this."""
    leads: int = 120
    """Exact values keep leads up to this apart. `Exact.bounds` says what little is lost beyond."""

    @abstractmethod
    def where(self, s: S) -> Place:
        """The place of a whistle state."""

    @abstractmethod
    def put(self, s: S, slot: int, margin: int) -> None:
        """Move the whistle state (changing it) to another time and margin, the core unchanged.

        The margin is side A's lead in the core's own frame.
        """

    @abstractmethod
    def span(self, core: Core) -> range:
        """The slots in which this core can stand."""

    def family(self, core: Core) -> Hashable:
        """Cores of one family share their kinds."""
        return None

    @abstractmethod
    def kind(self, family: Hashable, slot: int, margin: int) -> Kind:
        """The class of moments to which this one belongs, for cores of that family."""

    def exact(self, core: Core) -> bool:
        """Are only the moments compiled in which the core can really come up?

        For phases with few of them (an overtime); each such moment must be a kind of its own.
        """
        return False

    @abstractmethod
    def sample(self, core: Core, kind: Kind) -> tuple[int, int]:
        """A slot and margin of that kind, possible for the core, where a play's time can be read in full."""

    def stop(self, slot: int) -> int:
        """The last slot a play begun here can reach: a period's clock stops at its end."""
        return self.slots - 1

    def course(self, core: Core, kind: Kind) -> Hashable:
        """Plays with equal courses lead to the same places with the same chances."""
        return core, kind

    def shape(self, core: Core, kind: Kind) -> Hashable | None:
        """Plays of equal shape ask the same and branch alike, though they may lead elsewhere.

        One of them is enumerated in full; for the others one path to each leaf is run. What leads to one
        place in the play that `can_represent` the shape must lead to one place in all. None: enumerate.
        """
        return None

    def move_to_sample(self, shape: Hashable, s: S) -> None:
        """Move the whistle state (changing it) to where the play is the sample of its shape.

        It is where the most is kept apart; by default where the shape was first met.
        """

    def can_represent(self, shape: Hashable, place: Place) -> bool:
        """May the play that begins here be the sample of the shape?"""
        return True

    def describe(self, core: Core) -> str:
        """The core in words."""
        return str(core)

    def open_reduction(self) -> Reduction[S] | None:
        """The same rules with what depends on cards left open (`solve.lookups`), to be compiled once."""
        return None

    def chances(self, symbols: Sequence[Symbol]) -> Any:
        """The chance of every symbol of the open tables in this game, as an array."""
        raise TypeError(f"{self.game.meta.title} leaves nothing open")

    def key(self) -> tuple[Any, ...]:
        """What the tables depend on besides the rules: edition, options, and charts that the plays read."""
        setup = self.game.setup
        return setup.edition, dict(setup.options), dict(setup.materials)
