"""The Grid's coaches by level: a policy answers from the state, a coach from a world of its seat."""

from __future__ import annotations

from random import Random

from fieldhouse.games.thegrid.coaches.allpro import AllPro
from fieldhouse.games.thegrid.coaches.rookie import Rookie
from fieldhouse.games.thegrid.coaches.starter import Starter
from fieldhouse.games.thegrid.coaches.value_table import values_in_use
from fieldhouse.games.thegrid.rules.game import TheGrid
from fieldhouse.kernel.coaches import Coach, Policy, PolicyCoach
from fieldhouse.kernel.requests import Seat


def policy(level: str, game: TheGrid, seed: int) -> Policy:
    """A fast answerer for playouts: (request, state) -> key, for either seat."""
    rng = Random(seed)
    if level == "rookie":
        return Rookie(game, rng).answer
    if level == "starter":
        return Starter(game, rng).answer
    return AllPro(game, rng, values_in_use(game)).answer


def coach(level: str, game: TheGrid, seat: Seat, seed: int, seconds: float | None = None) -> Coach:
    """A coach of that level. None needs a tenth of a second, so `seconds` has no effect."""
    return PolicyCoach(policy(level, game, seed), seed)
