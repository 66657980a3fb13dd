"""Worlds a coach may think in, dealt anew from the one it was given."""

from __future__ import annotations

from random import Random

from fieldhouse.games.cardbowl.rules.state import Bowl
from fieldhouse.kernel.errors import NoOtherWorld
from fieldhouse.kernel.requests import Seat
from fieldhouse.kernel.walker import Walker

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
