"""Making drills: a game's own (a part `drills`), or decisions of played games whose answer is exact.

One sweep of the exact tables takes as long for one position as for a hundred. So decisions are looked for
with the values that lie on the shelf, a few milliseconds each, and those that were chosen are worked out by
one sweep for all of them; so are the claims of a whole file.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from fieldhouse.kernel.coaches import PolicyCoach, answer_forced, ask_coach
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.errors import BadOptions
from fieldhouse.kernel.registry import Folder
from fieldhouse.kernel.requests import Seat
from fieldhouse.kernel.table import Table
from fieldhouse.kernel.tutorials.drill import Drill, DrillAnswer
from fieldhouse.lab.advice.adviser import (
    Advice,
    OptionAdvice,
    exact_advice,
    pending_request,
    places_after,
    stored_advice,
)
from fieldhouse.lab.advice.text import hint_text

WORTH_ASKING = (0.012, 0.09)
"""How much the best answer gains over the second: less is no lesson, more is no question."""
FAR = 1.8
"""Two answers whose odds are farther apart are no question either: one of them is hopeless."""
OPTIONS: dict[str, dict[str, Any]] = {"redboar": {"mode": "dice", "minutes": 4}}
"""The options with which a game has exact tables, where its own are not such."""
LATE = ("Q3", "Q4")
"""When a decision is plain to see: what is left can be told in a sentence."""
WHAT = {
    "redboar": ("declare", "try", "penalty"),
    "fastdrive": ("fourth-down", "settle", "try", "kickoff", "clock", "replace", "last-play"),
}
"""The questions that make a drill."""
ASK = {"declare": "Fourth down: what would you do?", "try": "Touchdown! One point or two?"}
"""Where the rules' own question says less than the drill should."""
CLOCK = {
    "+1": "Let the clock run: the less time they have left, the better for you.",
    "-1": "Hurry: you need the time for another drive of yours.",
    "0": "Hurrying and stalling would both cost more than they bring.",
}
"""Why a drive should take longer, shorter or neither."""
SELDOM = 0.4
"""Not every decision of a game, so that they differ."""


def make_drills(folder: Folder, count: int, seed: int = 0) -> list[Drill]:
    """So many drills of this game."""
    part = folder.part("drills")
    if part is not None:
        found: list[Drill] = part.make_drills(count, seed)
        return found
    if folder.name not in WHAT:
        raise BadOptions(f"{folder.meta.title} has no drills: neither exact values nor a part `drills`")
    tables: list[Table[Any]] = []
    bests: Counter[tuple[str, str]] = Counter()
    alike: Counter[tuple[str, str, int, str]] = Counter()
    for table in drill_positions(folder, seed):
        try:
            advice = stored_advice(table, pending_request(table, None))
        except BadOptions:  # a place that the shelf's values do not reach
            continue
        kind = (advice.what, advice.best.key)
        scene = (*kind, lead_of_seat(table, advice.seat) // 4, table.scoreboard().period)
        if not is_worth_asking(advice) or bests[kind] > len(tables) // 5 or alike[scene] > count // 20:
            continue
        bests[kind] += 1
        alike[scene] += 1
        tables.append(table)
        if len(tables) == count:
            break
    seats = [pending_request(table, None).seat for table in tables]
    told = zip(tables, exact_advice_at(tables, seats, 4), strict=True)
    good = [(table, advice) for table, advice in told if is_worth_asking(advice)]
    return [
        exact_drill(folder, table, advice, number) for number, (table, advice) in enumerate(good, start=1)
    ]


def unproved_drills(folder: Folder, drills: Sequence[Drill]) -> list[str]:
    """The names of those whose claim is not so. Every claim is worked out again."""
    part = folder.part("drills")
    if part is not None:
        return [drill.name for drill in drills if not part.check_drill(drill)]
    again = exact_advice_at([drill.table() for drill in drills], [drill.seat for drill in drills], 0)
    return [
        drill.name for drill, advice in zip(drills, again, strict=True) if not matches_claim(drill, advice)
    ]


def matches_claim(drill: Drill, advice: Advice) -> bool:
    """Does the drill say what was worked out?"""
    again = {option.key: round(100 * option.win_probability, 1) for option in advice.options}
    claimed = {answer.key: answer.chance for answer in drill.answers}
    return again == claimed and drill.right == (advice.best.key,)


def exact_advice_at(tables: Sequence[Table[Any]], seats: Sequence[Seat], why: int) -> list[Advice]:
    """Exact advice at each of these tables of one game, by one sweep."""
    if not tables:
        return []
    from fieldhouse.lab.exact import Exact

    asked = [pending_request(table, seat) for table, seat in zip(tables, seats, strict=True)]
    places = set().union(*(places_after(table) for table in tables))
    values = Exact(tables[0].game).values(places)
    return [exact_advice(table, one, why, values) for table, one in zip(tables, asked, strict=True)]


def lead_of_seat(table: Table[Any], seat: Seat) -> int:
    """By how much the seat leads."""
    scores = table.scoreboard().scores
    return scores[seat] - scores[1 - seat]


def is_worth_asking(advice: Advice) -> bool:
    """Two answers at least that a person could hold for the best."""
    if len(advice.options) < 2:
        return False
    best, second = (option.win_probability for option in advice.options[:2])
    odds = best * (1 - second) / max(1e-9, second * (1 - best))
    return WORTH_ASKING[0] <= best - second <= WORTH_ASKING[1] and odds < FAR


def drill_positions(folder: Folder, seed: int) -> Iterator[Table[Any]]:
    """Tables that stand at a question worth a drill, from games between two sensible coaches."""
    game = folder.open(OPTIONS.get(folder.name, {}))
    policy, rng = folder.coaches.policy("starter", game, seed), Random(seed)
    while True:
        seed += 1
        table: Table[Any] = Table(game, FastDice(seed))
        while table.outcome is None:
            if answer_forced(table):
                continue
            seat = table.pending_seats[0]
            asked = table.request_for(seat)
            assert asked is not None
            late = table.scoreboard().period in LATE and (
                asked.what != "declare" or "4th" in table.scoreboard().down
            )
            if late and asked.what in WHAT[folder.name] and rng.random() < SELDOM:
                yield table.copy()
            ask_coach(table, seat, PolicyCoach(policy, seed))


def exact_drill(folder: Folder, table: Table[Any], advice: Advice, number: int) -> Drill:
    """The decision as a drill, with the outcomes that make the difference."""
    return Drill(
        name=f"{folder.name}-{number}",
        ask=ASK.get(advice.what, advice.prompt),
        position=table.position.text,
        seat=advice.seat,
        how=advice.how,
        right=(advice.best.key,),
        why=reason_text(advice),
        answers=tuple(weigh_option(option) for option in advice.options),
    )


def reason_text(advice: Advice) -> str:
    """Why the best is the best. What becomes of a drive is settled when its time is asked for."""
    if advice.what != "clock":
        return hint_text(advice)
    best, second = (f"{100 * option.win_probability:.1f} %" for option in advice.options[:2])
    words = f"{best} against {second}. {CLOCK[advice.best.key]}"
    return f"{advice.best.label}: {words}"


def weigh_option(option: OptionAdvice) -> DrillAnswer:
    """An option with its chance and the two outcomes that matter most; alike ones are told together."""
    ends: dict[str, tuple[float, float]] = {}
    for prospect in option.why:
        chance, worth = ends.get(prospect.words, (0.0, 0.0))
        ends[prospect.words] = (chance + prospect.chance, worth + prospect.chance * prospect.win_probability)
    told = [
        f"{100 * chance:.0f} in 100: {words} ({100 * worth / chance:.0f} % to win)"
        for words, (chance, worth) in list(ends.items())[:2]
        if words and 0.01 <= chance < 0.99  # what happens in any case tells nothing
    ]
    return DrillAnswer(option.key, option.label, round(100 * option.win_probability, 1), ". ".join(told))
