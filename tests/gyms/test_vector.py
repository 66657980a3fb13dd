"""Thousands of games a step: the same game as by the rules, reproducible, and no token that is not legal."""

from __future__ import annotations

from math import sqrt
from random import Random

import numpy as np
import pytest
from tests.gyms.walks import episode

from fieldhouse.gyms import VectorEnv
from fieldhouse.kernel.errors import BadOptions, IllegalAnswer

GAMES = {
    "redboar": {"mode": "dice", "overtime": "none", "quarters": 1, "minutes": 1},
    "fastdrive": {"quarter": 1, "overtime": "none"},
}
"""As in tests/lab: their tables are built once a run."""


@pytest.fixture(scope="module", params=sorted(GAMES))
def env(request: pytest.FixtureRequest) -> VectorEnv:
    return VectorEnv(request.param, 512, GAMES[request.param])


def at_random(mask: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    return (mask * rng.random(mask.shape)).argmax(axis=1)


def by_rules(name: str, games: int) -> list[int]:
    """Results of games by the rules, every seat at random."""
    from fieldhouse.kernel.dice import FastDice

    results = []
    for seed in range(games):
        rng, dice, at = Random(seed), FastDice(seed), episode(name, quiet=True, **GAMES[name])
        at.roll(dice)
        while not at.over:
            at.step(rng.choice(at.legal))
            at.roll(dice)
        results.append(at.result(0))
    return results


def test_it_is_the_same_game_as_by_the_rules(env: VectorEnv) -> None:
    """Wins and losses of random play, within four standard errors of the rules' own."""
    rng = np.random.default_rng(1)
    asked, results = env.reset(seed=1), []
    for _ in range(400):
        asked, rewards, over = env.step(at_random(asked.mask, rng))
        results += list(rewards[over])
    real = by_rules(env.game.meta.name, 500)
    for result in (1, -1):
        mine, theirs = np.mean(np.array(results) == result), np.mean(np.array(real) == result)
        error = sqrt(theirs * (1 - theirs) / len(real) + mine * (1 - mine) / len(results))
        assert abs(mine - theirs) < 4 * error + 0.001
    assert len(results) > 2000


def test_equal_seeds_and_tokens_give_equal_games(env: VectorEnv) -> None:
    courses = []
    for _ in range(2):
        rng = np.random.default_rng(3)
        asked = env.reset(seed=9)
        course = []
        for _ in range(30):
            asked, rewards, over = env.step(at_random(asked.mask, rng))
            course.append((asked.core.copy(), asked.slot.copy(), asked.lead.copy(), rewards, over))
        courses.append(course)
    assert all(
        np.array_equal(a, b) for one, two in zip(*courses, strict=True) for a, b in zip(one, two, strict=True)
    )


def test_the_mask_has_the_tokens_of_the_question(env: VectorEnv) -> None:
    asked = env.reset(seed=2)
    for game in range(0, env.count, 40):
        what, keys = env.questions[asked.decision[game]]
        names = [env.actions.spec.tokens[n] for n in np.flatnonzero(asked.mask[game])]
        assert sorted(names) == sorted(f"{what} {key}" for key in keys)


def test_an_illegal_token_is_refused_before_anything_moves(env: VectorEnv) -> None:
    asked = env.reset(seed=4)
    before = asked.core.copy()
    tokens = asked.mask.argmax(axis=1)
    tokens[7] = 0
    with pytest.raises(IllegalAnswer, match="no legal token in game 7"):
        env.step(tokens)
    tokens[7] = 10_000
    with pytest.raises(IllegalAnswer):
        env.step(tokens)
    with pytest.raises(IllegalAnswer, match="one token for each"):
        env.step(tokens[:5])
    assert np.array_equal(before, env._asked().core)


def test_games_that_do_not_compile_are_refused() -> None:
    with pytest.raises(BadOptions):
        VectorEnv("redboar", 4, {"mode": "cards"}, length="tiny")
    with pytest.raises(BadOptions, match="at least one"):
        VectorEnv("redboar", 0, {"mode": "dice"}, length="tiny")
