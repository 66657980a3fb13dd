"""Decisions that allpro computes: kicks, tries, declarations, penalties, draw or stop.

Each option's expectation is taken by `expectation` or `kick_odds` and measured as the win probability.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random

from fieldhouse.games.cardbowl.coaches.evaluation import win_probability
from fieldhouse.games.cardbowl.coaches.expectation import Weigher
from fieldhouse.games.cardbowl.coaches.kick_odds import KickOdds, apply_situation
from fieldhouse.games.cardbowl.coaches.worlds import Worlds, at_decision
from fieldhouse.games.cardbowl.rules.cards import JOKERS, SUIT
from fieldhouse.games.cardbowl.rules.game import CardBowl
from fieldhouse.games.cardbowl.rules.state import Bowl, Due, find_piece
from fieldhouse.kernel.budget import Budget, Limit
from fieldhouse.kernel.requests import Choose
from fieldhouse.kernel.walker import Walker
from fieldhouse.solve.matrix import solve

TWO_POINTS = 0.525
"""How often a two-point conversion from `i_heavy` is good against the starter's defense
(`benchmarks/cardbowl_worth.py two-points 600`)."""

TARGETS = tuple(f"target:{n}" for n in (1, 2, 3, 5, 8, 12, 15, 20, 30))
NUMBERS = tuple(f"add:{n}" for n in (0, 1, 2, 3, 4, 5, 7, 9))
KICKS = ("kickoff", "target", "number", "free-kick", "punt")
FIRST_CARD = 0.5
"""The grain where cards lie face down: in each world the next card is enumerated, the rest sampled."""
FEWEST, MOST = 4, 16
"""How many worlds are looked at, at least and at most, where cards lie face down."""
A_DECLARATION = 250
"""Plays that take as long as the declarations of both sides in one world."""
REPLAYED = 25
"""So many answers since the whistle take about as long to give again as a play takes to its end."""

WEIGHED = frozenset(
    (
        *("penalty", "touchback", "return", "punt-return", "down-punt", "fumble-run", "failed-kick"),
        *("yardage", "give-up", "throw-away", "scramble-out", "open-field", "end-zone"),
    )
)
"""The questions whose options are run through the rules one by one."""
COMPUTED = frozenset((*WEIGHED, *KICKS, "try", "declare"))
"""The questions answered here."""

Plan = Mapping[str, str]
"""The answers that make a kick, by their questions."""


class ExactDecisions:
    """Answers the computed decisions of one game."""

    def __init__(self, game: CardBowl, rng: Random, work: float = 1250.0, grain: float = 0.01) -> None:
        self.game = game
        self.work = work
        self.grain = grain
        self.kicks = KickOdds(game, grain)
        self._rng = rng

    def answer(self, request: Choose, world: Walker[Bowl], default: str) -> str:
        """The option with the highest expectation; `default` among equals."""
        if request.what in KICKS:
            return self._kick(request, world.state)
        if request.what == "try":
            return self._try(request, world.state)
        worlds = Worlds(world, request.seat, self._rng)
        if request.what == "declare":
            return self._declare(request, worlds)
        return self._weigh(request, worlds, default)

    def _kick(self, request: Choose, s: Bowl) -> str:
        """The best plan; the question asked is one part of it."""
        return self._best_plan(s, kick_plans(request, s))[1][request.what]

    def _best_plan(self, s: Bowl, plans: Sequence[Plan]) -> tuple[float, Plan]:
        """The best plan and its worth."""
        found = [(self.kicks.worth(s, s.off, plan), plan) for plan in plans]
        return max(found, key=lambda one: one[0])

    def best_punt(self, s: Bowl) -> float:
        """The win probability after the best punt."""
        return self._best_plan(s, [{"call": "punt", "punt": key} for key in PUNTS])[0]

    def no_punt_beats(self, s: Bowl, worth: float) -> bool:
        """Not even a punt that is down on their 5."""
        ideal = apply_situation(s, (0, 0, 1, Due.DOWN, 5, 1, 15, 30, 0))
        return worth >= win_probability(self.game.book, ideal, s.off)

    def field_goal(self, s: Bowl) -> float:
        """The win probability after trying a field goal."""
        return self.kicks.worth(s, s.off, {"call": "field-goal"})

    def _try(self, request: Choose, s: Bowl) -> str:
        """CB-14.1: the extra point counted exactly against the usual share of two-point conversions."""
        one = self.kicks.worth(s, request.seat, {"try": "extra-point"})
        good, failed = (
            win_probability(
                self.game.book,
                apply_situation(s, (points, 0, 0, Due.KICKOFF, 98, 1, 100, 30, 0)),
                request.seat,
            )
            for points in (2, 0)
        )
        two = TWO_POINTS * good + (1 - TWO_POINTS) * failed
        return "two-point" if two > one else "extra-point"

    def _weigh(self, request: Choose, worlds: Worlds, default: str) -> str:
        """Every option through the rules, in as many worlds as there is work for."""
        leaf = self._leaf(request)
        worths = dict.fromkeys(weighed_keys(request), 0.0)
        for weigher in self._weighers(request, worlds):
            for key in worths:
                worths[key] += weigher.worth(key, leaf)
        return max(worths, key=lambda key: worths[key] + (1e-9 if key == default else 0.0))

    def _declare(self, request: Choose, worlds: Worlds) -> str:
        """CB-39.4: both declare unseen, so the answer is drawn from the equilibrium of the matrix game.

        Only the pairs that best answers lead to are computed; what is never a best answer stays out.
        """
        leaf = self._leaf(request)
        count = max(1, min(FEWEST, int(self.work / A_DECLARATION))) if worlds.hides else 1
        few = [self._weigher(request, worlds) for _ in range(count)]
        keys = sorted(request.keys, key=lambda key: key != "fall2")  # the usual answer first
        mine_first = worlds.first.state.play.lost_by == request.seat
        known: dict[tuple[str, str], float] = {}

        def worth(mine: str, theirs: str) -> float:
            pair = (mine, theirs)
            if pair not in known:
                given = pair if mine_first else (theirs, mine)
                known[pair] = sum(weigher.worth(given, leaf) for weigher in few) / len(few)
            return known[pair]

        return self._rng.choices(*equilibrium(keys, worth))[0]

    def _weighers(self, request: Choose, worlds: Worlds) -> Iterator[Weigher]:
        """One where nothing is hidden; else one a world, until the work is done."""
        until: Limit = Budget(self.work).until()
        price = 1 + len(worlds.first.frame.given) / REPLAYED
        for number in range(MOST if worlds.hides else 1):
            if number >= FEWEST and until.over:
                return
            weigher = self._weigher(request, worlds)
            yield weigher
            until.spend(price * weigher.ended)

    def _weigher(self, request: Choose, worlds: Worlds) -> Weigher:
        world = worlds.another()
        grain = FIRST_CARD if worlds.hides else self.grain
        seed = self._rng.randrange(1 << 20)
        suit = compared_suit(request, world.state)
        return Weigher(at_decision(world), request.seat, grain=grain, seed=seed, suit=suit)

    def _leaf(self, request: Choose) -> Callable[[Bowl], float]:
        book, seat = self.game.book, request.seat
        return lambda end: win_probability(book, end, seat)


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


def kick_plans(request: Choose, s: Bowl) -> Sequence[Plan]:
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


def compared_suit(request: Choose, s: Bowl) -> str:
    """The suit with which the next card is compared (CB-33.10, 12.8, 12.9)."""
    if request.what == "yardage":
        return SUIT[find_piece(s.play.offense, s.play.carrier).card]
    if request.what == "punt-return":
        return SUIT[last_card(s, "punt")]
    return SUIT[last_card(s, "bounce")] if request.what == "down-punt" else ""


def last_card(s: Bowl, purpose: str) -> str:
    """The last card turned for that purpose that stands."""
    cards = [card for card, why in s.drawn if why == purpose]
    numbers = [card for card in cards if card not in JOKERS]
    return (numbers or cards)[-1]


def weighed_keys(request: Choose) -> list[str]:
    """The answers worth weighing: a batch of yardage cards never beats stopping when one likes."""
    return [key for key in request.keys if not key.startswith("batch:")]
