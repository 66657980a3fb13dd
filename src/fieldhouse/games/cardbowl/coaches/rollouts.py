"""The rollouts of allpro: deal the unseen cards many times, play each candidate out, compare.

The worlds are those that the seat cannot tell from the real one (the other side's discards are its lowest,
CB-16.4). Since every phase of a play can be entered from the state alone, the rules themselves play each
world on; both sides then follow the starter. Candidates share worlds and dice, the worse half is
dropped from time to time, and what counts is the win probability (`evaluation.win_probability`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from random import Random

from fieldhouse.games.cardbowl.coaches import offense
from fieldhouse.games.cardbowl.coaches.evaluation import win_probability
from fieldhouse.games.cardbowl.coaches.starter import starter
from fieldhouse.games.cardbowl.coaches.worlds import ENTERED, Stand, Worlds, at_decision
from fieldhouse.games.cardbowl.rules.cards import ORDER, VALUE
from fieldhouse.games.cardbowl.rules.game import CardBowl
from fieldhouse.games.cardbowl.rules.lines.lineup import PASS_ORDER, RUN_ORDER, importance
from fieldhouse.games.cardbowl.rules.plays.blocking import lanes_in
from fieldhouse.games.cardbowl.rules.state import Bowl, copy_bowl
from fieldhouse.kernel.budget import Limit
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.playout import run_play
from fieldhouse.kernel.requests import Chance, Choose, Seat, Together
from fieldhouse.kernel.walker import Walker

Candidate = tuple[str, ...]
"""The answers a candidate gives, in order."""

REBUILT = frozenset(("discard", "motion", "assign", "backs", "timeout"))
"""Questions in the middle of a phase: the play is run again to where it stands, by the answers given."""
SEARCHED = ENTERED | REBUILT
"""The questions that rollouts answer."""
AGAIN = 2.0
"""Plays that take as long as one of them."""

OFFENSE = (
    *("i_heavy_flip", "i_heavy", "wishbone_flip"),
    *("shotgun_te_flip", "shotgun_trips_flip", "shotgun_spread_flip", "trips_te"),
)
"""Formations tried besides the starter's call: those that bring most against what holds them best
(`benchmarks/cardbowl_worth.py answers 400`)."""

DEFENSE = ("4-3", "4-4", "nickel-3-3", "dime", "3-4", "5-3-bear")
"""Alignments tried besides the starter's answer to the formation."""

ROUND = 8
CAUTION = 2.0

PLAYOUTS = 2500
"""Plays in a second of a plain core: what a budget in seconds comes to (`bench_cardbowl.py`)."""


DEAL = 5.0
"""Plays that take as long as dealing one more world."""


def rollout_value(game: CardBowl, s: Bowl, seat: Seat, candidate: Candidate, seed: int) -> float:
    """The win probability after giving these answers and playing on to the whistle."""
    answers = list(candidate)
    rng = Random(seed)

    def decide(request: Choose, state: Bowl) -> str:
        if request.seat == seat and answers:
            key = answers.pop(0)
            if key in request.menu:
                return key
        return starter(request, state, rng)

    run_play(game.play(s), s, FastDice(seed), decide)
    return win_probability(game.book, s, seat)


def candidate_answers(s: Bowl, request: Choose, rng: Random) -> list[Candidate]:
    """What is worth trying; the answer to beat always comes first."""
    first = starter(request, s, rng)
    if request.what == "place":
        return placements(s, request, rng)
    if request.what in ("quick", "check", "end-turn"):
        keys = [first, *worthy_executions(s, request)]
    elif request.what in ("formation", "alignment"):
        known = OFFENSE if request.what == "formation" else DEFENSE
        keys = [first, *(key for key in known if key in request.menu)]
    elif request.what in ("pattern-1", "pattern-2", "blocking", "answer"):
        moves = [key for key in request.keys if key != "done"]
        keys = [first, "done", *rng.sample(moves, min(8, len(moves)))]
    else:
        keys = [first, *request.keys]
        keys = keys[:1] + rng.sample(keys[1:], min(8, len(keys) - 1))
    return [(key,) for key in dict.fromkeys(keys)]


def worthy_executions(s: Bowl, request: Choose) -> list[str]:
    """Every pass, the best lanes of every runner, the best screen and lateral, and going on."""
    keys = [key for key in request.keys if key in ("go", "protect") or key.startswith(("pass:", "help:"))]
    lanes: dict[str, list[tuple[float, str]]] = {}
    for key in request.keys:
        verb, *rest = key.split(":")
        if verb not in ("rush", "scramble", "screen", "lateral"):
            continue
        where = rest[-1] if verb == "scramble" else rest[1]
        if where.startswith("lane"):
            who = verb if verb == "scramble" else f"{verb}:{rest[0]}"
            lanes.setdefault(who, []).append((offense.run_diff(s, lanes_in(where), 0), key))
    for who, found in lanes.items():
        found.sort(reverse=True)
        keys += [key for _, key in found[: 3 if who.startswith("rush") else 1]]
    return keys


def placements(s: Bowl, request: Choose, rng: Random) -> list[Candidate]:
    """Whole lineups: the starter's order, the other plan's, and neighbors with cards exchanged."""
    p = s.play
    mine = request.seat == s.off
    done = len(p.offense) if mine else len(p.defense)
    slots = (p.slots if mine else p.places)[done:]
    cards = sorted((k for k in request.keys if k != "fill"), key=lambda c: (-VALUE[c], ORDER[c]))
    orders = [_order(s, slots, mine, alt) for alt in range(2)]
    found: list[Candidate] = []
    for n in range(9):
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


def search_rollouts(
    game: CardBowl, worlds: Worlds, request: Choose, rng: Random, until: Limit, most: int = 2000
) -> Candidate:
    """The best candidate found in the budget; the first one when there is nothing to choose."""
    seat = request.seat
    tried = candidate_answers(worlds.first.state, request, rng)
    if len(tried) == 1:
        return tried[0]
    sums = dict.fromkeys(tried, 0.0)
    squares = dict.fromkeys(tried, 0.0)
    again = request.what in REBUILT

    left = list(tried)
    rounds = 0
    while len(left) > 1 and rounds < most and not until.over:
        rounds += 1
        until.spend(len(left) * (AGAIN if again else 1.0) + DEAL)
        world = worlds.another()
        seed = rng.randrange(1 << 30)
        ended = _called_in(game, world, seat, seed) if again else _entered_in(game, world, seat, seed)
        base = ended(tried[0])
        for candidate in left[1:]:
            gain = ended(candidate) - base
            sums[candidate] += gain
            squares[candidate] += gain * gain
        if rounds >= ROUND and rounds & (rounds - 1) == 0:
            left[1:] = sorted(left[1:], key=lambda c: -sums[c])[: max(1, len(left) // 2)]
    return max(left, key=lambda c: sure_gain(sums[c], squares[c], rounds) if c != tried[0] else 0.0)


Ended = Callable[[Candidate], float]
"""The win probability after a candidate, on the cards of one world and its dice."""


def _entered_in(game: CardBowl, world: Walker[Bowl], seat: Seat, seed: int) -> Ended:
    return lambda candidate: rollout_value(game, copy_bowl(world.state), seat, candidate, seed)


def _called_in(game: CardBowl, world: Walker[Bowl], seat: Seat, seed: int) -> Ended:
    stand = at_decision(world)
    return lambda candidate: _called(game, stand, seat, candidate[0], seed)


def sure_gain(total: float, squares: float, rounds: int) -> float:
    """The mean gain over the first answer less its standard error: noise must not decide."""
    if rounds < 4:
        return -1.0
    mean = total / rounds
    spread = max(0.0, squares / rounds - mean * mean)
    return mean - CAUTION * sqrt(spread / rounds)


def sure_win_probability(
    world: Walker[Bowl], seat: Seat, key: str, rng: Random, until: Limit, most: int = 400
) -> float:
    """The mean of rollouts after this answer less its standard error: few of them say little.

    Nothing is dealt yet, so that one world is enough.
    """
    total, squares, count, stand, game = 0.0, 0.0, 0, at_decision(world), world.game
    assert isinstance(game, CardBowl)
    while count < 24 or (count < most and not until.over):
        until.spend()
        found = _called(game, stand, seat, key, rng.randrange(1 << 30))
        total, squares, count = total + found, squares + found * found, count + 1
    mean = total / count
    return mean - sqrt(max(0.0, squares / count - mean * mean) / count)


def _called(game: CardBowl, stand: Stand, seat: Seat, key: str, seed: int) -> float:
    """The win probability after this answer where a world stands."""
    run, dice, rng = stand(), FastDice(seed), Random(seed)

    def decide(request: Choose) -> str:
        return starter(request, run.state, rng)

    run.send(key)
    while (request := run.request) is not None:
        if isinstance(request, Chance):
            run.send(dice.outcome(request))
        elif isinstance(request, Together):
            run.send(tuple(map(decide, request.parts)))
        else:
            assert isinstance(request, Choose)
            run.send(decide(request))
    return win_probability(game.book, run.state, seat)
