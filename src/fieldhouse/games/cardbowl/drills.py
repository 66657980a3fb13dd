"""Drills of Card Bowl: kicks, returns and penalties, counted, and plays with cards face down, played out.

The rules are run on every card that can come (`coaches.expectation`): the win probability at the end of the
play is allpro's measure, points ahead and to come against the plays left. A branch rarer than GRAIN is
followed once by lot, the same for every answer. Where cards lie face down (lining up, blocking, throwing,
yardage cards, the extra defender), the unseen cards are dealt anew DEALS times, and starters play on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator, Sequence
from random import Random
from statistics import fmean, stdev
from typing import NamedTuple

from fieldhouse.games.cardbowl.coaches import policy
from fieldhouse.games.cardbowl.coaches.evaluation import expected_points, win_probability
from fieldhouse.games.cardbowl.coaches.exact_decisions import compared_suit
from fieldhouse.games.cardbowl.coaches.expectation import End, Weigher
from fieldhouse.games.cardbowl.coaches.worlds import ENTERED, Stand, Worlds, at_decision
from fieldhouse.games.cardbowl.meta import META
from fieldhouse.games.cardbowl.rules.game import CardBowl
from fieldhouse.games.cardbowl.rules.state import Bowl, Due, copy_bowl
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.registry import open_game
from fieldhouse.kernel.requests import Choose, Seat
from fieldhouse.kernel.run import Run
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
FACE_DOWN = {
    "formation": "Which formation for this hand?",
    "alignment": "Which alignment against this formation?",
    "backs": "Blocking: what does your back do?",
    "check": "Your lines are up. What do you run?",
    "yardage": "",
    "extra": "",
}
"""Questions with cards face down: lining up, blocking, throwing, yardage cards, coverage."""
DEALS, FEW, SHOWN = 600, 60, 4
"""Deals of the unseen cards for each answer, those of a first look, and how many answers are shown."""
SURE = 3.0
"""The best answer leads the second by so many standard errors of the difference."""
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
    """So many decisions of played games: as many with cards face down as without."""
    counted = make_counted_drills(count - count // 2, seed)
    return counted + make_dealt_drills(count // 2, seed, len(counted) + 1)


def make_counted_drills(count: int, seed: int) -> list[Drill]:
    """Decisions in which every card is counted, the questions taking turns as far as they come up."""
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


def make_dealt_drills(count: int, seed: int, number: int) -> list[Drill]:
    """Decisions with cards face down, equally many of each question."""
    drills: list[Drill] = []
    kinds: Counter[str] = Counter()
    rights: Counter[tuple[str, str]] = Counter()
    for walker, asked in find_decisions(seed, FACE_DOWN):
        if kinds[asked.what] >= -(-count // len(FACE_DOWN)):
            continue
        found = dealt_answers(walker, asked)
        if found is None or rights[asked.what, found[0].key] > 1:
            continue
        kinds[asked.what] += 1
        rights[asked.what, found[0].key] += 1
        drills.append(dealt_drill(walker, asked, found, number + len(drills)))
        if len(drills) == count:
            break
    return drills


def dealt_answers(walker: Walker[Bowl], asked: Choose) -> list[CountedAnswer] | None:
    """The best answers by many deals, the best first; None where the lead of the first is not sure."""
    keys = [key for key in asked.keys if asked.what != "yardage" or not key.startswith("batch")]
    rough = deal_answers(walker, asked, keys, FEW)
    best = sorted(keys, key=lambda key: -fmean(rough[key]))[:SHOWN]
    if len(best) < 2 or fmean(rough[best[0]]) - fmean(rough[best[-1]]) < GAIN[0]:
        return None
    values = deal_answers(walker, asked, best, DEALS)
    best.sort(key=lambda key: -fmean(values[key]))
    leads = [one - other for one, other in zip(values[best[0]], values[best[1]], strict=True)]
    if not fmean(leads) > max(GAIN[0], SURE * stdev(leads) / len(leads) ** 0.5):
        return None
    return [CountedAnswer(key, fmean(values[key]), 0.0, "") for key in best]


def deal_answers(
    walker: Walker[Bowl], asked: Choose, keys: Sequence[str], deals: int
) -> dict[str, list[float]]:
    """The win probability after each answer in each deal; every answer meets the same deals and cards."""
    game = walker.game
    assert isinstance(game, CardBowl)
    told = walker if asked.what in ENTERED else walker.position.walker()  # it knows what the seat was told
    worlds = Worlds(told, asked.seat, Random(len(walker.frame.given)))
    found: dict[str, list[float]] = {key: [] for key in keys}
    for number in range(deals):
        stand = stand_of(game, worlds, asked)
        for key in keys:
            weigher = Weigher(stand, asked.seat, grain=2.0, seed=number)  # nothing is split: all by lot
            found[key].append(weigher.worth(key, lambda end: win_probability(game.book, end, asked.seat)))
    return found


def stand_of(game: CardBowl, worlds: Worlds, asked: Choose) -> Stand:
    """The decision in one more deal of the unseen cards."""
    if asked.what not in ENTERED:
        return at_decision(worlds.another())
    dealt = worlds.deal()
    return lambda: Run.along(game, copy_bowl(dealt))


def dealt_drill(walker: Walker[Bowl], asked: Choose, answers: list[CountedAnswer], number: int) -> Drill:
    """The decision as a drill."""
    best, second = answers[:2]
    label = {key: asked.menu.option(key).label for key in asked.keys}
    return Drill(
        name=f"cardbowl-{number}",
        ask=FACE_DOWN[asked.what] or asked.prompt,
        position=walker.position.text,
        seat=asked.seat,
        how=f"{DEALS} deals of the unseen cards, each played to the end of the play by starters",
        right=(best.key,),
        why=f"{label[best.key]}: {100 * best.chance:.1f}% vs. {100 * second.chance:.1f}%.",
        answers=tuple(DrillAnswer(one.key, label[one.key], rounded_percent(one)) for one in answers),
    )


def find_decisions(seed: int, kinds: Container[str] = ASK) -> Iterator[tuple[Walker[Bowl], Choose]]:
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
            known = kinds is not ASK or len(walker.frame.given) < SHORTEST
            if asked.what in kinds and known and len(asked.keys) > 1 and 2 <= walker.state.quarter <= 4:
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
    """The same chances, counted again; by dealing, the same best answer of those shown."""
    walker = drill.table().position.walker()
    asked = walker.asks
    assert isinstance(asked, Choose)
    if asked.what in FACE_DOWN:
        values = deal_answers(walker, asked, [one.key for one in drill.answers], DEALS)
        return drill.right == (max(values, key=lambda key: fmean(values[key])),)
    again = count_answers(walker, asked, GRAIN)
    claimed = {answer.key: answer.chance for answer in drill.answers}
    return {one.key: rounded_percent(one) for one in again} == claimed and drill.right == (again[0].key,)
