"""Search over whole turns: the offense's plans against the defense's answers, deepened best first.

There are about 10^8 ways to play a turn, so neither team's turns are listed. The offense tries the plans of
`attack_plans`. The defense learns from what beats it: it takes its best turn by local search, looks for the
touchdown or the attack that refutes it, and searches again with that line counted against every turn that
leaves it playable.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import inf
from random import Random
from typing import NamedTuple

from fieldhouse.games.squares.coaches.attack_plans import AttackPlans
from fieldhouse.games.squares.coaches.evaluation import WON, after_defense, after_offense, in_reach
from fieldhouse.games.squares.coaches.turn_plans import (
    ThreatDefense,
    TurnPlan,
    improve_turn,
    replay_actions,
    score_threat,
)
from fieldhouse.games.squares.rules.turn import Action, Turn
from fieldhouse.games.squares.search.goal_search import MOST, NODE, find_score, find_tackle
from fieldhouse.games.squares.search.proofs import must_score
from fieldhouse.kernel.budget import Budget, Limit

LIKELY = 0.8 * WON
"""No answer was found, which is no proof."""
STOPPED = -100.0
"""The offense has no turn left, or no plan that looks safe."""
CHECK = 600
"""Nodes for the hard look at a plan that is about to be played, whatever the budget."""
LAST = 3000
"""Nodes for the look at the touchdown on the last down."""
GLANCE = 80
"""Nodes for a look within the search."""
ANSWER = 600
"""Boards for the defense's first answer to a plan."""
PARRY = 2000
"""Boards for breaking threat after threat where every try has left a touchdown."""
LINES = 4
"""How many refutations the defense keeps in mind, and how many attacks are tried first elsewhere."""

DEEPEST = 6400
"""Boards of a look after which a line is known well enough."""

Actions = tuple[Action, ...]


class Line(NamedTuple):
    """A turn to play and what the search expects of it for the offense."""

    value: float
    plan: TurnPlan


class Effort(NamedTuple):
    """How many turns the defense tries, and how many boards a look at the attack on each takes."""

    tries: int
    boards: int

    def twice(self) -> Effort:
        """Two tries more, with twice the look at each."""
        return Effort(self.tries + 2, 2 * self.boards)

    def half(self) -> Effort:
        """What the offense spends on each of its plans, of which there are many."""
        return Effort(max(2, self.tries // 2), self.boards // 2)


Look = Callable[[TurnPlan, Effort], float]


class Refutations:
    """What beat the defense's tries: each line costs a turn that leaves it playable."""

    def __init__(self, left: int) -> None:
        self.left = left
        self.scores: list[Actions] = []
        self.attacks: list[tuple[float, Actions]] = []

    def base(self, end: Turn) -> float:
        """The value to the defense of ending its turn here, before what it has learned."""
        return -after_defense(end, self.left)

    def penalize(self, end: Turn, value: float) -> float:
        """The value less what the lines take that are playable here: never more."""
        reply = end.handed_over()
        for line in self.scores[-LINES:]:
            there = replay_actions(reply, line)
            if there is not None and there.over:
                value -= WON
        for price, line in self.attacks[-LINES:]:
            there = replay_actions(reply, line)
            if there is not None and not in_reach(there):
                value -= price
        return value

    def value(self, end: Turn) -> float:
        """The value to the defense of ending its turn here."""
        return self.penalize(end, self.base(end))


class TurnSearch:
    """One decision within a budget of boards.

    `left` is the number of turns that the offense has after the turn in question.
    """

    def __init__(self, rng: Random, budget: Budget, effort: Effort) -> None:
        self.rng = rng
        self.budget = budget
        self.effort = effort
        self.looked: dict[tuple[tuple[int, int, int], int, int], Line] = {}
        self.killers: dict[int, list[Actions]] = {}

    def charge(self, part: Budget) -> None:
        """Count the work of a part of the search, which had a budget of its own."""
        self.budget.left -= part.whole - part.left

    # The offense

    def attack(self, turn: Turn, left: int) -> TurnPlan:
        """The turn to play for an offense that found no touchdown at first sight."""
        return self.last_turn(turn) if left == 0 else self.attack_lines(turn, left)[0].plan

    def last_turn(self, turn: Turn) -> TurnPlan:
        """SQ-4.6: on the last down only a touchdown counts; without one, as near to it as can be."""
        found = find_score(turn, MOST, int(self.budget.left / NODE), 3)
        if found.line is not None:
            end = replay_actions(turn, found.line)
            assert end is not None
            return TurnPlan(WON, tuple(found.line), end)
        return improve_turn(turn, lambda end: after_offense(end, 1), self.rng)

    def attack_lines(self, turn: Turn, left: int) -> list[Line]:
        """The plans by value, the first of them checked against tackles."""
        part = Budget(0.3 * self.budget.whole)
        lines = list(self.rated_plans(turn, left, part))
        self.charge(part)
        lines.sort(key=lambda line: -line.value)
        if lines and lines[0].value < WON:
            effort = self.effort.half()
            looked = self.look_at_all(lines, left, effort)
            looked = self.settle(
                looked, effort, lambda plan, more: self.value_after_tries(plan, left, more), 1
            )
            lines = [*looked, *lines[len(looked) :]]
        first = self.safest(turn, left, [line.plan for line in lines])
        lines.sort(key=lambda line: line.plan is not first)
        return lines if lines and lines[0].plan is first else [Line(STOPPED, first), *lines]

    def look_at_all(self, lines: list[Line], left: int, effort: Effort) -> list[Line]:
        """The lines as far as the budget goes, with what the defense's tries leave of them."""
        looked: list[Line] = []
        for line in lines:
            if looked and self.budget.left <= 0:
                break
            looked.append(Line(self.value_after_tries(line.plan, left, effort), line.plan))
            if looked[-1].value >= LIKELY:
                break
        return looked

    def value_after_tries(self, plan: TurnPlan, left: int, effort: Effort) -> float:
        """What is left of a plan after the best of the defense's tries."""
        reply = plan.end.handed_over()
        return min(line.value for line in self.tries(reply, left, effort, GLANCE))

    def rated_plans(self, turn: Turn, left: int, budget: Budget) -> Iterator[Line]:
        """Plans that look safe, each with its value after one answer; a won one is the last."""
        seen = set()
        maker = AttackPlans(turn, left, self.rng, budget)
        for plan in self.killers_first(turn, left, maker):
            if plan.board not in seen:
                seen.add(plan.board)
                value = self.after_answer(plan.end.handed_over(), left, budget)
                yield Line(value, plan)
                if value >= LIKELY or budget.until(0.95).over:
                    return

    def killers_first(self, turn: Turn, left: int, maker: AttackPlans) -> Iterator[TurnPlan]:
        """The plans that refuted the defense's other tries, where they can be played, then new ones."""
        for actions in self.killers.get(left, ()):
            end = replay_actions(turn, actions)
            if end is not None and not end.over:
                plan = TurnPlan(maker.value(end), actions, end)
                if maker.looks_safe(plan):
                    yield plan
        yield from maker.plans()

    def after_answer(self, reply: Turn, left: int, budget: Budget) -> float:
        """What is left of a plan after the defense's first good answer, on boards of its own."""
        own = Budget(ANSWER)
        value = self.first_answer(reply, left, own.until(), own.until(inf))
        budget.left -= own.whole - own.left
        return value

    def first_answer(self, reply: Turn, left: int, until: Limit, always: Limit) -> float:
        def value(end: Turn) -> float:
            return -after_defense(end, left)

        if must_score(reply):
            return WON
        if find_score(reply.handed_over(), 2, GLANCE, until=always).line is None:
            return -improve_turn(reply, value, self.rng, until=until).value
        parry = ThreatDefense(score_threat(2, GLANCE, always), value, until=until, width=6)
        plan = parry.search(reply, 6)
        if plan is not None:
            better = improve_turn(reply, value, self.rng, start=plan.actions, until=until)
            return -max(plan.value, better.value)
        other = improve_turn(reply, value, self.rng, until=until)
        if find_score(other.end.handed_over(), 2, GLANCE, until=always).line is None:
            return -other.value
        return LIKELY

    def safest(self, turn: Turn, left: int, plans: list[TurnPlan]) -> TurnPlan:
        """The first that is proof against tackles, else the first after which none was found."""
        quiet = None
        still = TurnPlan(0.0, (), turn)
        local = improve_turn(turn, lambda end: after_offense(end, left), self.rng)
        for plan in (*plans, local, still):
            found = find_tackle(plan.end.handed_over(), 3, CHECK)
            if found.line is None and not found.cut:
                return plan
            if found.line is None and quiet is None:
                quiet = plan
        return quiet or (plans[0] if plans else still)

    # The defense

    def defense(self, turn: Turn, left: int) -> TurnPlan:
        """The turn to play for a defense that cannot tackle now."""
        return self.defense_lines(turn, left)[0].plan

    def defense_lines(self, turn: Turn, left: int) -> list[Line]:
        """The tries, the best for the defense first."""
        lines = sorted(self.tries(turn, left, self.effort, CHECK), key=lambda line: line.value)
        if left > 1:
            lines = self.settle(
                lines, self.effort, lambda plan, more: self.value_after_attack(plan, left, more), -1
            )
        return lines

    def value_after_attack(self, plan: TurnPlan, left: int, effort: Effort) -> float:
        """What the offense makes of a plan."""
        return self.strongest_attack(plan.end.handed_over(), left - 1, effort.boards).value

    def tries(self, turn: Turn, left: int, effort: Effort, nodes: int) -> list[Line]:
        """A few turns of the defense, each made with the refutations of those before in mind."""
        memory = Refutations(left)
        found: dict[tuple[int, int, int], Line] = {}
        best: Line | None = None
        until = self.budget.until(inf)
        for _ in range(2 * effort.tries):
            start = self.half_of(turn, best)
            plan = improve_turn(
                turn, memory.base, self.rng, start=start, passes=2, until=until, penalize=memory.penalize
            )
            if plan.board in found:
                continue
            line = self.refute(plan, left, effort.boards, nodes, memory)
            found[plan.board] = line
            if best is None or line.value < best.value:
                best = line
            if len(found) == effort.tries or (left <= 1 and line.value < WON):
                break
        assert best is not None
        if best.value >= WON:
            part = Budget(PARRY)
            parry = ThreatDefense(score_threat(3, nodes), memory.value, until=part.until())
            parried = parry.search(turn, 6)
            self.charge(part)
            if parried is not None:
                found[parried.board] = self.refute(parried, left, effort.boards, nodes, memory)
        return list(found.values())

    def refute(self, plan: TurnPlan, left: int, boards: int, nodes: int, memory: Refutations) -> Line:
        """The plan with the value of what beats it best, which is remembered."""
        reply = plan.end.handed_over()
        always = self.budget.until(inf)
        if left > 1 or nodes < CHECK:
            score = find_score(reply, 3, nodes, until=always)
        else:  # the last down: nothing else counts
            score = find_score(reply, MOST, LAST, 2, until=always)
        if score.line is not None:
            memory.scores.append(tuple(score.line))
            return Line(WON, plan)
        if left <= 1:
            return Line(-plan.value, plan)
        attack = self.strongest_attack(reply, left - 1, boards)
        memory.attacks.append((max(attack.value, 20.0) / 2, attack.plan.actions))
        return Line(attack.value, plan)

    def half_of(self, turn: Turn, best: Line | None) -> Actions:
        """About half of the best turn so far, as a start for the next try."""
        if best is None:
            return ()
        kept = tuple(action for action in best.plan.actions if self.rng.random() < 0.5)
        return kept if replay_actions(turn, kept) is not None else ()

    def strongest_attack(self, turn: Turn, left: int, boards: int) -> Line:
        """The best plan of a short look at the offense's turn; it is tried first from now on."""
        key = ((turn.off, turn.dfn, turn.qb), left, boards)
        if key not in self.looked:
            best = Line(STOPPED, TurnPlan(0.0, (), turn))
            part = Budget(boards)
            for line in self.rated_plans(turn, left, part):
                if line.value > best.value:
                    best = line
            self.charge(part)
            killers = self.killers.setdefault(left, [])
            if best.plan.actions and best.plan.actions not in killers:
                killers.insert(0, best.plan.actions)
                del killers[LINES:]
            self.looked[key] = best
        return self.looked[key]

    # Both teams

    def settle(self, lines: list[Line], effort: Effort, look: Look, sign: int) -> list[Line]:
        """Look at the best line with more and more work until the budget is used up.

        `sign` is 1 for the offense and -1 for the defense, `effort` what all lines were looked at with. More
        work can only find more for the other team, so a line that has lost falls back behind the next one.
        """
        lines = sorted(lines, key=lambda line: -sign * line.value)
        efforts: dict[tuple[int, int, int], Effort] = {}
        while self.budget.left > 0 and sign * lines[0].value < LIKELY:
            best = lines[0]
            more = efforts.get(best.plan.board, effort).twice()
            if more.boards > DEEPEST:
                break
            efforts[best.plan.board] = more
            value = sign * min(sign * best.value, sign * look(best.plan, more))
            lines[0] = Line(value, best.plan)
            lines.sort(key=lambda line: -sign * line.value)
        return lines
