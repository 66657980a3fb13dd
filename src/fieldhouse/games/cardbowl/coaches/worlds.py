"""Worlds that a coach may think in, and how to resume play at a decision in one."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from fieldhouse.games.cardbowl.rules.game import CardBowl
from fieldhouse.games.cardbowl.rules.state import Bowl, copy_bowl
from fieldhouse.games.cardbowl.rules.views import deal_unseen
from fieldhouse.kernel.errors import NoOtherWorld
from fieldhouse.kernel.frame import Frame
from fieldhouse.kernel.requests import Choose, Seat
from fieldhouse.kernel.run import Run
from fieldhouse.kernel.walker import Walker

ENTERED = frozenset(
    (
        *("formation", "place", "alignment", "motion", "adjust", "assign", "backs"),
        *("tight-end", "quick", "check", "action", "end-turn"),
        *("pattern-1", "pattern-2", "blocking", "answer"),
    )
)
"""Questions with which a phase begins, or begins again: a play is entered there from the state alone."""

TRIES = 8
"""Deals tried for one more world."""


class Worlds:
    """Worlds that a seat cannot tell from the real one, dealt from the one that its coach was given.

    Where nothing lies face down there is but one.
    """

    def __init__(self, first: Walker[Bowl], seat: Seat, rng: Random) -> None:
        self.first = first
        self.seat = seat
        self.hides = any(seat in given.hidden_from for given in first.frame.given)
        self._rng = rng

    def another(self) -> Walker[Bowl]:
        """One more; the first again where none is found."""
        if not self.hides:
            return self.first
        try:
            return self.first.resample(self.seat, self._rng, TRIES)
        except NoOtherWorld:
            return self.first

    def deal(self) -> Bowl:
        """The state at the decision with the unseen cards dealt anew, for a play that is entered there.

        It takes a twentieth of the time of `another`, because the play is not run again.
        """
        game, s = self.first.game, copy_bowl(self.first.state)
        assert isinstance(game, CardBowl)
        if self.hides:
            try:
                deal_unseen(game.book, s, self.seat, self._rng)
            except NoOtherWorld:
                return copy_bowl(self.first.state)
        return s


Stand = Callable[[], Run[Bowl]]
"""The rules at the decision, in a world of their own; anew each time it is called."""


def at_decision(world: Walker[Bowl]) -> Stand:
    """Where a world stands: the rules are run from the last question that a play can be entered at."""
    game, frame = world.game, world.frame
    entrance = _entrance(world)
    if entrance == 0:
        return lambda: Run.rebuilt(game, frame)
    there = Run.rebuilt(game, Frame(frame.snapshot, frame.given[:entrance])).state
    since = frame.given[entrance:]

    def stand() -> Run[Bowl]:
        run = Run(game, copy_bowl(there))
        run.begin()
        for given in since:
            run.give(given)
        return run

    return stand


def _entrance(world: Walker[Bowl]) -> int:
    """How many of the answers since the whistle come before that question; 0 where there is none."""
    run, found = Run.rebuilt(world.game, Frame(world.frame.snapshot, [])), 0
    for place, given in enumerate(world.frame.given):
        if isinstance(run.request, Choose) and run.request.what in ENTERED:
            found = place
        run.give(given)
    return found
