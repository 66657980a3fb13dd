"""The Grid's coaches: a policy answers from the state, a coach from what its seat may see."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from fieldhouse.games.thegrid.charts.book import Book
from fieldhouse.games.thegrid.coaches.allpro import AllPro
from fieldhouse.games.thegrid.coaches.situations import Values, values_for
from fieldhouse.games.thegrid.coaches.starter import Rookie, Starter
from fieldhouse.games.thegrid.rules.game import TheGrid
from fieldhouse.games.thegrid.rules.views import state_of
from fieldhouse.kernel.files import cache_folder
from fieldhouse.kernel.players import Coach, Policy, Seen
from fieldhouse.kernel.requests import Choose, Seat


def values_of(book: Book) -> Values:
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


class GridCoach:
    """A policy in a seat: it is given what the seat sees, and nothing else."""

    def __init__(self, game: TheGrid, policy: Policy) -> None:
        self._game = game
        self._policy = policy

    def answer(self, request: Choose, seen: Seen) -> str | Sequence[str]:
        """The key of the answer."""
        return self._policy(request, state_of(self._game, seen.view))


def coach(level: str, game: TheGrid, seat: Seat, seed: int, seconds: float | None = None) -> Coach:
    """A coach of that level. None needs a tenth of a second, so `seconds` has no effect."""
    return GridCoach(game, policy(level, game, seed))
