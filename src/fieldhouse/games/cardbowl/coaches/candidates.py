"""What allpro tries in its rollouts: the starter's answer first, then what promises most."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from fieldhouse.games.cardbowl.coaches import offense
from fieldhouse.games.cardbowl.coaches.starter import starter
from fieldhouse.games.cardbowl.rules.cards import ORDER, VALUE
from fieldhouse.games.cardbowl.rules.lines.lineup import PASS_ORDER, RUN_ORDER, importance
from fieldhouse.games.cardbowl.rules.plays.blocking import assign_blocker, blockers, lanes_in
from fieldhouse.games.cardbowl.rules.state import Bowl, copy_bowl, find_piece
from fieldhouse.kernel.requests import Choose

Candidate = tuple[str, ...]
"""The answers a candidate gives, in order."""

OFFENSE = (
    *("i_heavy", "pro_set", "shotgun_te", "shotgun_te_flip", "i_heavy_flip"),
    *("wishbone_flip", "shotgun_trips_flip", "shotgun_spread_flip", "trips_te"),
)
"""Formations tried besides the starter's call: its other calls, then those that bring most against what holds
them best (`benchmarks/cardbowl_worth.py answers 400`)."""

DEFENSE = ("3-4", "nickel-3-3", "4-3", "dime", "4-4", "nickel-4-2", "5-3-bear")
"""Alignments tried besides the starter's answer to the formation."""

MOST = 12
"""Candidates at most, unless a search says otherwise."""


def candidate_answers(s: Bowl, request: Choose, rng: Random, most: int = MOST) -> list[Candidate]:
    """At most so many that are worth trying; the answer to beat always comes first."""
    what = request.what
    if what == "place":
        return placements(s, request, rng, most)
    if what == "assign":
        return blocking_plans(s, request, rng)[:most]
    first = starter(request, s, rng)
    if what in ("quick", "check", "end-turn"):
        keys = [first, *worthy_executions(s, request)]
    elif what in ("formation", "alignment"):
        known = OFFENSE if what == "formation" else DEFENSE
        keys = [first, *(key for key in known if key in request.menu)]
    else:
        done = ["done"] if "done" in request.menu else []
        moves = [key for key in request.keys if key != "done"]
        keys = [first, *done, *rng.sample(moves, min(most, len(moves)))]
    found: list[Candidate] = [(key,) for key in dict.fromkeys(keys)]
    return found[:most]


def worthy_executions(s: Bowl, request: Choose) -> list[str]:
    """Going on, then passes, runs, screens and laterals by what the starter expects of them."""
    sight = offense.OffenseSight(s)
    found: list[tuple[float, str]] = []
    for key in request.keys:
        verb, *rest = key.split(":")
        if verb in ("go", "protect", "help"):
            found.append((99.0, key))
        elif verb == "pass":
            found.append((sight.pass_plan(find_piece(s.play.offense, rest[0]), 0), key))
        else:
            where = rest[0] if verb == "scramble" else rest[1]
            if where.startswith("lane"):
                found.append((run_worth(s, sight, verb, rest[0], where), key))
    found.sort(key=lambda one: -one[0])
    return [key for _, key in found]


def run_worth(s: Bowl, sight: offense.OffenseSight, verb: str, who: str, where: str) -> float:
    """What the starter expects of a run through these lanes; of a screen or lateral somewhat less."""
    if verb == "scramble":
        return sight.outlook.run(round(offense.run_diff(s, lanes_in(where), sight.qb, 2, 0))) - 0.1
    back = 2 * (VALUE[find_piece(s.play.offense, who).card] - sight.gun)
    worth = sight.outlook.run(round(offense.run_diff(s, lanes_in(where), back)))
    return worth if verb == "rush" else worth - 0.5


def blocking_plans(s: Bowl, request: Choose, rng: Random) -> list[Candidate]:
    """Answers for every blocker still to be assigned: the starter's, the nearest lanes, towards each lane."""
    there = copy_bowl(s)
    own: list[str] = []
    todo = [o.name for o in blockers(s) if o.acted < 0]
    for name in todo:
        key = starter(request, there, rng)
        own.append(key)
        if key == "fill":
            break
        to = key.split(">")[1]
        assign_blocker(there, find_piece(there.play.offense, name), -1 if to == "none" else lanes_in(to)[0])
    towards = [towards_lane(s, todo, n) for n in range(len(s.play.lanes))]
    return list(dict.fromkeys([tuple(own), ("fill",), *towards]))


def towards_lane(s: Bowl, todo: Sequence[str], target: int) -> Candidate:
    """Everybody who may stand there goes to that lane, the others to the nearest."""
    there = copy_bowl(s)
    keys = []
    for name in todo:
        o = find_piece(there.play.offense, name)
        n = offense.lane_toward(there, o, target)
        assign_blocker(there, o, n)
        keys.append(f"{name}>{offense.LANE_NAMES[n]}" if n >= 0 else f"{name}>none")
    return tuple(keys)


def placements(s: Bowl, request: Choose, rng: Random, most: int) -> list[Candidate]:
    """Whole lineups: the starter's order, the other plan's, and neighbors with cards exchanged."""
    p = s.play
    mine = request.seat == s.off
    done = len(p.offense) if mine else len(p.defense)
    slots = (p.slots if mine else p.places)[done:]
    cards = sorted((k for k in request.keys if k != "fill"), key=lambda c: (-VALUE[c], ORDER[c]))
    orders = [_order(s, slots, mine, alt) for alt in range(2)]
    found: list[Candidate] = []
    for n in range(most):
        order = list(orders[n % 2])
        for _ in range(n // 2):
            a, b = rng.sample(range(len(order)), 2)
            order[a], order[b] = order[b], order[a]
        laid = [""] * len(slots)
        for place, card in zip(order, cards, strict=True):
            laid[place] = card
        found.append(tuple(laid[:-1]))
    return list(dict.fromkeys(found))


def _order(s: Bowl, slots: Sequence[str], mine: bool, alt: int) -> list[int]:
    """The places in the order in which they get the high cards; `alt` is another plan than the starter's."""
    if not mine:
        return sorted(range(len(slots)), key=lambda n: ((importance("", slots[n]) + 3 * alt) % 6, n))
    run = offense.is_run_plan(s) != bool(alt)
    order = RUN_ORDER if run else PASS_ORDER
    return sorted(range(len(slots)), key=lambda n: order.index(slots[n]) if slots[n] in order else 50)
