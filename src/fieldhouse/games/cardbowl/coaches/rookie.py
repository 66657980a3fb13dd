"""`rookie`, the easy coach: knows the calls, but not when they are right.

It runs on first and second down and passes on third, whatever the distance; lines up in the 4-3 against
everything and does not move a linebacker when a run is coming; always wants one more yardage card; returns
every punt; accepts every penalty; never kicks on fourth and three or less; and thinks of no timeout, no
two-point conversion and no onside kick. Cards are placed as they come, half of the time.
"""

from __future__ import annotations

from random import Random

from fieldhouse.games.cardbowl.coaches.offense import PASS_PLANS, RUN_PLANS, wanted_or_offered
from fieldhouse.games.cardbowl.coaches.starter import starter
from fieldhouse.games.cardbowl.rules.state import Bowl
from fieldhouse.kernel.requests import Choose

HABITS = {
    "penalty": "accept",
    "timeout": "no",
    "run-off": "run-off:6",
    "kickoff": "kickoff",
    "try": "extra-point",
    "punt": "cards:4",
    "punt-return": "return",
    "alignment": "4-3",
    "pattern-1": "done",
    "pattern-2": "done",
    "answer": "done",
    "yardage": "draw",
    "open-field": "draw",
}
"""What it answers whenever it may."""
SHORT, LONG_KICK = 3, 58
"""Yards that look easy on fourth down, and a field goal that looks near."""


def rookie(request: Choose, s: Bowl, rng: Random) -> str:
    """Answer by habit, or as the starter does where there is no habit."""
    return by_habit(request, s, rng) or starter(request, s, rng)


def by_habit(request: Choose, s: Bowl, rng: Random) -> str | None:
    """Its answer where it errs; None where it does as the starter does."""
    what = request.what
    if what == "call":
        return _call(s)
    if what == "formation":
        wanted = PASS_PLANS if s.down >= 3 else RUN_PLANS
        return rng.choice(wanted_or_offered(wanted, tuple(request.keys)))
    if what == "place":
        return "fill" if rng.random() < 0.5 else rng.choice(request.keys)
    habit = HABITS.get(what)
    return habit if habit in request.keys else None


def _call(s: Bowl) -> str:
    """CB-2.15: fourth and short is played anywhere, a field goal tried from far out."""
    if s.down < 4 or s.ltg - s.x <= SHORT:
        return "scrimmage"
    return "field-goal" if 118 - s.x <= LONG_KICK else "punt"
