"""A Gymnasium environment: one seat learns, the others are coaches."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from fieldhouse.gyms.aec import GameEnv
from fieldhouse.kernel.coaches import Policy
from fieldhouse.kernel.game import Game
from fieldhouse.kernel.registry import open_game
from fieldhouse.kernel.requests import Choose, Seat
from fieldhouse.lab.players import check_coach, make_policy

Observation = dict[str, NDArray[Any]]


def single_env(
    name: str,
    options: Mapping[str, Any] | None = None,
    *,
    length: str | None = None,
    seat: Seat = 0,
    opponent: str = "starter",
    reward: str = "win",
) -> SingleEnv:
    """`single_env("redboar", length="short", opponent="rookie")`: you in the first seat."""
    return SingleEnv(open_game(name, options, length=length), seat, opponent, reward)


class SingleEnv(gymnasium.Env[Observation, int]):
    """The seat's observation and mask; the other seats answer by the policy of a level, or `random`.

    `info["action_mask"]` is the mask too, for learners that look for it there.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"]}

    def __init__(
        self, game: Game[Any], seat: Seat = 0, opponent: str = "starter", reward: str = "win"
    ) -> None:
        self._env = GameEnv(game, reward=reward, render_mode="ansi")
        self.render_mode = "ansi"
        self.seat, self.opponent = seat, opponent
        self.agent = self._env.possible_agents[seat]
        check_coach(game, opponent)  # an opponent that is not there is better known now
        self.observation_space = self._env.observation_space(self.agent)
        self.action_space = self._env.action_space(self.agent)

    @property
    def fields(self) -> tuple[str, ...]:
        """The names of an observation's numbers."""
        return self._env.episode.fields

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """A new game, played up to the seat's first question."""
        super().reset(seed=seed)
        rng = Random(int(self.np_random.integers(1 << 62)))
        self._env.reset(seed=rng.getrandbits(62))
        self._other: Policy = make_policy(self._env.game, self.opponent, rng.getrandbits(32))
        self._others()
        return self._seen()

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """One token of the seat; then everybody else until it is asked again."""
        env = self._env
        before = env._reward(env.episode, self.seat)
        env.episode.step(int(action))
        self._others()
        observation, info = self._seen()
        gained = env._reward(env.episode, self.seat) - before
        return observation, gained, env.episode.over, False, info

    @property
    def result(self) -> float:
        """Of a game that is over: 1 for a win, 1/2 for a tie, 0 for a loss."""
        return (1 + self._env.episode.result(self.seat)) / 2

    def _others(self) -> None:
        episode = self._env.episode
        while not episode.over and episode.to_act != self.seat:
            asks = episode.walker.asks
            if isinstance(asks, Choose):
                episode.answer(self._other(asks, episode.walker.state))
            else:
                episode.roll(self._env.dice)

    def _seen(self) -> tuple[Observation, dict[str, Any]]:
        observation = self._env.observe(self.agent)
        return observation, {"action_mask": observation["action_mask"].astype(np.int8)}

    def render(self) -> str | None:
        """The board as text."""
        return self._env.render()
