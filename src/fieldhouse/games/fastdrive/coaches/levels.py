"""Fast Drive's coaches by level: `rookie` by habit, `starter` by section 21, `allpro` by the solved game."""

from __future__ import annotations

from fieldhouse.games.fastdrive.coaches.allpro import RolloutCoach
from fieldhouse.games.fastdrive.coaches.evaluation import solution
from fieldhouse.games.fastdrive.coaches.rookie import rookie
from fieldhouse.games.fastdrive.coaches.starter import starter
from fieldhouse.games.fastdrive.rules.game import FastDrive
from fieldhouse.kernel.coaches import Coach, Policy, PolicyCoach
from fieldhouse.kernel.errors import BadOptions
from fieldhouse.kernel.requests import Seat


def policy(level: str, game: FastDrive, seed: int) -> Policy:
    """A policy for playouts. Without tables for its game `allpro` is the starter there."""
    if level == "rookie":
        return rookie(game)
    if level == "starter":
        return starter(game)
    if level == "allpro":
        found = solution(game)
        return starter(game) if found is None else found.best
    raise BadOptions(f"no policy {level!r}; there are rookie, starter, allpro")


def coach(level: str, game: FastDrive, seat: Seat, seed: int, seconds: float | None = None) -> Coach:
    """A coach of that level. `allpro` works the game out, or (no tables for it) tries its options out."""
    if level == "allpro" and solution(game) is None:
        return RolloutCoach(game, seed, seconds)
    return PolicyCoach(policy(level, game, seed), seed)
