"""What the tests of the gyms share: the games that declare their actions, and walks through them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from fieldhouse.gyms.episode import Episode
from fieldhouse.kernel.action_space import action_space_of
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.registry import find, list_all_games, open_game
from fieldhouse.kernel.requests import Choose

NAMES = sorted(name for name, folder in list_all_games().items() if folder.part("gym"))
SHELF = sorted(name for name in NAMES if find(name).parent is None)


def episode(name: str, *, quiet: bool = False, **options: object) -> Episode:
    """A tiny game before its first roll."""
    game = open_game(name, options, length=find(name).meta.tiny)
    return Episode(action_space_of(game), quiet=quiet)


def stops(walked: Episode, seed: int, most: int = 400, *, sense: float = 0.6) -> Iterator[Episode]:
    """Every point where a seat is to act, of one game: half by the starter's sense, half at random."""
    rng, dice = Random(seed), FastDice(seed)
    policy = getattr(find(walked.walker.game.meta.name).coaches, "policy", None)
    starter = policy("starter", walked.walker.game, seed) if policy else None
    for _ in range(most):
        walked.roll(dice)
        if walked.over:
            return
        yield walked
        asks = walked.walker.asks
        if isinstance(asks, Choose) and not walked.given and starter and rng.random() < sense:
            walked.answer(starter(asks, walked.walker.state))
        else:
            walked.step(rng.choice(walked.legal))
