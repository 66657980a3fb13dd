"""Coaches and policies of Gridiron on squares. They answer with whole turns, from what a seat sees."""

from __future__ import annotations

from random import Random
from typing import Any, Protocol

from fieldhouse.games.squares.coaches.allpro import AllPro
from fieldhouse.games.squares.coaches.rookie import Rookie
from fieldhouse.games.squares.coaches.starter import Starter
from fieldhouse.games.squares.rules.game import SquaresGame
from fieldhouse.games.squares.rules.notation import turn_key
from fieldhouse.games.squares.rules.state import Squares, turn_of_view
from fieldhouse.games.squares.rules.turn import Action, Turn
from fieldhouse.kernel.errors import BadOptions
from fieldhouse.kernel.players import Coach, Policy, Seen
from fieldhouse.kernel.requests import Choose, Seat


class Thinker(Protocol):
    """Decides a whole turn."""

    def turn(self, turn: Turn, down: int) -> list[Action]: ...


def thinker(level: str, seed: int, seconds: float | None = None) -> Thinker:
    """The thinking of that level."""
    if level == "rookie":
        return Rookie(seed)
    if level == "starter":
        return Starter(seed)
    if level == "allpro":
        return AllPro(seed, seconds)
    raise BadOptions(f"no coach {level!r}; there are rookie, starter and allpro")


class TurnCoach:
    """Answers the order by level-headed habit and each turn with one whole-turn key."""

    def __init__(self, level: str, seed: int, seconds: float | None = None) -> None:
        self.thinker = thinker(level, seed, seconds)
        self._rng = Random(seed)

    def answer(self, request: Choose, seen: Seen) -> str:
        if request.what == "order":
            return self._rng.choice(request.keys)
        turn = turn_of_view(seen.view)
        return turn_key(turn, self.thinker.turn(turn, seen.view["down"]))


PLAYOUTS = "rookie"
"""The policy that is quick enough for thousands of games (`lab.players`)."""


def coach(level: str, game: SquaresGame, seat: Seat, seed: int, seconds: float | None = None) -> Coach:
    """A coach of that level; only `allpro` uses the seconds, as the work that a plain core does in them."""
    return TurnCoach(level, seed, seconds)


def policy(level: str, game: SquaresGame, seed: int) -> Policy:
    """A fast function from request and state to a whole turn; `allpro` thinks 2000 boards."""
    mind = thinker(level, seed, 0.05)
    rng = Random(seed)

    def answer(request: Choose, state: Any) -> str:
        if request.what == "order":
            return rng.choice(request.keys)
        assert isinstance(state, Squares)
        turn = game.turn(state)
        return turn_key(turn, mind.turn(turn, state.down))

    return answer
