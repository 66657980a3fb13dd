"""What a simulation plays: a game with its options and materials, who sits where, and the seeds.

Game number n of a plan has its own seed, a stable hash of the plan's seed and n, so neither the number of
processes nor the size of a chunk changes any game.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import msgspec

from fieldhouse.kernel import registry
from fieldhouse.kernel.errors import BadOptions
from fieldhouse.kernel.game import Game
from fieldhouse.lab.extras import need_lab
from fieldhouse.lab.players import check_coach


class SimulationPlan(msgspec.Struct, frozen=True, kw_only=True):
    """What to play: a game with everything bound, who sits where, and the seed. Plain data: it travels."""

    game: str
    options: dict[str, bool | int | str]
    materials: dict[str, Any]
    levels: tuple[str, ...]
    edition: int = 1
    seed: int = 0
    statistics: bool = True
    seconds: float | None = None
    plays: bool = False
    """Collect every play as a row (`lab.play_rows`)?"""
    win_probability: bool = False
    """With the win probability before it (`lab.review.win_probability_rows`)?"""
    luck: bool = False
    """And with the luck of its dice, where the game has exact tables?"""


def make_plan(
    game: Game[Any],
    levels: Sequence[str],
    *,
    seed: int = 0,
    statistics: bool = True,
    seconds: float | None = None,
    plays: bool = False,
    win_probability: bool = False,
    luck: bool = False,
) -> SimulationPlan:
    """The plan for a game that is open here; BadOptions for a level it does not have."""
    meta = game.meta
    if len(levels) != len(game.seats):
        raise BadOptions(f"{meta.title} has {len(game.seats)} seats, but {len(levels)} levels are given")
    for level in levels:
        check_coach(game, level)
    if win_probability or luck:
        need_lab()
    return SimulationPlan(
        game=meta.name,
        options=dict(game.options),
        materials=dict(game.setup.materials),
        levels=tuple(levels),
        edition=game.setup.edition,
        seed=seed,
        statistics=statistics,
        seconds=seconds,
        plays=plays,
        win_probability=win_probability or luck,
        luck=luck,
    )


def game_seed(seed: int, number: int) -> int:
    """The seed of game `number`: 63 bits of a hash, the same on every machine."""
    digest = hashlib.sha256(f"{seed}/{number}".encode()).digest()
    return int.from_bytes(digest[:8], "big") >> 1


def open_planned_game(plan: SimulationPlan) -> Game[Any]:
    """The plan's game; the last two stay open, because policies keep what they have computed for a game."""
    return _open(
        registry.find(plan.game), msgspec.msgpack.encode((plan.options, plan.materials, plan.edition))
    )


@lru_cache(maxsize=2)
def _open(folder: registry.Folder, setup: bytes) -> Game[Any]:
    options, materials, edition = msgspec.msgpack.decode(setup)
    return folder.open(options, materials, edition=edition)
