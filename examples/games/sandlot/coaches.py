"""Sandlot's coaches: `rookie` plays anything, `starter` plays to the yards it needs."""

from __future__ import annotations

from random import Random

from fieldhouse.games.sandlot.rules import Sandlot, SandlotGame

from fieldhouse.kernel.coaches import Coach, Policy, PolicyCoach
from fieldhouse.kernel.requests import Choose, Seat


class Starter:
    """Runs when little is needed, passes when much is, and guesses what it would play itself."""

    def __init__(self, game: SandlotGame, seed: int) -> None:
        self._yards = game.setup.materials["yards"]
        self._rng = Random(seed)

    def choose(self, request: Choose, s: Sandlot) -> str:
        """SL-3.1 and SL-4.2: kick when a touchdown is far, else the card whose yards come nearest."""
        if request.what == "declare":
            return "kick" if "kick" in request.keys and s.to_go > 8 else "play"
        if s.offense != request.seat:
            return self._rng.choice(request.keys)
        wanted = s.to_go / max(1, s.plays_left)
        return min(request.keys, key=lambda card: abs(self._yards[card]["per_pip"] * 3.5 - wanted))


def policy(level: str, game: SandlotGame, seed: int) -> Policy:
    """The players inside playouts, where they answer from the state itself: fast."""
    if level != "rookie":
        return Starter(game, seed).choose
    rng = Random(seed)
    return lambda request, _: rng.choice(request.keys)


def coach(level: str, game: SandlotGame, seat: Seat, seed: int, seconds: float | None = None) -> Coach:
    """The same players at a table: they answer from a world that their seat cannot tell from the real one."""
    return PolicyCoach(policy(level, game, seed), seed)
