"""The levels of Gridiron's coaches: `rookie` (easy), `starter` (medium) and `allpro` (hard)."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from fieldhouse.games.redboar.coaches import win_table
from fieldhouse.games.redboar.coaches.allpro import allpro
from fieldhouse.games.redboar.coaches.rookie import rookie
from fieldhouse.games.redboar.coaches.starter import starter
from fieldhouse.games.redboar.rules.game import GridironGame
from fieldhouse.kernel.coaches import Coach, Policy, PolicyCoach
from fieldhouse.kernel.requests import Seat

_LEVELS: dict[str, Callable[[GridironGame, Random], Policy]] = {
    "rookie": rookie,
    "starter": starter,
    "allpro": allpro,
}
PATIENT = 1.0
"""A table that gives this many seconds or more is a live one, for which a missing solved table is built."""


def policy(level: str, game: GridironGame, seed: int) -> Policy:
    """A fast policy of that level for playouts. It reads only what the asked seat may see."""
    return _LEVELS[level](game, Random(seed))


def coach(level: str, game: GridironGame, seat: Seat, seed: int, seconds: float | None = None) -> Coach:
    """A coach of that level; at a live table a missing solved table is built in the background."""
    if level == "allpro" and (seconds or 0) >= PATIENT and win_table.load_table(game) is None:
        win_table.build_in_background(game)
    return PolicyCoach(policy(level, game, seed), seed)
