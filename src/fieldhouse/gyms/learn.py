"""Learning a game by playing it: a masked policy gradient (PPO's clipped step) in plain numpy.

Many games run side by side, so that one pass of the network answers for all of them. The learner has one
seat, the other is a fast policy of the game or the learner itself. Pay is the result at the end (+1, 0, -1)
and a share of every change of the lead on the way, which speeds learning up.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fieldhouse.gyms.episode import SHARE, Episode
from fieldhouse.kernel.action_space import action_space_of
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.game import Game
from fieldhouse.kernel.requests import Choose, Seat
from fieldhouse.lab.network_coach import Floats, Net, token_probabilities
from fieldhouse.lab.players import make_policy

CLIP, EPOCHS, ENTROPY, VALUE = 0.2, 4, 0.01, 0.5
TRACE, BATCH = 0.97, 512


class Progress(NamedTuple):
    """Progress: games and decisions learned from, processor seconds, and the share won of the last games."""

    games: int
    decisions: int
    seconds: float
    share: float


class Steps:
    """What the learner saw, did and was paid in one game."""

    def __init__(self) -> None:
        self.seen: list[list[float]] = []
        self.masks: list[NDArray[np.bool_]] = []
        self.tokens: list[int] = []
        self.odds: list[float] = []
        self.values: list[float] = []
        self.pay: list[float] = []


class Learner:
    """Games side by side, and the network that learns from them."""

    def __init__(self, game: Game[Any], *, against: str = "rookie", side_by_side: int = 64, hidden: int = 64,
                 rate: float = 1e-3, seed: int = 0) -> None:  # fmt: skip
        self.actions = action_space_of(game)
        self.rng = np.random.default_rng(seed)
        self.net = Net.fresh(self.actions, hidden, self.rng)
        self.against = None if against == "self" else make_policy(game, against, seed)
        self.rate, self.side_by_side = rate, side_by_side
        self.games = self.decisions = self.updates = 0
        self._moments = {name: (np.zeros_like(w), np.zeros_like(w)) for name, w in self.net.weights.items()}
        self._dice = FastDice(seed)

    def learn(self, seconds: float, on_progress: Callable[[Progress], None] = lambda _: None) -> Net:
        """Train for so much processor time; `on_progress` is called after every batch of games."""
        began = time.process_time()
        while (spent := time.process_time() - began) < seconds:
            steps, results = self.play()
            self.games += len(results)
            self.decisions += sum(len(each.tokens) for each in steps)
            self.update(steps)
            on_progress(Progress(self.games, self.decisions, spent, float(np.mean(results))))
        return self.net

    # Playing

    def play(self) -> tuple[list[Steps], list[float]]:
        """A batch of games: the learner's steps of each seat it played, and its results (1, 1/2, 0)."""
        episodes = [Episode(self.actions, quiet=True) for _ in range(self.side_by_side)]
        seats = [n % 2 for n in range(self.side_by_side)]
        steps = [{seat: Steps() for seat in self._own(own)} for own in seats]
        leads = [dict.fromkeys(self._own(own), 0.0) for own in seats]
        running = list(range(self.side_by_side))
        while running:
            running = [n for n in running if self._ready(episodes[n], seats[n], steps[n], leads[n])]
            self._answer(episodes, steps, running)
        own_results = [(1 + episode.result(own)) / 2 for episode, own in zip(episodes, seats, strict=True)]
        return [each for game in steps for each in game.values()], own_results

    def _own(self, seat: Seat) -> tuple[Seat, ...]:
        return (0, 1) if self.against is None else (seat,)

    def _ready(self, episode: Episode, own: Seat, steps: dict[Seat, Steps], leads: dict[Seat, float]) -> bool:
        """Dice and the other side answer until the learner is asked; False once the game is over."""
        while not episode.over:
            episode.roll(self._dice)
            asks = episode.walker.asks
            if not isinstance(asks, Choose) or asks.seat in steps:
                break
            assert self.against is not None
            episode.answer(self.against(asks, episode.walker.state))
        for seat, each in steps.items():
            lead = SHARE * episode.points(seat)
            if each.pay:
                each.pay[-1] += lead - leads[seat] + (episode.result(seat) if episode.over else 0)
                leads[seat] = lead
        return not episode.over

    def _answer(self, episodes: list[Episode], steps: list[dict[Seat, Steps]], asked: list[int]) -> None:
        """One token for each of these games, from one pass of the network."""
        if not asked:
            return
        mask = np.zeros((len(asked), len(self.actions.spec.tokens)), np.bool_)
        seen = []
        for row, n in enumerate(asked):
            episode = episodes[n]
            assert episode.to_act is not None
            mask[row, list(episode.node)] = True
            seen.append(episode.observe(episode.to_act))
        _, _, logits, values = self.net(np.array(seen, np.float32))
        odds = token_probabilities(logits, mask)
        drawn = (odds.cumsum(axis=1) > self.rng.random((len(asked), 1))).argmax(axis=1)
        drawn = np.where(mask[np.arange(len(asked)), drawn], drawn, odds.argmax(axis=1))
        for row, n in enumerate(asked):
            episode, token = episodes[n], int(drawn[row])
            assert episode.to_act is not None
            own = steps[n][episode.to_act]
            own.seen.append(seen[row])
            own.masks.append(mask[row])
            own.tokens.append(token)
            own.odds.append(float(odds[row, token]))
            own.values.append(float(values[row]))
            own.pay.append(0.0)
            episode.step(token)

    # Learning

    def update(self, steps: list[Steps]) -> None:
        """PPO: a few passes over the batch, no step further than the clip allows."""
        steps = [each for each in steps if each.tokens]
        seen = np.array([row for each in steps for row in each.seen], np.float32)
        masks = np.array([row for each in steps for row in each.masks])
        tokens = np.array([token for each in steps for token in each.tokens])
        odds = np.array([chance for each in steps for chance in each.odds], np.float32)
        gains = np.concatenate([_advantages(each) for each in steps]).astype(np.float32)
        targets = gains + np.array([value for each in steps for value in each.values], np.float32)
        gains = (gains - gains.mean()) / (gains.std() + 1e-6)
        for _ in range(EPOCHS):
            for rows in self._batches(len(tokens)):
                self._step(seen[rows], masks[rows], tokens[rows], odds[rows], gains[rows], targets[rows])

    def _batches(self, count: int) -> Iterator[NDArray[np.int64]]:
        order = self.rng.permutation(count)
        for start in range(0, count, BATCH):
            yield order[start : start + BATCH]

    def _step(self, seen: Floats, masks: NDArray[np.bool_], tokens: NDArray[np.int64], old: Floats,
              gains: Floats, targets: Floats) -> None:  # fmt: skip
        """One step of Adam along the gradient, worked out by hand for two layers."""
        w, count = self.net.weights, len(tokens)
        first, second, logits, values = self.net(seen)
        odds = token_probabilities(logits, masks)
        rows = np.arange(count)
        ratio = odds[rows, tokens] / old
        moves = np.where(gains > 0, ratio < 1 + CLIP, ratio > 1 - CLIP) * gains * ratio
        logs = np.log(np.maximum(odds, 1e-12))
        entropy = -(odds * logs).sum(axis=1, keepdims=True)
        by_logit = odds * moves[:, None]
        by_logit[rows, tokens] -= moves
        by_logit += ENTROPY * odds * (logs + entropy)
        by_logit /= count
        by_value = (VALUE * (values - targets) / count)[:, None]
        by_second = (by_logit @ w["policy"].T + by_value @ w["value"].T) * (1 - second**2)
        by_first = (by_second @ w["w2"].T) * (1 - first**2)
        self._adam(
            w1=seen.T @ by_first, b1=by_first.sum(axis=0), w2=first.T @ by_second, b2=by_second.sum(axis=0),
            policy=second.T @ by_logit, policy_bias=by_logit.sum(axis=0),
            value=second.T @ by_value, value_bias=by_value.sum(axis=0),
        )  # fmt: skip

    def _adam(self, **gradients: NDArray[Any]) -> None:
        self.updates += 1
        norm = np.sqrt(sum(float((g * g).sum()) for g in gradients.values()))
        scale = np.float32(min(1.0, 0.5 / (norm + 1e-8)))
        for name, raw in gradients.items():
            gradient = raw * scale
            mean, square = self._moments[name]
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient * gradient - square)
            step = mean / (1 - 0.9**self.updates)
            spread = np.sqrt(square / (1 - 0.999**self.updates))
            self.net.weights[name] -= np.float32(self.rate) * step / (spread + 1e-8)


def _advantages(steps: Steps) -> Floats:
    """How much better each step turned out than expected, later surprises fading (GAE without discount)."""
    found = np.zeros(len(steps.tokens), np.float32)
    later, after = 0.0, 0.0
    for n in reversed(range(len(found))):
        later = steps.pay[n] + after - steps.values[n] + TRACE * later
        after = steps.values[n]
        found[n] = later
    return found
