"""One game for a program that learns: whose turn, which tokens are legal, what a seat observes, rewards."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b
from random import Random
from typing import Any, TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray

from fieldhouse.kernel.action_space import ActionSpace, TokenTree, action_space_of, follow_token
from fieldhouse.kernel.dice import Dice
from fieldhouse.kernel.errors import IllegalAnswer, NotYourTurn
from fieldhouse.kernel.events import render, visible
from fieldhouse.kernel.requests import Chance, Choose, Seat
from fieldhouse.kernel.walker import Walker


class Past:
    """What a seat saw and heard up to the last whistle: how much of it is counted, and the running hashes."""

    __slots__ = ("answers", "events", "heard", "saw")

    def __init__(self, answers: int, events: int, saw: Any, heard: Any) -> None:
        self.answers, self.events, self.saw, self.heard = answers, events, saw, heard

    def copy(self) -> Past:
        """One that can go on by itself."""
        return Past(self.answers, self.events, self.saw.copy(), self.heard.copy())


class Episode:
    """A walker with the tokens of the answer in the making.

    Tokens given so far are nobody's answer yet: the other seats see nothing of them.
    """

    __slots__ = ("_recall", "actions", "given", "node", "over", "to_act", "walker")

    to_act: Seat | None
    """The seat whose token is due; None where dice are due or the game is over."""
    over: bool
    """Has the game ended?"""

    def __init__(
        self, actions: ActionSpace, walker: Walker[Any] | None = None, *, quiet: bool = False
    ) -> None:
        self.actions = actions
        self.walker: Walker[Any] = Walker(actions.game, quiet=quiet) if walker is None else walker
        self._recall: dict[Seat, Past] = {}
        self._ask()

    def _ask(self) -> None:
        asks = self.walker.asks
        self.given: tuple[int, ...] = ()
        self.over = asks is None
        if isinstance(asks, Choose):
            self.to_act = asks.seat
            self.node: TokenTree = self.actions.tree(asks)
        else:
            self.to_act = None
            self.node = {}

    def question(self, seat: Seat) -> Choose | None:
        """What this seat is asked now, if its token is the one that is due."""
        asks = self.walker.asks
        return asks if isinstance(asks, Choose) and asks.seat == seat else None

    @property
    def legal(self) -> list[int]:
        """The tokens that may be given now, in order; none where no seat is to act."""
        return sorted(self.node)

    def step(self, token: int) -> None:
        """One token of the seat to act; the answer is given with its last one."""
        below = follow_token(self.node, token)
        if below is None:
            name = self.actions.spec.tokens
            if self.to_act is None:
                raise NotYourTurn("no seat is to act: roll, or the game is over")
            said = name[token] if 0 <= token < len(name) else str(token)
            raise IllegalAnswer(said, f"legal tokens are {', '.join(name[n] for n in self.legal[:12])}")
        if isinstance(below, str):
            self.walker.give(below)
            self._ask()
        else:
            self.given += (token,)
            self.node = below

    def answer(self, key: str) -> None:
        """The whole answer of the seat to act, by its key."""
        self.walker.give(key)
        self._ask()

    def roll(self, dice: Dice) -> None:
        """Let the dice answer until a seat is to act or the game is over."""
        walker = self.walker
        if isinstance(walker.asks, Chance):
            while isinstance(walker.asks, Chance):
                walker.roll(dice)
            self._ask()

    def outcome(self, place: int) -> None:
        """The roll or draw that is due gives its outcome of that place."""
        asks = self.walker.asks
        if not isinstance(asks, Chance):
            raise NotYourTurn("no roll or draw is due now")
        self.walker.give(asks.keys[place])
        self._ask()

    def points(self, seat: Seat) -> int:
        """The seat's points less the best of the others'."""
        scores = self.walker.game.scoreboard(self.walker.state, None).scores
        return scores[seat] - max(scores[other] for other in range(len(scores)) if other != seat)

    def result(self, seat: Seat) -> int:
        """1 for a win, -1 for a loss, 0 for a tie and before the end."""
        outcome = self.walker.outcome
        if outcome is None or outcome.winner is None:
            return 0
        return 1 if outcome.winner == seat else -1

    def observe(self, seat: Seat) -> list[float]:
        """The game's own numbers, then the question and the tokens given so far (for the seat to act)."""
        view = self.walker.view(seat)
        return self.actions.observe(view, seat, self.question(seat), self.given)

    def vector(self, seat: Seat) -> NDArray[np.float32]:
        """What `observe` gives, as an array, for who asks at every step."""
        spec = self.actions.spec
        asked = self.question(seat)
        seen = spec.observe(self.walker.game, self.walker.view(seat), seat)
        found = np.zeros(len(seen) + len(spec.questions) + len(spec.tokens), np.float32)
        found[: len(seen)] = seen
        np.clip(found, -1.0, 1.0, out=found)
        if asked is not None:
            found[len(seen) + spec.questions.index(asked.what)] = 1.0
            for token in self.given:
                found[len(seen) + len(spec.questions) + token] = 1.0
        return found

    @property
    def fields(self) -> tuple[str, ...]:
        """The names of an observation's numbers."""
        return self.actions.fields

    def knows(self, seat: Seat) -> str:
        """All that the seat knows, with perfect recall, as one line: equal where it can tell no difference.

        What it saw before the last whistle is a running hash, so that a long game costs no more than a play.
        """
        walker = self.walker
        asked = self.question(seat)
        now = [
            self._before(seat),
            [(g.seat, g.key) for g in walker.frame.given if seat not in g.hidden_from],
            [render(event) for event in walker.events[walker.frame.events :] if visible(event, seat)],
            walker.view(seat),
            walker.to_act,
            None if asked is None else [asked.what, asked.prompt, asked.facts, list(asked.keys)],
            walker.outcome,
        ]
        digest = blake2b(msgspec.json.encode(now, order="deterministic"), digest_size=16).hexdigest()
        status = walker.game.scoreboard(walker.state, seat).status
        names = self.actions.spec.tokens
        words = [] if asked is None else [f"| {asked.what}", *(names[token] for token in self.given)]
        return " ".join((f"{seat} | {status}", *words, f"| {digest}"))

    def _before(self, seat: Seat) -> str:
        """The hash of what the seat saw up to the last whistle: a stream, however often it is asked."""
        walker, frame = self.walker, self.walker.frame
        past = self._recall.get(seat)
        if past is None:
            past = self._recall[seat] = Past(0, 0, blake2b(digest_size=16), blake2b(digest_size=16))
        for given in walker.history[past.answers : frame.entries]:
            if seat not in given.hidden_from:
                past.saw.update(f"{given.seat} {given.key}\n".encode())
        for event in walker.events[past.events : frame.events]:
            if visible(event, seat):
                past.heard.update(f"{render(event)}\n".encode())
        past.answers, past.events = frame.entries, frame.events
        return f"{past.saw.hexdigest()}{past.heard.hexdigest()}"

    def copy(self) -> Episode:
        """An independent episode in the same position."""
        return self._like(self.walker.copy())

    def resample(self, seat: Seat, rng: Random, tries: int = 64) -> Episode:
        """A position this seat cannot tell from this one; NoOtherWorld rather than the real secrets."""
        other = self._like(self.walker.resample(seat, rng, tries))
        other._recall = {}  # it remembers what this seat saw, and nothing of the others
        return other

    def _like(self, walker: Walker[Any]) -> Episode:
        other = object.__new__(Episode)
        other.actions, other.walker = self.actions, walker
        other._recall = {seat: past.copy() for seat, past in self._recall.items()}
        other.given, other.node, other.to_act, other.over = self.given, self.node, self.to_act, self.over
        return other

    def __deepcopy__(self, memo: dict[int, Any]) -> Episode:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.walker, self.given)


def _restored(walker: Walker[Any], given: tuple[int, ...]) -> Episode:
    """An episode back from its walker and the tokens of the answer in the making."""
    episode = Episode(action_space_of(walker.game), walker)
    for token in given:
        episode.step(token)
    return episode


Reward: TypeAlias = Callable[[Episode, Seat], float]
"""The return of a seat so far; a step's reward is its change."""


def win_reward(episode: Episode, seat: Seat) -> float:
    """+1, 0 or -1 at the end."""
    return float(episode.result(seat))


def points_reward(episode: Episode, seat: Seat) -> float:
    """The lead: its change is the reward of every score."""
    return float(episode.points(seat))


SHARE = 1 / 28
"""What a point of the lead pays beside the result, where learning is to be sped up."""


def mixed_reward(episode: Episode, seat: Seat) -> float:
    """The result, and a share of every change of the lead on the way."""
    return win_reward(episode, seat) + SHARE * points_reward(episode, seat)


REWARDS: dict[str, Reward] = {"win": win_reward, "points": points_reward, "mixed": mixed_reward}


def reward_named(name: str) -> Reward:
    """`win`: +1, 0 or -1 at the end. `points`: the change of the lead with every score. `mixed`: both."""
    if name not in REWARDS:
        raise ValueError(f"reward {name!r} is not one of {', '.join(REWARDS)}")
    return REWARDS[name]
