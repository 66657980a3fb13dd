"""The allpro's computed decisions: kicks, tries, declarations, accept or decline, draw or stop.

Each option's expectation is taken by `expect` or `kicks` and measured as the chance to win.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random

from fieldhouse.games.cardbowl.coaches.expect import Weigher
from fieldhouse.games.cardbowl.coaches.kicks import Kicks, after
from fieldhouse.games.cardbowl.coaches.points import POINTS, Lost, last, point
from fieldhouse.games.cardbowl.coaches.worth import win_chance
from fieldhouse.games.cardbowl.rules.cards import SUIT
from fieldhouse.games.cardbowl.rules.game import CardBowl
from fieldhouse.games.cardbowl.rules.state import State, piece
from fieldhouse.kernel.budget import Budget
from fieldhouse.kernel.requests import Choose
from fieldhouse.solve.matrix import solve

TWO_POINTS = 0.82
"""How often a two-point try from `search.OFFENCE[0]` is good against the starter's defence
(`benchmarks/cardbowl_worth.py`)."""

TARGETS = tuple(f"target:{n}" for n in (1, 2, 3, 5, 8, 12, 15, 20, 30))
NUMBERS = tuple(f"add:{n}" for n in (0, 1, 2, 3, 4, 5, 7, 9))
KICKS = ("kickoff", "target", "number", "free-kick", "punt")
FIRST_CARD = 0.5
"""The grain where cards on the table still play a part: the next card is enumerated, the rest sampled."""

COMPUTED = frozenset((*POINTS, *KICKS, "try"))
"""The questions answered here."""

Plan = Mapping[str, str]
"""The answers that make a kick, by their questions."""


class Computer:
    """Answers the computed decisions of one game."""

    def __init__(self, game: CardBowl, rng: Random, work: float = 1250.0, grain: float = 0.01) -> None:
        self.game = game
        self.work = work
        self.grain = grain
        self.kicks = Kicks(game, grain)
        self._rng = rng
        self._declared = "fall2"

    def answer(self, request: Choose, s: State, default: str) -> str:
        """The option with the highest expectation; `default` where the way was not found again."""
        if request.what in KICKS:
            return self._kick(request, s)
        if request.what == "try":
            return self._try(request, s)
        try:
            return (
                self._declare(request, s) if request.what == "declare" else self._weigh(request, s, default)
            )
        except Lost:
            return default

    def _kick(self, request: Choose, s: State) -> str:
        """The best plan; the question asked is one part of it."""
        return self._best_plan(s, kick_plans(request, s))[1][request.what]

    def _best_plan(self, s: State, plans: Sequence[Plan]) -> tuple[float, Plan]:
        """The best plan and its worth."""
        found = [(self.kicks.worth(s, s.off, plan), plan) for plan in plans]
        return max(found, key=lambda one: one[0])

    def best_punt(self, s: State) -> float:
        """The chance to win after the best punt."""
        return self._best_plan(s, [{"call": "punt", "punt": key} for key in PUNTS])[0]

    def no_punt_beats(self, s: State, worth: float) -> bool:
        """Not even a punt that is down on their 5."""
        ideal = after(s, (0, 0, 1, "down", 5, 1, 15, 30, 0))
        return worth >= win_chance(self.game.book, ideal, s.off)

    def field_goal(self, s: State) -> float:
        """The chance to win after trying a field goal."""
        return self.kicks.worth(s, s.off, {"call": "field-goal"})

    def _try(self, request: Choose, s: State) -> str:
        """CB-14.1: the extra point counted exactly against the usual share of two-point tries."""
        one = self.kicks.worth(s, request.seat, {"try": "extra-point"})
        good, failed = (
            win_chance(self.game.book, after(s, (points, 0, 0, "kickoff", 98, 1, 100, 30, 0)), request.seat)
            for points in (2, 0)
        )
        two = TWO_POINTS * good + (1 - TWO_POINTS) * failed
        return "two-point" if two > one else "extra-point"

    def _weigh(self, request: Choose, s: State, default: str) -> str:
        """Every option through the rules; where later cards are sampled, again while there is work left."""
        leaf = self._leaf(request)
        worths = dict.fromkeys(options(request), 0.0)
        until = Budget(self.work).until()
        while True:
            weigher = self._weigher(request, s)
            for key in worths:
                worths[key] += weigher.worth(key, leaf)
            until.spend(weigher.ended)
            if not weigher.at.table or until.over:
                return max(worths, key=lambda key: worths[key] + (1e-9 if key == default else 0.0))

    def _declare(self, request: Choose, s: State) -> str:
        """CB-39.4: both declare unseen, so the answer is drawn from the equilibrium of the matrix game.

        Only the pairs that best answers lead to are computed; what is never a best answer stays out.
        """
        weigher, leaf = self._weigher(request, s), self._leaf(request)
        keys = sorted(request.keys, key=lambda key: key != "fall2")  # the usual answer first
        mine_first = s.play.lost_by == request.seat
        known: dict[tuple[str, str], float] = {}

        def worth(mine: str, theirs: str) -> float:
            pair = (mine, theirs)
            if pair not in known:
                known[pair] = weigher.worth(pair if mine_first else (theirs, mine), leaf)
            return known[pair]

        self._declared = self._rng.choices(*equilibrium(keys, worth))[0]
        return self._declared

    def _weigher(self, request: Choose, s: State) -> Weigher:
        at = point(self.game, s, request, self._declared)
        assert at is not None
        grain = FIRST_CARD if at.table else self.grain
        seed = self._rng.randrange(1 << 20)
        return Weigher(self.game, at, request.seat, grain=grain, seed=seed, suit=compared(request, s))

    def _leaf(self, request: Choose) -> Callable[[State], float]:
        book, seat = self.game.book, request.seat
        return lambda end: win_chance(book, end, seat)


def equilibrium(keys: Sequence[str], worth: Callable[[str, str], float]) -> tuple[list[str], list[float]]:
    """The answers mixed in the equilibrium, and their shares, by adding best answers until none is new."""
    mine, theirs = [keys[0]], [keys[0]]
    while True:
        found = solve([[worth(a, b) for b in theirs] for a in mine])
        columns, rows = (
            list(zip(theirs, found.columns, strict=True)),
            list(zip(mine, found.rows, strict=True)),
        )
        ours = max(keys, key=lambda a: sum(share * worth(a, b) for b, share in columns))
        other = min(keys, key=lambda b: sum(share * worth(a, b) for a, share in rows))
        if ours in mine and other in theirs:
            return mine, [max(0.0, share) for share in found.rows]
        mine += [ours] if ours not in mine else []
        theirs += [other] if other not in theirs else []


PUNTS = ("out:3", "cards:2", "cards:4", "out:2", "cards:3", "out:1", "cards:1")


def kick_plans(request: Choose, s: State) -> Sequence[Plan]:
    """Every plan that fits the question."""
    if request.what == "punt":
        return [{"call": "punt", "punt": key} for key in PUNTS]
    if request.what == "free-kick":
        return [{"free-kick": key} for key in request.keys]
    squibs = [{"kickoff": "squib", "target": key} for key in TARGETS]
    onsides = [{"kickoff": "onside", "number": key} for key in NUMBERS]
    if request.what == "target":
        return squibs
    return onsides if request.what == "number" else [{"kickoff": "kickoff"}, *squibs, *onsides]


def compared(request: Choose, s: State) -> str:
    """The suit with which the next card is compared (CB-33.10, 12.8, 12.9)."""
    if request.what == "yardage":
        return SUIT[piece(s.play.offence, s.play.carrier).card]
    if request.what == "punt-return":
        return SUIT[last(s, "punt")]
    return SUIT[last(s, "bounce")] if request.what == "down-punt" else ""


def options(request: Choose) -> list[str]:
    """The answers worth weighing: a batch of yardage cards never beats stopping when one likes."""
    return [key for key in request.keys if not key.startswith("batch:")]
