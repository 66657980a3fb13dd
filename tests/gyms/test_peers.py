"""The peers' own suites: PettingZoo, Gymnasium and OpenSpiel find nothing to complain about."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from tests.gyms.walks import SHELF

from fieldhouse.gyms import aec_env, load_spiel, register_all, single_env
from fieldhouse.kernel.errors import FieldhouseError
from fieldhouse.kernel.registry import find

pytestmark = [
    pytest.mark.filterwarnings("ignore:.*:UserWarning"),  # the peers' advice on style
    pytest.mark.filterwarnings("ignore:.*:DeprecationWarning"),
]


def tiny(name: str) -> str:
    return find(name).meta.tiny


@pytest.mark.parametrize("name", SHELF)
def test_pettingzoo_api_and_seeds(name: str) -> None:
    from pettingzoo.test import api_test, seed_test

    api_test(aec_env(name, length=tiny(name)), num_cycles=150)
    seed_test(lambda: aec_env(name, length=tiny(name)), num_cycles=40)


@pytest.mark.parametrize("reward", ["win", "points"])
def test_rewards_of_a_whole_game_add_up(reward: str) -> None:
    env = aec_env("redboar", {"mode": "dice"}, length="short", reward=reward)
    for seed in range(6):
        env.reset(seed=seed)
        rng, total = Random(seed), dict.fromkeys(env.possible_agents, 0.0)
        for agent in env.agent_iter():
            seen, gained, over, cut, _ = env.last()
            total[agent] += gained
            legal = np.flatnonzero(seen["action_mask"])
            env.step(None if over or cut else int(rng.choice(list(legal))))
        scores = env.episode.walker.game.scoreboard(env.episode.walker.state, None).scores
        lead = scores[0] - scores[1]
        want = float(lead) if reward == "points" else float((lead > 0) - (lead < 0))
        assert total == {"seat_0": want, "seat_1": -want}


def test_one_seat_learns_against_a_coach() -> None:
    env = single_env("fastdrive", length="tiny", opponent="starter")
    seen, info = env.reset(seed=1)
    over = False
    while not over:
        assert env.observation_space.contains(seen)
        assert (info["action_mask"] == seen["action_mask"]).all()
        seen, _, over, _, info = env.step(int(np.flatnonzero(seen["action_mask"])[0]))
    first, again = env.reset(seed=9)[0], env.reset(seed=9)[0]
    assert all((first[part] == again[part]).all() for part in first)
    with pytest.raises(FieldhouseError, match="has no coach"):
        single_env("fastdrive", opponent="nobody")


@pytest.mark.parametrize("name", SHELF)
def test_openspiel_simulates_and_serialises(name: str) -> None:
    import pyspiel

    assert f"fieldhouse_{name}" in register_all()
    game = pyspiel.load_game(f"fieldhouse_{name}(length={tiny(name)})")
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", SHELF)
def test_equal_information_states_have_equal_legal_actions(name: str) -> None:
    import pyspiel

    game = load_spiel(name, length=tiny(name))
    rng, met = Random(5), 0
    state = game.new_initial_state()
    while not state.is_terminal() and met < 12:
        if state.is_chance_node():
            places, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(places, chances)[0])
            continue
        player = state.current_player()
        try:
            world = state.resample_from_infostate(player, rng.random)
        except FieldhouseError:
            world = None
        if world is not None:
            met += 1
            assert world.information_state_string(player) == state.information_state_string(player)
            assert world.legal_actions() == state.legal_actions()
            assert world.observation_tensor(player) == state.observation_tensor(player)
        state.apply_action(rng.choice(state.legal_actions()))
    assert met > 3
    assert isinstance(game, pyspiel.Game)


def test_options_are_parameters_and_a_bad_one_is_named() -> None:
    game = load_spiel("redboar", length="tiny", mode="dice", reward="points")
    assert game.bound.options["mode"] == "dice"
    assert game.max_utility() > 1
    with pytest.raises(ValueError, match="reward 'fame' is not one of win, points"):
        load_spiel("redboar", reward="fame")


def test_mcts_plays_on_squares() -> None:
    from open_spiel.python.algorithms import mcts

    game = load_spiel("squares", length="tiny")
    rng = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 2.0, 3, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(0)
    assert bot.step(state) in state.legal_actions()


@pytest.mark.parametrize("name", ["redboar", "thegrid"])
def test_is_mcts_and_outcome_sampling_run_on_hidden_cards(name: str) -> None:
    from open_spiel.python.algorithms import ismcts, mcts
    from open_spiel.python.algorithms import outcome_sampling_mccfr as sampling

    game = load_spiel(name, length=tiny(name))
    rng = np.random.RandomState(2)
    evaluator = mcts.RandomRolloutEvaluator(1, rng)
    bot = ismcts.ISMCTSBot(game, evaluator, 2.0, 4, random_state=rng)
    state = game.new_initial_state()
    chance, answered = Random(1), 0
    while not state.is_terminal() and answered < 3:
        if state.is_chance_node():
            places, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chance.choices(places, chances)[0])
        else:
            action = bot.step(state)
            assert action in state.legal_actions()
            state.apply_action(action)
            answered += 1
    np.random.seed(3)
    solver = sampling.OutcomeSamplingSolver(game)
    for _ in range(2):
        solver.iteration()
    assert solver._infostates
