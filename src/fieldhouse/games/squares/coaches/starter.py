"""The medium coach: takes scores and tackles at hand, advances safely, closes gaps on defense.

It thinks as `allpro` does, on a small fraction of the boards, and sees fewer pushes ahead. As there, no plan
is played that was not checked: a tackle after its own offense, a touchdown after its defense.
"""

from __future__ import annotations

from random import Random

from fieldhouse.games.squares.coaches.turn_search import Effort, TurnSearch
from fieldhouse.games.squares.rules.turn import Action, Turn
from fieldhouse.games.squares.search.goal_search import find_score, find_tackle
from fieldhouse.kernel.budget import Budget

BOARDS = 1200
"""How many boards it looks at: `allpro` looks at 20,000 in its second."""
EFFORT = Effort(4, 250)


class Starter:
    """Scores with three pushes, tackles with one; a short look at the ways of the ball and the room left."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)

    def turn(self, turn: Turn, down: int) -> list[Action]:
        """The actions of a whole turn."""
        found = find_score(turn, 3, 150, 1) if turn.attack else find_tackle(turn, 1, 200, 0)
        if found.line is not None:
            return found.line
        search = TurnSearch(self.rng, Budget(BOARDS), EFFORT)
        choose = search.attack if turn.attack else search.defense
        return list(choose(turn, 4 - down).actions)
