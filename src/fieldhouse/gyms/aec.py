"""A PettingZoo environment (AEC: agents act one after the other) for any game that declares its actions."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv

from fieldhouse.gyms.episode import Episode, Reward, reward_named
from fieldhouse.kernel.action_space import ActionSpace
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.game import Game
from fieldhouse.kernel.registry import find, open_game

Observation = dict[str, NDArray[Any]]


def aec_env(
    name: str,
    options: Mapping[str, Any] | None = None,
    *,
    length: str | None = None,
    reward: str = "win",
    render_mode: str | None = None,
) -> GameEnv:
    """`aec_env("redboar", {"mode": "dice"}, length="short")`; `reward` is `win` (+1/0/-1) or `points`."""
    return GameEnv(open_game(name, options, length=length), reward=reward, render_mode=render_mode)


class GameEnv(AECEnv[str, Observation, int]):  # type: ignore[misc]  # PettingZoo ships no types
    """Agents are the seats, `seat_0` first. An action is a token; the mask says which are legal.

    Dice are rolled by the environment from the seed of `reset`, so the same seed and the same actions give
    the same game. `infos` are empty: everything an agent may use is in its observation.
    """

    def __init__(self, game: Game[Any], *, reward: str = "win", render_mode: str | None = None) -> None:
        super().__init__()
        if render_mode not in (None, "ansi"):
            raise ValueError(f"render_mode {render_mode!r}: this environment has 'ansi', or None")
        self.metadata = {
            "name": f"fieldhouse_{game.meta.name}_v{game.setup.edition}",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.game = game
        self.actions = ActionSpace(game)
        self._reward: Reward = reward_named(reward)
        self.possible_agents = [f"seat_{n}" for n in range(len(game.seats))]
        self.episode = Episode(self.actions, quiet=True)
        count = len(self.actions.spec.tokens)
        width = len(self.episode.fields)
        self._spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(-1.0, 1.0, (width,), np.float32),
                    "action_mask": spaces.Box(0, 1, (count,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._action_spaces = {agent: spaces.Discrete(count) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Observation]:
        """The vector of `episode.fields` and the mask of legal tokens."""
        return self._spaces[agent]  # type: ignore[return-value]

    def action_space(self, agent: str) -> spaces.Space[int]:
        """The game's tokens by number."""
        return self._action_spaces[agent]  # type: ignore[return-value]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game; without a seed the dice come from the system."""
        self.dice = FastDice(Random(seed).getrandbits(64) if seed is not None else Random().getrandbits(64))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.episode = Episode(self.actions, quiet=True)
        self.episode.roll(self.dice)
        self._before = [0.0] * len(self.agents)
        self._turn()

    def step(self, action: int | None) -> None:
        """One token of the agent whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self._cumulative_rewards[agent] = 0.0
        self.episode.step(int(action))
        self.episode.roll(self.dice)
        for seat, other in enumerate(self.possible_agents):
            now = self._reward(self.episode, seat)
            self.rewards[other] = now - self._before[seat]
            self._before[seat] = now
        if self.episode.over:
            self.terminations = dict.fromkeys(self.agents, True)
        self._turn()
        self._accumulate_rewards()

    def _turn(self) -> None:
        seat = self.episode.to_act
        self.agent_selection = self.possible_agents[0 if seat is None else seat]

    def observe(self, agent: str) -> Observation:
        """What the agent sees, and which tokens it may give now (none where it is not its turn)."""
        seat = self.possible_agents.index(agent)
        mask = np.zeros(len(self.actions.spec.tokens), np.int8)
        if self.episode.to_act == seat:
            mask[self.episode.legal] = 1
        return {"observation": self.episode.vector(seat), "action_mask": mask}

    def render(self) -> str | None:
        """The board as text, as a spectator sees it."""
        if self.render_mode is None:
            return None
        text: str = find(self.game.meta.name).board.text(self.episode.walker.view(None))
        return text

    def close(self) -> None:
        """Do nothing: there are no resources to release."""
