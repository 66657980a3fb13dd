"""Advice where a play is sampled: every option on the same dice, from what the seat may know.

The question is put to a world of the seat (`kernel.world`); in games with secrets each sample is another
world that the seat could be in, never the real one. The option is answered, the policy plays on for all, and
the sample ends at the next whistle whose win probability is known (`lab.win_probability.files`); where none
is ready, or without the extra `lab`, by a quick fit or at the end of the game. Options that have fallen
clearly behind are dropped early. Where a menu is too long to try, as a whole turn on squares, the answers of
the game's coaches are tried. Where both sides call in secret, `mixed_calls.py` tries every pair of calls.
"""

from __future__ import annotations

import math
import time
from collections.abc import Hashable, Iterator, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec

from fieldhouse.kernel.coaches import CoachView
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.errors import NoOtherWorld
from fieldhouse.kernel.events import Event, render
from fieldhouse.kernel.playout import run_play
from fieldhouse.kernel.requests import Choose, Seat
from fieldhouse.kernel.walker import Walker
from fieldhouse.lab.advice.outcomes import describe_results, play_result
from fieldhouse.lab.advice.result import FEW, Advice, OptionAdvice, Prospect
from fieldhouse.lab.extras import has_lab
from fieldhouse.lab.players import make_coach, make_policy, policy_level

if TYPE_CHECKING:
    from fieldhouse.lab.win_probability.estimator import Estimator

MENU = 40
"""Of a longer menu only what the coaches would answer is tried."""
PROPOSALS = 4
"""How often each coach is asked then."""
LEARN = 0.4
"""The share of the time that goes into a fit."""
ENOUGH = 100
"""A fit to fewer games is worse than playing to the end."""
WORLDS = 12
"""How many worlds of the seat the games of a fit start from."""
FEWEST = 6
"""Options that are looked at in any case."""
FIRST_ROUND = 0.4
"""The share of the time after which no further option is looked at for the first time."""
_MOST_MISSES = 20
TIE_OFFER = "tie-offer"


class AdviceBudget(msgspec.Struct, frozen=True):
    """How much may be spent: playouts for each option, seconds in all; `why`: outcomes to show of each."""

    playouts: int = 400
    seconds: float = 20.0
    seed: int = 0
    why: int = 5
    fits: bool = True
    """May a quick estimator be fitted where none is ready?"""


class SampleEnd(msgspec.Struct, frozen=True):
    """One playout: seat 0's win probability or the inputs to estimate it, was it a tie, and its events."""

    win_probability: float
    inputs: Any
    tie: bool
    events: tuple[Event, ...]


def sampled_advice(world: Walker[Any], asked: Choose, plan: AdviceBudget, why_not: str) -> Advice:
    """Every option on the same dice and the same hidden cards, played on by the policy for all seats."""
    began = time.monotonic()
    level = policy_level(world.game)
    keys, which = candidate_keys(world, asked, plan)
    usual = usual_answer(world, asked, level, plan.seed)
    if not which:
        keys.sort(key=lambda key: key != usual)
    estimator = find_estimator(world, asked.seat, level, plan)
    taken = OptionSampler(world, asked, level, estimator).take(keys, plan, began)
    if len(taken) < len(keys):
        which += f"; no time for {len(keys) - len(taken)} other options"
        keys = list(taken)
    teams = world.game.scoreboard(world.state, asked.seat).teams
    means = {
        key: mean_interval(sample_win_probabilities(taken[key], estimator, asked.seat), 0.0)[0]
        for key in keys
    }
    options = [
        sampled_option(asked, key, taken[key], estimator, plan.why, teams, best_alternative(means, key))
        for key in keys
    ]
    reliable = estimator is None or is_reliable(estimator)
    most = max(option.playouts for option in options)
    options.sort(
        key=lambda option: -option.win_probability if option.playouts == most else 1 - option.win_probability
    )
    to = "to the end of the game" if estimator is None else f"to the end of the play; {estimator.how}"
    how = f"estimate from up to {most} playouts per option by {level} {to} ({why_not}{which})"
    off = 0.0 if estimator is None else estimator.error
    return Advice(asked.seat, asked.what, asked.prompt, False, how, tuple(options), usual, reliable, off)


def is_reliable(estimator: Estimator) -> bool:
    """May the figures that this estimator leads to be shown?"""
    from fieldhouse.lab.win_probability.estimator import is_accurate

    return is_accurate(estimator)


def usual_answer(world: Walker[Any], asked: Choose, level: str, seed: int) -> str:
    """What the quick policy would answer; empty for a question that is none of the rules."""
    if asked.what == TIE_OFFER:
        return ""
    return make_policy(world.game, level, seed)(asked, world.state)


def candidate_keys(world: Walker[Any], asked: Choose, plan: AdviceBudget) -> tuple[list[str], str]:
    """The keys to try, and a word on it: all of them, or of a long menu what the game's coaches answer."""
    keys = asked.keys
    if len(keys) <= MENU:
        return list(keys), ""
    found: dict[str, None] = {}
    seen = CoachView(asked.seat, world.view(asked.seat), world.events_for(asked.seat), world)
    for level in world.game.meta.levels:
        for n in range(PROPOSALS if level != "allpro" else 1):
            coach = make_coach(world.game, level, asked.seat, plan.seed + n, plan.seconds / 20)
            reply = coach.answer(asked, seen)
            found[reply if isinstance(reply, str) else reply[0]] = None
    return list(reversed(found)), f"; only those of the {len(keys)} options that its coaches suggest"


def find_estimator(world: Walker[Any], seat: Seat, level: str, plan: AdviceBudget) -> Estimator | None:
    """The estimator to end playouts with, or None; a fit starts its games from worlds of the seat."""
    if not has_lab():
        return None
    from fieldhouse.lab.win_probability.files import estimator_for, ready_estimator
    from fieldhouse.lab.win_probability.fit import FittedEstimator

    if (ready := ready_estimator(world.game)) is not None or not plan.fits:
        return ready
    rng = Random(plan.seed)
    starts = [sample_world(world, seat, rng.getrandbits(48)).frame.snapshot for _ in range(WORLDS)]
    found = estimator_for(world.game, level, starts=starts, seconds=LEARN * plan.seconds, seed=plan.seed)
    if isinstance(found, FittedEstimator) and found.games < ENOUGH:
        return None
    return found


def sample_world(world: Walker[Any], seat: Seat, seed: int) -> Walker[Any]:
    """A world the seat could be in; never the given one of a game with secrets unless it is dealt so."""
    return world.resample(seat, Random(seed)) if world.game.meta.hidden else world


class OptionSampler:
    """Samples of the options of one decision."""

    def __init__(self, world: Walker[Any], asked: Choose, level: str, estimator: Estimator | None) -> None:
        self.world, self.asked, self.level, self.estimator = world, asked, level, estimator

    def take(self, keys: Sequence[str], plan: AdviceBudget, began: float) -> dict[str, list[SampleEnd]]:
        """Round by round; after 16, 32, 64, ... those that are clearly worse are dropped.

        On a slow machine the first round stops early, with a few options; those it has not come to are left
        out. A later round that the time ends is left out whole.
        """
        taken: dict[str, list[SampleEnd]] = {}
        left = list(keys)
        for rounds, (seed, world) in enumerate(self.worlds(plan, began), start=1):
            ends: dict[str, SampleEnd] = {}
            for key in left:
                spent = time.monotonic() - began
                if rounds == 1 and len(ends) >= FEWEST and spent > FIRST_ROUND * plan.seconds:
                    left = list(ends)
                    break
                if rounds > 1 and spent > plan.seconds:
                    return taken
                ends[key] = self.one(world.copy(), {self.asked.seat: key}, seed)
            for key, end in ends.items():
                taken.setdefault(key, []).append(end)
            if rounds >= 16 and rounds & (rounds - 1) == 0:
                left = self._still_open(left, taken)
        return taken

    def worlds(self, plan: AdviceBudget, began: float, least: int = 1) -> Iterator[tuple[int, Walker[Any]]]:
        """World after world that the seat could be in, with a seed for its dice, while there is time."""
        rng = Random(plan.seed)
        rounds = misses = 0
        while rounds < plan.playouts and (rounds < least or time.monotonic() - began < plan.seconds):
            seed = rng.getrandbits(48)
            try:
                world = sample_world(self.world, self.asked.seat, seed)
            except NoOtherWorld:
                misses += 1
                if misses == _MOST_MISSES:
                    raise  # an estimate on the real cards would tell the seat what it may not know
                continue
            yield seed, world
            rounds += 1

    def one(self, world: Walker[Any], answers: Mapping[Seat, str], seed: int) -> SampleEnd:
        """Give these answers, then play on by dice and policy to a whistle with an estimate, or the end."""
        game = world.game
        policy, dice = make_policy(game, self.level, seed), FastDice(seed)
        before, begun = len(world.events), len(world.history)
        given = dict(answers)
        if self.asked.what == TIE_OFFER and given.pop(self.asked.seat) == "accept":
            return SampleEnd(0.5, None, True, ())
        while world.outcome is None and (given or world.frame.given or len(world.history) == begun):
            seat, asks = world.to_act, world.asks
            if seat is None:
                world.roll(dice)
            elif seat in given:
                world.give(given.pop(seat))
            else:
                assert isinstance(asks, Choose)
                world.give(policy(asks, world.state))
        events = tuple(world.events[before:])
        end = world.outcome
        s = game.load(world.frame.snapshot)
        while end is None:
            note = self.estimator.inputs(s) if self.estimator is not None else None
            if note is not None:
                return SampleEnd(0.0, note, False, events)
            run_play(game.play(s), s, dice, policy)
            end = game.outcome(s)
        return SampleEnd(
            0.5 if end.winner is None else float(end.winner == 0), None, end.winner is None, events
        )

    def _still_open(self, left: list[str], taken: dict[str, list[SampleEnd]]) -> list[str]:
        """Those whose distance from the best, on the same dice, is not clear yet."""
        win_probabilities = {
            key: sample_win_probabilities(taken[key], self.estimator, self.asked.seat) for key in left
        }
        best = max(left, key=lambda key: math.fsum(win_probabilities[key]))
        kept = []
        for key in left:
            behind = [a - b for a, b in zip(win_probabilities[best], win_probabilities[key], strict=True)]
            mean, half = mean_interval(behind, 3.0)
            if mean <= half or key == best:
                kept.append(key)
        return kept


def sample_win_probabilities(
    samples: Sequence[SampleEnd], estimator: Estimator | None, seat: Seat
) -> list[float]:
    """The samples' win_probabilities for the seat."""
    notes = [sample.inputs for sample in samples if sample.inputs is not None]
    judged = iter(estimator.win_probabilities(notes) if estimator is not None and notes else ())
    win_probabilities = [
        sample.win_probability if sample.inputs is None else next(judged) for sample in samples
    ]
    return win_probabilities if seat == 0 else [1 - worth for worth in win_probabilities]


def mean_interval(values: Sequence[float], width: float) -> tuple[float, float]:
    """Mean and half-width; a quarter of a drawn result keeps equal results from looking certain."""
    n = len(values)
    mean = math.fsum(values) / n
    spread = (math.fsum((x - mean) ** 2 for x in values) + 0.01) / n
    return mean, width * math.sqrt(spread / n)


def sampled_option(
    asked: Choose,
    key: str,
    samples: Sequence[SampleEnd],
    estimator: Estimator | None,
    why: int,
    teams: Sequence[str] = (),
    against: float | None = None,
) -> OptionAdvice:
    """The advice on an option from its samples; `against` is the win probability of the best other one."""
    win_probabilities = sample_win_probabilities(samples, estimator, asked.seat)
    mean, half = mean_interval(win_probabilities, 1.96)
    different = count_different_ends(samples, win_probabilities)
    if different == 1 and len(samples) >= FEW and samples[0].inputs is not None:
        half = 0.0
    tie = sum(sample.tie for sample in samples) / len(samples) if estimator is None else 0.0
    return OptionAdvice(
        key,
        asked.menu.option(key).label,
        mean - tie / 2,
        tie,
        1 - mean - tie / 2,
        half,
        sampled_reasons(samples, win_probabilities, why, teams, mean if against is None else against),
        len(samples),
        different,
    )


def count_different_ends(samples: Sequence[SampleEnd], win_probabilities: Sequence[float]) -> int:
    """How many different positions the playouts ended in, told by their estimates; whole games all differ."""
    whole = sum(sample.inputs is None for sample in samples)
    ends = zip(samples, win_probabilities, strict=True)
    return whole + len({value for sample, value in ends if sample.inputs is not None})


def best_alternative(win_probabilities: Mapping[str, float], key: str) -> float:
    """The win probability of the best other option; of the option itself where there is no other."""
    return max(
        (worth for other, worth in win_probabilities.items() if other != key), default=win_probabilities[key]
    )


def sampled_reasons(
    samples: Sequence[SampleEnd],
    win_probabilities: Sequence[float],
    why: int,
    teams: Sequence[str],
    against: float,
) -> tuple[Prospect, ...]:
    """What came of an option, results of a kind together, those that make most of the difference first."""
    groups: dict[Hashable, list[int]] = {}
    results = [play_result(sample.events) for sample in samples]
    for n, result in enumerate(results):
        groups.setdefault(result.kind, []).append(n)
    found = []
    for members in groups.values():
        share = len(members) / len(samples)
        mean = math.fsum(win_probabilities[n] for n in members) / len(members)
        typical = min(members, key=lambda n: abs(win_probabilities[n] - mean))
        story = tuple(render(event, sums=False) for event in samples[typical].events)
        count = f"{len(members)} playout{'s' * (len(members) > 1)}"
        words = describe_results([results[n] for n in members], teams)
        found.append((share * abs(mean - against), Prospect(share, mean, count, story, words)))
    found.sort(key=lambda item: -item[0])
    return tuple(outcome for _, outcome in found[:why])
