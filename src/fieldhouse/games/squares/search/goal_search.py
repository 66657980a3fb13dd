"""Goal search within one turn: the touchdown or the tackle that needs the fewest pushes.

A lower bound tells how many opposing pieces stand on the best way to the goal, friends not counted. Iterative
deepening on the number of pushes uses it to prune. Friends in the way step aside first. The search
does not list all turns (there are about 10^8), so "not found" means: not with so many pushes.
"""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

from fieldhouse.games.squares.rules.grid import (
    ALL,
    BOARD,
    CONE,
    FILE_MASK,
    FILE_OF,
    IN_LINE,
    LANES,
    STEPS,
    WIDTH,
    each_square,
    goal,
    nearby,
    neighbors,
    reach,
)
from fieldhouse.games.squares.rules.moves import legal_blocks
from fieldhouse.games.squares.rules.turn import MOVE, PASS, QB_PUSHED, TACKLE, Action, Turn
from fieldhouse.kernel.budget import UNLIMITED, Limit

MOST = 4
"""More pushes than this are never tried."""

NODE = 2.0
"""What a node costs of a budget; looking at one board costs 1."""


INTO_GOAL = {
    up: {
        qb: tuple((spot, LANES[qb, spot]) for spot in each_square(goal(up) & FILE_MASK[FILE_OF[qb]]))
        for qb in ALL
        if not qb & goal(up)
    }
    for up in (True, False)
}
"""Where a pass into the end zone can go, by direction and the QB's square, with the squares between."""

NEAR_GOAL = {up: sum(square for square in ALL if CONE[square] & goal(up)) for up in (True, False)}
"""Whence the end zone is within four steps on an empty board."""

LINED_UP = {up: {qb: IN_LINE[qb] & NEAR_GOAL[up] for qb in ALL} for up in (True, False)}
"""Those of them in line with each square."""


class SearchResult(NamedTuple):
    """What a search found: a line or None, the pushes it was searched to, and whether it ran out of nodes."""

    line: list[Action] | None
    pushes: int
    cut: bool


def path_cost(start: int, goals: int, foes: int, most: int) -> int:
    """The fewest of `foes` on a way of at most four steps from `start` to `goals`; most + 1 when more."""
    if not CONE[start] & goals:
        return most + 1
    calm = BOARD & ~foes
    here = start
    for _ in range(STEPS):
        here |= (here << WIDTH | here >> WIDTH | here << 1 | here >> 1) & calm
        if here & goals:
            return 0
    return _path_cost(start, goals, foes, most) if most > 0 else most + 1


def _path_cost(start: int, goals: int, foes: int, most: int) -> int:
    """The same once it is known that no way is free."""
    levels = [start] * (most + 1)
    calm = BOARD & ~foes
    for _ in range(STEPS):
        entered = 0
        for cost, here in enumerate(levels):
            near = here << WIDTH | here >> WIDTH | here << 1 | here >> 1
            levels[cost] = here | near & calm | entered
            entered = near & foes
    for cost, there in enumerate(levels):
        if there & goals:
            return cost
    return most + 1


def score_cost(turn: Turn, most: int) -> int:
    """A lower bound on the pushes that a touchdown needs this turn; most + 1 when it is more."""
    off, dfn, qb, up, _, acted, blocked, passer, _, _, _ = turn
    if qb & acted:
        return most + 1
    best = path_cost(qb, goal(up), dfn, most) if qb & NEAR_GOAL[up] else most + 1
    if not best or passer:
        return best
    receivers = off & ~qb & ~blocked
    return _pass_cost(qb, up, dfn, receivers, receivers & ~acted, best)


def _pass_cost(qb: int, up: bool, dfn: int, receivers: int, fresh: int, best: int) -> int:
    """The bound over all passes, `best` at most: into the end zone on the QB's file, or to a runner in line.

    `fresh` are the receivers that have not acted.
    """
    for spot, lane in INTO_GOAL[up][qb]:
        cost = ((lane | spot) & dfn).bit_count()
        if cost < best:
            if not spot & receivers:
                if not CONE[spot] & fresh:
                    continue
                cost += path_cost(spot, fresh, dfn & ~lane, best - 1 - cost)
            if cost < best:
                best = cost
    runners = fresh & LINED_UP[up][qb]
    while runners:
        runner = runners & -runners
        runners ^= runner
        between = LANES[qb, runner]
        cost = (between & dfn).bit_count()
        if cost < best:
            cost += path_cost(runner, goal(up), dfn & ~between, best - 1 - cost)
            if cost < best:
                best = cost
    return best


def tackle_cost(turn: Turn, most: int) -> int:
    """A lower bound on the pushes that a tackle needs this turn; most + 1 when it is more."""
    allowed = 0 if turn.offense_only else most
    cost = path_cost(turn.qb, turn.dfn & ~turn.acted, turn.off & ~turn.qb, allowed)
    return cost if cost <= allowed else most + 1


def finish_score(turn: Turn) -> list[Action] | None:
    """A touchdown by at most a receiver's move, a pass and a run, as the pieces stand."""
    qb, goal, free = turn.qb, turn.goal, turn.free
    if qb & turn.acted:
        return None
    if ends := reach(qb, free) & goal:
        return [Action(MOVE, qb, ends & -ends)]
    return None if turn.passer else _finish_pass(turn, free)


def _finish_pass(turn: Turn, free: int) -> list[Action] | None:
    qb, goal = turn.qb, turn.goal
    receivers = turn.off & ~qb & ~turn.blocked
    fresh = receivers & ~turn.acted
    for spot in each_square(goal & FILE_MASK[FILE_OF[qb]] & (free | receivers)):
        if LANES[qb, spot] & turn.dfn:
            continue
        if spot & receivers:
            return [Action(PASS, qb, spot)]
        if near := reach(spot, free | fresh) & fresh:
            for runner in each_square(near):
                if spot & reach(runner, free):
                    return [Action(MOVE, runner, spot), Action(PASS, qb, spot)]
    for runner in each_square(fresh & IN_LINE[qb]):
        if not LANES[qb, runner] & turn.dfn and (ends := reach(runner, free) & goal):
            return [Action(PASS, qb, runner), Action(MOVE, runner, ends & -ends)]
    return None


def finish_tackle(turn: Turn) -> list[Action] | None:
    """A tackle as the pieces stand."""
    qb = turn.qb
    tacklers = neighbors(nearby(qb, turn.free)) & turn.dfn & ~turn.acted
    return [Action(TACKLE, tacklers & -tacklers, qb)] if tacklers else None


class GoalSearch:
    """One search for one goal; `nodes` and the budget bound its work."""

    def __init__(self, attack: bool, nodes: int, until: Limit = UNLIMITED) -> None:
        self.until = until
        self.cost = score_cost if attack else tackle_cost
        self.finish = finish_score if attack else finish_tackle
        self.nodes = nodes

    def search(self, turn: Turn, most: int, asides: int) -> SearchResult:
        """Deepen on pushes; at each depth first plainly, then with friends that step aside before."""
        for pushes in range(self.cost(turn, most), most + 1):
            line = self.deepen(turn, pushes) or self.ball_first(turn, pushes)
            line = line or self.step_aside(turn, pushes, asides)
            if line is not None or self.nodes <= 0:
                return SearchResult(line, pushes, self.nodes <= 0 and line is None)
        return SearchResult(None, most, False)

    def deepen(self, turn: Turn, pushes: int) -> list[Action] | None:
        """A line with at most so many pushes and no other preparation."""
        self.nodes -= 1
        self.until.spend(NODE)
        if self.until.over:
            self.nodes = 0
        line = self.finish(turn)
        if line is not None or pushes == 0 or self.nodes <= 0:
            return line
        for action in legal_pushes(turn):
            there = turn.after(action)
            if self.cost(there, pushes - 1) < pushes:
                rest = self.deepen(there, pushes - 1)
                if rest is not None:
                    return [action, *rest]
        return None

    def ball_first(self, turn: Turn, pushes: int) -> list[Action] | None:
        """The pass, or the receiver's move into the end zone, before the pushes that it makes room for."""
        if not turn.attack or turn.passer or turn.qb & turn.acted or pushes == 0:
            return None
        for action in _ball_actions(turn):
            there = turn.after(action)
            if self.cost(there, pushes) <= pushes and self.nodes > 0:
                line = self.deepen(there, pushes)
                if line is not None:
                    return [action, *line]
        return None

    def step_aside(self, turn: Turn, pushes: int, asides: int) -> list[Action] | None:
        """Up to `asides` friends leave first. A friend lifted off the board shows whether it is worth it."""
        friends = list(each_square(turn.mine & ~turn.acted & ~(turn.qb if turn.attack else 0)))
        for count in range(1, asides + 1):
            for group in combinations(friends, count):
                if self.nodes <= 0:
                    return None
                if self.deepen(_lifted(turn, sum(group)), pushes) is not None:
                    line = self.walk_off(turn, list(group), pushes)
                    if line is not None:
                        return line
        return None

    def walk_off(self, turn: Turn, group: list[int], pushes: int) -> list[Action] | None:
        """The friends of the group leave, in some order, to squares where they do not hinder."""
        if not group:
            return self.deepen(turn, pushes)
        for piece in group:
            rest = [other for other in group if other != piece]
            for end in each_square(reach(piece, turn.free)):
                action = Action(MOVE, piece, end)
                there = turn.after(action)
                if self.nodes > 0 and self.cost(there, pushes) <= pushes:
                    line = self.walk_off(there, rest, pushes)
                    if line is not None:
                        return [action, *line]
        return None


def _ball_actions(turn: Turn) -> list[Action]:
    qb, free = turn.qb, turn.free
    fresh = turn.off & ~qb & ~turn.acted
    spots = turn.goal & FILE_MASK[FILE_OF[qb]]
    found = [
        Action(MOVE, runner, end)
        for runner in each_square(fresh)
        for end in each_square(reach(runner, free) & spots)
    ]
    for runner in each_square(fresh):
        lane = LANES.get((qb, runner))
        if lane is not None and not lane & turn.dfn:
            found.append(Action(PASS, qb, runner))
    return found


def _lifted(turn: Turn, pieces: int) -> Turn:
    off, dfn, *rest = turn
    return Turn._make((off & ~pieces, dfn, *rest) if turn.attack else (off, dfn & ~pieces, *rest))


def legal_pushes(turn: Turn) -> list[Action]:
    """Every block that the side to act can make now."""
    found: list[Action] = []
    if turn.offense_only and not turn.attack:
        return found
    near, free = neighbors(turn.theirs), turn.free
    for piece in each_square(turn.mine & ~turn.acted & ~(turn.qb if turn.attack else 0)):
        ends = reach(piece, free)
        if (piece | ends) & near:
            found += legal_blocks(turn, piece, ends)
    if turn.ruleset & QB_PUSHED and not turn.attack:  # pushing the QB (SQ-8.16) is no step to a tackle here
        return [action for action in found if action.target != turn.qb]
    return found


def find_score(
    turn: Turn, pushes: int = 2, nodes: int = 2000, asides: int = 1, until: Limit = UNLIMITED
) -> SearchResult:
    """A touchdown this turn, by the offense that is to act."""
    return GoalSearch(True, nodes, until).search(turn, pushes, asides)


def find_tackle(
    turn: Turn, pushes: int = 2, nodes: int = 2000, asides: int = 1, until: Limit = UNLIMITED
) -> SearchResult:
    """A tackle this turn, by the defense that is to act."""
    return GoalSearch(False, nodes, until).search(turn, 0 if turn.offense_only else pushes, asides)
