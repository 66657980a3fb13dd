"""Make and prove drills: decisions of played games with exact answers, or drills that a game makes itself.

A game's part `drills` says which decisions make a drill (`QUESTIONS`), or makes and checks its drills
(`make_drills`, `check_drill`). One sweep of the exact tables takes as long for one position as for a hundred,
so decisions are found by the stored values, a few milliseconds each, and one sweep computes all of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
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
"""How much the best answer gains over the second: less teaches nothing, more is too easy."""
FAR = 1.8
"""Odds of two answers may be this far apart at most: otherwise one of them is hopeless."""
SELDOM = 0.4
"""The share of decisions that are taken, so that drills differ."""


def make_drills(folder: Folder, count: int, seed: int = 0) -> list[Drill]:
    """Make `count` drills of this game; BadOptions where it has none."""
    part = _drills_part(folder)
    if hasattr(part, "make_drills"):
        found: list[Drill] = part.make_drills(count, seed)
        return found
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


def _drills_part(folder: Folder) -> Any:
    part = folder.part("drills")
    if part is None:
        raise BadOptions(f"{folder.meta.title} has no drills")
    return part


def unproved_drills(folder: Folder, drills: Sequence[Drill]) -> list[str]:
    """The names of the drills whose claim is false; every claim is computed again."""
    part = _drills_part(folder)
    if hasattr(part, "check_drill"):
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
    """Tables at questions that make a drill, from games between two sensible coaches."""
    part = _drills_part(folder)
    game = folder.open(part.OPTIONS)
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
            makes_drill = part.is_drill_question(table.scoreboard(), asked.what)
            if makes_drill and asked.what in part.QUESTIONS and rng.random() < SELDOM:
                yield table.copy()
            ask_coach(table, seat, PolicyCoach(policy, seed))


def exact_drill(folder: Folder, table: Table[Any], advice: Advice, number: int) -> Drill:
    """The decision as a drill, with the outcomes that make the difference."""
    part = _drills_part(folder)
    return Drill(
        name=f"{folder.name}-{number}",
        ask=part.QUESTIONS[advice.what] or advice.prompt,
        position=table.position.text,
        seat=advice.seat,
        how=advice.how,
        right=(advice.best.key,),
        why=reason_text(advice, getattr(part, "REASONS", {})),
        answers=tuple(weigh_option(option) for option in advice.options),
    )


def reason_text(advice: Advice, reasons: Mapping[str, Mapping[str, str]]) -> str:
    """Why the best answer is the best: by the game's own `reasons` for this question, or by its outcomes."""
    own = reasons.get(advice.what)
    if own is None:
        return hint_text(advice)
    best, second = (f"{option.win_probability:.1%}" for option in advice.options[:2])
    return f"{advice.best.label}: {best} to win vs. {second}. {own[advice.best.key]}"


def weigh_option(option: OptionAdvice) -> DrillAnswer:
    """An option with its win probability and the two outcomes that matter most."""
    outcomes: dict[str, tuple[float, float]] = {}
    for prospect in option.why:
        chance, wins = outcomes.get(prospect.words, (0.0, 0.0))
        outcomes[prospect.words] = (
            chance + prospect.chance,
            wins + prospect.chance * prospect.win_probability,
        )
    reasons = [
        f"{chance:.0%} of the time: {words} ({wins / chance:.0%} to win)"
        for words, (chance, wins) in list(outcomes.items())[:2]
        if words and 0.01 <= chance < 0.99  # what happens in any case is no reason
    ]
    return DrillAnswer(option.key, option.label, round(100 * option.win_probability, 1), ". ".join(reasons))
