"""A PettingZoo environment in which all agents act at each step: cards and calls are really laid together.

Who is asked nothing gives token 0 (wait), the only one its mask then allows. In a simultaneous choice each
seat gives the tokens of its own answer without seeing the other's; a seat that is done waits.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import ParallelEnv

from fieldhouse.gyms.episode import Episode, Reward, reward_named
from fieldhouse.kernel.action_space import ActionSpace, TokenTree, follow_token
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.errors import IllegalAnswer
from fieldhouse.kernel.game import Game
from fieldhouse.kernel.registry import open_game
from fieldhouse.kernel.requests import Choose, Seat

Observation = dict[str, NDArray[Any]]
WAIT = 0
"""The token of an agent that is asked nothing."""


def parallel_env(
    name: str, options: Mapping[str, Any] | None = None, *, length: str | None = None, reward: str = "win"
) -> TogetherEnv:
    """`parallel_env("redboar", length="short")`; `reward` is `win` (+1/0/-1) or `points`."""
    return TogetherEnv(open_game(name, options, length=length), reward=reward)


class Making:
    """A seat's question and its answer in the making; `key` once that is complete."""

    def __init__(self, question: Choose, node: TokenTree) -> None:
        self.question, self.node = question, node
        self.given: tuple[int, ...] = ()
        self.key: str | None = None

    def take(self, token: int, names: tuple[str, ...]) -> None:
        """One more token of the answer."""
        below = follow_token(self.node, token)
        if below is None:
            said = names[token] if 0 <= token < len(names) else str(token)
            legal = ", ".join(names[n] for n in sorted(self.node)[:12])
            raise IllegalAnswer(said, f"legal tokens are {legal}")
        if isinstance(below, str):
            self.key = below
        else:
            self.given, self.node = (*self.given, token), below


class TogetherEnv(ParallelEnv[str, Observation, int]):  # type: ignore[misc]  # PettingZoo ships no types
    """Agents are the seats, `seat_0` first; the same seed and the same actions give the same game."""

    def __init__(self, game: Game[Any], *, reward: str = "win") -> None:
        self.metadata = {"name": f"fieldhouse_{game.meta.name}_v{game.setup.edition}", "render_modes": []}
        self.render_mode = None
        self.game, self.actions = game, ActionSpace(game)
        self._reward: Reward = reward_named(reward)
        self.possible_agents = [f"seat_{n}" for n in range(len(game.seats))]
        self.agents: list[str] = []
        count, width = len(self.actions.spec.tokens), len(self.actions.fields)
        box = spaces.Box(-1.0, 1.0, (width,), np.float32)
        mask = spaces.Box(0, 1, (count,), np.int8)
        pairs = {
            agent: spaces.Dict({"observation": box, "action_mask": mask}) for agent in self.possible_agents
        }
        self._spaces = pairs
        self._action_spaces = {agent: spaces.Discrete(count) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Observation]:
        """The vector of `actions.fields` and the mask of legal tokens."""
        return self._spaces[agent]  # type: ignore[return-value]

    def action_space(self, agent: str) -> spaces.Space[int]:
        """The game's tokens by number."""
        return self._action_spaces[agent]  # type: ignore[return-value]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """A new game; without a seed the dice come from the system."""
        self.dice = FastDice(Random(seed).getrandbits(64) if seed is not None else Random().getrandbits(64))
        self.agents = self.possible_agents[:]
        self.episode = Episode(self.actions, quiet=True)
        self._before = [0.0] * len(self.agents)
        self._ask()
        return self._seen(), {agent: {} for agent in self.agents}

    def step(self, actions: Mapping[str, int]) -> tuple[dict[str, Any], ...]:
        """A token of every agent; IllegalAnswer where one is not legal, and nothing has changed then."""
        tokens = {seat: int(actions[agent]) for seat, agent in enumerate(self.possible_agents)}
        for seat, token in tokens.items():
            asked = self._asked.get(seat)
            if not self._legal(asked)[token : token + 1].any():
                name = self.possible_agents[seat]
                raise IllegalAnswer(f"{name}: {token}", "its mask does not allow this token now")
        for seat, asked in self._asked.items():
            if asked.key is None:
                asked.take(tokens[seat], self.actions.spec.tokens)
        if all(asked.key is not None for asked in self._asked.values()):
            for asked in list(self._asked.values()):
                assert asked.key is not None
                self.episode.answer(asked.key)
            self._ask()
        return self._observations_and_infos()

    def _ask(self) -> None:
        """Roll what is due, and put the questions that are open now."""
        self.episode.roll(self.dice)
        tree = self.actions.tree
        due = self.episode.walker.due
        self._asked: dict[Seat, Making] = {each.seat: Making(each, tree(each)) for each in due}

    def _legal(self, asked: Making | None) -> NDArray[np.int8]:
        mask = np.zeros(len(self.actions.spec.tokens), np.int8)
        mask[[WAIT] if asked is None or asked.key is not None else list(asked.node)] = 1
        return mask

    def _seen(self) -> dict[str, Observation]:
        return {agent: self._observe(seat) for seat, agent in enumerate(self.possible_agents)}

    def _observe(self, seat: Seat) -> Observation:
        asked = self._asked.get(seat)
        making = asked if asked is not None and asked.key is None else None
        view = self.episode.walker.view(seat)
        question, given = (None, ()) if making is None else (making.question, making.given)
        numbers = np.array(self.actions.observe(view, seat, question, given), np.float32)
        return {"observation": numbers, "action_mask": self._legal(asked)}

    def _observations_and_infos(self) -> tuple[dict[str, Any], ...]:
        seen, over = self._seen(), self.episode.over
        now = [self._reward(self.episode, seat) for seat in range(len(self.possible_agents))]
        paid = {agent: now[seat] - self._before[seat] for seat, agent in enumerate(self.possible_agents)}
        self._before = now
        ended = dict.fromkeys(self.possible_agents, over)
        cut = dict.fromkeys(self.possible_agents, False)
        infos: dict[str, Any] = {agent: {} for agent in self.possible_agents}
        if over:
            self.agents = []
        return seen, paid, ended, cut, infos

    def render(self) -> None:
        """Nothing: `aec_env` has the board as text."""

    def close(self) -> None:
        """Do nothing: there are no resources to release."""
