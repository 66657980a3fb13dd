"""Win, tie and loss at places of a game that compiles: from stored tables, or by a new sweep."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from fieldhouse.kernel.errors import BadOptions
from fieldhouse.kernel.game import Game
from fieldhouse.lab.exact import Exact
from fieldhouse.lab.win_probability.files import ready_estimator
from fieldhouse.lab.win_probability.packed_table import TableEstimator
from fieldhouse.solve.induction import WinTieLoss
from fieldhouse.solve.reduction import Place

EXACT = "exact, with best play on both sides"


class PlaceValues(NamedTuple):
    """Win, tie and loss by place, their standard error (0: exact), and where they come from."""

    values: dict[Place, WinTieLoss]
    error: float
    how: str


def place_values(game: Game[Any], places: Iterable[Place], *, ready: bool = False) -> PlaceValues:
    """Seat 0's win, tie and loss at these places, their error, and in words where they come from.

    BadOptions where the game does not compile, or (`ready`) what is kept does not reach.
    """
    asked = list(places)
    kept = ready_estimator(game)
    if isinstance(kept, TableEstimator):
        found = {place: kept.at(place) for place in asked}
        if all(chance is not None for chance in found.values()):
            chances = {place: WinTieLoss(x, 0.0, 1 - x) for place, x in found.items() if x is not None}
            return PlaceValues(chances, kept.off, kept.how)
    if ready:
        raise BadOptions("the exact tables for these charts are not made yet")
    return PlaceValues(Exact(game).values(asked), 0.0, EXACT)
