"""The hard coach: takes what is at hand, and searches whole turns for the rest."""

from __future__ import annotations

from random import Random

from fieldhouse.games.squares.coaches.turn_search import Effort, TurnSearch
from fieldhouse.games.squares.rules.turn import Action, Turn
from fieldhouse.games.squares.search.goal_search import find_score, find_tackle
from fieldhouse.kernel.budget import Budget

SECONDS = 1.0
"""What a turn may take unless the table says otherwise, on one plain core."""
BOARDS = 20_000
"""Boards looked at in a second: what a budget in seconds comes to (`bench_squares.py speed`)."""


class AllPro:
    """Looks at no more boards a turn than a plain core does in `seconds`."""

    def __init__(self, seed: int, seconds: float | None = None) -> None:
        self.rng = Random(seed)
        self.seconds = SECONDS if seconds is None else seconds

    def turn(self, turn: Turn, down: int) -> list[Action]:
        """The actions of a whole turn."""
        budget = Budget(BOARDS * self.seconds)
        nodes = int(40 + 1500 * self.seconds)
        asides = 1 if self.seconds < 0.5 else 2
        goal = find_score if turn.attack else find_tackle
        found = goal(turn, 3, nodes, asides, budget.until(0.4))
        if found.line is not None:
            return found.line
        search = TurnSearch(self.rng, Budget(budget.left), effort_for(self.seconds))
        choose = search.attack if turn.attack else search.defense
        return list(choose(turn, 4 - down).actions)


def effort_for(seconds: float) -> Effort:
    """How widely the search tries, by the time it has."""
    if seconds < 0.1:
        return Effort(3, 250)
    return Effort(6, 400) if seconds < 0.5 else Effort(8, 500)
