"""The hard coach: goal search, safe ball routes, answers to replies, local search for the rest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from math import inf
from random import Random

from fieldhouse.games.squares.coaches.evaluation import (
    WON,
    after_defense,
    after_offense,
    pass_targets,
    ranks_gained,
)
from fieldhouse.games.squares.coaches.turn_plans import (
    ThreatDefense,
    TurnPlan,
    Value,
    improve_turn,
    score_threat,
    tackle_threat,
)
from fieldhouse.games.squares.rules.grid import each_square, nearby, neighbors, reach
from fieldhouse.games.squares.rules.moves import piece_actions
from fieldhouse.games.squares.rules.turn import MOVE, PASS, Action, Turn
from fieldhouse.games.squares.search.goal_search import SearchResult, find_score, find_tackle, score_cost
from fieldhouse.games.squares.search.proofs import must_score
from fieldhouse.kernel.budget import Budget, Limit

LIKELY = 0.8 * WON
"""No parry was found, which is no proof."""
SECONDS = 1.0
"""What a turn may take unless the table says otherwise, on one plain core."""
CHECK = 600
"""Nodes for the hard look at a plan that is about to be played, whatever the budget."""
BOARDS = 40_000
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
        thinker = Attack if turn.attack else Defend
        return list(thinker(turn, down, self.rng, Budget(budget.left)).choose().actions)


class _Thinker:
    """A pool of promising turns, then proofs and replies for the best of them.

    Looking for something better stops when the budget is used up; a check does not (`always`): it has its
    own few nodes, so that a plan is never taken for safe because nobody looked.
    """

    def __init__(self, turn: Turn, down: int, rng: Random, budget: Budget) -> None:
        self.turn = turn
        self.rng = rng
        self.left = 4 - down
        self.budget = budget
        self.whole = budget.until()
        self.always = budget.until(inf)

    def until(self, share: float) -> Limit:
        """Where this share of the work that was left for this thinker is done."""
        return self.budget.until(share)

    def pool(self, value: Value, starts: Iterator[tuple[Action, ...]], share: float) -> list[TurnPlan]:
        """Local search from several starts; distinct ends, the best first."""
        found: dict[tuple[int, int, int], TurnPlan] = {}
        for start in starts:
            plan = improve_turn(self.turn, value, self.rng, start=start, passes=2, until=self.whole)
            if plan.board not in found or found[plan.board].value < plan.value:
                found[plan.board] = plan
            if self.until(share).over:
                break
        return sorted(found.values(), key=lambda plan: -plan.value)


class Attack(_Thinker):
    """The offense without a score at hand: stay out of reach and leave the defense no answer."""

    def value(self, end: Turn) -> float:
        return after_offense(end, self.left)

    def choose(self) -> TurnPlan:
        if self.left == 0:  # fourth down, no score found: nothing matters any more
            return TurnPlan(0.0, (), self.turn)
        rated: list[tuple[float, TurnPlan]] = []
        for plan in self.plans():
            worth = self.after_reply(plan.end.handed_over())
            if worth >= WON and self.proof_against_tackles(plan):
                return plan
            rated.append((worth, plan))
            if self.until(0.85).over:
                break
        rated.sort(key=lambda item: -item[0])
        return self.safest([plan for _, plan in rated])

    def simple_plans(self) -> Iterator[TurnPlan]:
        """Where no way of the ball was found safe: the best turn by local search, and standing still."""
        yield improve_turn(self.turn, self.value, self.rng)
        yield TurnPlan(0.0, (), self.turn)

    def safest(self, plans: Sequence[TurnPlan]) -> TurnPlan:
        """The first that is proof against tackles, else the first after which none was found."""
        quiet = None
        for plan in chain(plans, self.simple_plans()):
            found = self.tackle_after(plan)
            if found.line is None and not found.cut:
                return plan
            if found.line is None and quiet is None:
                quiet = plan
        return quiet or (plans[0] if plans else TurnPlan(0.0, (), self.turn))

    def looks_safe(self, plan: TurnPlan) -> bool:
        """A quick look for a tackle."""
        return find_tackle(plan.end.handed_over(), 3, 150, until=self.always).line is None

    def tackle_after(self, plan: TurnPlan) -> SearchResult:
        """A harder look at the plan that is about to be played."""
        return find_tackle(plan.end.handed_over(), 3, CHECK, until=self.always)

    def proof_against_tackles(self, plan: TurnPlan) -> bool:
        """No tackle, and everything was looked at."""
        found = self.tackle_after(plan)
        return found.line is None and not found.cut

    def plans(self) -> Iterator[TurnPlan]:
        """Ways of the ball made safe, then whole turns by local search."""
        rated = sorted(self.balls(), key=lambda item: -item[0])
        ways = 0
        for _, actions, end in rated:
            if ways and (self.until(0.6).over or ways == 12):
                break
            plan = self.secure_ball(actions, end)
            if plan is not None:
                ways += 1
                yield plan
        starts = iter([(), *(actions for _, actions, _ in rated[:40])])
        for plan in self.pool(self.value, starts, 0.8)[:6]:
            if self.looks_safe(plan):
                yield plan

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

    def after_reply(self, reply: Turn) -> float:
        """What is left of a plan after the best answer that the defense finds."""
        left = self.left

        def value(end: Turn) -> float:
            return -after_defense(end, left)

        if must_score(reply):
            return WON
        if find_score(reply.handed_over(), 2, 80, until=self.always).line is None:
            return -improve_turn(reply, value, self.rng, until=self.whole).value
        parry = ThreatDefense(score_threat(2, 80, self.always), value, until=self.whole, width=6)
        plan = parry.search(reply, 6)
        if plan is not None:
            return -improve_safely(plan, reply, value, self.rng, self.whole)
        other = improve_turn(reply, value, self.rng, until=self.whole)
        if find_score(other.end.handed_over(), 2, 80, until=self.always).line is None:
            return -other.value
        return LIKELY


def improve_safely(plan: TurnPlan, turn: Turn, value: Value, rng: Random, until: Limit) -> float:
    """The parry's worth to the defense once its other pieces have found their places too."""
    return max(plan.value, improve_turn(turn, value, rng, start=plan.actions, until=until).value)


class Defend(_Thinker):
    """The defense without a tackle at hand: first no touchdown, then no room."""

    def value(self, end: Turn) -> float:
        return -after_defense(end, self.left)

    def choose(self) -> TurnPlan:
        pool = self.pool(self.value, self.starts(), 0.4)
        holding = list(self.safe_plans(pool))
        if not holding:
            parry = ThreatDefense(score_threat(3, CHECK, self.always), self.value, until=self.whole)
            plan = parry.search(self.turn, 6)
            return plan if plan is not None else pool[0]
        best, best_worth = holding[0], -WON * 10
        for plan in holding[:6]:
            if self.left <= 1 or self.until(0.9).over:
                break
            worth = plan.value - self.after_reply(plan.end.handed_over())
            if worth > best_worth:
                best, best_worth = plan, worth
        return best

    def starts(self) -> Iterator[tuple[Action, ...]]:
        while True:
            yield ()

    def safe_plans(self, pool: list[TurnPlan]) -> Iterator[TurnPlan]:
        """The plans after which no touchdown is found."""
        for count, plan in enumerate(pool[:10]):
            if count >= 3 and self.until(0.8).over:
                return
            if find_score(plan.end.handed_over(), 3, CHECK, until=self.always).line is None:
                yield plan

    def after_reply(self, reply: Turn) -> float:
        """What the offense makes of it with one quick look."""
        left = self.left - 1
        return improve_turn(reply, lambda end: after_offense(end, left), self.rng, until=self.whole).value
