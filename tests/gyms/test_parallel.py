"""The environment in which all agents act at each step: PettingZoo's own suite, and cards laid together."""

from __future__ import annotations

import numpy as np
import pytest
from pettingzoo.test import parallel_api_test

from fieldhouse.gyms import aec_env, parallel_env
from fieldhouse.kernel.errors import IllegalAnswer

GAMES = ("cardbowl", "fastdrive", "redboar", "squares", "thegrid")


@pytest.mark.parametrize("name", GAMES)
def test_pettingzoos_parallel_suite_passes(name: str, recwarn: pytest.WarningsRecorder) -> None:
    with np.errstate(all="raise"):
        parallel_api_test(parallel_env(name, length="tiny"), num_cycles=60)


@pytest.mark.parametrize("name", ["redboar", "thegrid"])
def test_the_same_seed_gives_the_same_game(name: str) -> None:
    """(PettingZoo's own seed test for parallel environments draws tokens that the masks forbid.)"""
    games = []
    for _ in range(2):
        env = parallel_env(name, length="tiny")
        seen, _ = env.reset(seed=5)
        rng = np.random.default_rng(1)
        told = []
        for _ in range(60):
            if not env.agents:
                break
            masks = [seen[agent]["action_mask"] for agent in env.agents]
            drawn = [int(rng.choice(np.flatnonzero(mask))) for mask in masks]
            seen, paid, *_ = env.step(dict(zip(env.agents, drawn, strict=True)))
            told.append((paid, {agent: each["observation"].tolist() for agent, each in seen.items()}))
        games.append(told)
    assert games[0] == games[1]


def test_cards_are_laid_at_one_step_and_neither_sees_the_other() -> None:
    """RB-10: at the cards both masks are open at once, and a step with both turns them up."""
    env = parallel_env("redboar", length="tiny")
    seen, _ = env.reset(seed=3)
    for _ in range(40):
        masks = {agent: seen[agent]["action_mask"] for agent in env.agents}
        both = [np.flatnonzero(mask) for mask in masks.values()]
        if all(legal[0] != 0 for legal in both):
            break
        seen, *_ = env.step({agent: int(np.flatnonzero(mask)[0]) for agent, mask in masks.items()})
    else:
        pytest.fail("no cards were laid")
    asked = env.actions.spec.questions.index("card")
    place = len(env.actions.spec.fields) + asked
    assert [seen[agent]["observation"][place] for agent in env.agents] == [1.0, 1.0]
    before = len(env.episode.walker.history)
    env.step({agent: int(legal[0]) for agent, legal in zip(env.agents, both, strict=True)})
    assert len(env.episode.walker.history) >= before + 2


def test_a_token_that_the_mask_forbids_changes_nothing() -> None:
    env = parallel_env("redboar", length="tiny")
    seen, _ = env.reset(seed=3)
    agents = {agent: int(np.flatnonzero(seen[agent]["action_mask"])[0]) for agent in env.agents}
    history = len(env.episode.walker.history)
    wrong = int(np.flatnonzero(seen["seat_0"]["action_mask"] == 0)[-1])
    for bad in (wrong, -1, 9999):
        with pytest.raises(IllegalAnswer, match="seat_0"):
            env.step({**agents, "seat_0": bad})
    assert len(env.episode.walker.history) == history
    env.step(agents)


def test_it_plays_the_same_game_as_the_other_environment() -> None:
    """The same seed, the first legal token each time: the same result as agent after agent."""
    together, turns = parallel_env("redboar", length="tiny"), aec_env("redboar", length="tiny")
    seen, _ = together.reset(seed=11)
    while together.agents:
        step = {agent: int(np.flatnonzero(seen[agent]["action_mask"])[0]) for agent in together.agents}
        seen, *_ = together.step(step)
    turns.reset(seed=11)
    for _ in turns.agent_iter():
        last, _, over, cut, _ = turns.last()
        turns.step(None if over or cut else int(np.flatnonzero(last["action_mask"])[0]))
    assert together.episode.walker.history == turns.episode.walker.history
