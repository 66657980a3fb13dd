"""Drills of Card Bowl: kicks, returns and penalties, where every next card can be counted.

The rules are run on every card that can come (`coaches.expect`): what the whistle is worth then is the
allpro's measure, points ahead and to come against the plays left. A branch rarer than GRAIN is followed once
by lot, the same for every answer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from fieldhouse.games.cardbowl.coaches import policy
from fieldhouse.games.cardbowl.coaches.evaluation import expected_points, win_probability
from fieldhouse.games.cardbowl.coaches.exact_decisions import compared_suit
from fieldhouse.games.cardbowl.coaches.expectation import End, Weigher
from fieldhouse.games.cardbowl.coaches.worlds import at_decision
from fieldhouse.games.cardbowl.meta import META
from fieldhouse.games.cardbowl.rules.game import CardBowl
from fieldhouse.games.cardbowl.rules.state import Bowl, Due
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.registry import open_game
from fieldhouse.kernel.requests import Choose, Seat
from fieldhouse.kernel.tutorials.drill import Drill, DrillAnswer
from fieldhouse.kernel.walker import Walker

ASK = {
    "punt-return": "The punt is coming down. What do you do?",
    "touchback": "Caught in your own end zone. Take the touchback or return it?",
    "down-punt": "The punt is bouncing. Do you down it?",
    "fumble-run": "You recovered the ball. Run with it?",
    "failed-kick": "Their onside kick failed again. Take the ball or make them kick again?",
    "penalty": "",
}
"""The questions that make a drill; an empty one is asked in the rules' own words."""
GRAIN, ROUGH = 0.0008, 0.02
SHORTEST = 16
"""More answers since the whistle than this are a play from scrimmage, with cards face down."""
GAIN, FAR = (0.012, 0.12), 1.8
"""The best answer gains so much over the second, and its odds are at most so much better."""


ORDINALS = ("", "1st", "2nd", "3rd", "4th")


class CountedAnswer(NamedTuple):
    """An answer as it was counted: the win probability, the points to come, and where it leads."""

    key: str
    chance: float
    points: float
    words: str


def make_drills(count: int, seed: int) -> list[Drill]:
    """So many decisions of played games, the questions taking turns as far as they come up."""
    drills: list[Drill] = []
    kinds: Counter[tuple[str, str]] = Counter()
    for walker, asked in find_decisions(seed):
        rough = count_answers(walker, asked, ROUGH)
        kind = (asked.what, rough[0].key)
        if not is_close_call(rough) or kinds[kind] > len(drills) // 4:
            continue
        fine = count_answers(walker, asked, GRAIN)
        if not is_close_call(fine):
            continue
        kinds[kind] += 1
        drills.append(drill_of(walker, asked, fine, len(drills) + 1))
        if len(drills) == count:
            break
    return drills


def find_decisions(seed: int) -> Iterator[tuple[Walker[Bowl], Choose]]:
    """Games of starters that stand at such a question."""
    game = open_game(META.name, length="short")
    while True:
        seed += 1
        walker: Walker[Bowl] = Walker(game, quiet=True)
        coach, dice = policy("starter", game, seed), FastDice(seed)
        while walker.outcome is None:
            asked = walker.asks
            if not isinstance(asked, Choose):
                walker.roll(dice)
                continue
            known = len(walker.frame.given) < SHORTEST and len(asked.keys) > 1
            if asked.what in ASK and known and 2 <= walker.state.quarter <= 4:
                yield walker, asked
            walker.give(coach(asked, walker.state))


def is_close_call(answers: list[CountedAnswer]) -> bool:
    """A question: two answers near each other, and the better one is so by points to come as well."""
    best, second = answers[:2]
    odds = best.chance * (1 - second.chance) / max(1e-9, second.chance * (1 - best.chance))
    return GAIN[0] <= best.chance - second.chance <= GAIN[1] and odds < FAR and best.points > second.points


def count_answers(world: Walker[Bowl], asked: Choose, grain: float) -> list[CountedAnswer]:
    """Every answer over all cards that can come, the best first."""
    game = world.game
    assert isinstance(game, CardBowl)
    suit = compared_suit(asked, world.state)
    weigher = Weigher(at_decision(world), asked.seat, grain=grain, suit=suit)
    before = world.state.scores[asked.seat] - world.state.scores[1 - asked.seat]
    found = []
    for key in asked.keys:
        ends = list(weigher.ends(key))
        chance = sum(share * win_probability(game.book, end, asked.seat) for share, end in ends)
        points = sum(share * (expected_lead(end, asked.seat) - before) for share, end in ends)
        found.append(CountedAnswer(key, chance, points, outcome_words(ends, asked.seat)))
    return sorted(found, key=lambda one: -one.chance)


def expected_lead(s: Bowl, seat: Seat) -> float:
    """Points ahead, with those to come."""
    return s.scores[seat] - s.scores[1 - seat] + expected_points(s, seat)


def outcome_words(ends: list[End], seat: Seat) -> str:
    """Where the ball is on average while it is ours, and how often it is not."""
    downs = [(share, end) for share, end in ends if end.next == Due.DOWN]
    kept = sum(share for share, end in downs if end.off == seat)
    lost = sum(share for share, end in downs if end.off != seat)
    if not downs:
        return "points"
    mine = kept >= lost
    same = [(share, end) for share, end in downs if (end.off == seat) == mine]
    spot = round(sum(share * (end.x if mine else 100 - end.x) for share, end in same) / max(kept, lost))
    place = f"your {spot}" if spot < 50 else "midfield" if spot == 50 else f"their {100 - spot}"
    first = same[0][1]
    words = f"{'your' if mine else 'their'} ball on {place}"
    if all((end.x, end.down, end.ltg) == (first.x, first.down, first.ltg) for _, end in same):
        words += f", {ORDINALS[first.down]} and {first.ltg - first.x if first.ltg < 100 else 'goal'}"
    else:
        words += " on average"
    return words if not mine or lost < 0.005 else f"{words}; lost {100 * lost:.0f}% of the time"


def drill_of(walker: Walker[Bowl], asked: Choose, answers: list[CountedAnswer], number: int) -> Drill:
    """The decision as a drill."""
    best, second = answers[:2]
    label = {key: asked.menu.option(key).label for key in asked.keys}
    return Drill(
        name=f"cardbowl-{number}",
        ask=ASK[asked.what] or asked.prompt,
        position=walker.position.text,
        seat=asked.seat,
        how="exact over every possible draw; the value of the next down is learned from games",
        right=(best.key,),
        why=f"{label[best.key]}: {100 * best.chance:.1f}% vs. {100 * second.chance:.1f}%. "
        f"{best.words[:1].upper()}{best.words[1:]}; with the second-best, {second.words}.",
        answers=tuple(
            DrillAnswer(one.key, label[one.key], rounded_percent(one), one.words) for one in answers
        ),
    )


def rounded_percent(one: CountedAnswer) -> float:
    """The chance as a drill writes it."""
    return round(100 * one.chance, 1)


def check_drill(drill: Drill) -> bool:
    """The same chances, counted again."""
    walker = drill.table().position.walker()
    asked = walker.asks
    assert isinstance(asked, Choose)
    again = count_answers(walker, asked, GRAIN)
    claimed = {answer.key: answer.chance for answer in drill.answers}
    return {one.key: rounded_percent(one) for one in again} == claimed and drill.right == (again[0].key,)
