"""The sensible coach: takes what is there, then looks one turn ahead with the evaluation."""

from __future__ import annotations

from random import Random

from fieldhouse.games.squares.analysis.search import find_score, find_tackle
from fieldhouse.games.squares.coaches.evaluate import after_defense, after_offense
from fieldhouse.games.squares.coaches.plans import improve
from fieldhouse.games.squares.rules.turn import Action, Turn


class Starter:
    """Scores and tackles with at most one push, then one pass of local search."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)

    def turn(self, turn: Turn, down: int) -> list[Action]:
        """The actions of a whole turn."""
        found = (find_score if turn.attack else find_tackle)(turn, 1, 200, 0)
        if found.line is not None:
            return found.line
        left = 4 - down
        if turn.attack:
            plan = improve(turn, lambda end: after_offense(end, left), self.rng, passes=2)
        else:
            plan = improve(turn, lambda end: -after_defense(end, left), self.rng)
        return list(plan.actions)
