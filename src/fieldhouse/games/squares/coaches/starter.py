"""The sensible coach: takes what is there, brings the ball forward safely, closes the way on defense."""

from __future__ import annotations

from random import Random

from fieldhouse.games.squares.analysis.search import find_score, find_tackle
from fieldhouse.games.squares.coaches.allpro import Attack
from fieldhouse.games.squares.coaches.evaluate import after_defense
from fieldhouse.games.squares.coaches.plans import improve
from fieldhouse.games.squares.rules.turn import Action, Turn
from fieldhouse.kernel.budget import Budget

BOARDS = 400
"""How many boards the offense looks at: a hundredth of what `allpro` does in a second."""


class Starter:
    """Scores with three pushes, tackles with one; a short look at the ball's ways; a plain defense."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)

    def turn(self, turn: Turn, down: int) -> list[Action]:
        """The actions of a whole turn."""
        found = find_score(turn, 3, 150, 1) if turn.attack else find_tackle(turn, 1, 200, 0)
        if found.line is not None:
            return found.line
        left = 4 - down
        if turn.attack:
            return list(Attack(turn, down, self.rng, Budget(BOARDS)).choose().actions)
        return list(improve(turn, lambda end: -after_defense(end, left), self.rng).actions)
