"""The Grid's coaches: a policy answers from the state, a coach from that of a world of its seat."""

from __future__ import annotations

from random import Random

from fieldhouse.games.thegrid.coaches.allpro import AllPro
from fieldhouse.games.thegrid.coaches.starter import Rookie, Starter
from fieldhouse.games.thegrid.coaches.value_table import Values, values_for
from fieldhouse.games.thegrid.rules.charts import BoundCharts
from fieldhouse.games.thegrid.rules.game import TheGrid
from fieldhouse.kernel.coaches import Coach, Policy, PolicyCoach
from fieldhouse.kernel.files import cache_folder
from fieldhouse.kernel.requests import Seat


def values_of(book: BoundCharts) -> Values:
    """The values for the play cards in use."""
    return values_for(book.setup.materials["plays"], cache_folder())


def policy(level: str, game: TheGrid, seed: int) -> Policy:
    """A fast answerer for playouts: (request, state) -> key, for either seat."""
    rng = Random(seed)
    if level == "rookie":
        return Rookie(game, rng).answer
    if level == "starter":
        return Starter(game, rng).answer
    return AllPro(game, rng, values_of(game)).answer


def coach(level: str, game: TheGrid, seat: Seat, seed: int, seconds: float | None = None) -> Coach:
    """A coach of that level. None needs a tenth of a second, so `seconds` has no effect."""
    return PolicyCoach(policy(level, game, seed), seed)
