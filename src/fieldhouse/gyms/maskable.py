"""Learning with a well-kept library: MaskablePPO of sb3-contrib (the extra [train]) on any game of the house.

The library learns; what it learned is kept as the same file of numbers that `gyms.learn` writes, so that the
player takes its seat (`policy:FILE`) where no such library is installed.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from fieldhouse.gyms.learn import Progress
from fieldhouse.gyms.single import SingleEnv
from fieldhouse.kernel.action_space import ActionSpace, action_space_of
from fieldhouse.kernel.game import Game
from fieldhouse.kernel.requests import Seat
from fieldhouse.lab.network_coach import WEIGHTS, Floats, Net, network_fingerprint

HIDDEN = 64
LAYERS = ("mlp_extractor.policy_net.0", "mlp_extractor.policy_net.2", "action_net")
"""The library's names of the policy's layers, first to last."""


class MaskedEnv(gymnasium.Env[Floats, int]):
    """One seat against a coach as the library wants it: the vector alone, and the mask when it asks."""

    metadata: dict[str, Any] = {"render_modes": []}

    def __init__(self, game: Game[Any], seat: Seat, opponent: str) -> None:
        self._env = SingleEnv(game, seat, opponent, reward="mixed")
        spaces: Any = self._env.observation_space
        self.observation_space = spaces["observation"]
        self.action_space = self._env.action_space
        self._mask: NDArray[np.int8] = np.ones(0, np.int8)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Floats, dict[str, Any]]:
        """Start a new game."""
        seen, _ = self._env.reset(seed=seed)
        self._mask = seen["action_mask"]
        return seen["observation"], {}

    def step(self, action: int) -> tuple[Floats, float, bool, bool, dict[str, Any]]:
        """One token; at the end `info["won"]` is 1, 1/2 or 0."""
        seen, gained, over, cut, _ = self._env.step(action)
        self._mask = seen["action_mask"]
        return seen["observation"], gained, over, cut, {"won": self._env.result} if over else {}

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal tokens now."""
        return self._mask.astype(np.bool_)


def learn_maskable(
    game: Game[Any],
    seconds: float,
    on_progress: Callable[[Progress], None] = lambda _: None,
    *,
    against: str = "rookie",
    side_by_side: int = 16,
    seed: int = 0,
) -> Net:
    """Train MaskablePPO for so much processor time; `on_progress` is called every 2,048 decisions."""
    import torch
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.callbacks import BaseCallback
    from stable_baselines3.common.vec_env import DummyVecEnv

    torch.set_num_threads(1)
    began = time.process_time()

    class Watch(BaseCallback):  # type: ignore[misc,unused-ignore]
        """Counts games, and ends when the time is over."""

        games = 0
        won: list[float] = []

        def _on_step(self) -> bool:
            ended = [info["won"] for info in self.locals["infos"] if "won" in info]
            self.games += len(ended)
            self.won = [*self.won, *ended][-512:]
            return bool(time.process_time() - began < seconds)

        def _on_rollout_end(self) -> None:
            if self.won:
                spent, share = time.process_time() - began, float(np.mean(self.won))
                on_progress(Progress(self.games, self.num_timesteps, spent, share))

    def maker(place: int) -> Callable[[], MaskedEnv]:
        return lambda: MaskedEnv(game, place % len(game.seats), against)

    model = MaskablePPO(
        "MlpPolicy",
        DummyVecEnv([maker(place) for place in range(side_by_side)]),
        n_steps=max(32, 2048 // side_by_side),
        batch_size=512,
        n_epochs=4,
        learning_rate=1e-3,
        gamma=1.0,
        gae_lambda=0.97,
        ent_coef=0.01,
        policy_kwargs={"net_arch": [HIDDEN, HIDDEN]},
        seed=seed,
        device="cpu",
    )
    model.learn(2**62, callback=Watch())
    layers = {name: weight.detach().numpy() for name, weight in model.policy.state_dict().items()}
    return net_of(layers, action_space_of(game))


def net_of(layers: Mapping[str, NDArray[Any]], actions: ActionSpace) -> Net:
    """The library's policy as a network of ours (two layers of tanh, then a logit a token).

    Its judgment of positions has layers of its own and stays behind: a player needs none.
    """
    found: list[Floats] = []
    for layer in LAYERS:
        found += [layers[f"{layer}.weight"].T.astype(np.float32), layers[f"{layer}.bias"].astype(np.float32)]
    hidden = found[2].shape[1]
    found += [np.zeros((hidden, 1), np.float32), np.zeros(1, np.float32)]
    return Net(dict(zip(WEIGHTS, found, strict=True)), network_fingerprint(actions))
