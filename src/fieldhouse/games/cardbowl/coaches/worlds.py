"""Worlds a coach may think in: dealt anew from the one it was given, and cheap copies of a state."""

from __future__ import annotations

from copy import copy
from random import Random

from fieldhouse.games.cardbowl.rules.state import Bowl
from fieldhouse.kernel.errors import NoOtherWorld
from fieldhouse.kernel.requests import Seat
from fieldhouse.kernel.walker import Walker

TRIES = 8
"""Deals tried for one more world."""


def copied(s: Bowl) -> Bowl:
    """An independent copy; a tenth of the price of writing and reading the state."""
    new = copy(s)
    new.tell = None  # type: ignore[misc]
    new.scores, new.timeouts = s.scores[:], s.timeouts[:]
    new.pool, new.drawn = s.pool[:], s.drawn[:]
    p = new.play = copy(s.play)
    p.hands, p.discards = [hand[:] for hand in p.hands], [cards[:] for cards in p.discards]
    p.slots, p.places, p.parts = p.slots[:], p.places[:], p.parts[:]
    p.offense, p.defense = [copy(o) for o in p.offense], [copy(d) for d in p.defense]
    p.lanes = [copy(lane) for lane in p.lanes]
    p.foul, p.result = copy(p.foul), copy(p.result)
    return new


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
