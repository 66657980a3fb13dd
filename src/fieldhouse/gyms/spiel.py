"""OpenSpiel games `fieldhouse_<name>`: explicit chance, information states with perfect recall, resampling.

    game = load_spiel("redboar", length="short", mode="dice")      # or, after `register_all()`,
    game = pyspiel.load_game("fieldhouse_redboar(length=short,mode=dice)")

Every option of a game is a parameter; `length` names one of its lengths and `reward` is `win` or `points`.
Seats that choose together are asked one after the other; the second does not see the first one's choice.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from random import Random
from typing import Any

import numpy as np
import pyspiel

from fieldhouse.gyms.episode import Episode, reward_named
from fieldhouse.kernel.action_space import ActionSpace
from fieldhouse.kernel.meta import Meta
from fieldhouse.kernel.registry import find, list_games
from fieldhouse.kernel.requests import Chance, Seat

PREFIX = "fieldhouse_"
MOST_POINTS = 1000.0
"""No game of the house comes near it; OpenSpiel wants a bound."""
TRIES = 256
TERMINAL, CHANCE = int(pyspiel.PlayerId.TERMINAL), int(pyspiel.PlayerId.CHANCE)


def load_spiel(name: str, **parameters: Any) -> pyspiel.Game:
    """The game by our own name, with its options as keyword arguments."""
    _register(name)
    return pyspiel.load_game(PREFIX + name, parameters)


def register_all() -> list[str]:
    """Register every game that declares its actions with `pyspiel.load_game`; return their names."""
    return [PREFIX + name for name, folder in list_games().items() if folder.part("gym") and _register(name)]


@cache
def _register(name: str) -> bool:
    folder = find(name)
    kind = _game_type(folder.meta)

    class Game(FieldhouseGame):
        """One of the house's games; its type is fixed when it is registered."""

        name = folder.name
        type_ = kind

    pyspiel.register_game(kind, Game)
    return True


def _game_type(meta: Meta) -> pyspiel.GameType:
    hidden = pyspiel.GameType.Information.IMPERFECT_INFORMATION
    chance = pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
    return pyspiel.GameType(
        short_name=PREFIX + meta.name,
        long_name=f"Fieldhouse: {meta.title}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=chance,
        information=hidden,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=len(meta.seats),
        min_num_players=len(meta.seats),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "length": "",
            "reward": "win",
            **{spec.name: spec.default for spec in meta.options},
        },
    )


class FieldhouseGame(pyspiel.Game):  # type: ignore[misc]
    """A game of the house with its options bound."""

    name: str
    type_: Any

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = dict(params or {})
        length, reward = given.pop("length", ""), given.pop("reward", "win")
        self.reward = reward_named(reward)
        folder = find(self.name)
        defaults = {spec.name: spec.default for spec in folder.meta.options}
        options = {name: value for name, value in given.items() if value != defaults.get(name)}
        self.bound = folder.open(options, length=length or None)
        self.actions = ActionSpace(self.bound)
        spec = self.actions.spec
        most = 1.0 if reward == "win" else MOST_POINTS
        info = pyspiel.GameInfo(
            num_distinct_actions=len(spec.tokens),
            max_chance_outcomes=spec.outcomes,
            num_players=len(self.bound.seats),
            min_utility=-most,
            max_utility=most,
            utility_sum=0.0,
            max_game_length=spec.longest(self.bound),
        )
        super().__init__(self.type_, info, dict(params or {}))

    def new_initial_state(self) -> FieldhouseState:
        """Before the first roll."""
        return FieldhouseState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """What a seat sees (a vector and a line), or with perfect recall what it knows (a line)."""
        if params:
            raise ValueError(f"observers of Fieldhouse take no parameters, but got {params}")
        recall = iig_obs_type is not None and iig_obs_type.perfect_recall
        return Observer(self.actions, recall=recall)


class FieldhouseState(pyspiel.State):  # type: ignore[misc]
    """A position: an episode whose dice are OpenSpiel's chance player."""

    def __init__(self, game: FieldhouseGame, episode: Episode | None = None) -> None:
        super().__init__(game)
        self.episode = Episode(game.actions) if episode is None else episode
        self._reward = game.reward

    def current_player(self) -> int:
        """The seat to act, chance, or the end."""
        seat = self.episode.to_act
        if seat is None:
            return TERMINAL if self.episode.over else CHANCE
        return seat

    def _legal_actions(self, player: int) -> list[int]:
        return self.episode.legal if player == self.episode.to_act else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of the roll or draw by their place, with their chances."""
        chance = self.episode.walker.asks
        assert isinstance(chance, Chance)
        return list(_chances(chance.weights))

    def _apply_action(self, action: int) -> None:
        if self.episode.to_act is None:
            self.episode.outcome(action)
        else:
            self.episode.step(action)

    def _action_to_string(self, player: int, action: int) -> str:
        asks = self.episode.walker.asks
        if player == CHANCE and isinstance(asks, Chance):
            return f"{asks.label}: {asks.keys[action]}"
        return self.episode.actions.spec.tokens[action]

    def is_terminal(self) -> bool:
        """Is the game over?"""
        return self.episode.over

    def returns(self) -> list[float]:
        """Nothing before the end; then what each seat played for."""
        seats = range(len(self.episode.walker.game.seats))
        return [self._reward(self.episode, seat) if self.episode.over else 0.0 for seat in seats]

    def resample_from_infostate(
        self, player_id: int, probability_sampler: Callable[[], float]
    ) -> FieldhouseState:
        """A state that this player cannot tell from this one. It has no history before it.

        Raises NoOtherWorld where none was found: the real secrets are never handed over instead.
        """
        rng = Random(probability_sampler())
        return FieldhouseState(self.get_game(), self.episode.resample(player_id, rng, TRIES))

    def __str__(self) -> str:
        walker = self.episode.walker
        last = f", last {walker.history[-1].key}" if walker.history else ""
        return f"{walker.game.scoreboard(walker.state, None).status}{last} ({len(walker.history)} answers)"


@lru_cache(maxsize=1024)
def _chances(weights: tuple[int, ...]) -> tuple[tuple[int, float], ...]:
    """The chance of each place; dice are few and rolled often."""
    total = sum(weights)
    return tuple((place, weight / total) for place, weight in enumerate(weights))


class Observer:
    """OpenSpiel's observer: `tensor` and `dict` of what a seat sees, or its information state as text."""

    def __init__(self, actions: ActionSpace, *, recall: bool) -> None:
        self._recall = recall
        width = len(actions.spec.fields) + len(actions.spec.questions) + len(actions.spec.tokens)
        self.tensor: Any = None if recall else np.zeros(width, np.float32)
        self.dict: dict[str, Any] = {} if recall else {"observation": self.tensor}

    def set_from(self, state: FieldhouseState, player: Seat) -> None:
        """Fill the vector with what this player sees."""
        if not self._recall:
            self.tensor[:] = state.episode.vector(player)

    def string_from(self, state: FieldhouseState, player: Seat) -> str:
        """The information state, or what the player sees."""
        if self._recall:
            return state.episode.knows(player)
        walker = state.episode.walker
        return f"{player} | {walker.game.scoreboard(walker.state, player).status}"
