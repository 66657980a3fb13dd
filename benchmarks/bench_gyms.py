"""How fast programs can learn: steps a second through each face, beside the peers' own games in the same run.

    python benchmarks/bench_gyms.py [SECONDS]
    python benchmarks/bench_gyms.py theirs      PettingZoo's own benchmark, five seconds a game

Random legal play on one core. A step is an action or outcome of chance (OpenSpiel), an action (PettingZoo),
or an action in one game (the vectorised environment; choosing is not counted). Given is the average over the
run by processor time, after a fifth of a second to get warm.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from importlib import import_module
from itertools import count
from random import Random
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python import games as python_games
from pettingzoo.test import performance_benchmark

from fieldhouse.gyms import VectorEnv, aec_env, load_spiel
from fieldhouse.kernel.registry import find

OURS = ("redboar", "fastdrive", "thegrid", "cardbowl", "squares")
AEC_PEERS = ("connect_four_v3", "chess_v6")
PEERS = ("python_tic_tac_toe", "python_kuhn_poker", "gin_rummy", "chess")
THEIRS = sys.argv[1:] == ["theirs"]
SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 and not THEIRS else 3.0
WARM = 0.2
VECTORS = {"redboar": {"mode": "dice"}, "fastdrive": {}}


def average(play: Callable[[], int]) -> float:
    """Steps a second of processor time, warm."""
    began = time.process_time()
    while time.process_time() - began < WARM:
        play()
    began, steps = time.process_time(), 0
    while (spent := time.process_time() - began) < SECONDS:
        steps += play()
    return steps / spent


def spiel_speed(game: Any) -> float:
    rng = Random(1)

    def play() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                places, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(places, chances)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
            steps += 1
        return steps

    return average(play)


def ours(name: str) -> Any:
    return aec_env(name, length=find(name).meta.tiny)


def aec_speed(env: Any) -> float:
    rng, seeds = Random(1), count()

    def play() -> int:
        steps = 0
        env.reset(seed=next(seeds))
        for _ in env.agent_iter():
            seen, _, over, cut, _ = env.last()
            done = over or cut
            env.step(None if done else int(rng.choice(np.flatnonzero(seen["action_mask"]).tolist())))
            steps += not done
        return steps

    return average(play)


def vector_speed(name: str, games: int = 4096) -> float:
    env, rng = VectorEnv(name, games, VECTORS[name], length="short"), np.random.default_rng(1)
    asked = env.reset(seed=1)
    noise = rng.random(asked.mask.shape)
    warm = spent = 0.0
    steps = 0
    while spent < SECONDS:
        tokens = (asked.mask * noise).argmax(axis=1)
        began = time.process_time()
        asked, _, _ = env.step(tokens)
        took = time.process_time() - began
        if warm < WARM:
            warm += took
        else:
            steps, spent = steps + games, spent + took
    return steps / spent


def main() -> None:
    assert python_games is not None  # importing it registers OpenSpiel's Python games
    print(f"{'':22}{'steps a second':>16}")
    for name in PEERS:
        print(f"OpenSpiel {name:<20}{spiel_speed(pyspiel.load_game(name)):>12,.0f}")
    for name in OURS:
        print(f"OpenSpiel {name:<20}{spiel_speed(load_spiel(name, length=find(name).meta.tiny)):>12,.0f}")
    for name in OURS:
        print(f"AEC {name:<26}{aec_speed(ours(name)):>12,.0f}")
    for name in AEC_PEERS:
        try:
            peer = import_module(f"pettingzoo.classic.{name}").env()
        except ImportError as missing:
            print(f"AEC {name:<26}{'not run:':>12} {missing.name} is missing (pettingzoo[classic])")
        else:
            print(f"AEC {name:<26}{aec_speed(peer):>12,.0f}")
    for name in VECTORS:
        print(f"vector {name:<23}{vector_speed(name):>12,.0f}")


def theirs() -> None:
    """What PettingZoo prints of every game, by the clock on the wall."""
    for name in OURS:
        print(f"{name}:")
        performance_benchmark(ours(name))


if __name__ == "__main__":
    theirs() if THEIRS else main()
