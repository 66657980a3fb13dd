"""A learned player: a small network over a game's declared observation and tokens, kept in one file.

The file holds numbers only (numpy's .npz, read without pickles) and says which game it was trained for; it is
refused where the game's tokens or observation are no longer those. `fieldhouse.gyms.learn` makes such files.
"""

from __future__ import annotations

import os
import zipfile
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from fieldhouse.kernel.action_space import ActionSpace, action_space_of, follow_token
from fieldhouse.kernel.coaches import CoachView
from fieldhouse.kernel.deprecation import renamed_names
from fieldhouse.kernel.errors import BadOptions
from fieldhouse.kernel.files import atomic_write
from fieldhouse.kernel.game import Game
from fieldhouse.kernel.requests import Choose

Floats = NDArray[np.float32]
WEIGHTS = ("w1", "b1", "w2", "b2", "policy", "policy_bias", "value", "value_bias")
LARGEST = 64 * 2**20


class Net:
    """Two layers of tanh, then a logit a token and the expected result."""

    def __init__(self, weights: dict[str, Floats], about: dict[str, Any]) -> None:
        self.weights = weights
        self.about = about

    @classmethod
    def fresh(cls, actions: ActionSpace, hidden: int, rng: np.random.Generator) -> Net:
        """Small random weights; the last layers begin near zero, so that every legal token is as likely."""
        size, tokens = len(actions.fields), len(actions.spec.tokens)

        def layer(rows: int, columns: int, scale: float = 1.0) -> Floats:
            drawn: Floats = (rng.standard_normal((rows, columns)) * scale / np.sqrt(rows)).astype(np.float32)
            return drawn

        def zeros(count: int) -> Floats:
            return np.zeros(count, np.float32)

        layers = (
            *(layer(size, hidden), zeros(hidden), layer(hidden, hidden), zeros(hidden)),
            *(layer(hidden, tokens, 0.01), zeros(tokens), layer(hidden, 1, 0.01), zeros(1)),
        )
        return cls(dict(zip(WEIGHTS, layers, strict=True)), network_fingerprint(actions))

    def __call__(self, seen: Floats) -> tuple[Floats, Floats, Floats, Floats]:
        """Of a batch of observations: both layers, the logits, the values."""
        w = self.weights
        first = np.tanh(seen @ w["w1"] + w["b1"])
        second = np.tanh(first @ w["w2"] + w["b2"])
        value = (second @ w["value"])[:, 0] + w["value_bias"][0]
        return first, second, second @ w["policy"] + w["policy_bias"], value

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the file, whole or not at all."""
        about = np.frombuffer(msgspec.json.encode(self.about), np.uint8)
        arrays: dict[str, Any] = {"about": about, **self.weights}
        with atomic_write(path) as file:
            np.savez_compressed(file, **arrays)


def token_probabilities(logits: Floats, mask: NDArray[np.bool_]) -> Floats:
    """The probability of each token; 0 for tokens that are not legal."""
    open_logits = np.where(mask, logits, np.float32(-1e9))
    odds = np.exp(open_logits - open_logits.max(axis=-1, keepdims=True))
    shared: Floats = odds / odds.sum(axis=-1, keepdims=True)
    return shared


def network_fingerprint(actions: ActionSpace) -> dict[str, Any]:
    """What a network is bound to: the game, its tokens and the names of its observation."""
    told = "\n".join((*actions.spec.tokens, "", *actions.fields))
    return {"game": actions.game.meta.name, "speaks": sha256(told.encode()).hexdigest()[:16]}


@lru_cache(maxsize=8)
def _read(path: str, stamp: int) -> Net:
    """The network of a file; BadOptions says why there is none. `stamp`: read again when the file changed."""
    try:
        if Path(path).stat().st_size > LARGEST:
            raise BadOptions(f"{path}: larger than {LARGEST // 2**20} MiB, so it is no policy of ours")
        with np.load(path, allow_pickle=False) as file:
            about = msgspec.json.decode(file["about"].tobytes(), type=dict[str, Any])
            weights = {name: np.asarray(file[name], np.float32) for name in WEIGHTS}
    except (KeyError, ValueError, msgspec.MsgspecError, zipfile.BadZipFile, EOFError, OSError) as fault:
        raise BadOptions(f"{path}: no policy that `fieldhouse learn` wrote ({fault})") from None
    if not all(np.isfinite(weight).all() for weight in weights.values()):
        raise BadOptions(f"{path}: its numbers are not all numbers")
    return Net(weights, about)


def read_policy(game: Game[Any], path: str) -> Net:
    """The network in this file, if it was trained for this game as it is now; BadOptions otherwise."""
    try:
        stamp = Path(path).stat().st_mtime_ns
    except OSError as fault:
        raise BadOptions(f"{path}: {fault.strerror}") from None
    net, wanted = _read(path, stamp), network_fingerprint(action_space_of(game))
    if net.about.get("game") != wanted["game"]:
        raise BadOptions(f"{path}: a policy for {net.about.get('game')!r}, not for {wanted['game']!r}")
    shapes = (len(action_space_of(game).fields), len(action_space_of(game).spec.tokens))
    if net.about.get("speaks") != wanted["speaks"] or shapes != (
        net.weights["w1"].shape[0],
        net.weights["policy"].shape[1],
    ):
        raise BadOptions(f"{path}: trained for other tokens or observations of {game.meta.title}")
    return net


class NetworkCoach:
    """Answers by drawing tokens as often as the network says; it looks at the seat's view alone."""

    looks_on = True

    def __init__(self, game: Game[Any], net: Net, seed: int) -> None:
        self.actions = action_space_of(game)
        self.net = net
        self.rng = Random(seed)

    def answer(self, request: Choose, seen: CoachView) -> str:
        """The key at the end of the tokens."""
        node = self.actions.tree(request)
        given: tuple[int, ...] = ()
        mask = np.zeros(len(self.actions.spec.tokens), np.bool_)
        while True:
            numbers = self.actions.observe(seen.view, seen.seat, request, given)
            mask[:] = False
            mask[list(node)] = True
            odds = token_probabilities(self.net(np.array([numbers], np.float32))[2], mask[None])[0]
            legal = sorted(node)
            token = self.rng.choices(legal, [float(odds[n]) for n in legal])[0]
            below = follow_token(node, token)
            assert below is not None
            if isinstance(below, str):
                return below
            given, node = (*given, token), below


def load_network_coach(game: Game[Any], path: str, seed: int) -> NetworkCoach:
    """The player in this file; BadOptions where it holds none for this game."""
    return NetworkCoach(game, read_policy(game, path), seed)


__getattr__ = renamed_names(
    __name__,
    {"LearnedCoach": "NetworkCoach", "learned_coach": "load_network_coach", "chances": "token_probabilities"},
)
