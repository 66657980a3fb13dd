"""The levels of the coaches on squares; every coach answers with a whole turn."""

from __future__ import annotations

from random import Random
from typing import Any, Protocol

from fieldhouse.games.squares.coaches.allpro import AllPro
from fieldhouse.games.squares.coaches.rookie import Rookie
from fieldhouse.games.squares.coaches.starter import Starter
from fieldhouse.games.squares.rules.game import SquaresGame
from fieldhouse.games.squares.rules.notation import turn_key
from fieldhouse.games.squares.rules.state import Squares
from fieldhouse.games.squares.rules.turn import Action, Turn
from fieldhouse.kernel.coaches import Coach, Policy, PolicyCoach
from fieldhouse.kernel.errors import BadOptions
from fieldhouse.kernel.requests import Choose, Seat


class TurnCoach(Protocol):
    """Decides a whole turn."""

    def turn(self, turn: Turn, down: int) -> list[Action]: ...


def turn_coach(level: str, seed: int, seconds: float | None = None) -> TurnCoach:
    """The thinking of that level."""
    if level == "rookie":
        return Rookie(seed)
    if level == "starter":
        return Starter(seed)
    if level == "allpro":
        return AllPro(seed, seconds)
    raise BadOptions(f"no coach {level!r}; there are rookie, starter and allpro")


PLAYOUTS = "rookie"
"""The policy that is quick enough for thousands of games (`lab.players`)."""


def coach(level: str, game: SquaresGame, seat: Seat, seed: int, seconds: float | None = None) -> Coach:
    """A coach of that level; only `allpro` uses the seconds, as the work that a plain core does in them."""
    return PolicyCoach(_answerer(turn_coach(level, seed, seconds), game, seed), seed)


def policy(level: str, game: SquaresGame, seed: int) -> Policy:
    """A fast function from request and state to a whole turn; `allpro` thinks 2000 boards."""
    return _answerer(turn_coach(level, seed, 0.1), game, seed)


def _answerer(mind: TurnCoach, game: SquaresGame, seed: int) -> Policy:
    """Answers the order by any habit and each turn with one whole-turn key."""
    rng = Random(seed)

    def answer(request: Choose, state: Any) -> str:
        if request.what == "order":
            return rng.choice(request.keys)
        assert isinstance(state, Squares)
        turn = game.turn(state)
        return turn_key(turn, mind.turn(turn, state.down))

    return answer
