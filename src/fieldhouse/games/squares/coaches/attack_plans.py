"""Turns of the offense that are worth a closer look: ways of the ball made safe, then local search."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from random import Random

from fieldhouse.games.squares.coaches.evaluation import after_offense, pass_targets, ranks_gained
from fieldhouse.games.squares.coaches.turn_plans import (
    ThreatDefense,
    TurnPlan,
    improve_turn,
    tackle_threat,
)
from fieldhouse.games.squares.rules.grid import each_square, nearby, neighbors, reach
from fieldhouse.games.squares.rules.moves import piece_actions
from fieldhouse.games.squares.rules.turn import MOVE, PASS, Action, Turn
from fieldhouse.games.squares.search.goal_search import find_tackle, score_cost
from fieldhouse.kernel.budget import Budget, Limit

WAYS = 12
"""Ways of the ball that are made safe."""
STARTS = 40
"""Ways of the ball from which the local search starts."""
POOLED = 6
"""Turns of the local search that are passed on."""


class AttackPlans:
    """Makes the plans of one turn, within a budget.

    Looking for something better stops when the budget is used up; a check does not (`always`): it has its
    own few nodes, so that a plan is never taken for safe because nobody looked.
    """

    def __init__(self, turn: Turn, left: int, rng: Random, budget: Budget) -> None:
        self.turn = turn
        self.left = left
        self.rng = rng
        self.budget = budget
        self.whole = budget.until()
        self.always = budget.until(inf)

    def until(self, share: float) -> Limit:
        """Where this share of the work is done."""
        return self.budget.until(share)

    def value(self, end: Turn) -> float:
        """The static value of ending the turn here."""
        return after_offense(end, self.left)

    def looks_safe(self, plan: TurnPlan) -> bool:
        """A quick look for a tackle."""
        return find_tackle(plan.end.handed_over(), 3, 150, until=self.always).line is None

    def plans(self) -> Iterator[TurnPlan]:
        """Ways of the ball made safe, the most promising first, then whole turns by local search."""
        rated = sorted(self.balls(), key=lambda item: -item[0])
        ways = 0
        for _, actions, end in rated:
            if ways and (self.until(0.6).over or ways == WAYS):
                break
            plan = self.secure_ball(actions, end)
            if plan is not None:
                ways += 1
                yield plan
        starts = [(), *(actions for _, actions, _ in rated[:STARTS])]
        for plan in self.pool(starts)[:POOLED]:
            if self.looks_safe(plan):
                yield plan

    def pool(self, starts: list[tuple[Action, ...]]) -> list[TurnPlan]:
        """Local search from several starts; distinct ends, the best first."""
        found: dict[tuple[int, int, int], TurnPlan] = {}
        for start in starts:
            plan = improve_turn(self.turn, self.value, self.rng, start=start, passes=2, until=self.whole)
            if plan.board not in found or found[plan.board].value < plan.value:
                found[plan.board] = plan
            if self.until(0.8).over:
                break
        return sorted(found.values(), key=lambda plan: -plan.value)

    def secure_ball(self, actions: tuple[Action, ...], end: Turn) -> TurnPlan | None:
        """The other pieces see to it that the ball cannot be tackled; then they go where they are useful."""
        answer = ThreatDefense(tackle_threat(2, 60, self.always), self.value, until=self.until(0.7), width=5)
        plan = answer.search(end, 2)
        if plan is None:
            return None
        done = (*actions, *plan.actions)
        better = improve_turn(self.turn, self.value, self.rng, start=done, until=self.until(0.8))
        if better.end.qb == plan.end.qb and self.looks_safe(better):
            return better
        return TurnPlan(plan.value, done, plan.end)

    def balls(self) -> Iterator[tuple[float, tuple[Action, ...], Turn]]:
        """Where the ball can be at the end of the turn, how, and a first guess of what that is worth."""
        turn, qb = self.turn, self.turn.qb
        yield self.promise(())
        if qb & turn.acted:
            return
        for action in piece_actions(turn, qb):
            yield self.promise((action,))
            there = turn.after(action)
            if action.kind == PASS and not there.qb & there.acted:
                for end in each_square(reach(there.qb, there.free)):
                    yield self.promise((action, Action(MOVE, there.qb, end)))
        if turn.passer:
            return
        sight = pass_targets(qb, turn.dfn)
        for runner in each_square(turn.off & ~qb & ~turn.acted):
            for end in each_square(reach(runner, turn.free) & sight):
                yield self.promise((Action(MOVE, runner, end), Action(PASS, qb, end)))

    def promise(self, actions: tuple[Action, ...]) -> tuple[float, tuple[Action, ...], Turn]:
        """Far forward and few tacklers: cheap enough for every way of the ball."""
        self.whole.spend(0.5)
        end = self.turn
        for action in actions:
            end = end.after(action)
        rim = neighbors(nearby(end.qb, end.free))
        tacklers = (rim & end.dfn).bit_count()
        rank = ranks_gained(end.qb, end.up)
        near = min(3, score_cost(end.handed_over().handed_over(), 2)) if rank > 8 else 3
        return 6.0 * rank - 14.0 * tacklers - 8.0 * near, actions, end
