"""The medium coach: takes scores and tackles at hand, advances safely, closes gaps on defense.

It thinks as `allpro` does, on a small fraction of the boards, and sees fewer pushes ahead. As there, no plan
is played that was not checked: a tackle after its own offense, a touchdown after its defense.
"""

from __future__ import annotations

from random import Random

from fieldhouse.games.squares.coaches.allpro import Attack, Defend
from fieldhouse.games.squares.rules.turn import Action, Turn
from fieldhouse.games.squares.search.goal_search import find_score, find_tackle
from fieldhouse.kernel.budget import Budget

ATTACK, DEFEND = 1200, 600
"""How many boards it looks at: `allpro` looks at 40,000 in its second."""


class Starter:
    """Scores with three pushes, tackles with one; a short look at the ways of the ball and the room left."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)

    def turn(self, turn: Turn, down: int) -> list[Action]:
        """The actions of a whole turn."""
        found = find_score(turn, 3, 150, 1) if turn.attack else find_tackle(turn, 1, 200, 0)
        if found.line is not None:
            return found.line
        thinker = Attack if turn.attack else Defend
        budget = Budget(ATTACK if turn.attack else DEFEND)
        return list(thinker(turn, down, self.rng, budget).choose().actions)
