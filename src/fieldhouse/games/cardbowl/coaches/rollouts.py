"""The rollouts of allpro: deal the unseen cards many times, play each candidate out, compare.

The worlds are those that the seat cannot tell from the real one (the other side's discards are its lowest,
CB-16.4). Since every phase of a play can be entered from the state alone, the rules themselves play each
world on to the whistle; both sides then follow the starter, and what counts is the win probability there
(`evaluation.win_probability`). Candidates share worlds and dice. Who falls behind is dropped (`Race`), so the
work goes to those that may still be best, and a clear decision ends early.
"""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from random import Random

from fieldhouse.games.cardbowl.coaches.candidates import MOST, Candidate, candidate_answers
from fieldhouse.games.cardbowl.coaches.evaluation import win_probability
from fieldhouse.games.cardbowl.coaches.starter import starter
from fieldhouse.games.cardbowl.coaches.worlds import ENTERED, Stand, Worlds, at_decision
from fieldhouse.games.cardbowl.rules.game import CardBowl
from fieldhouse.games.cardbowl.rules.state import Bowl, copy_bowl
from fieldhouse.kernel.budget import Limit
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.playout import run_play
from fieldhouse.kernel.requests import Chance, Choose, Seat, Together
from fieldhouse.kernel.walker import Walker

REBUILT = frozenset(("timeout",))
"""Questions in the middle of a phase: the play is run again to where it stands, by the answers given."""
SEARCHED = (ENTERED | REBUILT) - {"tight-end", "adjust"}
"""The questions that rollouts answer."""
PLAYOUTS = 2500
"""Plays in a second of a plain core: what a budget in seconds comes to (`bench_cardbowl.py`)."""
AGAIN = 2.0
"""Plays that take as long as one that is run again to where it stands."""
DEAL, DEAL_AGAIN = 0.25, 5.0
"""Plays that take as long as dealing the unseen cards anew, in the state and by running the play again."""

FEWEST, A_CANDIDATE = 4, 60.0
"""Candidates at least, and the work that brings one more."""
LOOKS = frozenset((8, 12, 16, 24, 32, 48, 64, 96, *range(128, 4096, 64)))
"""The rounds after which a race is looked at."""
HALVED = frozenset((16, 32, 64, 128, 256, 512))
"""The rounds after which the worse half is dropped."""
BEHIND, AHEAD = 1.6, 2.5
"""Standard errors by which a candidate is dropped, and by which the last one has won."""
CAUTION = 0.7
"""Standard errors by which the answer must be better than the starter's: noise must not decide."""
NEGLIGIBLE = 1e-4
"""A win probability that is not worth looking for."""


def search_rollouts(
    game: CardBowl, worlds: Worlds, request: Choose, rng: Random, until: Limit, most: int = 2000
) -> Candidate:
    """The best candidate found in the budget; the first one when there is nothing to choose."""
    count = min(MOST, FEWEST + int(until.rest / A_CANDIDATE))
    tried = candidate_answers(worlds.first.state, request, rng, count)
    if len(tried) == 1:
        return tried[0]
    again = request.what in REBUILT
    price, deal = (AGAIN, DEAL_AGAIN) if again else (1.0, DEAL)
    values = called_values(game, worlds) if again else entered_values(game, worlds)
    race = Race(tried)
    while race.open and race.rounds < most and not until.over:
        until.spend(len(race.left) * price + deal)
        race.add(values(race.left, rng.randrange(1 << 30)))
    return race.best


class Race:
    """Candidates compared round by round with the first of them, on the same cards."""

    def __init__(self, tried: list[Candidate]) -> None:
        self.first = tried[0]
        self.left = list(tried)
        self.rounds = 0
        self.open = len(tried) > 1
        self._sums = dict.fromkeys(tried, 0.0)
        self._squares = dict.fromkeys(tried, 0.0)

    def add(self, values: list[float]) -> None:
        """One more round: what each of those left came to."""
        self.rounds += 1
        base = values[0]
        for candidate, value in zip(self.left, values, strict=True):
            gain = value - base
            self._sums[candidate] += gain
            self._squares[candidate] += gain * gain
        if self.rounds in LOOKS:
            self._drop()

    def gain(self, candidate: Candidate) -> tuple[float, float]:
        """The mean gain over the first, and its standard error."""
        mean = self._sums[candidate] / self.rounds
        spread = max(0.0, self._squares[candidate] / self.rounds - mean * mean)
        return mean, sqrt(spread / self.rounds)

    def _drop(self) -> None:
        """Leave out who is clearly behind the best, and of many the worse half."""
        gains = {candidate: self.gain(candidate) for candidate in self.left[1:]}
        lead, error = max([(0.0, 0.0), *gains.values()])
        rest = [
            candidate
            for candidate, (mean, own) in gains.items()
            if lead - mean <= BEHIND * sqrt(own * own + error * error) and mean + 2 * own > NEGLIGIBLE
        ]
        if self.rounds in HALVED and len(rest) > 1:
            rest = sorted(rest, key=lambda candidate: -gains[candidate][0])[: (len(rest) + 1) // 2]
        self.left[1:] = rest
        won = len(rest) == 1 and gains[rest[0]][0] > AHEAD * gains[rest[0]][1]
        self.open = bool(rest) and not won

    @property
    def best(self) -> Candidate:
        """The one that is surely best; the first where none is better."""
        if self.rounds < 4:
            return self.first
        sure = {candidate: self._sure(candidate) for candidate in self.left[1:]}
        found = max(sure, key=lambda candidate: sure[candidate], default=self.first)
        return found if sure.get(found, 0.0) > 0 else self.first

    def _sure(self, candidate: Candidate) -> float:
        mean, error = self.gain(candidate)
        return mean - CAUTION * error


Values = Callable[[list[Candidate], int], list[float]]
"""The win probability after each candidate, on the cards of one more world and the dice of a seed."""


def entered_values(game: CardBowl, worlds: Worlds) -> Values:
    """Where a play is entered at the question: each world is dealt in the state."""
    dice, rng = FastDice(0), Random(0)
    seat = worlds.seat

    def values(candidates: list[Candidate], seed: int) -> list[float]:
        s = worlds.deal()
        return [rollout_value(game, copy_bowl(s), seat, one, seed, dice, rng) for one in candidates]

    return values


def called_values(game: CardBowl, worlds: Worlds) -> Values:
    """Elsewhere: each world is run again from the whistle."""

    def values(candidates: list[Candidate], seed: int) -> list[float]:
        stand = at_decision(worlds.another())
        return [_called(game, stand, worlds.seat, one[0], seed) for one in candidates]

    return values


def rollout_value(
    game: CardBowl, s: Bowl, seat: Seat, candidate: Candidate, seed: int, dice: FastDice, rng: Random
) -> float:
    """The win probability after giving these answers and playing on to the whistle."""
    answers = list(candidate)
    dice.rng.seed(seed)
    rng.seed(seed)

    def decide(request: Choose, state: Bowl) -> str:
        if answers and request.seat == seat:
            key = answers.pop(0)
            if key in request.keys:
                return key
        return starter(request, state, rng)

    run_play(game.play(s), s, dice, decide)
    return win_probability(game.book, s, seat)


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
