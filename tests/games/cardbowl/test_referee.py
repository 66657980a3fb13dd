"""Whole games against the second reading in `referee`: every request, every option, every card, the board."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from tests.games.cardbowl.referee.basics import JOKERS, Want
from tests.games.cardbowl.referee.game import Referee

from fieldhouse.games.cardbowl.coaches import policy
from fieldhouse.games.cardbowl.rules.state import Bowl
from fieldhouse.kernel.errors import BadOptions
from fieldhouse.kernel.registry import find
from fieldhouse.kernel.requests import Chance, Choose, Request, Rules, Together

pytestmark = pytest.mark.slow  # playouts: run, but not traced

PLAYS = ("quick", "check", "end-turn")
BETWEEN = ("kickoff", "free-kick", "try", "call", "run-off")
MANY = ("adjust", "pattern-1", "pattern-2", "blocking", "answer", "backs")
WISHED = {"run": "JQK", "fumble": "JQ"}


def some_options(rng: Random) -> dict[str, Any]:
    """Any timing and any deal, with short quarters."""
    timing = rng.choice(["simple1", "simple1-all", "simple2", "complex", "complex"])
    return {
        "timing": timing,
        "quarter": rng.choice([8, 16, 30, 64] if timing in ("simple2", "complex") else [1, 2]),
        "single_joker": rng.random() < 0.12,
        "overtime": rng.random() < 0.9,
        "playoff": rng.random() < 0.3,
        "offense_cards": rng.choice([11, 12, 13, 15]),
        "defense_cards": rng.choice([11, 14, 15]),
        "by_quarter": rng.choice(["", "", "13,14,14,12", "12/15,12/14,12/14,11/13"]),
        "handicap_red": rng.choice([0, 0, 2, 4]),
        "handicap_blue": rng.choice([0, 0, 3]),
        "allocation": rng.choice([0, 0, 2, 4]),
    }


def for_referee(options: dict[str, Any]) -> dict[str, Any]:
    """The same options, deal sizes as (offense, defense) for each quarter."""
    deal = [(options["offense_cards"], options["defense_cards"])] * 4
    if options["by_quarter"]:
        sizes = [[int(n) for n in part.split("/")] for part in options["by_quarter"].split(",")]
        deal = [(size[0], size[-1]) for size in sizes]
    return {**options, "deal": deal, "handicap": (options["handicap_red"], options["handicap_blue"])}


def in_order(key: str) -> str:
    """The names of a side group in the order of the alphabet."""
    return ":".join("+".join(sorted(part.split("+"))) for part in key.split(":"))


class Match:
    """One game before rules and referee, with answers and cards bent so that rare things happen."""

    def __init__(self, seed: int, *, starter: bool = False) -> None:
        self.rng = Random(seed)
        while True:
            self.options = some_options(self.rng)
            try:
                self.game = find("cardbowl").open(self.options)
                break
            except BadOptions:  # CB-16.9: too many cards
                continue
        self.s: Bowl = self.game.start()
        self.referee = Referee(for_referee(self.options))
        self.mode = self.rng.choice(["any", "late", "run", "pass", "fumble"])
        self.joker = self.rng.choice([0.0, 0.05, 0.15, 0.3])
        self.starter = policy("starter", self.game, seed) if starter else None
        self.rules: Rules | None = None
        self.log: list[str] = []

    def run(self) -> None:
        """To the end, comparing before every answer."""
        judge = self.referee.play()
        request = self.advance(None)
        want: Want | None = next(judge)
        while want is not None:
            if want.kind == "fill":
                answer: Any = self.filled(want)
            else:
                assert request is not None, f"the game is over, the referee expects {want}"
                given, answer = self.answer(request, want)
                request = self.advance(given)
            try:
                want = judge.send(answer)
            except StopIteration:
                want = None
        assert request is None, f"the referee is done, the rules ask {request}"
        outcome = self.game.outcome(self.s)
        home, visitor = self.referee.scores
        assert outcome is not None and self.s.scores == [home, visitor]
        assert outcome.winner == (None if home == visitor else int(visitor > home))

    def advance(self, answer: Any) -> Request | None:
        """The next request of the rules, over whistles; None when the game is over."""
        while True:
            if self.rules is None:
                if self.game.outcome(self.s) is not None:
                    return None
                self.rules, answer = self.game.play(self.s), None
            try:
                return self.rules.send(answer)
            except StopIteration:
                self.rules = None

    def answer(self, request: Request, want: Want) -> tuple[Any, Any]:
        """Compare, then what the rules are sent and what the referee is sent."""
        if isinstance(request, Together):
            keys = frozenset((part.seat, frozenset(part.keys)) for part in request.parts)
            assert want == Want("together", request.parts[0].what, keys), self.lately()
            chosen = tuple(self.choose(part) for part in request.parts)
            return chosen, {part.seat: key for part, key in zip(request.parts, chosen, strict=True)}
        if isinstance(request, Choose):
            assert want == Want("choose", request.what, self.keys(request), request.seat), self.lately()
            if request.what in BETWEEN:
                self.board()
            key = self.choose(request)
            if request.what == "discard":
                return key, key.removeprefix("discard:").split("+")
            return key, in_order(key) if request.what in PLAYS else key
        assert isinstance(request, Chance)
        kind = "roll" if request.stream == "toss" else "draw"
        assert want == Want(kind, request.stream, frozenset(request.flat)), self.lately()
        card = self.card(request)
        return card, card

    def lately(self) -> str:
        """What came before a disagreement."""
        return "\n".join(self.log[-30:])

    def keys(self, request: Choose) -> frozenset[Any]:
        """The options as the referee writes them."""
        if request.what == "discard":
            return frozenset(frozenset(key.removeprefix("discard:").split("+")) for key in request.keys)
        return frozenset(map(in_order, request.keys) if request.what in PLAYS else request.keys)

    def filled(self, want: Want) -> dict[str, Any]:
        """What the rules made of `fill`, which is taste: the referee checks that it is legal."""
        play = self.s.play
        if want.name == "assign":
            return {o.name: o.lane for o in play.offense if o.kind in ("OL", "TE")}
        men = {
            man.name: man.card for man in (play.offense if want.seat == self.referee.off else play.defense)
        }
        return {name: men[name] for name in want.keys}

    def board(self) -> None:
        """Everything both keep between plays."""
        s, ref = self.s, self.referee
        assert (s.scores, s.timeouts, s.off) == (ref.scores, ref.timeouts, ref.off)
        assert (s.quarter, s.left, s.untimed) == (ref.quarter, ref.left, ref.untimed)
        if ref.next == "down":
            assert (s.down, s.x, s.ltg, s.hurry) == (ref.down, ref.x, ref.ltg, ref.hurry)
        elif ref.next == "try":
            assert s.x == ref.x
        else:
            assert (s.kick_spot, s.onside_failures) == (ref.kick_spot, ref.failures)

    def choose(self, asked: Choose) -> str:
        """The starter's answer or any legal one, some more often than others."""
        rng, what = self.rng, asked.what
        if self.starter is not None and rng.random() < 0.9:
            key = self.starter(asked, self.s)
        else:
            keys = sorted(asked.keys)
            key = self.wished(what, keys) or rng.choice(keys)
        self.log.append(f"{asked.seat} {what}: {key}")
        return key

    def wished(self, what: str, keys: list[str]) -> str:
        """What makes for plays that get somewhere."""
        rng = self.rng
        chances = {"place": (0.5, "fill"), "assign": (0.1, "fill"), "call": (0.6, "scrimmage")}
        chances |= dict.fromkeys(MANY, (0.3, "done"))
        if self.mode in ("late", "fumble"):
            chances |= {"sneak": (0.85, "go"), "quick": (0.85, "go"), "end-turn": (0.5, "go")}
            chances["check"] = (0.6, "protect")
        chance, key = chances.get(what, (0.0, ""))
        if key in keys and rng.random() < chance:
            return key
        if what in (*PLAYS, "action"):
            kinds = sorted({key.split(":")[0] for key in keys})
            kind = "pass" if self.mode == "pass" and "pass" in kinds else rng.choice(kinds)
            return rng.choice([key for key in keys if key.split(":")[0] == kind])
        return ""

    def card(self, request: Chance) -> Any:
        """Any card of the deck, jokers and face cards more often."""
        rng, cards = self.rng, sorted(request.flat)
        if request.stream in ("toss", "deal"):
            return rng.choice(cards)
        wished = [card for card in cards if card in JOKERS] if rng.random() < self.joker else []
        ranks = WISHED.get(self.mode, "")
        if not wished and ranks and rng.random() < 0.4:
            wished = [card for card in cards if card[0] in ranks and card not in JOKERS]
        card = rng.choice(wished or cards)
        self.log.append(f"   {request.stream} {card}")
        return card


SEEDS = (*range(12), 18, 24, 60, 65, 101, 244, 279, 703, 733, 734)
RARE = {
    "batch",
    "blocked punt",
    "broken up",
    "card given up",
    "deck rebuilt",
    "end pushed off the line",
    "exchange",
    "fair catch dropped",
    "free kick punt",
    "fumble in open field",
    "handoff fumbled",
    "hurry-up",
    "lateral dropped",
    "loose ball over an end line",
    "on-side failure",
    "overtime",
    "protection during a pass",
    "re-kick after a foul",
    "sack",
    "screen",
    "shotgun helper",
    "stepped out",
    "suit rule",
    "tackle in set 2",
    "touched punt",
    "try repeated",
    "two-minute warning in the run-off",
    "untimed down",
}


def test_random_games_agree_with_a_second_reading() -> None:
    """CB-20.1, CB-20.5: requests, options, decks, board and results of whole games.

    Among them are the rare things: CB-1.12, CB-2.14, CB-15.2, CB-19.5, CB-33.14, CB-39.3, CB-40.12, CB-40.16.
    """
    seen: set[str] = set()
    for seed in SEEDS:
        match = Match(seed)
        match.run()
        seen |= match.referee.seen
    assert seen >= RARE, RARE - seen


def test_games_of_starters_agree_with_a_second_reading() -> None:
    """CB-28.1, CB-33.9, CB-38.1: coaches who mean it reach other places than chance does."""
    for seed in range(3):
        Match(seed, starter=True).run()
