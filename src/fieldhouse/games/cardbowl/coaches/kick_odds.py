"""Exact odds of kicks, which are made with the whole deck, counted once and reused.

Of the cards of a kick only their sum matters. The sum of the number cards is counted over all hands of so
many cards; each sum is shown by one such hand, and the rules are run on it with every place of the jokers
(`expectation`). What comes back is the chance of every situation at the whistle.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import copy
from functools import cache
from math import comb
from random import Random

from fieldhouse.games.cardbowl.coaches.evaluation import win_probability
from fieldhouse.games.cardbowl.coaches.expectation import Weigher, start_of_play
from fieldhouse.games.cardbowl.rules.cards import DECK, JOKERS, VALUE
from fieldhouse.games.cardbowl.rules.game import CardBowl
from fieldhouse.games.cardbowl.rules.state import Bowl, Due
from fieldhouse.kernel.requests import Seat

NUMBERS = tuple(card for card in DECK if card not in JOKERS)


@cache
def hands_by_sum(count: int) -> dict[int, int]:
    """How many hands of `count` number cards have each sum."""
    table: dict[tuple[int, int], int] = {(0, 0): 1}
    for value in range(1, 14):
        found: dict[tuple[int, int], int] = {}
        for (cards, total), hands in table.items():
            for some in range(min(4, count - cards) + 1):
                key = (cards + some, total + some * value)
                found[key] = found.get(key, 0) + hands * comb(4, some)
        table = found
    return {total: hands for (cards, total), hands in sorted(table.items()) if cards == count}


def chance_of_sum(count: int, need: int) -> float:
    """The exact chance that `count` number cards add up to at least `need`."""
    return sum(hands for total, hands in hands_by_sum(count).items() if total >= need) / comb(52, count)


def hand_with_sum(count: int, total: int, rng: Random) -> tuple[str, ...]:
    """Some hand of number cards with that sum, no value far from the others."""
    while True:
        values = [total // count + (n < total % count) for n in range(count)]
        for _ in range(count):
            a, b = rng.randrange(count), rng.randrange(count)
            if a != b and values[a] < 13 and values[b] > 1:
                values[a], values[b] = values[a] + 1, values[b] - 1
        if all(values.count(value) <= 4 for value in values):
            cards: list[str] = []
            for value in values:
                same = [card for card in NUMBERS if VALUE[card] == value and card not in cards]
                cards.append(rng.choice(same))
            return tuple(cards)


Situation = tuple[int, int, int, Due, int, int, int, int, int]
"""Points for and against the kickers, who has the ball (0: they), next, x, down, ltg, kick spot, time."""

LEFT = 20
"""Time left in the quarter in which kicks are tried out: enough that it does not end."""


TO_GO = 5
"""Yards to go that are assumed on fourth down; they matter only where a foul has the down repeated."""

KEPT: dict[tuple[object, ...], dict[Situation, float]] = {}
"""Kicks already computed: the same in every game of the same timing and pack."""


class KickOdds:
    """What kicks bring; every spot is computed once."""

    def __init__(self, game: CardBowl, grain: float = 0.02) -> None:
        self.game = game
        self.grain = grain

    def worth(self, s: Bowl, seat: Seat, answers: Mapping[str, str]) -> float:
        """The win probability after this kick: every situation on the present scoreboard."""
        found = self.situations(s, answers).items()
        return sum(
            chance * win_probability(self.game.book, apply_situation(s, end), seat) for end, chance in found
        )

    def situations(self, s: Bowl, answers: Mapping[str, str]) -> dict[Situation, float]:
        """Every situation after the kick that these answers name, with its chance."""
        where = (s.x, 0) if s.next in (Due.DOWN, Due.TRY) else (s.kick_spot, s.onside_failures)
        book = self.game.book
        key = (book.timing, book.single_joker, self.grain, *answers.items(), s.next, *where)
        if key not in KEPT:
            KEPT[key] = self._enumerated(s, answers)
        return KEPT[key]

    def _enumerated(self, s: Bowl, answers: Mapping[str, str]) -> dict[Situation, float]:
        base = Bowl(scores=[0, 0], timeouts=[3, 3], quarter=1, left=LEFT, next=s.next)
        base.x, base.down, base.ltg, base.kick_spot = s.x, 4, min(100, s.x + TO_GO), s.kick_spot
        base.onside_failures = s.onside_failures
        first = next(iter(answers))
        weigher = Weigher(start_of_play(self.game, base), 0, grain=self.grain, answers=answers)
        found: dict[Situation, float] = {}
        for chance, cards in kick_sums(s, answers):
            for share, end in weigher.ends(answers[first], cards, chance):
                place = kick_situation(end)
                found[place] = found.get(place, 0.0) + share
        return found


def kick_sums(s: Bowl, answers: Mapping[str, str]) -> Iterator[tuple[float, tuple[str, ...]]]:
    """The sums of the kick's number cards with their exact chances, each with a hand that shows it."""
    rng = Random(1)
    if "field-goal" in answers.values() or "extra-point" in answers.values():
        need = 118 - s.x  # CB-13.1
        good = chance_of_sum(6, need)
        sums = [total for total in hands_by_sum(6) if (total >= need)]
        if good > 0:
            yield good, hand_with_sum(6, rng.choice(sums[: max(1, len(sums) // 3)]), rng)
        if good < 1:
            short = [total for total in hands_by_sum(6) if total < need]
            yield 1 - good, hand_with_sum(6, short[-1], rng)
        return
    count = kick_card_count(answers)
    if not count:
        yield 1.0, ()
        return
    for total, hands in hands_by_sum(count).items():
        yield hands / comb(52, count), hand_with_sum(count, total, rng)


def kick_card_count(answers: Mapping[str, str]) -> int:
    """How many cards the kick itself takes (CB-7.2, 9.1, 11.1, 15.1); an onside kick is enumerated."""
    if "punt" in answers:
        return int(answers["punt"].split(":")[1])
    if "free-kick" in answers:
        return 4 if answers["free-kick"] == "punt" else 2
    return 0 if answers.get("kickoff") == "onside" else 2


def kick_situation(s: Bowl) -> Situation:
    """What a state at the whistle says, with the kickers as side 0."""
    used = LEFT - s.left
    return (s.scores[0], s.scores[1], s.off, s.next, s.x, s.down, s.ltg, s.kick_spot, used)


def apply_situation(s: Bowl, end: Situation) -> Bowl:
    """The situation on the present scoreboard."""
    world, kicker = copy(s), s.off
    world.scores = s.scores[:]
    world.scores[kicker] += end[0]
    world.scores[1 - kicker] += end[1]
    world.off = kicker if end[2] == 0 else 1 - kicker
    world.next, world.x, world.down, world.ltg, world.kick_spot = end[3:8]
    world.left = max(0, s.left - end[8])
    scored = end[0] != end[1]
    if (s.quarter > 4 and scored) or (s.quarter == 4 and world.left == 0 and world.next != Due.TRY):
        world.over = "points"
    return world
