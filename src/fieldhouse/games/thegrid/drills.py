"""Drills of The Grid: the right call, judged by the equilibrium of the play."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from fieldhouse.games.thegrid.advice import Call, CallAdvice, advise
from fieldhouse.games.thegrid.coaches.levels import policy
from fieldhouse.games.thegrid.meta import META
from fieldhouse.games.thegrid.rules.game import TheGrid
from fieldhouse.kernel.coaches import PolicyCoach, answer_forced, ask_coach
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.registry import open_game
from fieldhouse.kernel.requests import Choose
from fieldhouse.kernel.table import Table
from fieldhouse.kernel.tutorials.drill import Drill, DrillAnswer

IN_THE_MIX = 0.05
"""A call that the equilibrium makes at least this often is right."""
FAR_OFF = 0.012
"""The least win probability that a wrong answer costs."""


def make_drills(count: int, seed: int) -> list[Drill]:
    """Make drills from decisions of played games, offense and defense in turn."""
    drills: list[Drill] = []
    for table, asked in call_decisions(seed):
        offense = asked.what == "offense-card"
        if offense != (len(drills) % 2 == 0):
            continue
        found = drill_of(table, asked, Random(len(drills)), len(drills) + 1)
        if found is not None:
            drills.append(found)
        if len(drills) == count:
            break
    return drills


def call_decisions(seed: int) -> Iterator[tuple[Table[Any], Choose]]:
    """Yield tables at a secret call, a few of each game."""
    game = open_game(META.name, {"lineups": "fixed"}, length="short")
    assert isinstance(game, TheGrid)
    while True:
        seed += 1
        table: Table[Any] = Table(game, FastDice(seed))
        coach = PolicyCoach(policy("starter", game, seed), seed)
        rng = Random(seed)
        while table.outcome is None:
            if answer_forced(table):
                continue
            seat = table.pending_seats[0]
            asked = table.request_for(seat)
            assert asked is not None
            if asked.what in ("offense-card", "defense-card") and rng.random() < 0.2:
                yield table, asked
            ask_coach(table, seat, coach)


def drill_of(table: Table[Any], asked: Choose, rng: Random, number: int) -> Drill | None:
    """A drill with one call of the mix and three worse ones; None where there are none."""
    calls = {call.card: call for call in call_advice(table, asked.seat)}
    mix = sorted((call for call in calls.values() if call.share >= IN_THE_MIX), key=lambda one: -one.share)
    best = max(call.worth for call in calls.values())
    wrong = [call for call in calls.values() if call.share < 0.002 and best - call.worth >= FAR_OFF]
    if not mix or len(wrong) < 3 or not 0.06 < best < 0.94:
        return None
    offered = [mix[0], *rng.sample(sorted(wrong, key=lambda one: one.card), 3)]
    answers = [drill_answer(asked, call) for call in offered]
    rng.shuffle(answers)
    least = min(best - call.worth for call in offered[1:])
    return Drill(
        name=f"thegrid-{number}",
        ask="What's your play call?" if asked.what == "offense-card" else "What's your defensive call?",
        position=table.position.text,
        seat=asked.seat,
        how="exact solution of this play against the opponent's best mix",
        right=(mix[0].card,),
        why=f"The best mix calls it {mix[0].share:.0%} of the time; the others cost "
        f"{100 * least:.1f}% win probability or more.",
        answers=tuple(answers),
    )


def call_advice(table: Table[Any], seat: int) -> tuple[Call, ...]:
    """The seat's calls with their share in the best mix and their value."""
    game = table.game
    assert isinstance(game, TheGrid)
    told: CallAdvice = advise(game, table.position.walker().state, seat)
    return told.offense if told.on_offense else told.defense


def drill_answer(asked: Choose, call: Call) -> DrillAnswer:
    """A call as an answer of a drill."""
    share = (
        f"in the best mix {call.share:.0%} of the time" if call.share >= 0.005 else "never in the best mix"
    )
    return DrillAnswer(call.card, asked.menu.option(call.card).label, round(100 * call.worth, 1), share)


def check_drill(drill: Drill) -> bool:
    """Check that shares and values come out the same when computed again."""
    table = drill.table()
    calls = {call.card: call for call in call_advice(table, drill.seat)}
    same = all(round(100 * calls[one.key].worth, 1) == one.chance for one in drill.answers)
    return same and all(calls[key].share >= IN_THE_MIX for key in drill.right)
