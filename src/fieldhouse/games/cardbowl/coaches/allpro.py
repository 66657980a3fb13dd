"""The hard coach: rollouts, exact expectation where it is cheap, otherwise the starter's answer."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from fieldhouse.games.cardbowl.coaches.exact_decisions import COMPUTED, ExactDecisions
from fieldhouse.games.cardbowl.coaches.offense import is_run_plan
from fieldhouse.games.cardbowl.coaches.rollouts import (
    PLAYOUTS,
    SEARCHED,
    search_rollouts,
    sure_win_probability,
)
from fieldhouse.games.cardbowl.coaches.starter import starter
from fieldhouse.games.cardbowl.coaches.worlds import Worlds
from fieldhouse.games.cardbowl.rules.game import CardBowl
from fieldhouse.games.cardbowl.rules.state import Bowl
from fieldhouse.kernel.budget import Budget
from fieldhouse.kernel.coaches import CoachView, RandomCoach
from fieldhouse.kernel.requests import Choose
from fieldhouse.kernel.walker import Walker

LATE = 24
"""Intervals of five seconds: the last two minutes of a half."""


class AllPro:
    """Rollouts over re-dealt hands where cards are placed and plays executed; exact expectation for kicks,
    draws, declarations and penalties; the starter's way elsewhere."""

    def __init__(self, game: CardBowl, seed: int, seconds: float) -> None:
        self._game = game
        self._rng = Random(seed)
        self._work = PLAYOUTS * seconds
        self._computer = ExactDecisions(game, self._rng, self._work)

    def answer(self, request: Choose, seen: CoachView) -> str | Sequence[str]:
        world = seen.world
        if world is None:  # no other world was found: what the cards are is not asked
            return RandomCoach(self._rng.getrandbits(32)).answer(request, seen)
        s = world.state
        if len(request.keys) == 1:
            return request.keys[0]
        if request.what == "call":
            return self._call(request, world)
        if request.what in COMPUTED:
            return self._computer.answer(request, world, starter(request, s, self._rng))
        if request.what in SEARCHED and not needs_no_search(request, s):
            worlds = Worlds(world, request.seat, self._rng)
            found = search_rollouts(self._game, worlds, request, self._rng, Budget(self._work).until())
            return found[0] if len(found) == 1 else found
        return starter(request, s, self._rng)

    def _call(self, request: Choose, world: Walker[Bowl]) -> str:
        """CB-2.15: on fourth down and at the end of a half, the kicks' exact worth against rollouts."""
        s = world.state
        last = s.left <= 1 and s.quarter in (2, 4)
        if s.down < 4 and not last:
            return "scrimmage"
        until = Budget(self._work).until()
        play = sure_win_probability(world, request.seat, "scrimmage", self._rng, until)
        worths = {"scrimmage": play, "field-goal": self._computer.field_goal(s)}
        if s.down == 4 and not self._computer.no_punt_beats(s, max(worths.values())):
            worths["punt"] = self._computer.best_punt(s)
        return max(worths, key=lambda key: worths[key])


def needs_no_search(request: Choose, s: Bowl) -> bool:
    """Nothing to search: on run formations the tight ends block; a timeout is for the end of a half, since
    what it would be worth later is not counted."""
    if request.what == "timeout":
        return s.left > LATE or s.quarter not in (2, 4)
    return request.what == "tight-end" and is_run_plan(s)
